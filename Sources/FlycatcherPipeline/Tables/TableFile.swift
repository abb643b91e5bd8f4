// A file of rows: the first failure to write counts.
import GStreamerSupport
import Glibc

/// A file that is written row by row. Used by one thread at a time.
final class TableFile {
  private let path: String
  private let file: OutputFile

  /// - Throws: `PipelineError` if the file cannot be written.
  init(path: String) throws(PipelineError) {
    self.path = path
    file = try OutputFile(path)
  }

  func write(_ bytes: [UInt8]) throws(PipelineError) {
    file.begin()
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { all in
        unsafe Glibc.write(file.descriptor, all.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw .writing(path, errno)
      }
    }
  }
}

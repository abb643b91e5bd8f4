// The check that a video file holds all that its header promises.
import FlycatcherPipeline
import Glibc

/// Looks for the missing end of a file. MP4 and Matroska say how long their parts are; a file that was still being
/// written does not count, where it can be played up to there.
enum CutOff {
  /// - Returns: how many bytes are missing at the end of an MP4, QuickTime or Matroska file; `nil` where none are, or
  ///   nothing tells.
  static func missingBytes(_ path: [UInt8]) -> Int? {
    guard let status = try? Folders.status(path), status.isRegular else { return nil }
    let descriptor = unsafe open(path.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let end = ContainerFile(descriptor: descriptor, size: status.size).statedEnd
    return end.flatMap { $0 > status.size ? $0 - status.size : nil }
  }

  /// Returns what is said of a file of which bytes are missing at the end; `nil` where none are.
  ///
  /// - Parameter name: The name of the file, for people.
  static func complaint(_ path: [UInt8], name: String) -> String? {
    missingBytes(path).map {
      "\(name) ends too early: \($0) bytes are missing. What there is has been analyzed."
    }
  }
}

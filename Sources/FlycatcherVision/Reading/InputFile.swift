// The file that an address names, as a pipeline's description has it.
import FlycatcherPipeline
import Foundation

/// A file to be read.
enum InputFile {
  /// Returns the path of a file as the value of `location`.
  ///
  /// - Throws: `notImplemented` where the address is not that of a file, `ioError` where the file cannot be read.
  static func location(of url: URL) throws(VNError) -> String {
    guard url.isFileURL else {
      throw VNError(
        .notImplemented,
        "Reading from \(url.scheme ?? "an address without a scheme") is not built: \(url.absoluteString). Give the URL of "
          + "a file, or read a pipeline with SampleBufferReader(pipeline:).")
    }
    let path = url.path
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      FileManager.default.isReadableFile(atPath: path)
    else {
      let reason = isFolder.boolValue ? "it is a folder" : "check the name, the path and its permissions"
      throw VNError(.ioError, "\(path) cannot be read: \(reason).")
    }
    guard let location = LaunchValue.whole(path) else {
      throw VNError(.ioError, "\(path.debugDescription) holds a line break, which a pipeline cannot open.")
    }
    return location
  }
}

// One picture from a file or from the content of one, decoded by GStreamer.
import Flycatcher
import FlycatcherPipeline
import Foundation

/// The decoding of single pictures.
enum StillImage {
  /// Reads the picture in a file; of a video, its first one.
  ///
  /// - Parameters:
  ///   - url: The address of the file.
  ///   - isTurned: Whether the orientation that the file tells is obeyed.
  /// - Throws: `notImplemented`, `ioError`, or `invalidImage`.
  static func read(_ url: URL, isTurned: Bool) throws(VNError) -> CVPixelBuffer {
    let location = try InputFile.location(of: url)
    let turn = isTurned ? " ! videoflip video-direction=auto" : ""
    do throws(VNError) {
      // In one piece: parsers that fetch a picture themselves begin anew with each one.
      let reader = try SampleBufferReader(
        pipeline: "filesrc location=\(location) blocksize=4194304 ! queue ! decodebin \(LaunchValue.videoOnly) "
          + "! imagefreeze num-buffers=1 ! videoconvert\(turn) ! appsink name=frames")
      defer { reader.cancel() }
      if let picture = try reader.nextSampleBuffer()?.imageBuffer {
        // A picture by itself has no time.
        return CVPixelBuffer(picture.pixels, timestamp: nil)
      }
    } catch {
      guard [.invalidFormat, .operationFailed, .unknownError].contains(error.code) else { throw error }
      throw VNError(.invalidImage, "\(url.path) is no picture that can be decoded. \(error.localizedDescription)")
    }
    throw VNError(.invalidImage, "\(url.path) holds no picture.")
  }

  /// Decodes the content of a picture file.
  ///
  /// - Throws: `invalidImage` where it cannot be decoded, `ioError` where there is no room to hand it over.
  static func decode(_ data: Data, isTurned: Bool) throws(VNError) -> CVPixelBuffer {
    guard !data.isEmpty else { throw VNError(.invalidImage, "The data of the picture is empty.") }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("flycatcher-\(UUID().uuidString)")
    do {
      try data.write(to: file)
    } catch {
      throw VNError(.ioError, "The data cannot be written to \(file.path) for decoding: \(error.localizedDescription)")
    }
    defer { try? FileManager.default.removeItem(at: file) }
    do throws(VNError) {
      return try read(file, isTurned: isTurned)
    } catch {
      guard error.code == .invalidImage else { throw error }
      throw VNError(.invalidImage, "The data, \(data.count) bytes, is no picture that can be decoded.")
    }
  }
}

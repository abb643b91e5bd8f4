// One picture as requests are performed on it: pixels, a time where there is one, an orientation.
import Flycatcher
import Foundation

/// A picture with its time and orientation.
struct RequestedPicture: Sendable {
  let pixels: any PixelSource
  let timestamp: Timestamp?
  let orientation: Orientation

  /// - Parameter orientation: The orientation of the stored picture; `nil` is that of the frame which it views.
  init(_ buffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil) {
    pixels = buffer.pixels
    timestamp = buffer.timestamp
    self.orientation = orientation.map { Orientation($0) } ?? buffer.orientation
  }

  /// - Throws: `dataUnavailable` where the sample has no picture.
  init(_ sample: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) throws(VNError) {
    guard let picture = sample.imageBuffer else {
      throw VNError(.dataUnavailable, "The sample buffer has no picture.")
    }
    self.init(picture, orientation: orientation)
  }

  /// Reads the picture in a file.
  ///
  /// - Parameter orientation: The orientation of the stored picture, whatever the file tells; `nil` is that which it tells.
  /// - Throws: `notImplemented`, `ioError` or `invalidImage`.
  init(file url: URL, orientation: CGImagePropertyOrientation?) throws(VNError) {
    self.init(try StillImage.read(url, isTurned: orientation == nil), orientation: orientation)
  }

  /// Decodes the content of a picture file.
  ///
  /// - Parameter orientation: The orientation of the stored picture, whatever the content tells; `nil` is that which it
  ///   tells.
  /// - Throws: `invalidImage`, or `ioError` where there is no room to decode it.
  init(data: Data, orientation: CGImagePropertyOrientation?) throws(VNError) {
    self.init(try StillImage.decode(data, isTurned: orientation == nil), orientation: orientation)
  }

  /// Lends the picture as a frame for the duration of a call.
  ///
  /// - Parameter time: The time of the frame; `nil` is that of the picture.
  /// - Throws: `timeStampNotFound` where there is neither.
  func withFrame(
    at time: Timestamp? = nil, _ body: (borrowing Frame) throws(VNError) -> [VNObservation]
  ) throws(VNError) -> [VNObservation] {
    guard let time = time ?? timestamp else {
      throw VNError(
        .timeStampNotFound,
        "The picture has no presentation time. Take it from a CMSampleBuffer with a presentationTimeStamp.")
    }
    return try pixels.withFrame(at: time, orientation, body)
  }
}

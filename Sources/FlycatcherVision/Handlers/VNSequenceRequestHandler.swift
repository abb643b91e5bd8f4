// The handler that performs requests on a sequence of pictures.
public import Flycatcher
public import Foundation

/// A handler that performs requests on the pictures of one stream, and keeps the tracks of its tracking requests.
///
/// ```swift
/// let handler = VNSequenceRequestHandler()
/// try handler.perform([request], on: pixelBuffer)  // for each picture, in order of time
/// ```
///
/// Used by one thread at a time. What is thrown is a ``VNError``; as in Vision, functions do not say so by type.
public final class VNSequenceRequestHandler {
  private let tracks = TrackSequence()

  /// Creates a handler of one stream.
  public init() {}

  /// Performs the requests in order on the next picture of the stream.
  ///
  /// - Throws: The first error; the requests after it are not performed.
  public func perform(_ requests: [VNRequest], on pixelBuffer: CVPixelBuffer) throws {
    try perform(requests, RequestedPicture(pixelBuffer))
  }

  /// Performs the requests in order on the next picture of the stream, which is stored in an orientation.
  ///
  /// - Throws: The first error; the requests after it are not performed.
  public func perform(
    _ requests: [VNRequest], on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation
  ) throws {
    try perform(requests, RequestedPicture(pixelBuffer, orientation: orientation))
  }

  /// Performs the requests in order on the next sample of the stream.
  ///
  /// - Throws: The first error; the requests after it are not performed.
  public func perform(_ requests: [VNRequest], on sampleBuffer: CMSampleBuffer) throws {
    try perform(requests, RequestedPicture(sampleBuffer))
  }

  /// Performs the requests in order on the next sample of the stream, whose picture is stored in an orientation.
  ///
  /// - Throws: The first error; the requests after it are not performed.
  public func perform(
    _ requests: [VNRequest], on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation
  ) throws {
    try perform(requests, RequestedPicture(sampleBuffer, orientation: orientation))
  }

  /// Performs the requests in order on a picture in a file.
  ///
  /// - Throws: The first error of reading or performing; see ``VNImageRequestHandler/init(url:options:)``.
  public func perform(_ requests: [VNRequest], onImageURL imageURL: URL) throws {
    try perform(requests, RequestedPicture(file: imageURL, orientation: nil))
  }

  /// Performs the requests in order on a picture in a file, which is stored in an orientation.
  ///
  /// - Throws: The first error of reading or performing; see ``VNImageRequestHandler/init(url:options:)``.
  public func perform(
    _ requests: [VNRequest], onImageURL imageURL: URL, orientation: CGImagePropertyOrientation
  ) throws {
    try perform(requests, RequestedPicture(file: imageURL, orientation: orientation))
  }

  /// Performs the requests in order on the content of a picture file.
  ///
  /// - Throws: The first error of decoding or performing.
  public func perform(_ requests: [VNRequest], onImageData imageData: Data) throws {
    try perform(requests, RequestedPicture(data: imageData, orientation: nil))
  }

  /// Performs the requests in order on the content of a picture file, which is stored in an orientation.
  ///
  /// - Throws: The first error of decoding or performing.
  public func perform(
    _ requests: [VNRequest], onImageData imageData: Data, orientation: CGImagePropertyOrientation
  ) throws {
    try perform(requests, RequestedPicture(data: imageData, orientation: orientation))
  }

  /// Performs the requests in order on the next frame of the stream, without a detour through a sample buffer.
  ///
  /// - Throws: The first error; the requests after it are not performed.
  public func perform(_ requests: [VNRequest], on frame: borrowing Frame) throws(VNError) {
    try frame.withSampleBuffer { sample throws(VNError) in try perform(requests, RequestedPicture(sample)) }
  }

  private func perform(_ requests: [VNRequest], _ picture: RequestedPicture) throws(VNError) {
    tracks.begin(picture)
    for request in requests { try request.perform(on: picture, tracks: tracks) }
  }
}

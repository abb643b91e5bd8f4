// The handlers that perform requests, on one picture or on a sequence of frames.
public import Flycatcher

/// A handler that performs requests on one picture, or on one frame of a stream where the requests are stateful.
///
/// ```swift
/// try VNImageRequestHandler(frame).perform([request])
/// ```
public struct VNImageRequestHandler: ~Escapable {
  private let frame: Frame

  /// Creates a handler of a frame.
  @_lifetime(copy frame)
  public init(_ frame: borrowing Frame) {
    self.frame = copy frame
  }

  /// Performs the requests in order.
  ///
  /// - Throws: The first error; the requests after it are not performed.
  public func perform(_ requests: [VNRequest]) throws(VNError) {
    for request in requests { try request.perform(on: frame, tracks: nil) }
  }
}

/// A handler that performs requests on the frames of one stream, and keeps the tracks of its tracking requests.
///
/// ```swift
/// let handler = VNSequenceRequestHandler()
/// try handler.perform([request], on: frame)  // for each frame, in order of time
/// ```
public final class VNSequenceRequestHandler {
  private let tracks = TrackSequence()

  /// Creates a handler of one stream.
  public init() {}

  /// Performs the requests in order on the next frame of the stream.
  ///
  /// - Throws: The first error; the requests after it are not performed.
  public func perform(_ requests: [VNRequest], on frame: borrowing Frame) throws(VNError) {
    for request in requests { try request.perform(on: frame, tracks: tracks) }
  }
}

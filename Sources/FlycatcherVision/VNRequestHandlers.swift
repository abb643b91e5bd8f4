// What requests are performed by: one picture, or a sequence of frames.
public import Flycatcher

/// Performs requests on one picture, or on one frame of a stream for requests that are stateful by themselves.
///
/// ```swift
/// try VNImageRequestHandler(frame).perform([request])
/// ```
public struct VNImageRequestHandler: ~Escapable {
  private let frame: Frame

  @_lifetime(copy frame)
  public init(_ frame: borrowing Frame) {
    self.frame = copy frame
  }

  /// Performs the requests in order.
  ///
  /// - Throws: the first error; the requests after it are not performed.
  public func perform(_ requests: [VNRequest]) throws(VNError) {
    for request in requests { try request.perform(on: frame, tracks: nil) }
  }
}

/// Performs requests on the frames of one stream, and knows the things that are followed in it.
///
/// ```swift
/// let handler = VNSequenceRequestHandler()
/// try handler.perform([request], on: frame)  // for each frame, in order of time
/// ```
public final class VNSequenceRequestHandler {
  private let tracks = TrackSequence()

  public init() {}

  /// Performs the requests in order.
  ///
  /// - Throws: the first error; the requests after it are not performed.
  public func perform(_ requests: [VNRequest], on frame: borrowing Frame) throws(VNError) {
    for request in requests { try request.perform(on: frame, tracks: tracks) }
  }
}

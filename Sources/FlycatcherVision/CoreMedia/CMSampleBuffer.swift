// Core Media's sample: a picture with its time.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Flycatcher
package import GStreamerSupport

/// A picture with its time, by Core Media's name.
///
/// ``SampleBufferReader`` reads them from a file or a pipeline; `Frame.withSampleBuffer(_:)` views a frame of a session.
/// Pixels are not copied. A sample buffer that a reader returns holds its GStreamer buffer: let go of it soon, as the
/// source may have only so many.
public final class CMSampleBuffer: Sendable {
  /// The picture.
  public let imageBuffer: CVImageBuffer?
  /// The time at which the picture is to be shown, in stream time; ``CMTime/invalid`` where it has none.
  public let presentationTimeStamp: CMTime
  /// The time for which the picture is to be shown; ``CMTime/invalid`` where it is not known.
  public let duration: CMTime

  /// Creates a sample of a picture.
  ///
  /// - Parameters:
  ///   - imageBuffer: The picture; `nil` makes a sample on which requests fail with `dataUnavailable`.
  ///   - presentationTimeStamp: The time at which it is to be shown.
  ///   - duration: The time for which it is to be shown.
  public init(imageBuffer: CVImageBuffer?, presentationTimeStamp: CMTime, duration: CMTime = .invalid) {
    let timestamp = presentationTimeStamp.timestamp
    self.imageBuffer = imageBuffer.map { picture in
      guard let timestamp, timestamp != picture.timestamp else { return picture }
      return CVPixelBuffer(picture.pixels, timestamp: timestamp, orientation: picture.orientation)
    }
    self.presentationTimeStamp = presentationTimeStamp
    self.duration = duration
  }

  /// A Boolean value indicating whether there is a picture.
  public var isValid: Bool { imageBuffer != nil }

  /// Views a GStreamer buffer.
  package convenience init(
    _ buffer: borrowing VideoBuffer, _ layout: VideoLayout, timestamp: Timestamp?
  ) throws(VNError) {
    let picture = try CVPixelBuffer(buffer, layout, timestamp: timestamp)
    let duration = buffer.duration.flatMap { Int64(exactly: $0) }
    self.init(
      imageBuffer: picture, presentationTimeStamp: timestamp.map { CMTime($0) } ?? .invalid,
      duration: duration.map { CMTime(value: $0, timescale: 1_000_000_000) } ?? .invalid)
  }
}

/// Returns the picture of a sample.
public func CMSampleBufferGetImageBuffer(_ sampleBuffer: CMSampleBuffer) -> CVImageBuffer? { sampleBuffer.imageBuffer }

/// Returns the time at which the picture of a sample is to be shown; ``CMTime/invalid`` where it has none.
public func CMSampleBufferGetPresentationTimeStamp(_ sampleBuffer: CMSampleBuffer) -> CMTime {
  sampleBuffer.presentationTimeStamp
}

/// Returns the time for which the picture of a sample is to be shown; ``CMTime/invalid`` where it is not known.
public func CMSampleBufferGetDuration(_ sampleBuffer: CMSampleBuffer) -> CMTime { sampleBuffer.duration }

/// Returns a Boolean value indicating whether a sample has a picture.
public func CMSampleBufferIsValid(_ sampleBuffer: CMSampleBuffer) -> Bool { sampleBuffer.isValid }

extension Frame {
  /// Views the frame as a sample buffer, without copying pixels.
  ///
  /// The orientation of the frame is that of handlers that are told no other.
  ///
  /// - Parameter body: A function that performs requests on the sample. What keeps the sample beyond the call holds a
  ///   picture that is gone: requests on it fail with `invalidImage`.
  public borrowing func withSampleBuffer<Result, Failure: Error>(
    _ body: (CMSampleBuffer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let pixels = LentPixels(self)
    defer { pixels.takeBack() }
    let picture = CVPixelBuffer(pixels, timestamp: timestamp, orientation: orientation)
    return try body(CMSampleBuffer(imageBuffer: picture, presentationTimeStamp: CMTime(timestamp)))
  }
}

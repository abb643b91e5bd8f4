// The requests that track what an observation names, over the object tracker and the rectangle tracker.
import Flycatcher

/// The effort spent on each tracked object.
public enum VNRequestTrackingLevel: Hashable, Sendable {
  /// The better boxes.
  case accurate
  /// About four times faster, and less robust.
  case fast
}

/// A request that tracks what an observation names, from the first frame on which it is performed.
///
/// Set each frame's result as the next `inputObservation`, of the same request or a new one, and perform them with one
/// ``VNSequenceRequestHandler``.
public class VNTrackingRequest: VNRequest {
  /// The object or rectangle to be tracked, known by its uuid. One whose box has been changed is tracked anew from there.
  public var inputObservation: VNDetectedObjectObservation
  /// The effort spent on the object; default `fast`. The level of the first request about an object stands for as long
  /// as it is tracked.
  public var trackingLevel = VNRequestTrackingLevel.fast
  /// A Boolean value indicating whether tracking ends after the next frame, which frees its memory; default false.
  public var isLastFrame = false

  init(input: VNDetectedObjectObservation, completionHandler: VNRequestCompletionHandler?) {
    inputObservation = input
    super.init(completionHandler: completionHandler)
  }

  /// The object or rectangle in the newest frame; empty once its track has ended.
  public var results: [VNDetectedObjectObservation]? {
    observations?.compactMap { $0 as? VNDetectedObjectObservation }
  }

  override func observe(_ frame: borrowing Frame, tracks: TrackSequence?) throws(VNError) -> [VNObservation] {
    guard let tracks else {
      throw VNError(.invalidOperation, "Following takes a VNSequenceRequestHandler; this handler is for one picture.")
    }
    return try tracks.follow(inputObservation, trackingLevel, isLast: isLastFrame, in: frame).map { [$0] } ?? []
  }
}

/// A request that tracks an object.
public final class VNTrackObjectRequest: VNTrackingRequest {
  /// Creates a request that tracks the object in the box of an observation.
  ///
  /// - Parameters:
  ///   - detectedObjectObservation: The object: one of the caller's, of a detector or of the frame before.
  ///   - completionHandler: Called after each frame.
  public init(
    detectedObjectObservation: VNDetectedObjectObservation, completionHandler: VNRequestCompletionHandler? = nil
  ) {
    super.init(input: detectedObjectObservation, completionHandler: completionHandler)
  }
}

/// A request that tracks the four corners of a rectangle.
public final class VNTrackRectangleRequest: VNTrackingRequest {
  /// Creates a request that tracks the rectangle of an observation.
  ///
  /// - Parameters:
  ///   - rectangleObservation: The rectangle: one of the caller's, of a detection or of the frame before.
  ///   - completionHandler: Called after each frame.
  public init(rectangleObservation: VNRectangleObservation, completionHandler: VNRequestCompletionHandler? = nil) {
    super.init(input: rectangleObservation, completionHandler: completionHandler)
  }
}

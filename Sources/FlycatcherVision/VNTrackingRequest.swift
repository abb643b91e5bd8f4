// The requests that follow what an observation names, over the object tracker and the rectangle tracker.
import Flycatcher

/// How much is spent on what is followed.
public enum VNRequestTrackingLevel: Hashable, Sendable {
  case accurate
  case fast
}

/// Follows what an observation names, from the first frame on which the request is performed. Give each frame's result
/// back as the next `inputObservation`, with the same request or a new one; perform them by one
/// `VNSequenceRequestHandler`.
public class VNTrackingRequest: VNRequest {
  /// What is followed: known by its uuid. One whose box the caller has changed is put there, and its looks learned anew.
  public var inputObservation: VNDetectedObjectObservation
  /// Default `fast`. It is that of the first request about a thing, as long as that is followed.
  public var trackingLevel = VNRequestTrackingLevel.fast
  /// Whether the thing is followed no longer after the next frame, which frees its memory.
  public var isLastFrame = false

  init(input: VNDetectedObjectObservation, completionHandler: VNRequestCompletionHandler?) {
    inputObservation = input
    super.init(completionHandler: completionHandler)
  }

  /// The thing in the newest frame; empty once it is given up.
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

/// Follows an object of any kind.
public final class VNTrackObjectRequest: VNTrackingRequest {
  public init(
    detectedObjectObservation: VNDetectedObjectObservation, completionHandler: VNRequestCompletionHandler? = nil
  ) {
    super.init(input: detectedObjectObservation, completionHandler: completionHandler)
  }
}

/// Follows the four corners of a rectangle.
public final class VNTrackRectangleRequest: VNTrackingRequest {
  public init(rectangleObservation: VNRectangleObservation, completionHandler: VNRequestCompletionHandler? = nil) {
    super.init(input: rectangleObservation, completionHandler: completionHandler)
  }
}

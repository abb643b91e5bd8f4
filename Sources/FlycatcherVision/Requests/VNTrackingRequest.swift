// The requests that track what an observation names, over the object tracker and the rectangle tracker.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Flycatcher
public import Foundation

/// The effort spent on each tracked object.
public enum VNRequestTrackingLevel: UInt, Hashable, Sendable, CaseIterable {
  /// The better boxes.
  case accurate = 0
  /// About four times faster, and less robust.
  case fast = 1
}

/// The first revision of ``VNTrackObjectRequest``.
public let VNTrackObjectRequestRevision1 = 1
/// The second revision of ``VNTrackObjectRequest``, and its default.
public let VNTrackObjectRequestRevision2 = 2
/// The one revision of ``VNTrackRectangleRequest``.
public let VNTrackRectangleRequestRevision1 = 1

/// A request that tracks what an observation names, from the first frame on which it is performed.
///
/// Set each frame's result as the next `inputObservation`, of the same request or a new one, and perform them with one
/// ``VNSequenceRequestHandler``: a result of that handler continues its track, and any other observation, or a result
/// whose box was changed, starts one there. Pictures without a presentation time count as 1/30 s apart.
///
/// At most ``supportedNumberOfTrackers`` objects, and as many rectangles, are tracked at once by one handler; one more
/// is refused with `internalError`, as Vision does. ``isLastFrame`` frees a tracker.
public class VNTrackingRequest: VNImageBasedRequest {
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

  /// The maximum number of objects, and that of rectangles, that one sequence request handler tracks at once: 100.
  /// Apple's systems allow 16 of each kind.
  public var supportedNumberOfTrackers: Int { TrackSequence.capacity }

  /// Returns ``supportedNumberOfTrackers``.
  ///
  /// - Parameter error: Is left as it is; it stands here so that code written for Vision compiles.
  public func supportedNumber(ofTrackersAndReturnError error: UnsafeMutablePointer<NSError?>?) -> Int {
    supportedNumberOfTrackers
  }

  /// The object or rectangle in the newest frame; empty once its track has ended, and `nil` before the first frame and
  /// after a failure. Its confidence is 0 while it is lost.
  public var results: [VNDetectedObjectObservation]? {
    observations?.compactMap { $0 as? VNDetectedObjectObservation }
  }

  override func observe(_ picture: RequestedPicture, tracks: TrackSequence?) throws(VNError) -> [VNObservation] {
    guard let tracks else {
      throw VNError(.invalidOperation, "Tracking takes a VNSequenceRequestHandler; this handler is for one picture.")
    }
    return try picture.withFrame(at: tracks.time) { frame throws(VNError) in
      try tracks.follow(inputObservation, trackingLevel, isLast: isLastFrame, in: frame).map { [$0] } ?? []
    }
  }
}

/// A request that tracks an object.
public final class VNTrackObjectRequest: VNTrackingRequest {
  /// The revisions that can be set: 1 and 2.
  public override class var supportedRevisions: IndexSet { IndexSet(1...2) }

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

// The request for the trajectories of objects in flight, over the trajectory detector.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Flycatcher

/// The one revision of ``VNDetectTrajectoriesRequest``.
public let VNDetectTrajectoriesRequestRevision1 = 1

/// A request that detects the trajectories of objects that fly along parabolas, seen by a camera that is fixed, held in a hand or follows the play.
///
/// Perform the same request on every frame, in the order of their times. Frames need a presentation time:
/// `timeStampNotFound` otherwise. Settings may change between frames; what is being followed goes on, unless the region
/// of interest has changed.
public final class VNDetectTrajectoriesRequest: VNStatefulRequest {
  /// The number of points that must agree before a trajectory is reported, and that an observation holds, 5 to 500.
  public let trajectoryLength: Int
  /// The smallest radius of an object, a fraction of the region's width, 0 to 1; default 0, whatever can be seen.
  public var objectMinimumNormalizedRadius: Float = 0
  /// The largest radius of an object, a fraction of the region's width, 0 to 1, not below the smallest; default 1.
  ///
  /// It is enforced here: a larger object is not reported. Apple's request takes it for a hint.
  public var objectMaximumNormalizedRadius: Float = 1
  /// The time that the analysis of a frame should take at most; default ``CMTime/indefinite``, no limit, as are `.zero`
  /// and infinity. When frames take longer, the next ones are analyzed at a lower resolution.
  public var targetFrameTime = CMTime.indefinite
  /// The smallest radius of an object, by its first name.
  @available(*, deprecated, renamed: "objectMinimumNormalizedRadius")
  public var minimumObjectSize: Float {
    get { objectMinimumNormalizedRadius }
    set { objectMinimumNormalizedRadius = newValue }
  }
  /// The largest radius of an object, by its first name.
  @available(*, deprecated, renamed: "objectMaximumNormalizedRadius")
  public var maximumObjectSize: Float {
    get { objectMaximumNormalizedRadius }
    set { objectMaximumNormalizedRadius = newValue }
  }

  private var detector: TrajectoryDetector?
  /// The settings of the detector: asking it for them would copy all that it holds.
  private var applied: TrajectoryDetector.Settings?

  /// Creates a request. A value outside its range is an error when the request is performed.
  ///
  /// - Parameters:
  ///   - frameAnalysisSpacing: The minimum time between two analyzed frames, judged on timestamps and not negative;
  ///     `.zero` is every frame.
  ///   - trajectoryLength: The number of points that must agree before a trajectory is reported, 5 to 500.
  ///   - completionHandler: Called after each frame.
  public init(
    frameAnalysisSpacing: CMTime = .zero, trajectoryLength: Int, completionHandler: VNRequestCompletionHandler? = nil
  ) {
    self.trajectoryLength = trajectoryLength
    super.init(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
  }

  /// The number of frames that must have been analyzed before there can be results: ``trajectoryLength``.
  public override var minimumLatencyFrameCount: Int { trajectoryLength }

  /// The trajectories that gained a point with the newest frame; `nil` before the first frame and after a failure.
  ///
  /// Several fly at once; each has one uuid for its whole flight. A bounce, and a return after leaving the picture, is a
  /// new trajectory.
  public var results: [VNTrajectoryObservation]? { observations?.compactMap { $0 as? VNTrajectoryObservation } }

  override func beginStream() { detector?.reset() }

  override func observe(_ picture: RequestedPicture, tracks: TrackSequence?) throws(VNError) -> [VNObservation] {
    try picture.withFrame { frame throws(VNError) in try observe(frame) }
  }

  private func observe(_ frame: borrowing Frame) throws(VNError) -> [VNObservation] {
    let coordinates = Coordinates(regionOfInterest)
    do throws(FlycatcherError) {
      let settings = try settings(coordinates)
      if applied != settings {
        if applied == nil { detector = try TrajectoryDetector(settings) } else { try detector?.apply(settings) }
        applied = settings
      }
      let observations = try detector?.track(frame) ?? []
      return observations.compactMap { observation in
        guard case .trajectory(let flight) = observation, flight.state != .ended else { return nil }
        return VNTrajectoryObservation(flight, coordinates)
      }
    } catch {
      throw VNError(error)
    }
  }

  private func settings(_ coordinates: Coordinates) throws(FlycatcherError) -> TrajectoryDetector.Settings {
    var settings = TrajectoryDetector.Settings()
    settings.frameAnalysisSpacing = frameAnalysisSpacing.duration ?? .zero
    settings.trajectoryLength = trajectoryLength
    settings.objectMinimumNormalizedRadius = Double(objectMinimumNormalizedRadius)
    settings.objectMaximumNormalizedRadius = Double(objectMaximumNormalizedRadius)
    settings.regionOfInterest = coordinates.region
    settings.targetFrameTime = targetFrameTime.duration ?? .zero
    // As they were given: in a narrow region, radii that are out of range become small ones.
    try settings.validate()
    settings.objectMinimumNormalizedRadius *= coordinates.region.width
    settings.objectMaximumNormalizedRadius *= coordinates.region.width
    return settings
  }
}

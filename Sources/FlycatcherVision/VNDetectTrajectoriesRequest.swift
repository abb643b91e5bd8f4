// The request for the trajectories of objects in flight, over the trajectory detector.
import Flycatcher

/// A request that detects the trajectories of objects that fly along parabolas, seen by a fixed camera. Perform the same
/// request on every frame.
public final class VNDetectTrajectoriesRequest: VNStatefulRequest {
  /// The number of points that must agree before a trajectory is reported, 5 to 500.
  public let trajectoryLength: Int
  /// The smallest radius of an object, a fraction of the region's width, 0 to 1; default 0.
  public var objectMinimumNormalizedRadius: Float = 0
  /// The largest radius of an object, a fraction of the region's width, 0 to 1; default 1.
  public var objectMaximumNormalizedRadius: Float = 1
  /// The time that the analysis of a frame should take at most; default `.zero`, no limit.
  public var targetFrameTime = CMTime.zero

  private var detector: TrajectoryDetector?

  /// Creates a request. A value outside its range is an error when the request is performed.
  ///
  /// - Parameters:
  ///   - frameAnalysisSpacing: The minimum time between two analyzed frames; `.zero` is every frame.
  ///   - trajectoryLength: The number of points that must agree before a trajectory is reported, 5 to 500.
  ///   - completionHandler: Called after each frame.
  public init(
    frameAnalysisSpacing: CMTime = .zero, trajectoryLength: Int, completionHandler: VNRequestCompletionHandler? = nil
  ) {
    self.trajectoryLength = trajectoryLength
    super.init(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
  }

  /// The trajectories that gained a point with the newest frame; `nil` before the first frame and after a failure.
  public var results: [VNTrajectoryObservation]? { observations?.compactMap { $0 as? VNTrajectoryObservation } }

  override func observe(_ frame: borrowing Frame, tracks: TrackSequence?) throws(VNError) -> [VNObservation] {
    let coordinates = Coordinates(regionOfInterest)
    do throws(FlycatcherError) {
      let settings = settings(coordinates)
      if detector == nil { detector = try TrajectoryDetector(settings) }
      if detector?.settings != settings { try detector?.apply(settings) }
      let observations = try detector?.track(frame) ?? []
      return observations.compactMap { observation in
        guard case .trajectory(let flight) = observation, flight.state != .ended else { return nil }
        return VNTrajectoryObservation(flight, coordinates)
      }
    } catch {
      throw VNError(error)
    }
  }

  private func settings(_ coordinates: Coordinates) -> TrajectoryDetector.Settings {
    var settings = TrajectoryDetector.Settings()
    settings.frameAnalysisSpacing = frameAnalysisSpacing.duration
    settings.trajectoryLength = trajectoryLength
    settings.objectMinimumNormalizedRadius = Double(objectMinimumNormalizedRadius) * coordinates.region.width
    settings.objectMaximumNormalizedRadius = Double(objectMaximumNormalizedRadius) * coordinates.region.width
    settings.regionOfInterest = coordinates.region
    settings.targetFrameTime = targetFrameTime.duration
    return settings
  }
}

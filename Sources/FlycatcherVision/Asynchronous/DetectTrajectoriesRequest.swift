// The asynchronous request for the trajectories of objects in flight.
import Synchronization

/// A request that detects the trajectories of objects in flight, awaited frame by frame.
///
/// ```swift
/// let request = DetectTrajectoriesRequest(trajectoryLength: 6)
/// while let sampleBuffer = try reader.nextSampleBuffer() {
///   for trajectory in try await request.perform(on: sampleBuffer) { print(trajectory.uuid) }
/// }
/// ```
///
/// The same core as ``VNDetectTrajectoriesRequest``: await each frame before the next one is given.
public final class DetectTrajectoriesRequest: ImageProcessingRequest {
  private struct Settings: Sendable {
    var region = NormalizedRect.fullImage
    var minimumRadius: Float = 0
    var maximumRadius: Float = 1
    var targetFrameTime = CMTime.indefinite
  }

  /// The number of points that must agree before a trajectory is reported, and that an observation holds, 5 to 500.
  public let trajectoryLength: Int
  /// The minimum time between two analyzed frames; ``CMTime/zero`` is every frame.
  public let frameAnalysisSpacing: CMTime
  private let settings = Mutex(Settings())
  private let worker: RequestWorker<VNDetectTrajectoriesRequest>

  /// Creates a request. A value outside its range is an error when the request is performed.
  ///
  /// - Parameters:
  ///   - trajectoryLength: The number of points that must agree, 5 to 500; default 6.
  ///   - frameAnalysisSpacing: The minimum time between two analyzed frames; default `nil`, every frame.
  public init(trajectoryLength: Int = 6, frameAnalysisSpacing: CMTime? = nil) {
    let spacing = frameAnalysisSpacing ?? .zero
    self.trajectoryLength = trajectoryLength
    self.frameAnalysisSpacing = spacing
    worker = RequestWorker {
      VNDetectTrajectoriesRequest(frameAnalysisSpacing: spacing, trajectoryLength: trajectoryLength)
    }
  }

  /// The part of the upright picture that is analyzed; default all of it. Observations are relative to this part.
  public var regionOfInterest: NormalizedRect {
    get { settings.withLock { $0.region } }
    set { settings.withLock { $0.region = newValue } }
  }
  /// The smallest radius of an object, a fraction of the region's width, 0 to 1; default 0.
  public var objectMinimumNormalizedRadius: Float {
    get { settings.withLock { $0.minimumRadius } }
    set { settings.withLock { $0.minimumRadius = newValue } }
  }
  /// The largest radius of an object, a fraction of the region's width, 0 to 1; default 1. It is enforced here; Apple's
  /// request takes it for a hint.
  public var objectMaximumNormalizedRadius: Float {
    get { settings.withLock { $0.maximumRadius } }
    set { settings.withLock { $0.maximumRadius = newValue } }
  }
  /// The time that the analysis of a frame should take at most; default ``CMTime/indefinite``, no limit.
  public var targetFrameTime: CMTime {
    get { settings.withLock { $0.targetFrameTime } }
    set { settings.withLock { $0.targetFrameTime = newValue } }
  }

  /// Performs the request on the next frame.
  ///
  /// - Returns: The trajectories that gained a point with it.
  /// - Throws: ``VNError``: `timeStampNotFound` for a picture without a time, `invalidOperation` for one that does not come
  ///   after the one before, `invalidArgument` for a setting outside its range, `requestCancelled` where the task was
  ///   canceled.
  public func perform(on image: RequestImage) async throws(VNError) -> [TrajectoryObservation] {
    let settings = settings.withLock { $0 }
    return try await worker.perform(on: image) { request in
      request.regionOfInterest = settings.region.cgRect
      request.objectMinimumNormalizedRadius = settings.minimumRadius
      request.objectMaximumNormalizedRadius = settings.maximumRadius
      request.targetFrameTime = settings.targetFrameTime
    } _: { request in
      (request.results ?? []).map { TrajectoryObservation($0) }
    }
  }
}

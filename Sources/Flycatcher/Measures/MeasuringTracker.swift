// Trackers whose trajectories are measured.

/// Trackers whose trajectories come with their measures.
///
/// ```swift
/// var tracker = MeasuringTracker([try TrajectoryDetector()], by: try TrajectoryMeasurer())
/// ```
///
/// Where the scale is a court without corners, they are those of the most confident rectangle that is tracked.
public struct MeasuringTracker: Tracker {
  private var trackers: [any Tracker]
  private var measurer: TrajectoryMeasurer
  private var size = (width: 0, height: 0)
  private var pixelAspectRatio = 1.0
  private var clock = PlaybackClock()

  /// Creates trackers whose trajectories are measured.
  ///
  /// - Parameters:
  ///   - trackers: The trackers, which see each frame one after another.
  ///   - measurer: The measurer of their trajectories.
  public init(_ trackers: [any Tracker], by measurer: TrajectoryMeasurer) {
    self.trackers = trackers
    self.measurer = measurer
  }

  /// Changes the settings of the trajectory detectors, and of measuring; what is under way goes on.
  ///
  /// - Throws: `FlycatcherError` naming the first setting outside its range; nothing has changed then.
  package mutating func apply(
    _ settings: TrajectoryDetector.Settings, _ measuring: MeasurementSettings
  ) throws(FlycatcherError) {
    let newMeasurer = measuring == measurer.settings ? measurer : try TrajectoryMeasurer(measuring)
    for index in trackers.indices {
      guard var detector = trackers[index] as? TrajectoryDetector else { continue }
      try detector.apply(settings)
      trackers[index] = detector
    }
    measurer = newMeasurer
  }

  /// The refusals of boxes that came with the newest frame, of all trackers.
  public var refusedRegions: [FlycatcherError] { trackers.flatMap(\.refusedRegions) }

  /// Analyzes the next frame with every tracker, and measures the trajectories.
  public mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
    size = frame.orientation.uprightSize(width: frame.width, height: frame.height)
    pixelAspectRatio = frame.uprightPixelAspectRatio
    clock.add(frame.timestamp)
    var seen: [Observation] = []
    var refusal: FlycatcherError?
    for index in trackers.indices {
      // One that refuses the frame keeps no other from it.
      do throws(FlycatcherError) {
        seen += try trackers[index].track(frame)
      } catch {
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
    return measured(seen)
  }

  /// Hands a request to every tracker.
  public mutating func take(_ request: PointedRequest) throws(FlycatcherError) -> Bool {
    var isTaken = false
    for index in trackers.indices where try trackers[index].take(request) { isTaken = true }
    return isTaken
  }

  /// Returns what only the end of the stream makes known, measured.
  public mutating func finish() -> [Observation] {
    defer { forget() }
    return measured(trackers.indices.flatMap { trackers[$0].finish() })
  }

  /// Ends everything that is tracked, and forgets the stream.
  public mutating func restart() -> [Observation] {
    defer { forget() }
    return measured(trackers.indices.flatMap { trackers[$0].restart() })
  }

  /// Forgets the stream.
  public mutating func reset() {
    for index in trackers.indices { trackers[index].reset() }
    forget()
  }

  private mutating func forget() {
    measurer.reset()
    clock = PlaybackClock()
  }

  private mutating func measured(_ seen: [Observation]) -> [Observation] {
    guard !seen.isEmpty else { return seen }
    var surest: RectangleObservation?
    for case .rectangle(let rectangle) in seen where [.tracked, .recovered, .nominated].contains(rectangle.state) {
      if rectangle.confidence >= surest?.confidence ?? 0 { surest = rectangle }
    }
    if let surest { measurer.courtCorners = surest.corners }
    return seen.map { observation in
      guard case .trajectory(var trajectory) = observation else { return observation }
      trajectory.measures = measurer.measure(
        trajectory, width: size.width, height: size.height, pixelAspectRatio: pixelAspectRatio,
        playbackRate: clock.rate)
      return .trajectory(trajectory)
    }
  }
}

/// The frames shown in a second, by their timestamps.
struct PlaybackClock {
  private var first: Timestamp?
  private var last: Timestamp?
  private var count = 0

  mutating func add(_ time: Timestamp) {
    guard last.map({ $0 < time }) ?? true else { return }
    first = first ?? time
    last = time
    count += 1
  }

  /// `nil` before the second frame.
  var rate: Double? {
    guard let first, let last, last > first else { return nil }
    return Double(count - 1) / (last - first).seconds
  }
}

// The trajectory tracker: motion mask → blobs → flights → observations.

/// Finds small objects that fly along parabolas.
public struct TrajectoryDetector: Tracker {
  /// What a user can set. Each default is named here once.
  public struct Settings: Hashable, Sendable {
    /// Least time between two analyzed frames, judged on timestamps. 0 (default): every frame.
    public var frameAnalysisSpacing: Duration = .zero
    /// How many points must agree before a flight is reported, and how many an observation holds: 5 to 500; default 6.
    public var trajectoryLength = 6
    /// Smallest radius of an object, a fraction of the picture's width, 0 to 1; default 0: whatever can be seen.
    public var objectMinimumNormalizedRadius = 0.0
    /// Largest radius of an object, a fraction of the picture's width, 0 to 1, not below the minimum; default 1.
    public var objectMaximumNormalizedRadius = 1.0
    /// The part of the (upright) picture that is looked at; default all of it.
    public var regionOfInterest = Rectangle.picture
    /// How long the analysis of a frame should take at most: where it takes longer, the next frames are analyzed at a lower
    /// resolution, and at a higher one when there is time again. 0 (default): no limit.
    public var targetFrameTime: Duration = .zero
    /// A flight is reported once its confidence has reached this, 0 to 1; default 0.5.
    public var minimumConfidence = 0.5

    public init() {}
  }

  public private(set) var settings: Settings
  private(set) var finder = CandidateFinder()
  private(set) var tracker = FlightTracker()
  private var lastTime = Timestamp.zero
  private var size = (0.0, 0.0)

  /// - Throws: `FlycatcherError` naming the first setting outside its range.
  public init(_ settings: Settings = Settings()) throws(FlycatcherError) {
    self.settings = settings
  }

  public mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
    finder.find(in: frame, radii: 0.5...1e6, learningRows: 4)
    let candidates = finder.candidates
    var out: [Observation] = []
    let interval = max((frame.timestamp - lastTime).seconds, 1e-4)
    lastTime = frame.timestamp
    size = (Double(frame.width), Double(frame.height))
    var over: [Flight] = []
    tracker.advance(candidates, time: frame.timestamp.seconds, interval: interval, pictureWidth: size.0) { if $0.uuid != nil { over.append($0) } }
    for f in over { out.append(.trajectory(observe(f, .ended))) }
    tracker.begin(length: settings.trajectoryLength, minimumConfidence: settings.minimumConfidence)
    for f in tracker.flights where f.uuid != nil && f.misses == 0 && f.isNew { out.append(.trajectory(observe(f, .began))) }
    for f in tracker.flights where f.uuid != nil && !f.isNew && f.misses == 0 && f.points.count >= settings.trajectoryLength {
      out.append(.trajectory(observe(f, .updated)))
    }
    return out
  }
  func observe(_ f: Flight, _ s: TrajectoryObservation.State) -> TrajectoryObservation {
    let pts = s == .ended ? f.points[...] : f.points.suffix(settings.trajectoryLength)
    let d = pts.map { TrajectoryObservation.DetectedPoint(time: $0.timestamp, location: Point(x: ($0.x - 0.5) / size.0, y: ($0.y - 0.5) / size.1), radius: $0.radius / size.0) }
    let q = Quadratic(fitting: d.map(\.location))
    return TrajectoryObservation(uuid: f.uuid!, state: s, time: f.newest.timestamp, confidence: FlightConfidence(f, pictureWidth: size.0).value, timeRange: TimeRange(from: f.points[0].timestamp, to: f.newest.timestamp), detectedPoints: d, projectedPoints: d.suffix(5).map { Point(x: $0.location.x, y: q($0.location.x)) }, equationCoefficients: q, movingAverageRadius: f.radius / size.0)
  }
  public mutating func finish() -> [Observation] { tracker.flights.filter { $0.uuid != nil }.map { .trajectory(observe($0, .ended)) } }
  public mutating func reset() { finder.reset(); tracker.reset() }
}

// The trajectory tracker: candidates of each frame → flights → observations.

/// Finds small objects that fly along parabolas: several at once, seen by a fixed camera.
///
/// A flight is reported when `trajectoryLength` points agree and its confidence has reached the minimum, then with
/// each further point, and
/// once more when it is over. A bounce, and a return after leaving the picture, is a new flight.
public struct TrajectoryDetector: Tracker {
  public private(set) var settings: Settings
  private(set) var finder = CandidateFinder()
  private(set) var tracker = FlightTracker()
  private var pace: AnalysisPace
  private var last: Timestamp?
  /// Time of the newest frame that showed a new picture.
  private var lastNew: Timestamp?
  private var size = PictureSize(width: 0, height: 0)

  /// - Throws: `FlycatcherError` naming the first setting outside its range.
  public init(_ settings: Settings = Settings()) throws(FlycatcherError) {
    try settings.validate()
    self.settings = settings
    pace = AnalysisPace(target: settings.targetFrameTime)
  }

  /// All settings but the length at their defaults.
  public init(trajectoryLength: Int) throws(FlycatcherError) {
    var settings = Settings()
    settings.trajectoryLength = trajectoryLength
    try self.init(settings)
  }

  /// Changes the settings; what is going on goes on, unless another part of the picture is looked at.
  public mutating func apply(_ settings: Settings) throws(FlycatcherError) {
    try settings.validate()
    if settings.regionOfInterest != self.settings.regionOfInterest { reset() }
    if settings.targetFrameTime != self.settings.targetFrameTime {
      pace = AnalysisPace(target: settings.targetFrameTime)
    }
    self.settings = settings
  }

  /// Takes the region that is pointed out.
  public mutating func take(_ request: PointedRequest) throws(FlycatcherError) -> Bool {
    guard case .region(let region) = request else { return false }
    var settings = settings
    settings.regionOfInterest = region ?? .picture
    try apply(settings)
    return true
  }

  public mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
    let time = frame.timestamp
    if let last, time <= last {
      throw .timestampNotIncreasing(time, after: last)
    }
    let shown = PictureSize(frame)
    var observations: [Observation] = []
    if shown != size {
      observations += finish()
      size = shown
    }
    let interval = (time - (last ?? time)).seconds
    // Half a millisecond for timestamps that were rounded on their way.
    if last != nil && interval < settings.frameAnalysisSpacing.seconds - 0.0005 { return observations }
    if interval > Self.longestGap { observations += finish() }
    last = time
    pace.begin()
    finder.find(in: frame, view(of: frame, interval: interval), tracker.expectations(at: time.seconds))
    if tracker.isRepeat(finder.candidates) {
      tracker.skip()
      pace.end()
      return observations
    }
    let step = (time - (lastNew ?? time)).seconds
    lastNew = time
    tracker.advance(finder.candidates, time: time.seconds, interval: max(step, 1e-4), rules: rules)
    pace.end()
    addReports(at: time, to: &observations)
    return observations
  }

  public mutating func finish() -> [Observation] {
    tracker.finish()
    let observations = tracker.ended.map { Observation.trajectory(observation($0, .ended, at: last ?? .zero)) }
    reset()
    return observations
  }

  public mutating func reset() {
    finder.reset()
    tracker.reset()
    last = nil
    lastNew = nil
    size = PictureSize(width: 0, height: 0)
  }

  /// After this many seconds without a frame nothing goes on.
  private static let longestGap = 1.0

  private var rules: FlightTracker.Rules {
    FlightTracker.Rules(
      length: settings.trajectoryLength, minimumConfidence: settings.minimumConfidence,
      radii: settings.objectMinimumNormalizedRadius * size.width...settings.objectMaximumNormalizedRadius * size.width,
      pictureWidth: size.width, pictureHeight: size.height)
  }

  private func view(of frame: borrowing Frame, interval: Double) -> CandidateFinder.View {
    CandidateFinder.View(
      region: frame.orientation.stored(settings.regionOfInterest), radii: rules.radii, coarser: pace.level,
      interval: interval)
  }

  private func addReports(at time: Timestamp, to observations: inout [Observation]) {
    for flight in tracker.ended { observations.append(.trajectory(observation(flight, .ended, at: time))) }
    for flight in tracker.flights where flight.uuid != nil && flight.misses == 0 {
      observations.append(.trajectory(observation(flight, flight.isNew ? .began : .updated, at: time)))
    }
  }

  private func observation(
    _ flight: Flight, _ state: TrajectoryObservation.State, at time: Timestamp
  ) -> TrajectoryObservation {
    let points = state == .ended ? flight.points[...] : flight.points.suffix(settings.trajectoryLength)
    let detected = points.map { size.detectedPoint($0) }
    let curve = Quadratic(fitting: detected.lazy.map(\.location))
    return TrajectoryObservation(
      uuid: flight.uuid ?? ObservationUUID(), state: state, time: time,
      confidence: FlightConfidence(flight, pictureWidth: size.width).value,
      timeRange: TimeRange(from: flight.points[0].timestamp, to: flight.newest.timestamp), detectedPoints: detected,
      projectedPoints: detected.suffix(5).map { Point(x: $0.location.x, y: curve($0.location.x)) },
      equationCoefficients: curve,
      movingAverageRadius: detected.reduce(0) { $0 + $1.radius } / Double(max(detected.count, 1)))
  }
}

/// The size of the upright picture in pixels.
struct PictureSize: Equatable, Sendable {
  var width: Double
  var height: Double

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  init(_ frame: borrowing Frame) {
    let (width, height) = (Double(frame.width), Double(frame.height))
    self = frame.orientation.swapsAxes ? Self(width: height, height: width) : Self(width: width, height: height)
  }

  /// A place in pixels as a normalized one. A pixel's place is that of its index: the center of the first is at 0.
  func detectedPoint(_ point: Candidate) -> TrajectoryObservation.DetectedPoint {
    TrajectoryObservation.DetectedPoint(
      time: point.timestamp, location: Point(x: (point.x - 0.5) / width, y: (point.y - 0.5) / height),
      radius: point.radius / width)
  }
}

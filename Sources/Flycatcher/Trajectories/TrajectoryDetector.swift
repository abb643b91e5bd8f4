// The trajectory detector: each frame through foreground, candidates, association and acceptance to observations.

/// Finds small objects that fly along parabolas: several at once, seen by a camera that is fixed, held in a hand or follows the play.
///
/// A parabola is one before the background: the movement of the camera is taken out. Places are those in the frame in which each was seen.
///
/// A trajectory is reported when `trajectoryLength` points agree and it is confident enough, then with each further point, and
/// once more when it is over. A bounce, and a return after leaving the picture, is a new trajectory.
public struct TrajectoryDetector: Tracker {
  /// The settings of the detector.
  public private(set) var settings: Settings
  var finder = CandidateFinder()
  var associator = Associator()
  var known = KnownTrajectories()
  /// How likely a track is a free flight.
  @_spi(Evaluation) public var acceptance = AcceptanceModel.fitted
  private var reported = ReportedTrajectories()
  private var pace: AnalysisPace
  private var order = FrameOrder()
  /// The time of the newest frame, and that of the newest one that was analyzed.
  private var newest: Timestamp?
  private var last: Timestamp?
  /// The time of the newest frame that showed a new picture.
  private var lastNew: Timestamp?
  /// What ended since the newest frame, and is told of with the next.
  private var pending: [Observation] = []
  private(set) var size = PictureSize(width: 0, height: 0)

  /// Creates a detector.
  ///
  /// - Throws: `FlycatcherError` naming the first setting outside its range.
  public init(_ settings: Settings = Settings()) throws(FlycatcherError) {
    try settings.validate()
    self.settings = settings
    pace = AnalysisPace(target: settings.targetFrameTime)
  }

  /// Creates a detector with all settings but one at their defaults.
  ///
  /// - Parameter trajectoryLength: The number of points that must agree before a trajectory is reported, 5 to 500.
  /// - Throws: `FlycatcherError` if the length is outside its range.
  public init(trajectoryLength: Int) throws(FlycatcherError) {
    var settings = Settings()
    settings.trajectoryLength = trajectoryLength
    try self.init(settings)
  }

  /// Changes the settings. Trajectories in progress go on, unless another part of the picture is to be analyzed: then they end, which is told of with
  /// the next frame.
  ///
  /// - Throws: `FlycatcherError` naming the first setting outside its range; nothing has changed then.
  public mutating func apply(_ settings: Settings) throws(FlycatcherError) {
    try settings.validate()
    if settings.regionOfInterest != self.settings.regionOfInterest { pending += end() }
    if settings.targetFrameTime != self.settings.targetFrameTime {
      pace = AnalysisPace(target: settings.targetFrameTime)
    }
    self.settings = settings
  }

  /// Analyzes the region that a person points out, from the next frame on.
  public mutating func take(_ request: PointedRequest) throws(FlycatcherError) -> Bool {
    guard case .region(let region) = request else { return false }
    var settings = settings
    settings.regionOfInterest = region ?? .picture
    try apply(settings)
    return true
  }

  /// Analyzes the next frame.
  ///
  /// - Returns: An observation for each trajectory that began, gained a point or ended.
  /// - Throws: `FlycatcherError` if the frame's time does not come after that of the frame before.
  public mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
    let time = frame.timestamp
    let admission = try order.admit(time)
    associator.clearEnded()
    var observations = takePending()
    if case .restart = admission { observations += end() }
    let shown = PictureSize(frame)
    if shown != size || (time - (newest ?? time)).seconds > Self.longestGap { observations += end() }
    size = shown
    newest = time
    let interval = last.map { (time - $0).seconds } ?? Self.firstInterval
    // Half a millisecond for timestamps that were rounded on their way.
    if last != nil && interval < settings.frameAnalysisSpacing.seconds - 0.0005 { return observations }
    last = time
    pace.begin()
    defer { pace.end() }
    guard finder.find(in: frame, view(of: frame, interval: interval)) else {
      associator.finish()
      report(at: time, to: &observations)
      associator.forgetLost()
      lastNew = time
      return observations
    }
    if finder.foreground.isRepeat { return observations }
    let step = max((time - (lastNew ?? time)).seconds, 1e-4)
    lastNew = time
    known.picture = finder.box
    associator.advance(
      finder.candidates, time: time.seconds,
      Associator.Scene(
        interval: step, repeats: finder.foreground.repeatsBefore, grain: finder.place.factor, box: finder.box))
    compareFrames()
    judge()
    report(at: time, to: &observations)
    return observations
  }

  /// Ends the trajectories in progress and forgets the stream.
  ///
  /// - Returns: The last observation of each, with the state `ended`.
  public mutating func finish() -> [Observation] {
    defer { order.reset() }
    return takePending() + end()
  }

  /// Forgets the stream without a last observation.
  public mutating func reset() {
    order.reset()
    pending = []
    forget()
  }

  private mutating func takePending() -> [Observation] {
    defer { pending = [] }
    return pending
  }

  /// Ends what is going on; the next frame begins anew.
  private mutating func end() -> [Observation] {
    associator.finish()
    var observations: [Observation] = []
    report(at: last ?? .zero, to: &observations)
    forget()
    return observations
  }

  /// Forgets everything but the order of the frames.
  private mutating func forget() {
    finder.reset()
    associator.reset()
    known.forget()
    reported.reset()
    newest = nil
    last = nil
    lastNew = nil
    size = PictureSize(width: 0, height: 0)
  }

  /// The confidence and the number of points from which on a flight tells about the others.
  private static let accepted = 0.5
  private static let knownLength = 9
  /// The confidence below which a track is none, whether it is swung or not.
  private static let leastDoubted = 0.05
  /// After this many seconds without a frame nothing goes on.
  private static let longestGap = 1.0
  /// Seconds that the first frame is taken to be shown.
  private static let firstInterval = 1.0 / 30

  private var radii: ClosedRange<Double> {
    settings.objectMinimumNormalizedRadius * size.width...settings.objectMaximumNormalizedRadius * size.width
  }

  private func view(of frame: borrowing Frame, interval: Double) -> CandidateFinder.View {
    CandidateFinder.View(
      region: frame.orientation.stored(settings.regionOfInterest), radii: radii, coarser: pace.level,
      interval: interval)
  }

  /// Judges the tracks that have a new point.
  private mutating func judge() {
    for index in associator.tracks.indices {
      guard associator.tracks[index].misses == 0, associator.tracks[index].points.count >= settings.trajectoryLength
      else { continue }
      let family = associator.tracks[index].family
      var measurements = measurements(of: associator.tracks[index])
      var confidence = acceptance.confidence(measurements)
      if let whole = joinLost(index, confidence: confidence) { (measurements, confidence) = whole }
      associator.mark(index, confidence: confidence)
      if divideAtPhase(index) { continue }
      if confidence >= Self.accepted { associator.learnClock(from: index) }
      if confidence >= Self.accepted && associator.tracks[index].points.count >= Self.knownLength {
        known.add(measurements, family: family)
      }
    }
  }

  /// What is measured of a track. Whether it is swung only speaks against a flight, and costs the most: what is none anyway is not asked.
  func measurements(of track: Track) -> TrackMeasurements {
    let measured = TrackMeasurements(
      track.points[...], family: track.family, grain: finder.place.factor, known: known,
      crowd: associator.crowd(around: track))
    guard acceptance.confidence(measured) >= Self.leastDoubted else { return measured }
    return measured.with(swing: associator.swing(track.points[...], radius: track.radius))
  }

  /// Tells what the tracks of the newest frame say of trajectories.
  private mutating func report(at time: Timestamp, to observations: inout [Observation]) {
    settleEnded()
    for track in associator.ended where track.confidence < settings.minimumConfidence {
      known.remove(family: track.family)
      associator.remember(track)
    }
    let criteria = ReportedTrajectories.Criteria(
      length: settings.trajectoryLength, confidence: settings.minimumConfidence, radii: radii)
    for report in reported.follow(&associator, criteria) {
      observations.append(.trajectory(observation(report, at: time)))
    }
    for family in reported.absorbed { known.remove(family: family) }
  }

  private func observation(_ report: ReportedTrajectories.Report, at time: Timestamp) -> TrajectoryObservation {
    let track = report.track
    let points = report.state == .ended ? track.points[...] : track.points.suffix(settings.trajectoryLength)
    let detected = points.map { size.detectedPoint($0.candidate) }
    let curve = Quadratic(fitting: detected.lazy.map(\.location))
    return TrajectoryObservation(
      uuid: report.uuid, state: report.state, time: time, confidence: track.confidence,
      timeRange: TimeRange(from: track.points[0].candidate.timestamp, to: track.newest.candidate.timestamp),
      detectedPoints: detected,
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

  /// A candidate as a detected point: its place in the frame itself, normalized.
  func detectedPoint(_ candidate: Candidate) -> TrajectoryObservation.DetectedPoint {
    TrajectoryObservation.DetectedPoint(
      time: candidate.timestamp,
      location: Point(x: (candidate.x + candidate.drift.x) / width, y: (candidate.y + candidate.drift.y) / height),
      radius: candidate.radius / width)
  }
}

// How well one motion explains points: the hypotheses that are compared, and their evidence.
import Glibc

extension Associator {
  /// The probability that a flight loses much of its speed: that of a shuttlecock, or of what goes away from the camera.
  private static let slowing = 0.2

  /// The probability that what is no flight is swung.
  private static let swinging = 0.2

  /// The rates at which things are swung, in radians a second: there and back in 2.5, 1.3, and 0.6 seconds.
  private static let swings = [2.5, 5, 10]

  /// The log-likelihood of all points but the first as one motion of a track's thing: if it is a flight, it may lose much of its speed, and if not,
  /// it may be swung.
  func evidenceOfMotion(_ points: ArraySlice<TrackPoint>, of track: Track) -> Double {
    let slowing = Self.slowing * track.confidence
    let swinging = Self.swinging * (1 - track.confidence)
    var total = log(1 - slowing - swinging) + evidence(points, radius: track.radius)
    if slowing > 0 { total = logSum(total, log(slowing) + evidence(points, radius: track.radius, law: damped)) }
    if swinging > 0 { total = logSum(total, log(swinging) + evidenceOfSwing(points, radius: track.radius)) }
    return total
  }

  /// The log-likelihood ratio of all points but the first as a thing that is swung against one that flies.
  func swing(_ points: ArraySlice<TrackPoint>, radius: Double) -> Double {
    evidenceOfSwing(points, radius: radius) - evidenceOfFlight(points, radius: radius)
  }

  /// Whether a track is likelier one thing that is swung than one motion up to a point, flown or swung, and another from there.
  func isSwung(_ track: Track, ratherThanDividedAt index: Int) -> Bool {
    let points = track.points
    guard index > 1, index < points.count else { return false }
    func either(_ points: ArraySlice<TrackPoint>) -> Double {
      logSum(evidenceOfSwing(points, radius: track.radius), evidenceOfFlight(points, radius: track.radius)) + log(0.5)
    }
    let two =
      either(points[..<index]) + either(points[(index - 1)...])
      + logHazard(points[index].clock - points[index - 1].clock)
    return evidenceOfSwing(points[...], radius: track.radius) + log(0.5) > two
  }

  /// The logarithm of the probability that a motion changes within a time.
  func logHazard(_ time: Double) -> Double { log(min(parameters.hazard * time, 0.5)) }

  /// The log-likelihood of all points but the first as a flight, which may lose much of its speed.
  func evidenceOfFlight(_ points: ArraySlice<TrackPoint>, radius: Double) -> Double {
    logSum(
      log(1 - Self.slowing) + evidence(points, radius: radius),
      log(Self.slowing) + evidence(points, radius: radius, law: damped))
  }

  /// What loses much of its speed.
  private var damped: MotionFilter.Law { .damped(2 * parameters.drag) }

  private func evidenceOfSwing(_ points: ArraySlice<TrackPoint>, radius: Double) -> Double {
    Self.swings.reduce(-.infinity) { logSum($0, evidence(points, radius: radius, law: .swung($1))) }
      - log(Double(Self.swings.count))
  }

  /// The log-likelihood of all points but the first as one motion from there: the product of the densities that its filter foretells.
  ///
  /// - Parameter body: is told the log-likelihood up to each point.
  func evidence(
    _ points: ArraySlice<TrackPoint>, radius: Double, law: MotionFilter.Law = .constant,
    _ body: (Double) -> Void = { _ in }
  ) -> Double {
    let first = points[points.startIndex]
    let last = points[points.endIndex - 1]
    let span = max(last.clock - first.clock, 1e-4)
    let radius = max(radius, parameters.leastRadius * scene.grain)
    var motion = motion(
      of: first.candidate, radius: radius, velocity: (last.candidate.place - first.candidate.place) / span,
      law: law)
    var total = 0.0
    var clock = first.clock
    body(0)
    for index in points.indices.dropFirst() {
      let (time, place, variance) = (points[index].clock, points[index].candidate.place, points[index].variance)
      motion.advance(time - clock)
      clock = time
      let way = place - motion.place
      let spread = motion.innovationVariance(variance)
      total += logDensity(ofDistance: (way * way / spread).sum(), variances: spread)
      motion.update(place, variance: variance)
      body(total)
    }
    return total
  }
}

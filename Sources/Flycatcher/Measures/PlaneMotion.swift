// The measures of a flight in a plane, and of one in space: the same questions, asked of two models.
import Glibc

/// A flight in an upright plane, as functions of an uncertain vector. Lengths in one unit, times in seconds.
struct PlaneMotion {
  let vector: UncertainVector
  /// The time of the first point, and the time to the last one.
  let start: Double
  let duration: Double
  let gravity: ([Double]) -> Double
  /// The horizontal speed.
  let horizontal: ([Double]) -> Double
  /// The upward speed at a time.
  let upward: ([Double], Double) -> Double
  /// The direction of the horizontal motion: 1 to the right, -1 to the left.
  let side: ([Double]) -> Double

  /// The largest speed of the flight.
  var fastest: Double {
    let p = vector.values
    return hypot(horizontal(p), max(abs(upward(p, start)), abs(upward(p, start + duration))))
  }

  var measures: [TrajectoryMeasures.Quantity: Estimate] {
    let (start, end) = (start, start + duration)
    let p = vector.values
    var found: [TrajectoryMeasures.Quantity: Estimate] = [:]
    found[.duration] = Estimate(duration, standardDeviation: 0)
    found[.landingTime] = found[.duration]
    found[.launchSpeed] = vector.estimate { hypot(horizontal($0), upward($0, start)) }
    found[.landingSpeed] = vector.estimate { hypot(horizontal($0), upward($0, end)) }
    found[.launchAngle] = vector.estimate { atan2(upward($0, start), horizontal($0)) * degrees }
    found[.landingAngle] = vector.estimate { atan2(upward($0, end), horizontal($0)) * degrees }
    found[.acceleration] = vector.estimate(gravity)
    found[.range] = vector.estimate { horizontal($0) * duration }
    // Both speeds fix the rise of a motion of constant acceleration.
    let rise = { (p: [Double]) in (upward(p, start) + upward(p, end)) / 2 * duration }
    let zero = Estimate(0, standardDeviation: 0)
    (found[.launchX], found[.launchY]) = (zero, zero)
    found[.landingX] = vector.estimate { side($0) * horizontal($0) * duration }
    found[.landingY] = vector.estimate(rise)
    guard gravity(p) > 0, upward(p, start) > 0 else { return found }
    let apexTime = { (p: [Double]) in upward(p, start) / gravity(p) }
    found[.hangTime] = vector.estimate { 2 * apexTime($0) }
    guard apexTime(p) < duration else { return found }
    found[.apexTime] = vector.estimate(apexTime)
    found[.apexSpeed] = vector.estimate(horizontal)
    found[.height] = vector.estimate { upward($0, start) * apexTime($0) / 2 }
    found[.apexX] = vector.estimate { side($0) * horizontal($0) * apexTime($0) }
    found[.apexY] = found[.height]
    return found
  }
}

extension PlaneMotion {
  /// A motion in the picture, in units of which each is so many pixels.
  init(_ motion: PixelMotion, pixelsPerUnit: Estimate, timingError: Double) {
    // Three coefficients of x, three of y, the scale and the rate of time.
    let vector = motion.coefficients.appending(pixelsPerUnit)
      .appending(Estimate(1, standardDeviation: timingError))
    let (start, duration) = (motion.start, motion.duration)
    self.init(
      vector: vector, start: start, duration: duration,
      gravity: { 2 * $0[5] / ($0[6] * $0[7] * $0[7]) },
      horizontal: { p in abs(p[1] + p[2] * duration) / (p[6] * p[7]) },
      upward: { p, time in -(p[4] + 2 * p[5] * (time - start)) / (p[6] * p[7]) },
      side: { p in p[1] + p[2] * duration < 0 ? -1 : 1 })
  }
}

extension SpaceMotion {
  /// The measures in space; the landing is where the ball meets the floor.
  ///
  /// - Parameters:
  ///   - start: The time of the first point.
  ///   - duration: The time to the last one.
  ///   - ballRadius: The height of the ball's center when it lies on the floor, meters.
  func measures(start: Double, duration: Double, ballRadius: Double) -> [TrajectoryMeasures.Quantity: Estimate] {
    let gravity = gravity
    let (first, last) = (start - middle, start + duration - middle)
    let vector = parameters
    var found: [TrajectoryMeasures.Quantity: Estimate] = [:]
    func velocity(_ p: [Double], _ t: Double) -> SIMD3<Double> { SIMD3(p[3], p[4], p[5] - gravity * t) }
    func speed(_ p: [Double], _ t: Double) -> Double { (velocity(p, t) * velocity(p, t)).sum().squareRoot() }
    func angle(_ p: [Double], _ t: Double) -> Double { atan2(p[5] - gravity * t, hypot(p[3], p[4])) * degrees }
    func set(_ names: [TrajectoryMeasures.Quantity], _ time: @escaping ([Double]) -> Double) {
      for (axis, name) in names.enumerated() {
        found[name] = vector.estimate { Self.place($0, time($0), gravity)[axis] }
      }
    }
    found[.duration] = Estimate(duration, standardDeviation: 0)
    found[.acceleration] = Estimate(gravity, standardDeviation: 0)
    found[.launchSpeed] = vector.estimate { speed($0, first) }
    found[.launchAngle] = vector.estimate { angle($0, first) }
    set([.launchX, .launchY, .launchZ]) { _ in first }
    // A flight that never comes down to the floor, as onto a roof, lands at its last point.
    let meets = Self.fall(vector.values, to: ballRadius, gravity).isFinite
    let landing = { (p: [Double]) in meets ? Self.fall(p, to: ballRadius, gravity) : last }
    set([.landingX, .landingY, .landingZ], landing)
    found[.landingTime] = vector.estimate { landing($0) - first }
    found[.landingSpeed] = vector.estimate { speed($0, landing($0)) }
    found[.landingAngle] = vector.estimate { angle($0, landing($0)) }
    found[.range] = vector.estimate { hypot($0[3], $0[4]) * (landing($0) - first) }
    let apex = { (p: [Double]) in p[5] / gravity }
    guard apex(vector.values) > first else { return found }
    found[.hangTime] = vector.estimate { 2 * (apex($0) - first) }
    guard apex(vector.values) < max(last, landing(vector.values)) else { return found }
    found[.apexTime] = vector.estimate { apex($0) - first }
    found[.apexSpeed] = vector.estimate { hypot($0[3], $0[4]) }
    found[.height] = vector.estimate { p in gravity / 2 * (apex(p) - first) * (apex(p) - first) }
    set([.apexX, .apexY, .apexZ], apex)
    return found
  }
}

extension TrajectoryMeasures {
  /// Adds the measures in pixels.
  mutating func addPixels(_ motion: PixelMotion, timingError: Double) {
    let flight = PlaneMotion(motion, pixelsPerUnit: Estimate(1, standardDeviation: 0), timingError: timingError)
    let (vector, duration) = (flight.vector, flight.duration)
    pixels = flight.measures
    // Places are those of the picture.
    func place(_ x: Quantity, _ y: Quantity, _ time: @escaping ([Double]) -> Double) {
      pixels[x] = vector.estimate { $0[0] + ($0[1] + $0[2] * time($0)) * time($0) }
      pixels[y] = vector.estimate { $0[3] + ($0[4] + $0[5] * time($0)) * time($0) }
    }
    place(.launchX, .launchY) { _ in 0 }
    place(.landingX, .landingY) { _ in duration }
    if pixels[.apexX] != nil { place(.apexX, .apexY) { -$0[4] / (2 * $0[5]) } }
    xCoefficients = Array(vector.values[0..<3])
    yCoefficients = Array(vector.values[3..<6])
  }
}

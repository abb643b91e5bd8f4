// A Kalman filter of constant acceleration along one axis.

/// Place, speed and acceleration along one axis, with their covariance; pixels and seconds.
///
/// The acceleration is a random walk: gravity does not change, but drag, a lens and perspective bend a path off its parabola slowly.
struct MotionFilter: Sendable {
  private(set) var place: Double
  private(set) var speed: Double
  private(set) var acceleration: Double
  private var pp: Double
  private var pv = 0.0
  private var pa = 0.0
  private var vv: Double
  private var va = 0.0
  private var aa: Double
  /// Growth of the acceleration's variance a second.
  private let walk: Double

  /// A filter that has seen one place.
  init(
    place: Double, variance: Double, speedVariance: Double, acceleration: Double, accelerationVariance: Double,
    walk: Double
  ) {
    self.place = place
    speed = 0
    self.acceleration = acceleration
    pp = variance
    vv = speedVariance
    aa = accelerationVariance
    self.walk = walk
  }

  /// Moves on by `dt` seconds, which may be negative.
  mutating func advance(_ dt: Double) {
    place += (speed + 0.5 * acceleration * dt) * dt
    speed += acceleration * dt
    let h = 0.5 * dt * dt
    let q = walk * abs(dt)
    let newPP = pp + 2 * dt * pv + 2 * h * pa + dt * dt * vv + 2 * h * dt * va + h * h * aa + q * h * h / 5
    let newPV = pv + dt * vv + h * va + dt * pa + dt * dt * va + h * dt * aa + q * h * dt / 4
    let newPA = pa + dt * va + h * aa + q * h / 3
    vv += 2 * dt * va + dt * dt * aa + q * dt * dt / 3
    va += dt * aa + q * dt / 2
    aa += q
    pp = newPP
    pv = newPV
    pa = newPA
  }

  /// The variance of a measured place around the predicted one.
  func innovationVariance(_ variance: Double) -> Double { pp + variance }

  /// Takes in a measured place.
  mutating func update(_ measured: Double, variance: Double) {
    let total = pp + variance
    let (kp, kv, ka) = (pp / total, pv / total, pa / total)
    let innovation = measured - place
    place += kp * innovation
    speed += kv * innovation
    acceleration += ka * innovation
    aa -= ka * pa
    va -= kv * pa
    vv -= kv * pv
    pa -= kp * pa
    pv -= kp * pv
    pp -= kp * pp
  }
}

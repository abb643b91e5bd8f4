// A Kalman filter of constant acceleration along one axis.
import Glibc

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
  /// The share of its speed that it loses in a second, as a rate; the acceleration is that of what stands still.
  private let loss: Double

  /// A filter that has seen one place.
  init(
    place: Double, variance: Double, speedVariance: Double, acceleration: Double, accelerationVariance: Double,
    walk: Double, loss: Double = 0
  ) {
    self.place = place
    speed = 0
    self.acceleration = acceleration
    pp = variance
    vv = speedVariance
    aa = accelerationVariance
    self.walk = walk
    self.loss = loss
  }

  /// Moves on by `dt` seconds, which may be negative.
  mutating func advance(_ dt: Double) {
    // The share of the speed that is left, and the ways that a unit of speed and one of acceleration make.
    let left = loss == 0 ? 1 : exp(-loss * dt)
    let way = loss == 0 ? dt : (1 - left) / loss
    let h = loss == 0 ? 0.5 * dt * dt : (dt - way) / loss
    place += speed * way + acceleration * h
    speed = speed * left + acceleration * way
    let q = walk * abs(dt)
    let newPP =
      pp + 2 * way * pv + 2 * h * pa + way * way * vv + 2 * h * way * va + h * h * aa + q * h * h / 5
    let newPV = left * (pv + way * vv + h * va) + way * (pa + way * va + h * aa) + q * h * dt / 4
    let newPA = pa + way * va + h * aa + q * h / 3
    vv = left * left * vv + 2 * left * way * va + way * way * aa + q * dt * dt / 3
    va = left * va + way * aa + q * dt / 2
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

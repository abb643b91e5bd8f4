// A Kalman filter of constant acceleration along one axis.
import Glibc

/// Place, speed and acceleration along one axis, with their covariance; pixels and seconds.
///
/// The acceleration is a random walk: gravity does not change, but drag, a lens and perspective bend a path off its parabola slowly.
struct MotionFilter: Sendable {
  /// How the acceleration goes on by itself.
  enum Law: Sendable {
    /// It stays, as that of gravity does.
    case constant
    /// It goes down, as that of what loses its speed at this rate a second; it is that of what stands still.
    case damped(Double)
    /// It turns back and forth, as that of what is swung on an ellipse at this rate, in radians a second.
    case swung(Double)
  }

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
  private let law: Law

  /// A filter that has seen one place.
  init(
    place: Double, variance: Double, speedVariance: Double, acceleration: Double, accelerationVariance: Double,
    walk: Double, law: Law = .constant
  ) {
    self.place = place
    speed = 0
    self.acceleration = acceleration
    pp = variance
    vv = speedVariance
    aa = accelerationVariance
    self.walk = walk
    self.law = law
  }

  /// Moves on by `dt` seconds, which may be negative.
  mutating func advance(_ dt: Double) {
    let (way, h, left, pull, stay) = law.transition(dt)
    place += speed * way + acceleration * h
    (speed, acceleration) = (speed * left + acceleration * way, speed * pull + acceleration * stay)
    let q = walk * abs(dt)
    // The covariances of the place, speed and acceleration to come with the speed and acceleration that were.
    let (pv0, pa0) = (pv + way * vv + h * va, pa + way * va + h * aa)
    let (vv0, va0) = (left * vv + way * va, left * va + way * aa)
    let (av0, aa0) = (pull * vv + stay * va, pull * va + stay * aa)
    pp = pp + way * (pv + pv0) + h * (pa + pa0) + q * h * h / 5
    pv = left * pv0 + way * pa0 + q * h * dt / 4
    pa = pull * pv0 + stay * pa0 + q * h / 3
    vv = left * vv0 + way * va0 + q * dt * dt / 3
    va = pull * vv0 + stay * va0 + q * dt / 2
    aa = pull * av0 + stay * aa0 + q
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

extension MotionFilter.Law {
  /// What a unit of speed and of acceleration make of the place, `way` and `h`; of the speed, `left` and `way` again; and of the acceleration,
  /// `pull` and `stay`, in `dt` seconds.
  @inline(__always)
  fileprivate func transition(_ dt: Double) -> (way: Double, h: Double, left: Double, pull: Double, stay: Double) {
    switch self {
    case .constant: return (dt, 0.5 * dt * dt, 1, 0, 1)
    case .damped(let rate):
      let left = exp(-rate * dt)
      let way = (1 - left) / rate
      return (way, (dt - way) / rate, left, 0, 1)
    case .swung(let rate):
      let (sine, cosine) = (sin(rate * dt), cos(rate * dt))
      return (sine / rate, (1 - cosine) / square(rate), cosine, -rate * sine, cosine)
    }
  }
}

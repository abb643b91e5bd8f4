// A Kalman filter of constant acceleration in the picture.
import Glibc

/// Place, velocity and acceleration along x and y, with the covariance of each axis, which are independent; pixels and seconds.
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

  private(set) var place: SIMD2<Double>
  private(set) var velocity = SIMD2<Double>()
  private(set) var acceleration: SIMD2<Double>
  private var pp: SIMD2<Double>
  private var pv = SIMD2<Double>()
  private var pa = SIMD2<Double>()
  private var vv: SIMD2<Double>
  private var va = SIMD2<Double>()
  private var aa: SIMD2<Double>
  /// Growth of the acceleration's variance a second.
  private let walk: Double
  private let law: Law

  /// A filter that has seen one place.
  init(
    place: SIMD2<Double>, variance: SIMD2<Double>, velocityVariance: SIMD2<Double>, acceleration: SIMD2<Double>,
    accelerationVariance: SIMD2<Double>, walk: Double, law: Law = .constant
  ) {
    self.place = place
    self.acceleration = acceleration
    pp = variance
    vv = velocityVariance
    aa = accelerationVariance
    self.walk = walk
    self.law = law
  }

  /// Moves on by `dt` seconds, which may be negative.
  mutating func advance(_ dt: Double) {
    let (way, h, left, pull, stay) = law.transition(dt)
    place += velocity * way + acceleration * h
    (velocity, acceleration) = (
      velocity * left + acceleration * way, velocity * pull + acceleration * stay
    )
    let q = walk * abs(dt)
    // The covariances of the place, velocity and acceleration to come with the velocity and acceleration that were.
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
  func innovationVariance(_ variance: SIMD2<Double>) -> SIMD2<Double> { pp + variance }

  /// Takes in a measured place.
  mutating func update(_ measured: SIMD2<Double>, variance: SIMD2<Double>) {
    let total = pp + variance
    let (kp, kv, ka) = (pp / total, pv / total, pa / total)
    let innovation = measured - place
    place += kp * innovation
    velocity += kv * innovation
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
  /// What a unit of velocity and of acceleration make of the place, `way` and `h`; of the velocity, `left` and `way` again; and of the acceleration,
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

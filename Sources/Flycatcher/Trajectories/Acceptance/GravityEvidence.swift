// Whether an acceleration is that of gravity: two densities of it, where gravity explains it and where anything may.
import Glibc

/// What the acceleration of a path says for gravity.
///
/// Lengths are in radii of the thing, so that neither the size of the picture nor the distance matters: gravity is 490 radii a second squared for a
/// table tennis ball, 300 for a tennis ball, 80 for a basketball.
struct GravityEvidence: Sendable {
  /// The acceleration, radii a second squared.
  var acceleration: SIMD2<Double>
  /// The variance of its error.
  var variance: SIMD2<Double>
  /// The mean velocity, radii a second.
  var velocity: SIMD2<Double>

  /// The range of the logarithm of the quotient: no acceleration alone is beyond doubt.
  private static let range = -8.0...4.0

  /// The logarithm of the density of the acceleration of a flight over that of anything else.
  var logQuotient: Double {
    let quotient = log(max(flightDensity, .leastNormalMagnitude) / max(otherDensity, .leastNormalMagnitude))
    return min(max(quotient, Self.range.lowerBound), Self.range.upperBound)
  }

  /// The gravities that are possible with their probabilities. The logarithm is normal around 150 radii a second squared; it is two, a factor of seven, in
  /// deviation, since things are small and large. A sixteenth is for films in slow motion, where any is as likely: two of 34 real ones are.
  private static let gravities: [(value: Double, root: Double, probability: Double)] = {
    let (usual, deviation, anySpeed) = (150.0, 2.0, 1.0 / 16)
    let values = (0...11).map { exp2(Double($0)) }
    let weights = values.map { exp(-0.5 * square(log($0 / usual) / deviation)) }
    let total = weights.reduce(0, +)
    return zip(values, weights).map {
      (
        value: $0, root: $0.squareRoot(),
        probability: (1 - anySpeed) * $1 / total + anySpeed / Double(values.count)
      )
    }
  }()

  /// The rates at which speed is lost, over the root of gravity, with their probabilities. So they have no dimension, and are the same in slow motion: air
  /// slows a tennis ball at 0.8 a second, which is 0.05, one for table tennis at 1.3, 0.06, a shuttlecock at 1.4 and more, 0.08; what goes away from
  /// the camera seems to lose speed, too. What comes near seems to gain it: at q of its distance a second, its places accelerate at 2 q of their velocity.
  private static let brakes: [(rate: Double, probability: Double)] = [
    (-0.08, 0.05), (-0.04, 0.05), (0, 0.6), (0.04, 0.1), (0.08, 0.1), (0.16, 0.1),
  ]

  /// The deviations from what is expected: sideways and along gravity as shares of it, and of the loss of speed.
  private static let (sideways, unevenness, brakeUnevenness) = (0.12, 0.25, 0.5)

  private var flightDensity: Double {
    var density = 0.0
    for gravity in Self.gravities {
      let own = gravity.value * SIMD2(Self.sideways, Self.unevenness)
      let spread = variance + own * own
      for brake in Self.brakes {
        let loss = -brake.rate * gravity.root * velocity
        let deviation = Self.brakeUnevenness * loss
        let expected = loss + SIMD2(0, gravity.value)
        density +=
          gravity.probability * brake.probability
          * Self.density(acceleration - expected, variance: spread + deviation * deviation)
      }
    }
    return density
  }

  /// The standard deviations of the acceleration of what is no flight, radii a second squared; each is as likely.
  private static let spreads = (-1...9).map { exp2(Double($0)) }

  private var otherDensity: Double {
    Self.spreads.reduce(0) { density, spread in
      density + Self.density(acceleration, variance: variance + square(spread)) / Double(Self.spreads.count)
    }
  }

  /// Student's density in two dimensions with three degrees of freedom, times 2π: what is fitted to few points is often farther off than its error says.
  @inline(__always)
  private static func density(_ deviation: SIMD2<Double>, variance: SIMD2<Double>) -> Double {
    let precision = 1 / (variance.x * variance.y)
    let distance = (square(deviation.x) * variance.y + square(deviation.y) * variance.x) * precision
    let share = 1 / (1 + distance / 3)
    return (precision * share).squareRoot() * square(share)
  }
}

extension GravityEvidence {
  /// - Parameter radius: in pixels.
  init(_ fit: PathFit, radius: Double) {
    let error = fit.accelerationError / radius
    self.init(acceleration: fit.acceleration / radius, variance: error * error, velocity: fit.velocity / radius)
  }
}

// The path and the size of a track over time: the acceleration, and whether the thing goes away.
import Glibc

/// The weighted least-squares parabola of a track over its own clock.
///
/// The path is expanded in polynomials that are orthogonal over the times of its points (Forsythe 1957), so that the coefficients are
/// independent of each other: the quadratic one is the acceleration.
struct PathFit: Sendable {
  /// Pixels a second, in the mean.
  private(set) var velocity = SIMD2<Double>()
  /// Pixels a second squared.
  private(set) var acceleration = SIMD2<Double>()
  /// Standard deviations, from the expected noise of the points and what is left over.
  private(set) var accelerationError = SIMD2<Double>()
  /// Accelerations in units of their standard deviation.
  var significance: SIMD2<Double> { acceleration / pointwiseMax(accelerationError, SIMD2(repeating: 1e-9)) }

  init(_ points: ArraySlice<TrackPoint>) {
    let clock = NormalizedClock(points)
    let origin = points[points.startIndex].candidate.place
    for axis in 0..<2 {
      let expansion = PolynomialExpansion(points) { point in
        (x: clock[point], y: point.candidate.place[axis] - origin[axis], weight: 1 / point.variance[axis])
      }
      let scatter = max(expansion.residuals[2] / max(Double(points.count) - 3, 1), 0.25)
      let unit = 2 / expansion.norms[2] / square(clock.half)
      velocity[axis] = expansion.coefficients[1] / expansion.norms[1] / clock.half
      acceleration[axis] = unit * expansion.coefficients[2]
      accelerationError[axis] = unit * scatter.squareRoot()
    }
  }
}

/// How the radius of a track changes over its time.
struct SizeFit: Sendable {
  /// The logarithm of the last distance from the camera over the first, as the radius tells it, less what chance may have made of it.
  let recession: Double

  /// The variance of the logarithm of a radius that is measured well.
  private static let leastVariance = 0.0025

  init(_ points: ArraySlice<TrackPoint>) {
    let clock = NormalizedClock(points)
    let expansion = PolynomialExpansion(points, degree: 1) { point in
      (x: clock[point], y: log(max(point.candidate.radius, 0.5)), weight: 1)
    }
    let scatter = max(expansion.residuals[1] / max(Double(points.count) - 2, 1), Self.leastVariance)
    let slope = expansion.coefficients[1] / expansion.norms[1]
    let variance = scatter / square(expansion.norms[1])
    // The way from -1 to 1, times the share of its variance that is not chance.
    recession = -2 * slope * square(slope) / (square(slope) + variance)
  }
}

/// The clock of a track, from -1 at its first point to 1 at its last.
private struct NormalizedClock {
  let start: Double
  /// Half the duration, in seconds.
  let half: Double

  init(_ points: ArraySlice<TrackPoint>) {
    start = points[points.startIndex].clock
    half = max(0.5 * (points[points.endIndex - 1].clock - start), 1e-9)
  }

  subscript(_ point: TrackPoint) -> Double { (point.clock - start) / half - 1 }
}

/// Weighted samples in terms of orthogonal polynomials up to the second degree.
private struct PolynomialExpansion {
  /// The coefficients of the polynomials of unit norm: each has unit variance where weights are the inverse of variances.
  private(set) var coefficients = InlineArray<3, Double>(repeating: 0)
  /// The norms of the polynomials whose leading coefficient is one.
  private(set) var norms = InlineArray<3, Double>(repeating: 1e-6)
  /// The weighted sums of squares that the polynomials up to a degree leave.
  private(set) var residuals = InlineArray<3, Double>(repeating: 0)

  init(
    _ points: ArraySlice<TrackPoint>, degree highest: Int = 2,
    sample: (TrackPoint) -> (x: Double, y: Double, weight: Double)
  ) {
    // The recurrence p(k + 1) = (x − center(k)) · p(k) − ratio(k) · p(k − 1).
    var centers = InlineArray<3, Double>(repeating: 0)
    var ratios = InlineArray<3, Double>(repeating: 0)
    for degree in 0...highest {
      var (norm, moment, product, left) = (0.0, 0.0, 0.0, 0.0)
      for point in points {
        let sample = sample(point)
        var (before, polynomial) = (0.0, 1.0)
        var rest = sample.y
        for lower in 0..<degree {
          rest -= coefficients[lower] / norms[lower] * polynomial
          (before, polynomial) = (polynomial, (sample.x - centers[lower]) * polynomial - ratios[lower] * before)
        }
        norm += sample.weight * square(polynomial)
        moment += sample.weight * square(polynomial) * sample.x
        product += sample.weight * rest * polynomial
        left += sample.weight * square(rest)
      }
      // As many points as coefficients leave nothing to a polynomial.
      guard norm > 1e-12 else { break }
      if degree > 0 { ratios[degree] = norm / square(norms[degree - 1]) }
      norms[degree] = norm.squareRoot()
      centers[degree] = moment / norm
      coefficients[degree] = product / norms[degree]
      residuals[degree] = max(left - square(coefficients[degree]), 0)
    }
  }
}

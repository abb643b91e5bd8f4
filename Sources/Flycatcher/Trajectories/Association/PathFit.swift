// The parabolas of a path over time.

/// The weighted least-squares parabolas of a track over its own clock.
struct PathFit: Sendable {
  private(set) var acceleration = SIMD2<Double>()
  /// Standard deviations, from the expected noise of the points and what is left over.
  private(set) var accelerationError = SIMD2<Double>()
  /// Accelerations in units of their standard deviation.
  var significance: SIMD2<Double> { acceleration / pointwiseMax(accelerationError, SIMD2(repeating: 1e-9)) }
  /// The root mean square of the residuals in units of the expected noise.
  private(set) var residual = 0.0

  init(_ points: ArraySlice<TrackPoint>) {
    let start = points[points.startIndex].clock
    var total = 0.0
    for isX in [true, false] {
      let samples = points.lazy.map { point -> (x: Double, y: Double, weight: Double) in
        return (
          point.clock - start, isX ? point.candidate.x : point.candidate.y,
          1 / (isX ? point.variance.x : point.variance.y)
        )
      }
      let curve = Quadratic(fitting: samples, resolution: 1e-6)
      var (sum, mean, left, s2, s3, s4) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
      for sample in samples {
        sum += sample.weight
        mean += sample.weight * sample.x
        let difference = sample.y - curve(sample.x)
        left += sample.weight * difference * difference
      }
      mean /= sum
      for sample in samples {
        let x = sample.x - mean
        s2 += sample.weight * x * x
        s3 += sample.weight * x * x * x
        s4 += sample.weight * x * x * x * x
      }
      // The information about a once the line is taken out.
      let information = max(s4 - s3 * s3 / max(s2, 1e-300) - s2 * s2 / sum, 1e-12)
      let scatter = max(left / max(Double(points.count) - 3, 1), 0.25)
      let error = 2 * (scatter / information).squareRoot()
      if isX {
        acceleration.x = 2 * curve.a
        accelerationError.x = error
      } else {
        acceleration.y = 2 * curve.a
        accelerationError.y = error
      }
      total += left
    }
    residual = (total / max(2 * Double(points.count) - 6, 1)).squareRoot()
  }
}

/// The sum of the squared residuals, in units of their variance, of the polynomials of a degree up to 3 through points over their clock.
func squaredResiduals(_ points: ArraySlice<TrackPoint>, degree: Int) -> Double {
  let start = points[points.startIndex].clock
  let half = max((points[points.endIndex - 1].clock - start) / 2, 1e-6)
  var total = 0.0
  for isX in [true, false] {
    var matrix = [SIMD4<Double>](repeating: SIMD4(), count: 4)
    var right = SIMD4<Double>()
    var squares = 0.0
    let origin = isX ? points[points.startIndex].candidate.x : points[points.startIndex].candidate.y
    for point in points {
      let time = (point.clock - start) / half - 1
      let weight = 1 / (isX ? point.variance.x : point.variance.y)
      let value = (isX ? point.candidate.x : point.candidate.y) - origin
      let powers = SIMD4(1, time, time * time, degree >= 3 ? time * time * time : 0)
      for row in 0..<4 { matrix[row] += powers * (powers[row] * weight) }
      right += powers * (weight * value)
      squares += weight * value * value
    }
    if degree < 3 { matrix[3][3] = 1 }
    // Elimination: what the polynomial explains is the sum of the squared pivots' right sides.
    for pivot in 0..<4 {
      guard matrix[pivot][pivot] > 1e-12 else { continue }
      squares -= right[pivot] * right[pivot] / matrix[pivot][pivot]
      for row in pivot + 1..<4 {
        let factor = matrix[row][pivot] / matrix[pivot][pivot]
        matrix[row] -= matrix[pivot] * factor
        right[row] -= right[pivot] * factor
      }
    }
    total += max(squares, 0)
  }
  return total
}

// The parabolas of a path over time.

/// The weighted least-squares parabolas of a track over its own clock.
struct PathFit: Sendable {
  private(set) var acceleration = SIMD2<Double>()
  /// Standard deviations, from the expected noise of the points and what is left over.
  private(set) var accelerationError = SIMD2<Double>()
  /// Accelerations in units of their standard deviation.
  var significance: SIMD2<Double> { acceleration / pointwiseMax(accelerationError, SIMD2(repeating: 1e-9)) }

  init(_ points: ArraySlice<TrackPoint>) {
    let start = points[points.startIndex].clock
    for isX in [true, false] {
      let samples = points.lazy.map { point -> (x: Double, y: Double, weight: Double) in
        isX
          ? (point.clock - start, point.candidate.x, 1 / point.variance.x)
          : (point.clock - start, point.candidate.y, 1 / point.variance.y)
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
    }
  }
}

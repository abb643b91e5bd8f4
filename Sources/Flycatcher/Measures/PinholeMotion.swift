// The motion of a body under gravity as a pinhole camera sees it.
import Glibc

/// The motion of a body under gravity as a pinhole camera sees it that does not roll: a constant velocity, in depth too, and
/// gravity, which a camera that is tilted sees in depth as well.
///
/// In pixels from the optical axis, with t from the middle of the flight:
/// x = (a + bt) / (1 + dt + kt²), y = (c + et + ht²) / (1 + dt + kt²).
struct PinholeMotion {
  /// a, b, c, e, h, d and k.
  let parameters: UncertainVector
  /// The time at which t is 0.
  let middle: Double

  /// The relative change of depth in half the duration that is usual, standard deviation.
  private static let usualDepthChange = 0.3
  /// The tilt of a camera that is usual, standard deviation in radians.
  private static let usualTilt = 0.1
  /// The usual error of a place, pixels; what is usual is weighed against it.
  private static let usualError = 0.3
  /// The range in which depth may change, as a share of that in the middle.
  private static let depths = 0.1...10.0

  /// - Parameter focalLength: Pixels.
  init?(_ motion: PixelMotion, center: (x: Double, y: Double), focalLength: Double) {
    let half = motion.duration / 2
    let middle = motion.start + half
    guard half > 0 else { return nil }
    // Time in halves of the duration, so that all parameters are pixels or about one.
    let places = motion.places.map {
      TimedPlace(time: ($0.time - middle) / half, x: $0.x - center.x, y: $0.y - center.y)
    }
    func start(_ first: Int, _ center: Double) -> [Double] {
      let c = motion.coefficients.values[first..<first + 3].map { $0 }
      return [c[0] + (c[1] + c[2] * half) * half - center, (c[1] + 2 * c[2] * half) * half, c[2] * half * half]
    }
    let (x, y) = (start(0, center.x), start(3, center.y))
    let residuals = { (p: [Double]) -> [Double]? in
      var result: [Double] = []
      result.reserveCapacity(2 * places.count + 2)
      for place in places {
        let t = place.time
        let depth = 1 + (p[5] + p[6] * t) * t
        guard Self.depths.contains(depth) else { return nil }
        result.append((p[0] + p[1] * t) / depth - place.x)
        result.append((p[2] + (p[3] + p[4] * t) * t) / depth - place.y)
      }
      result.append(p[5] / Self.usualDepthChange * Self.usualError)
      result.append(p[6] * focalLength / max(abs(p[4]), 1) / Self.usualTilt * Self.usualError)
      return result
    }
    let steps = [1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-6, 1e-6]
    guard
      let fit = LeastSquares.minimize([x[0], x[1], y[0], y[1], y[2], 0, 0], steps: steps, residuals: residuals)
    else { return nil }
    let refined = LeastSquares.withCorrelatedErrors(fit, distances: places.distances, usualError: Self.usualError)
    let powers = [0, 1, 0, 1, 2, 1, 2].map { power in (0..<power).reduce(1.0) { scale, _ in scale / half } }
    var covariance = refined.covariance
    for i in powers.indices { for j in powers.indices { covariance[i, j] *= powers[i] * powers[j] } }
    parameters = UncertainVector(values: zip(refined.values, powers).map { $0 * $1 }, covariance: covariance)
    self.middle = middle
  }

  /// The motion in meters that parameters mean with a focal length and an acceleration of gravity.
  struct InMeters {
    /// The pixels to a meter in the middle of the flight.
    let pixelsPerMeter: Double
    /// The horizontal velocity across the picture, and that away from the camera.
    let across: Double
    let away: Double
    /// The upward velocity in the middle of the flight.
    let upward: Double

    init(_ p: [Double], focalLength: Double, gravity: Double) {
      let tilt = atan(p[6] * focalLength / max(p[4], 1e-9))
      let (c, s) = (cos(tilt), sin(tilt))
      let scale = 2 * p[4] / (gravity * c)
      pixelsPerMeter = scale
      across = p[1] / scale
      away = (p[5] * focalLength * c - p[3] * s) / scale
      upward = -(p[3] * c + p[5] * focalLength * s) / scale
    }
  }
}

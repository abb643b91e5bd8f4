// The curve y = ax² + bx + c and its least-squares fits.

/// The curve y = ax² + bx + c.
public struct Quadratic: Hashable, Sendable {
  /// The coefficient of x².
  public var a: Double
  /// The coefficient of x.
  public var b: Double
  /// The value at x = 0.
  public var c: Double

  /// Creates a curve from its coefficients.
  public init(a: Double, b: Double, c: Double) {
    self.a = a
    self.b = b
    self.c = c
  }

  /// Creates the ordinary least-squares fit to points.
  ///
  /// Where the points do not determine a curve (fewer than three different x), only the lower powers are fitted, so
  /// that the coefficients are always finite. Without any point all of them are 0.
  public init(fitting points: some Collection<Point>) {
    self.init(
      fitting: points.lazy.map { (x: $0.x, y: $0.y, weight: 1.0) }, resolution: 1e-6)
  }

  /// Creates the weighted least-squares fit to points.
  ///
  /// - Parameter resolution: The spread of x below which all x are taken as one.
  init(fitting points: some Collection<(x: Double, y: Double, weight: Double)>, resolution: Double) {
    var total = 0.0
    var centerX = 0.0
    var centerY = 0.0
    for point in points {
      total += point.weight
      centerX += point.weight * point.x
      centerY += point.weight * point.y
    }
    guard total > 0 else {
      self.init(a: 0, b: 0, c: 0)
      return
    }
    centerX /= total
    centerY /= total
    // Centered, the powers are nearly independent and the sums keep their digits.
    var (s2, s3, s4, sy, sxy, sx2y) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for point in points {
      let (x, y, w) = (point.x - centerX, point.y - centerY, point.weight)
      s2 += w * x * x
      s3 += w * x * x * x
      s4 += w * x * x * x * x
      sy += w * y
      sxy += w * x * y
      sx2y += w * x * x * y
    }
    guard s2 > total * resolution * resolution else {
      self.init(a: 0, b: 0, c: centerY)
      return
    }
    // Eliminates b: what is left of x² once its line is taken out.
    let left = s4 - s3 * s3 / s2 - s2 * s2 / total
    let a = left > 1e-9 * s4 ? (sx2y - s3 * sxy / s2 - s2 * sy / total) / left : 0
    let b = (sxy - a * s3) / s2
    let c = centerY + (sy - a * s2) / total
    self.init(a: a, b: b - 2 * a * centerX, c: c - b * centerX + a * centerX * centerX)
  }

  /// Returns the y of the curve at an x.
  public func callAsFunction(_ x: Double) -> Double { (a * x + b) * x + c }
}

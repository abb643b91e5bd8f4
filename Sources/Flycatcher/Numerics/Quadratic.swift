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
  /// - Parameters:
  ///   - points: The points; those of greater weight count for more.
  ///   - resolution: The spread of x below which all x are taken as one.
  ///   - isLine: A Boolean value indicating whether a straight line is fitted.
  package init(
    fitting points: some Collection<(x: Double, y: Double, weight: Double)>, resolution: Double, isLine: Bool = false
  ) {
    var (total, centerX, centerY) = (0.0, 0.0, 0.0)
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
    var sums = PolynomialSums<Double>()
    for point in points { sums.add(point.x - centerX, point.y - centerY, weight: point.weight) }
    // What is left of the mean is rounding.
    sums.x = 0
    guard sums.xx > total * resolution * resolution else {
      self.init(a: 0, b: 0, c: centerY)
      return
    }
    let a = !isLine && sums.curvatureInformation > 1e-9 * sums.xxxx ? sums.curvature : 0
    let (b, c) = sums.line(beside: a)
    self.init(a: a, b: b - 2 * a * centerX, c: centerY + c - b * centerX + a * centerX * centerX)
  }

  /// Returns the y of the curve at an x.
  public func callAsFunction(_ x: Double) -> Double { (a * x + b) * x + c }
}

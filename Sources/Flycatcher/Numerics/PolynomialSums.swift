// The sums from which least-squares lines and parabolas follow.

/// The weighted sums of the powers of x, and of those times y, from which the least-squares parabola y = ax² + bx + c
/// follows.
///
/// The normal equations are solved by eliminating the constant, then the slope. The sums keep their digits where x is
/// counted from about its mean.
struct PolynomialSums<Scalar: BinaryFloatingPoint> {
  /// The sum of the weights.
  private(set) var weight: Scalar = 0
  /// The sum of x.
  var x: Scalar = 0
  /// The sum of x².
  private(set) var xx: Scalar = 0
  /// The sum of x³.
  private(set) var xxx: Scalar = 0
  /// The sum of x⁴.
  private(set) var xxxx: Scalar = 0
  /// The sum of y.
  private(set) var y: Scalar = 0
  /// The sum of xy.
  private(set) var xy: Scalar = 0
  /// The sum of x²y.
  private(set) var xxy: Scalar = 0

  /// Adds a point.
  @inline(__always)
  mutating func add(_ x: Scalar, _ y: Scalar, weight: Scalar) {
    let wx = weight * x
    let wxx = wx * x
    self.weight += weight
    self.x += wx
    xx += wxx
    xxx += wxx * x
    xxxx += wxx * x * x
    self.y += weight * y
    xy += wx * y
    xxy += wxx * y
  }

  /// The information about the slope: the sum of x² once its mean is taken out.
  var slopeInformation: Scalar { xx - x * x / weight }

  /// The information about the coefficient of x²: the sum of x⁴ once the line of x² is taken out.
  var curvatureInformation: Scalar { xxxx - skewness * skewness / slopeInformation - xx * xx / weight }

  /// The coefficient of x² in the least-squares parabola.
  var curvature: Scalar {
    (xxy - skewness * covariance / slopeInformation - xx * y / weight) / curvatureInformation
  }

  /// Returns the slope and the constant that fit best beside a coefficient of x²; with 0, those of the least-squares line.
  func line(beside curvature: Scalar) -> (slope: Scalar, constant: Scalar) {
    let slope = (covariance - curvature * skewness) / slopeInformation
    return (slope, (y - slope * x - curvature * xx) / weight)
  }

  /// The sum of xy, and that of x times x², once the mean of x is taken out.
  private var covariance: Scalar { xy - x * y / weight }
  private var skewness: Scalar { xxx - x * xx / weight }
}

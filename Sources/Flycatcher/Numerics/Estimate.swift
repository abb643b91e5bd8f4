// A measured number with its uncertainty.

/// A measured number and its standard deviation, in the same unit.
public struct Estimate: Hashable, Sendable {
  /// The most likely value.
  public var value: Double
  /// The standard deviation of the value: in two of three cases the true one is not farther off.
  public var standardDeviation: Double

  /// Creates an estimate.
  public init(_ value: Double, standardDeviation: Double) {
    self.value = value
    self.standardDeviation = standardDeviation
  }

  /// Returns the estimate in another unit.
  public func scaled(by factor: Double) -> Estimate {
    Estimate(value * factor, standardDeviation: standardDeviation * abs(factor))
  }
}

/// Values and their covariance, from which functions of them are estimated.
struct UncertainVector {
  var values: [Double]
  var covariance: Matrix

  /// Returns the vector with an independent value added at its end.
  func appending(_ estimate: Estimate) -> UncertainVector {
    var variance = Matrix(rows: 1, columns: 1)
    variance[0, 0] = estimate.standardDeviation * estimate.standardDeviation
    return appending(UncertainVector(values: [estimate.value], covariance: variance))
  }

  /// Returns the vector with the values of another, independent one added at its end.
  func appending(_ other: UncertainVector) -> UncertainVector {
    let (before, after) = (values.count, other.values.count)
    var joined = Matrix(rows: before + after, columns: before + after)
    for i in 0..<before { for j in 0..<before { joined[i, j] = covariance[i, j] } }
    for i in 0..<after { for j in 0..<after { joined[before + i, before + j] = other.covariance[i, j] } }
    return UncertainVector(values: values + other.values, covariance: joined)
  }

  /// Returns a function of the values, with its standard deviation by the slope of the function.
  func estimate(_ function: ([Double]) -> Double) -> Estimate {
    let slopes = values.indices.map { index in
      let deviation = max(covariance[index, index], 0).squareRoot()
      guard deviation > 0 else { return 0.0 }
      let step = deviation * 0.1
      var (below, above) = (values, values)
      below[index] -= step
      above[index] += step
      return (function(above) - function(below)) / (2 * step)
    }
    var variance = 0.0
    for i in slopes.indices {
      for j in slopes.indices { variance += slopes[i] * covariance[i, j] * slopes[j] }
    }
    return Estimate(function(values), standardDeviation: max(variance, 0).squareRoot())
  }
}

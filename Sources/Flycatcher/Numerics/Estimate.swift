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
  var covariance: [[Double]]

  /// Returns the vector with an independent value added at its end.
  func appending(_ estimate: Estimate) -> UncertainVector {
    let count = values.count
    let variance = estimate.standardDeviation * estimate.standardDeviation
    let rows = covariance.map { $0 + [0] } + [[Double](repeating: 0, count: count) + [variance]]
    return UncertainVector(values: values + [estimate.value], covariance: rows)
  }

  /// Returns the vector with the values of another, independent one added at its end.
  func appending(_ other: UncertainVector) -> UncertainVector {
    let (before, after) = (values.count, other.values.count)
    let rows =
      covariance.map { $0 + [Double](repeating: 0, count: after) }
      + other.covariance.map { [Double](repeating: 0, count: before) + $0 }
    return UncertainVector(values: values + other.values, covariance: rows)
  }

  /// Returns a function of the values, with its standard deviation by the slope of the function.
  func estimate(_ function: ([Double]) -> Double) -> Estimate {
    let slopes = values.indices.map { index in
      let deviation = max(covariance[index][index], 0).squareRoot()
      guard deviation > 0 else { return 0.0 }
      let step = deviation * 0.1
      var (below, above) = (values, values)
      below[index] -= step
      above[index] += step
      return (function(above) - function(below)) / (2 * step)
    }
    var variance = 0.0
    for (i, row) in covariance.enumerated() {
      for (j, value) in row.enumerated() { variance += slopes[i] * value * slopes[j] }
    }
    return Estimate(function(values), standardDeviation: max(variance, 0).squareRoot())
  }
}

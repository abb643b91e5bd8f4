// Logistic regression with an L2 penalty and quadratic terms, fitted by Newton's method.
import Foundation

/// The probability of an outcome, given measurements.
public struct LogisticModel: Sendable {
  /// The mean of each measurement over the examples of the fit.
  public var mean: [Double]
  /// The standard deviation of each measurement; 1 where it never changes.
  public var scale: [Double]
  /// One for each standardized measurement, then one for each quadratic term.
  public var weights: [Double]
  public var quadraticTerms: [QuadraticTerm] = []
  public var bias: Double

  /// The farthest from 0 that a standardized measurement is taken: one that is like no other does not decide alone.
  public static let limit = 4.0

  /// The logarithm of the odds.
  public func logOdds(_ measurements: [Double]) -> Double {
    zip(weights, terms(measurements)).reduce(bias) { $0 + $1.0 * $1.1 }
  }

  /// What the weights are multiplied with.
  private func terms(_ measurements: [Double]) -> [Double] {
    let standardized = measurements.indices.map { index in
      min(max((measurements[index] - mean[index]) / scale[index], -Self.limit), Self.limit)
    }
    return standardized + quadraticTerms.map { standardized[$0.first] * standardized[$0.second] }
  }

  public func probability(_ measurements: [Double]) -> Double { logistic(logOdds(measurements)) }
}

/// The product of two standardized measurements, or the square of one.
public struct QuadraticTerm: Hashable, Sendable {
  /// The numbers of the measurements.
  public var first: Int
  public var second: Int

  public init(_ first: Int, _ second: Int) {
    self.first = first
    self.second = second
  }
}

/// Measurements with their outcome.
public struct Example: Sendable {
  public var measurements: [Double]
  public var isRight: Bool
  /// The number of examples that it counts for.
  public var weight: Double

  public init(_ measurements: [Double], isRight: Bool, weight: Double = 1) {
    self.measurements = measurements
    self.isRight = isRight
    self.weight = weight
  }
}

func logistic(_ value: Double) -> Double {
  value >= 0 ? 1 / (1 + exp(-value)) : exp(value) / (1 + exp(value))
}

/// The logarithm of the odds of a probability, which is kept from 0 and 1 by what a Double can tell.
func logOdds(_ probability: Double) -> Double {
  let inside = min(max(probability, 1e-12), 1 - 1e-12)
  return log(inside / (1 - inside))
}

extension LogisticModel {
  /// Fits a model: the least sum of log-losses plus half the penalty times the squared weights.
  ///
  /// The bias is not penalized. Newton's method on the penalized likelihood is iteratively reweighted least squares (Hastie, Tibshirani,
  /// Friedman, "The Elements of Statistical Learning", 4.4); a step that does not descend is halved.
  ///
  /// - Parameters:
  ///   - penalty: in examples; above 0, so that outcomes that can be told apart without error have a finite fit, too.
  ///   - start: a model of the same terms to begin from, which saves steps.
  /// - Throws: `FittingError` where examples are of one outcome alone, or not of one length.
  public init(
    fitting examples: [Example], quadraticTerms: [QuadraticTerm] = [], penalty: Double, from start: LogisticModel? = nil
  ) throws(FittingError) {
    guard let count = examples.first?.measurements.count, examples.allSatisfy({ $0.measurements.count == count }) else {
      throw FittingError("There are no examples, or they have different numbers of measurements.")
    }
    guard penalty > 0 else { throw FittingError("The penalty is \(penalty); it must be above 0.") }
    guard examples.allSatisfy({ $0.weight > 0 && $0.weight.isFinite }) else {
      throw FittingError("An example has a weight that is not above 0.")
    }
    guard Set(examples.map(\.isRight)).count == 2 else {
      throw FittingError("All \(examples.count) examples have the same outcome; a fit takes both.")
    }
    let total = examples.reduce(0) { $0 + $1.weight }
    let mean = (0..<count).map { column in examples.reduce(0) { $0 + $1.weight * $1.measurements[column] } / total }
    let scale = (0..<count).map { column in
      let variance = examples.reduce(0) { $0 + $1.weight * pow($1.measurements[column] - mean[column], 2) } / total
      return variance > 1e-24 ? variance.squareRoot() : 1
    }
    self.init(
      mean: mean, scale: scale, weights: [Double](repeating: 0, count: count + quadraticTerms.count),
      quadraticTerms: quadraticTerms, bias: 0)
    // The bias is the coefficient of a constant, in the last place.
    var rows: [Double] = []
    rows.reserveCapacity(examples.count * (weights.count + 1))
    for example in examples {
      rows += terms(example.measurements)
      rows.append(1)
    }
    let likelihood = PenalizedLikelihood(
      rows: rows, labels: examples.map { $0.isRight ? 1 : 0 }, weights: examples.map(\.weight), penalty: penalty)
    let share = examples.reduce(0) { $0 + ($1.isRight ? $1.weight : 0) } / total
    var coefficients = weights + [log(share / (1 - share))]
    if let start, start.weights.count == weights.count { coefficients = start.weights + [start.bias] }
    var loss = likelihood.loss(coefficients)
    for _ in 0..<100 {
      guard let step = likelihood.newtonStep(coefficients) else { break }
      var length = 1.0
      var next = coefficients
      var nextLoss = Double.infinity
      while length > 1e-6 {
        next = zip(coefficients, step).map { $0 - length * $1 }
        nextLoss = likelihood.loss(next)
        if nextLoss <= loss { break }
        length /= 2
      }
      guard nextLoss < loss else { break }
      let gain = loss - nextLoss
      (coefficients, loss) = (next, nextLoss)
      if gain < 1e-10 * (1 + abs(loss)) { break }
    }
    weights = Array(coefficients.dropLast())
    bias = coefficients[weights.count]
  }
}

/// The loss that a fit makes small, with its derivatives.
private struct PenalizedLikelihood {
  /// The rows one after the other.
  let rows: [Double]
  /// 1 or 0.
  let labels: [Double]
  let weights: [Double]
  let penalty: Double

  func loss(_ coefficients: [Double]) -> Double {
    var sum = penalty / 2 * coefficients.dropLast().reduce(0) { $0 + $1 * $1 }
    for index in labels.indices {
      let value = product(index, coefficients)
      sum += weights[index] * (max(value, 0) - value * labels[index] + log1p(exp(-abs(value))))
    }
    return sum
  }

  /// The inverse of the second derivatives times the first ones; `nil` where there is no inverse.
  func newtonStep(_ coefficients: [Double]) -> [Double]? {
    let count = coefficients.count
    var gradient = [Double](repeating: 0, count: count)
    var curvature = [Double](repeating: 0, count: count * count)
    for index in labels.indices {
      let row = index * count
      let probability = logistic(product(index, coefficients))
      let residual = weights[index] * (probability - labels[index])
      let weight = weights[index] * probability * (1 - probability)
      for i in 0..<count {
        gradient[i] += residual * rows[row + i]
        let weighted = weight * rows[row + i]
        for j in 0...i { curvature[i * count + j] += weighted * rows[row + j] }
      }
    }
    for i in 0..<count - 1 {
      gradient[i] += penalty * coefficients[i]
      curvature[i * count + i] += penalty
    }
    return solve(curvature, gradient)
  }

  /// The product of a row with the coefficients.
  @inline(__always)
  private func product(_ index: Int, _ coefficients: [Double]) -> Double {
    let row = index * coefficients.count
    var sum = 0.0
    for column in coefficients.indices { sum += rows[row + column] * coefficients[column] }
    return sum
  }
}

/// Solves a symmetric, positive definite system by Cholesky's decomposition; reads the lower triangle.
func solve(_ matrix: [Double], _ right: [Double]) -> [Double]? {
  let count = right.count
  var lower = matrix
  for i in 0..<count {
    for j in 0...i {
      var sum = matrix[i * count + j]
      for k in 0..<j { sum -= lower[i * count + k] * lower[j * count + k] }
      if i == j {
        guard sum > 0 else { return nil }
        lower[i * count + i] = sum.squareRoot()
      } else {
        lower[i * count + j] = sum / lower[j * count + j]
      }
    }
  }
  var result = right
  for i in 0..<count {
    for k in 0..<i { result[i] -= lower[i * count + k] * result[k] }
    result[i] /= lower[i * count + i]
  }
  for i in (0..<count).reversed() {
    for k in i + 1..<max(count, i + 1) { result[i] -= lower[k * count + i] * result[k] }
    result[i] /= lower[i * count + i]
  }
  return result
}

/// A fit that cannot be made.
public struct FittingError: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) { self.description = description }
}

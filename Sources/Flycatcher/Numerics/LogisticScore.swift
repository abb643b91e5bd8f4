// A fitted logistic model: how likely something is, given its measurements.
import Glibc

/// The coefficients of a logistic regression over standardized measurements.
struct LogisticScore: Sendable {
  /// A quadratic term: the product of two standardized measurements, or the square of one.
  struct QuadraticTerm: Sendable {
    /// The numbers of the measurements.
    let first: Int
    let second: Int
    let weight: Double
  }

  /// The farthest from 0 that a standardized measurement is taken, as in the fit.
  private static let limit = 4.0
  /// The mean of each measurement over the examples of the fit, and its standard deviation.
  let mean: [Double]
  let scale: [Double]
  /// One for each standardized measurement.
  let weights: [Double]
  var quadraticTerms: [QuadraticTerm] = []
  let bias: Double

  /// Returns the logarithm of the odds.
  ///
  /// - Parameter measurement: The measurement of a number.
  func logOdds(_ measurement: (Int) -> Double) -> Double {
    func standardized(_ index: Int) -> Double {
      min(max((measurement(index) - mean[index]) / scale[index], -Self.limit), Self.limit)
    }
    var sum = bias
    for index in weights.indices { sum += weights[index] * standardized(index) }
    for term in quadraticTerms { sum += term.weight * standardized(term.first) * standardized(term.second) }
    return sum
  }

  /// Returns the probability.
  ///
  /// - Parameter measurement: The measurement of a number.
  func probability(_ measurement: (Int) -> Double) -> Double { 1 / (1 + exp(-logOdds(measurement))) }
}

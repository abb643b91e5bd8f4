// Least squares where errors of places near each other are alike.
import Glibc

/// Errors of the places along a path: white noise, and a part that lasts over some distance, as that of the wall behind a ball does (an
/// Ornstein-Uhlenbeck process along the path).
struct CorrelatedErrors {
  /// The share of the variance that lasts.
  var share: Double
  /// The distance in pixels over which its correlation falls to 1/e.
  var reach: Double
  /// The probability before anything is seen.
  var probability: Double

  /// The hypotheses of the errors. Before rendered walls a third of the variance lasts, over 45 px; what the model of the motion leaves out, as the
  /// air, lasts longer.
  static let hypotheses = [(0, 0.1), (0.1, 0.15), (0.2, 0.2), (0.35, 0.25), (0.5, 0.2), (0.7, 0.1)].flatMap {
    share, probability in
    [
      CorrelatedErrors(share: share, reach: 45, probability: 0.9 * probability),
      CorrelatedErrors(share: share, reach: 180, probability: 0.1 * probability),
    ]
  }

  /// Returns columns with independent errors of variance 1 in place of these: the innovations of a Kalman filter for the part that lasts.
  ///
  /// - Parameters:
  ///   - columns: Values at the places, in order.
  ///   - distances: From each place to the next.
  /// - Returns: The columns, and the logarithm of the determinant of the errors' covariance.
  func whitened(_ columns: [[Double]], distances: [Double]) -> (columns: [[Double]], logDeterminant: Double) {
    var result = columns
    var expected = [Double](repeating: 0, count: columns.count)
    var (variance, logDeterminant) = (share, 0.0)
    for index in 0...distances.count {
      let total = variance + 1 - share
      let (gain, scale) = (variance / total, 1 / total.squareRoot())
      logDeterminant += log(total)
      let kept = index < distances.count ? exp(-distances[index] / reach) : 0
      for column in columns.indices {
        let innovation = columns[column][index] - expected[column]
        expected[column] = kept * (expected[column] + gain * innovation)
        result[column][index] = innovation * scale
      }
      variance = kept * kept * (1 - gain) * variance + (1 - kept * kept) * share
    }
    return (result, logDeterminant)
  }
}

extension LeastSquares {
  /// Parameters under one hypothesis of the errors.
  private struct Solution {
    var parameters: [Double]
    var covariance: [[Double]]
    var logLikelihood: Double
  }

  /// Returns the parameters of a fit with their covariance, where the errors along the path are correlated: the mean over what the errors may
  /// be, each weighed by the restricted likelihood of the residuals (Patterson and Thompson, "Recovery of Inter-Block Information when Block
  /// Sizes are Unequal", 1971).
  ///
  /// - Parameters:
  ///   - fit: Its rows of x and of y come in turn, in pixels; behind them those that weigh what is usual.
  ///   - distances: From each place to the next, pixels.
  ///   - usualError: The error of a place, in pixels, by which those last rows are scaled.
  static func withCorrelatedErrors(
    _ fit: LeastSquaresFit, distances: [Double], usualError: Double = 1
  ) -> UncertainVector {
    let solutions = CorrelatedErrors.hypotheses.compactMap { solution(of: fit, $0, distances, usualError) }
    let size = fit.parameters.count
    let most = solutions.map(\.logLikelihood).max() ?? 0
    let likelihoods = solutions.map { exp($0.logLikelihood - most) }
    let total = likelihoods.reduce(0, +)
    var values = [Double](repeating: 0, count: size)
    for (solution, likelihood) in zip(solutions, likelihoods) {
      for i in 0..<size { values[i] += likelihood / total * solution.parameters[i] }
    }
    var covariance = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
    for (solution, likelihood) in zip(solutions, likelihoods) {
      let off = zip(solution.parameters, values).map { $0 - $1 }
      for i in 0..<size {
        for j in 0..<size { covariance[i][j] += likelihood / total * (solution.covariance[i][j] + off[i] * off[j]) }
      }
    }
    guard total > 0 else { return UncertainVector(values: fit.parameters, covariance: fit.unitCovariance) }
    return UncertainVector(values: values, covariance: covariance)
  }

  /// Square pixels.
  private static let leastVariance = 1e-8

  /// Returns one step of Gauss and Newton's method from the fit, by independent errors in place of the correlated ones.
  private static func solution(
    of fit: LeastSquaresFit, _ errors: CorrelatedErrors, _ distances: [Double], _ usualError: Double
  ) -> Solution? {
    let (count, size) = (distances.count + 1, fit.parameters.count)
    let freedom = Double(max(2 * count - size, 1))
    var normal = [[Double]](repeating: [Double](repeating: 0, count: size + 1), count: size + 1)
    var logDeterminant = 0.0
    // The columns of the Jacobian and that of the residuals.
    for coordinate in 0..<2 {
      let columns = (0...size).map { column in
        (0..<count).map { index in
          let row = 2 * index + coordinate
          return column < size ? fit.jacobian[row][column] : fit.residuals[row]
        }
      }
      let white = errors.whitened(columns, distances: distances)
      logDeterminant += white.logDeterminant
      for i in 0...size {
        for j in 0...i { normal[i][j] += zip(white.columns[i], white.columns[j]).reduce(0) { $0 + $1.0 * $1.1 } }
      }
    }
    // Places that are exact leave what is usual a say.
    let ordinary = max(fit.residuals.prefix(2 * count).reduce(0) { $0 + $1 * $1 } / freedom, leastVariance)
    for row in 2 * count..<fit.residuals.count {
      let values = fit.jacobian[row] + [fit.residuals[row]]
      let weight = ordinary / (usualError * usualError)
      for i in 0...size { for j in 0...i { normal[i][j] += weight * values[i] * values[j] } }
    }
    for i in 0...size { for j in 0..<i { normal[j][i] = normal[i][j] } }
    let matrix = normal.prefix(size).map { Array($0.prefix(size)) }
    guard let inverse = inverse(matrix), let logMatrix = Self.logDeterminant(matrix) else { return nil }
    let gradient = normal[size]
    let step = inverse.map { row in zip(row, gradient).reduce(0) { $0 + $1.0 * $1.1 } }
    let squares = max(gradient[size] - zip(step, gradient).reduce(0) { $0 + $1.0 * $1.1 }, .leastNormalMagnitude)
    return Solution(
      parameters: zip(fit.parameters, step).map { $0 - $1 },
      covariance: inverse.map { row in row.map { $0 * squares / freedom } },
      logLikelihood: log(errors.probability) - (logDeterminant + freedom * log(squares) + logMatrix) / 2)
  }
}

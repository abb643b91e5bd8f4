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

  /// Returns values with independent errors of variance 1 in place of these: the innovations of a Kalman filter for the part that lasts.
  ///
  /// - Parameters:
  ///   - values: A row for each of the places, in order.
  ///   - distances: From each place to the next.
  /// - Returns: The values, and the logarithm of the determinant of the errors' covariance.
  func whitened(_ values: Matrix, distances: [Double]) -> (values: Matrix, logDeterminant: Double) {
    var result = values
    var expected = [Double](repeating: 0, count: values.columns)
    var (variance, logDeterminant) = (share, 0.0)
    for index in 0..<values.rows {
      let total = variance + 1 - share
      let (gain, scale) = (variance / total, 1 / total.squareRoot())
      logDeterminant += log(total)
      let kept = index < distances.count ? exp(-distances[index] / reach) : 0
      for column in expected.indices {
        let innovation = values[index, column] - expected[column]
        expected[column] = kept * (expected[column] + gain * innovation)
        result[index, column] = innovation * scale
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
    var covariance: Matrix
    var logLikelihood: Double
  }

  /// The derivatives of a fit and, in the last column, its residuals.
  private struct Rows {
    /// Of x and of y: a row for each place.
    var coordinates: [Matrix]
    /// Of what is usual.
    var usual: Matrix
    /// What the rows of what is usual weigh beside the others.
    var usualWeight: Double
    /// The number of places' coordinates less that of the parameters.
    var freedom: Double

    /// Square pixels.
    private static let leastVariance = 1e-8

    init(_ fit: LeastSquaresFit, places: Int, usualError: Double) {
      let (size, count) = (fit.parameters.count, fit.residuals.count)
      func rows(_ indices: StrideTo<Int>) -> Matrix {
        let indices = Array(indices)
        var result = Matrix(rows: indices.count, columns: size + 1)
        for (row, index) in indices.enumerated() {
          for column in 0..<size { result[row, column] = fit.jacobian[index, column] }
          result[row, size] = fit.residuals[index]
        }
        return result
      }
      coordinates = (0..<2).map { rows(stride(from: $0, to: 2 * places, by: 2)) }
      usual = rows(stride(from: 2 * places, to: count, by: 1))
      freedom = Double(max(2 * places - size, 1))
      // Places that are exact leave what is usual a say.
      let squares = fit.residuals.prefix(2 * places).reduce(0) { $0 + $1 * $1 }
      usualWeight = max(squares / freedom, Self.leastVariance) / (usualError * usualError)
    }
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
    let rows = Rows(fit, places: distances.count + 1, usualError: usualError)
    let solutions = CorrelatedErrors.hypotheses.compactMap { solution(of: fit, rows, $0, distances) }
    let size = fit.parameters.count
    let most = solutions.map(\.logLikelihood).max() ?? 0
    let likelihoods = solutions.map { exp($0.logLikelihood - most) }
    let total = likelihoods.reduce(0, +)
    guard total > 0 else { return UncertainVector(values: fit.parameters, covariance: fit.unitCovariance) }
    var values = [Double](repeating: 0, count: size)
    for (solution, likelihood) in zip(solutions, likelihoods) {
      for i in 0..<size { values[i] += likelihood / total * solution.parameters[i] }
    }
    var covariance = Matrix(rows: size, columns: size)
    for (solution, likelihood) in zip(solutions, likelihoods) {
      let off = zip(solution.parameters, values).map { $0 - $1 }
      for i in 0..<size {
        for j in 0..<size { covariance[i, j] += likelihood / total * (solution.covariance[i, j] + off[i] * off[j]) }
      }
    }
    return UncertainVector(values: values, covariance: covariance)
  }

  /// Returns one step of Gauss and Newton's method from the fit, by independent errors in place of the correlated ones.
  private static func solution(
    of fit: LeastSquaresFit, _ rows: Rows, _ errors: CorrelatedErrors, _ distances: [Double]
  ) -> Solution? {
    let size = fit.parameters.count
    var normal = Matrix(rows: size + 1, columns: size + 1)
    var logDeterminant = 0.0
    for coordinate in rows.coordinates {
      let white = errors.whitened(coordinate, distances: distances)
      logDeterminant += white.logDeterminant
      for row in 0..<white.values.rows { normal.addSquare(of: row, in: white.values) }
    }
    for row in 0..<rows.usual.rows { normal.addSquare(of: row, in: rows.usual, weight: rows.usualWeight) }
    normal.mirror()
    guard let decomposition = CholeskyDecomposition(normal, size: size) else { return nil }
    let inverse = decomposition.inverse
    let gradient = (0..<size).map { normal[size, $0] }
    let step = inverse * gradient
    let squares = max(normal[size, size] - zip(step, gradient).reduce(0) { $0 + $1.0 * $1.1 }, .leastNormalMagnitude)
    var covariance = inverse
    for i in 0..<size { for j in 0..<size { covariance[i, j] *= squares / rows.freedom } }
    return Solution(
      parameters: zip(fit.parameters, step).map { $0 - $1 }, covariance: covariance,
      logLikelihood: log(errors.probability)
        - (logDeterminant + rows.freedom * log(squares) + decomposition.logDeterminant) / 2)
  }
}

// Least squares for a handful of parameters: linear by the normal equations, others by Levenberg and Marquardt's method.
import Glibc

/// Parameters fitted to residuals, with the covariance that residuals of variance 1 would give them.
struct LeastSquaresFit {
  var parameters: [Double]
  var unitCovariance: [[Double]]
  var residuals: [Double]
  /// The derivatives of each residual by the parameters, at the end.
  var jacobian: [[Double]]
}

enum LeastSquares {
  private static let mostSteps = 60
  private static let firstDamping = 1e-3
  private static let mostDamping = 1e12
  /// The share of the sum of squares below which a step gains nothing.
  private static let leastGain = 1e-12

  /// Returns the parameters that minimize the sum of squared residuals (Marquardt, "An Algorithm for Least-Squares
  /// Estimation of Nonlinear Parameters", 1963).
  ///
  /// - Parameters:
  ///   - start: The parameters to begin with.
  ///   - steps: The steps by which derivatives are taken, one for each parameter.
  ///   - residuals: Returns the residuals of parameters, always as many; `nil` for parameters that cannot be.
  /// - Returns: `nil` where the start cannot be, or the residuals do not determine the parameters.
  static func minimize(
    _ start: [Double], steps: [Double], residuals: ([Double]) -> [Double]?
  ) -> LeastSquaresFit? {
    guard var current = residuals(start) else { return nil }
    var (parameters, damping) = (start, firstDamping)
    var cost = squaredLength(current)
    search: for _ in 0..<mostSteps {
      guard let jacobian = jacobian(parameters, steps, residuals) else { return nil }
      let (matrix, gradient) = normalEquations(jacobian, current)
      while true {
        guard damping < mostDamping else { break search }
        var damped = matrix
        for index in damped.indices { damped[index][index] *= 1 + damping }
        if let step = solve(damped, gradient) {
          let next = zip(parameters, step).map { $0 - $1 }
          if let tried = residuals(next) {
            let triedCost = squaredLength(tried)
            if triedCost < cost {
              let gain = cost - triedCost
              (parameters, current, cost) = (next, tried, triedCost)
              damping = max(damping / 10, 1e-12)
              if gain <= leastGain * cost { break search }
              break
            }
          }
        }
        damping *= 10
      }
    }
    guard let slopes = jacobian(parameters, steps, residuals),
      let covariance = inverse(normalEquations(slopes, current).matrix)
    else { return nil }
    return LeastSquaresFit(
      parameters: parameters, unitCovariance: covariance, residuals: current, jacobian: slopes)
  }

  /// Returns the ordinary least-squares solution of rows that are linear in the parameters; `nil` where they do not
  /// determine them.
  static func solveLinear(rows: [[Double]], values: [Double]) -> LeastSquaresFit? {
    guard rows.count == values.count, let first = rows.first, rows.count >= first.count else { return nil }
    let (matrix, right) = normalEquations(rows, values)
    guard let covariance = inverse(matrix) else { return nil }
    let parameters = covariance.map { row in zip(row, right).reduce(0) { $0 + $1.0 * $1.1 } }
    let residuals = zip(rows, values).map { row, value in
      zip(row, parameters).reduce(-value) { $0 + $1.0 * $1.1 }
    }
    return LeastSquaresFit(parameters: parameters, unitCovariance: covariance, residuals: residuals, jacobian: rows)
  }

  /// Returns the change of parameters that takes residuals near zero away, by one step of Gauss and Newton's method.
  static func step(of fit: LeastSquaresFit, for residuals: [Double]) -> [Double] {
    let (_, gradient) = normalEquations(fit.jacobian, residuals)
    return fit.unitCovariance.map { row in -zip(row, gradient).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  private static func squaredLength(_ vector: [Double]) -> Double { vector.reduce(0) { $0 + $1 * $1 } }

  private static func jacobian(
    _ parameters: [Double], _ steps: [Double], _ residuals: ([Double]) -> [Double]?
  ) -> [[Double]]? {
    var columns: [[Double]] = []
    for index in parameters.indices {
      var (below, above) = (parameters, parameters)
      below[index] -= steps[index]
      above[index] += steps[index]
      guard let low = residuals(below), let high = residuals(above) else { return nil }
      columns.append(zip(high, low).map { ($0 - $1) / (2 * steps[index]) })
    }
    guard let count = columns.first?.count else { return nil }
    return (0..<count).map { row in columns.map { $0[row] } }
  }

  private static func normalEquations(_ rows: [[Double]], _ values: [Double]) -> (matrix: [[Double]], right: [Double]) {
    let count = rows.first?.count ?? 0
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    var right = [Double](repeating: 0, count: count)
    for (row, value) in zip(rows, values) {
      for i in 0..<count {
        right[i] += row[i] * value
        for j in 0...i { matrix[i][j] += row[i] * row[j] }
      }
    }
    for i in 0..<count { for j in 0..<i { matrix[j][i] = matrix[i][j] } }
    return (matrix, right)
  }

  private static func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double]? {
    inverse(matrix).map { $0.map { row in zip(row, right).reduce(0) { $0 + $1.0 * $1.1 } } }
  }

  /// Returns the inverse of a symmetric, positive definite matrix; `nil` where it is not positive definite.
  static func inverse(_ matrix: [[Double]]) -> [[Double]]? {
    guard let (lower, scales) = decomposed(matrix) else { return nil }
    let count = matrix.count
    var result = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    for column in 0..<count {
      var vector = [Double](repeating: 0, count: count)
      for i in column..<count {
        var sum = i == column ? 1.0 : 0
        for k in column..<i { sum -= lower[i][k] * vector[k] }
        vector[i] = sum / lower[i][i]
      }
      for i in stride(from: count - 1, through: 0, by: -1) {
        var sum = vector[i]
        for k in i + 1..<max(count, i + 1) { sum -= lower[k][i] * vector[k] }
        vector[i] = sum / lower[i][i]
      }
      for i in 0..<count { result[i][column] = vector[i] / (scales[i] * scales[column]) }
    }
    return result
  }

  /// Returns the logarithm of the determinant of a symmetric, positive definite matrix; `nil` where it is not positive definite.
  static func logDeterminant(_ matrix: [[Double]]) -> Double? {
    guard let (lower, scales) = decomposed(matrix) else { return nil }
    return matrix.indices.reduce(0) { $0 + 2 * log(lower[$1][$1] * scales[$1]) }
  }

  /// Returns Cholesky's decomposition of a matrix that is scaled to a diagonal of ones, and the scales; `nil` where it is not positive
  /// definite.
  private static func decomposed(_ matrix: [[Double]]) -> (lower: [[Double]], scales: [Double])? {
    let count = matrix.count
    let scales = (0..<count).map { matrix[$0][$0].squareRoot() }
    guard scales.allSatisfy({ $0.isFinite && $0 > 0 }) else { return nil }
    var lower = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    for i in 0..<count {
      for j in 0...i {
        var sum = matrix[i][j] / (scales[i] * scales[j])
        for k in 0..<j { sum -= lower[i][k] * lower[j][k] }
        if i == j {
          guard sum > 1e-13 else { return nil }
          lower[i][i] = sum.squareRoot()
        } else {
          lower[i][j] = sum / lower[j][j]
        }
      }
    }
    return (lower, scales)
  }
}

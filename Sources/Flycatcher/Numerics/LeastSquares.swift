// Least squares for a handful of parameters: linear by the normal equations, others by Levenberg and Marquardt's method.

/// Parameters fitted to residuals, with the covariance that residuals of variance 1 would give them.
struct LeastSquaresFit {
  var parameters: [Double]
  var unitCovariance: Matrix
  var residuals: [Double]
  /// The derivatives of each residual by the parameters, at the end: a row each.
  var jacobian: Matrix
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
        for index in parameters.indices { damped[index, index] *= 1 + damping }
        if let inverse = inverse(damped) {
          let step = inverse * gradient
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
  static func solveLinear(rows: Matrix, values: [Double]) -> LeastSquaresFit? {
    guard rows.rows == values.count, rows.rows >= rows.columns, rows.columns > 0 else { return nil }
    let (matrix, right) = normalEquations(rows, values)
    guard let covariance = inverse(matrix) else { return nil }
    let parameters = covariance * right
    let residuals = values.indices.map { row in
      parameters.indices.reduce(-values[row]) { $0 + rows[row, $1] * parameters[$1] }
    }
    return LeastSquaresFit(parameters: parameters, unitCovariance: covariance, residuals: residuals, jacobian: rows)
  }

  /// Returns the change of parameters that takes residuals near zero away, by one step of Gauss and Newton's method.
  static func step(of fit: LeastSquaresFit, for residuals: [Double]) -> [Double] {
    let (_, gradient) = normalEquations(fit.jacobian, residuals)
    return (fit.unitCovariance * gradient).map { -$0 }
  }

  private static func squaredLength(_ vector: [Double]) -> Double { vector.reduce(0) { $0 + $1 * $1 } }

  private static func jacobian(
    _ parameters: [Double], _ steps: [Double], _ residuals: ([Double]) -> [Double]?
  ) -> Matrix? {
    var result: Matrix?
    for column in parameters.indices {
      var (below, above) = (parameters, parameters)
      below[column] -= steps[column]
      above[column] += steps[column]
      guard let low = residuals(below), let high = residuals(above) else { return nil }
      var matrix = result.take() ?? Matrix(rows: high.count, columns: parameters.count)
      for row in high.indices { matrix[row, column] = (high[row] - low[row]) / (2 * steps[column]) }
      result = matrix
    }
    return result
  }

  private static func normalEquations(_ rows: Matrix, _ values: [Double]) -> (matrix: Matrix, right: [Double]) {
    var matrix = Matrix(rows: rows.columns, columns: rows.columns)
    var right = [Double](repeating: 0, count: rows.columns)
    for row in 0..<rows.rows {
      for i in 0..<rows.columns { right[i] += rows[row, i] * values[row] }
      matrix.addSquare(of: row, in: rows)
    }
    matrix.mirror()
    return (matrix, right)
  }

  /// Returns the inverse of a symmetric, positive definite matrix; `nil` where it is not positive definite.
  private static func inverse(_ matrix: Matrix) -> Matrix? {
    CholeskyDecomposition(matrix, size: matrix.rows)?.inverse
  }
}

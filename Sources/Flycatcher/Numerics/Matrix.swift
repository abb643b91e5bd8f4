// Small dense matrices, and what is asked of those that are symmetric and positive definite.
import Glibc

/// A matrix of a handful of columns, row by row.
struct Matrix {
  let rows: Int
  let columns: Int
  private var elements: [Double]

  /// A matrix of zeros.
  init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    elements = [Double](repeating: 0, count: rows * columns)
  }

  subscript(row: Int, column: Int) -> Double {
    get { elements[row * columns + column] }
    set { elements[row * columns + column] = newValue }
  }

  /// Adds the product of a row with its transpose, times a weight, to the lower half.
  mutating func addSquare(of row: Int, in other: Matrix, weight: Double = 1) {
    for i in 0..<columns {
      for j in 0...i { self[i, j] += weight * other[row, i] * other[row, j] }
    }
  }

  /// Copies the lower half to the upper one.
  mutating func mirror() {
    for i in 0..<rows { for j in 0..<i { self[j, i] = self[i, j] } }
  }

  static func * (left: Matrix, right: [Double]) -> [Double] {
    (0..<left.rows).map { row in right.indices.reduce(0) { $0 + left[row, $1] * right[$1] } }
  }
}

/// Cholesky's decomposition of a symmetric, positive definite matrix, which is scaled to a diagonal of ones.
struct CholeskyDecomposition {
  private var lower: Matrix
  private let scales: [Double]

  /// - Parameter size: The number of rows and columns, from the first on, that are decomposed.
  /// - Returns: `nil` where the matrix is not positive definite.
  init?(_ matrix: Matrix, size: Int) {
    scales = (0..<size).map { matrix[$0, $0].squareRoot() }
    guard scales.allSatisfy({ $0.isFinite && $0 > 0 }) else { return nil }
    lower = Matrix(rows: size, columns: size)
    for i in 0..<size {
      for j in 0...i {
        var sum = matrix[i, j] / (scales[i] * scales[j])
        for k in 0..<j { sum -= lower[i, k] * lower[j, k] }
        if i == j {
          guard sum > 1e-13 else { return nil }
          lower[i, i] = sum.squareRoot()
        } else {
          lower[i, j] = sum / lower[j, j]
        }
      }
    }
  }

  var inverse: Matrix {
    let size = lower.rows
    var result = Matrix(rows: size, columns: size)
    for column in 0..<size {
      for i in column..<size {
        var sum = i == column ? 1.0 : 0
        for k in column..<i { sum -= lower[i, k] * result[k, column] }
        result[i, column] = sum / lower[i, i]
      }
      for i in stride(from: size - 1, through: 0, by: -1) {
        var sum = result[i, column]
        for k in i + 1..<max(size, i + 1) { sum -= lower[k, i] * result[k, column] }
        result[i, column] = sum / lower[i, i]
      }
    }
    for i in 0..<size { for j in 0..<size { result[i, j] /= scales[i] * scales[j] } }
    return result
  }

  var logDeterminant: Double {
    scales.indices.reduce(0) { $0 + 2 * log(lower[$1, $1] * scales[$1]) }
  }
}

// Small symmetric systems of equations, solved in place.

/// Eight symmetric, positive definite equations in eight unknowns.
struct SymmetricSystem {
  var rows = InlineArray<8, SIMD8<Double>>(repeating: .zero)
  var right = SIMD8<Double>.zero

  /// Fixes the unknowns from `first` on at 0.
  mutating func fix(from first: Int) {
    for k in 0..<8 {
      for i in first..<8 {
        rows[k][i] = k == i ? 1 : 0
        rows[i][k] = k == i ? 1 : 0
      }
    }
    for i in first..<8 { right[i] = 0 }
  }

  /// Returns the solution; `nil` where the equations do not determine it.
  ///
  /// - Parameter damping: The share by which the diagonal is raised (Levenberg and Marquardt).
  func solve(damping: Double = 1e-3) -> SIMD8<Double>? {
    var (m, r) = (rows, right)
    var trace = 0.0
    for k in 0..<8 { trace += m[k][k] }
    guard trace > 0, trace.isFinite else { return nil }
    for k in 0..<8 { m[k][k] += damping * m[k][k] + 1e-7 * trace }
    for k in 0..<8 {
      guard m[k][k] > 1e-12 * trace else { return nil }
      for i in k + 1..<8 {
        let factor = m[i][k] / m[k][k]
        m[i] -= m[k] * factor
        r[i] -= r[k] * factor
      }
    }
    var x = SIMD8<Double>.zero
    for k in stride(from: 7, through: 0, by: -1) { x[k] = (r[k] - (m[k] * x).sum()) / m[k][k] }
    return x
  }
}

// The assignment problem: rows to columns, with the least sum of costs.

/// The assignment of rows to columns with the least sum of costs, each column to one row at most (Kuhn 1955, "The Hungarian
/// Method for the Assignment Problem"; by shortest augmenting paths, as in Jonker and Volgenant 1987).
struct Assignment: Sendable {
  /// The column of each row.
  private(set) var columns: [Int] = []

  /// Solves the problem; assigns nothing where there are fewer columns than rows, or rows of different lengths.
  ///
  /// - Parameter costs: Finite costs, a row for each that is assigned to a column.
  init(_ costs: [[Double]]) {
    let count = costs.first?.count ?? 0
    guard costs.count <= count, costs.allSatisfy({ $0.count == count && $0.allSatisfy(\.isFinite) }) else { return }
    // Row 0 and column 0 stand for none.
    var rowPotentials = [Double](repeating: 0, count: costs.count + 1)
    var columnPotentials = [Double](repeating: 0, count: count + 1)
    var rows = [Int](repeating: 0, count: count + 1)
    for row in 1...max(costs.count, 1) where row <= costs.count {
      var least = [Double](repeating: .infinity, count: count + 1)
      var previous = [Int](repeating: 0, count: count + 1)
      var isVisited = [Bool](repeating: false, count: count + 1)
      rows[0] = row
      var column = 0
      repeat {
        isVisited[column] = true
        let current = rows[column]
        var (step, next) = (Double.infinity, 0)
        for other in 1...count where !isVisited[other] {
          let reduced = costs[current - 1][other - 1] - rowPotentials[current] - columnPotentials[other]
          if reduced < least[other] { (least[other], previous[other]) = (reduced, column) }
          if least[other] < step { (step, next) = (least[other], other) }
        }
        for other in 0...count {
          if isVisited[other] {
            rowPotentials[rows[other]] += step
            columnPotentials[other] -= step
          } else {
            least[other] -= step
          }
        }
        column = next
      } while rows[column] != 0
      while column != 0 {
        rows[column] = rows[previous[column]]
        column = previous[column]
      }
    }
    columns = [Int](repeating: 0, count: costs.count)
    for column in 1...max(count, 1) where column <= count && rows[column] > 0 { columns[rows[column] - 1] = column - 1 }
  }
}

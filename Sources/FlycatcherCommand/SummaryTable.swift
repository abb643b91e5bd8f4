// Text in columns, for people.
import FlycatcherPipeline

/// A head and rows of as many cells; the last column is aligned to the left, the others to the right.
struct SummaryTable {
  var head: [String]
  var rows: [[String]] = []

  var text: String {
    let table = [head] + rows
    let widths = head.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    let lines = table.map { row in
      row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column == row.count - 1 ? row[column] : space + row[column]
      }.joined(separator: "  ")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A place as a summary shows it.
func placeText(_ x: Double, _ y: Double) -> String { "(\(decimal(x, 3)), \(decimal(y, 3)))" }

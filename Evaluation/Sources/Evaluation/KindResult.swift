// The figures of a kind, as a table and as a file.
import Foundation

/// Everything measured over the clips of one kind.
struct KindResult {
  var kind: String
  var title: String
  /// Column heads, then a row a clip; numbers as text.
  var head: [String] = []
  var rows: [[String]] = []
  /// The figures over all clips, in the order in which they are printed.
  var figures: [(name: String, value: Double)] = []

  /// The table, and the figures below it.
  var text: String {
    let table = [head] + rows
    let widths = head.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    let lines = table.map { row in
      row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + padding : padding + row[column]
      }.joined(separator: "  ")
    }
    let summary = figures.map { "\($0.name) \(decimal($0.value, 3))" }.joined(separator: "  ")
    return (["== \(title)"] + lines + [summary, ""]).joined(separator: "\n")
  }
}

/// The figures of all kinds, as they are kept in a file.
struct Results: Codable {
  var kinds: [String: [String: Double]]

  init(_ results: [KindResult]) {
    kinds = [:]
    for result in results {
      let finite = result.figures.filter { $0.value.isFinite }
      kinds[result.kind] = Dictionary(finite.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }
  }

  init(contentsOf file: URL) throws {
    self = try JSONDecoder().decode(Results.self, from: Data(contentsOf: file))
  }

  func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: file)
  }
}

/// A number with so many digits after the point; a dash for what is no number.
func decimal(_ value: Double, _ digits: Int) -> String {
  value.isNaN ? "–" : String(format: "%.\(digits)f", value)
}

// The quick rows against the most that each may be: what continuous integration checks.
import Foundation

/// Ratios of a thread's processor time, not of clock time, so that other work on the machine moves them little; and the smallest of
/// several attempts, for what other work does to the caches only makes a row larger.
enum CeilingCheck {
  private static let attempts = 3
  /// The ceiling that is written for a row, as a multiple of what was measured.
  private static let margin = 2.0
  /// Allocations that come of nothing but what the frames hold.
  private static let slack = 0.5

  struct Exceeded: Error, CustomStringConvertible {
    var description: String
  }

  /// - Parameters:
  ///   - path: The file of ceilings, by the names of the rows.
  ///   - isWritten: Whether it is written anew, from what is measured.
  static func run(_ path: String, isWritten: Bool) throws {
    let url = URL(fileURLWithPath: path)
    guard !isWritten else { return try write(to: url) }
    let ceilings = try JSONDecoder().decode([String: Double].self, from: Data(contentsOf: url))
    var smallest: [String: Double] = [:]
    for attempt in 1...attempts {
      var table = Table()
      try measure(&table)
      smallest.merge(table.values) { min($0, $1) }
      let above = ceilings.filter {
        smallest[$0.key].map { $0.isNaN } ?? true || smallest[$0.key, default: .nan] > $0.value
      }
      guard !above.isEmpty else { return report(smallest, ceilings) }
      guard attempt == attempts else { continue }
      report(smallest, ceilings)
      throw Exceeded(description: "Above their ceilings: \(above.keys.sorted().joined(separator: "; ")).")
    }
  }

  private static func measure(_ table: inout Table) throws {
    try TrajectoryBenchmark.run(&table)
    try ObjectBenchmark.runLevels(&table)
    try RectangleRows.run(&table)
  }

  private static func write(to url: URL) throws {
    var smallest: [String: Double] = [:]
    for _ in 0..<attempts {
      var table = Table()
      try measure(&table)
      smallest.merge(table.values) { min($0, $1) }
    }
    let ceilings = smallest.mapValues { (($0 * margin + slack) * 10).rounded(.up) / 10 }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(ceilings) + Data("\n".utf8)).write(to: url)
    report(smallest, ceilings)
  }

  private static func report(_ values: [String: Double], _ ceilings: [String: Double]) {
    for (name, ceiling) in ceilings.sorted(by: { $0.key < $1.key }) {
      let value = values[name, default: .nan]
      print(String(format: "%8.2f  at most %7.1f  %@%@", value, ceiling, name, value <= ceiling ? "" : "   EXCEEDED"))
    }
  }
}

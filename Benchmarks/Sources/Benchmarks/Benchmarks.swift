// Measures what the project promises, each beside a yardstick of the same run, and prints the ratios as a table.
import DemoScene
import Flycatcher
import Foundation

@main
struct Benchmarks {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "rectangles" { return try RectangleBenchmark.run(Array(arguments.dropFirst())) }
    if arguments.first == "objects", let folder = arguments.dropFirst().first { return try ObjectClips.run(folder) }
    if arguments.first == "check", let path = arguments.dropFirst().first {
      return try CeilingCheck.run(path, isWritten: arguments.contains("--write"))
    }
    if arguments.first == "record" { return try FilmBenchmark.record(Array(arguments.dropFirst())) }
    if arguments.first == "profile", let path = arguments.dropFirst().first {
      return try FilmBenchmark.profile(path, rounds: arguments.dropFirst(2).first.flatMap { Int($0) } ?? 10)
    }
    var table = Table()
    if arguments.first == "films" {
      for path in arguments.dropFirst() { try FilmBenchmark.run(path, &table) }
      return print(table)
    }
    let isWanted = { (name: String) in arguments.isEmpty || arguments.contains(name) }
    if isWanted("trajectories") { try TrajectoryBenchmark.run(&table) }
    if isWanted("objects") { try ObjectBenchmark.run(&table) }
    if isWanted("rectangle-rows") { try RectangleRows.run(&table) }
    if isWanted("pipelines") { try PipelineBenchmark.run(&table) }
    print(table)
  }
}

/// Rows of a table with a ratio to a yardstick.
struct Table: CustomStringConvertible {
  private var rows: [[String]] = [["what", "measured", "yardstick", "ratio", "at most"]]
  /// The ratio of each row, or what it counts.
  private(set) var values: [String: Double] = [:]

  mutating func add(_ what: String, _ value: Double, _ unit: String, beside yardstick: (String, Double), limit: Double?)
  {
    values[what] = value / yardstick.1
    let number = { (value: Double) in String(format: "%.3g %@", value, unit) }
    rows.append([
      what, number(value), "\(yardstick.0) \(number(yardstick.1))", String(format: "%.2f", value / yardstick.1),
      limit.map { String(format: "%.2f", $0) } ?? "",
    ])
  }

  mutating func add(_ what: String, count: Double, limit: Double?) {
    values[what] = count
    rows.append([what, String(format: "%.2f", count), "", "", limit.map { String(format: "%.2f", $0) } ?? ""])
  }

  var description: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}

// `Evaluation floors`: shows the floors beside the figures of the last run, and raises them.
import ArgumentParser
import Foundation

struct FloorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "floors", abstract: "Show the floors beside the figures of the last run, or raise them.",
    discussion: "A floor is only ever raised. A new one is written by hand, as 0, and raised from there.")

  @Option(help: ArgumentHelp("The floors of the figures.", valueName: "file"), completion: .file())
  var floors = "Evaluation/floors.json"

  @Option(help: ArgumentHelp("The figures of a run.", valueName: "file"), completion: .file())
  var results = "Evaluation/.build/runs/results.json"

  @Flag(help: "Raise each floor to the figure of the run, rounded to the next hundredth that it reaches.")
  var raise = false

  func run() throws {
    let file = URL(fileURLWithPath: floors)
    var floors = try Floors(contentsOf: file)
    let figures = try Results(contentsOf: URL(fileURLWithPath: results)).kinds
    if raise {
      floors.raise(to: figures)
      try floors.write(to: file)
    }
    for (kind, limits) in floors.kinds.sorted(by: { $0.key < $1.key }) {
      for (name, limit) in limits.sorted(by: { $0.key < $1.key }) {
        print("\(kind) \(name): \(limit.text); the run: \(figures[kind]?[name].map { decimal($0, 4) } ?? "–")")
      }
    }
  }
}

extension Floors {
  /// Raises each floor to the figure that was reached; one that was not reached stays.
  mutating func raise(to figures: [String: [String: Double]]) {
    for (kind, limits) in kinds {
      for (name, limit) in limits {
        guard let value = figures[kind]?[name] else { continue }
        var limit = limit
        if let floor = limit.atLeast { limit.atLeast = max(floor, (value * 100).rounded(.down) / 100) }
        if let ceiling = limit.atMost { limit.atMost = min(ceiling, (value * 100).rounded(.up) / 100) }
        kinds[kind]?[name] = limit
      }
    }
  }
}

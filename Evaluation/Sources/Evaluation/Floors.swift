// The floors below which no figure may fall.
import ArgumentParser
import Clips
import Foundation

/// Limits of figures, by kind and by name of the figure.
struct Floors: Codable {
  struct Limit: Codable {
    var atLeast: Double?
    var atMost: Double?

    func admits(_ value: Double) -> Bool {
      value >= atLeast ?? -.infinity && value <= atMost ?? .infinity
    }

    var text: String {
      [atLeast.map { "at least \($0)" }, atMost.map { "at most \($0)" }].compactMap { $0 }.joined(separator: ", ")
    }
  }

  var kinds: [String: [String: Limit]]

  init(contentsOf file: URL) throws {
    kinds = try JSONDecoder().decode([String: [String: Limit]].self, from: Data(contentsOf: file))
  }

  func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode(kinds) + Data("\n".utf8)).write(to: file)
  }

  /// Prints every figure that has a floor, and fails where one is below it.
  func check(_ results: [KindResult]) throws {
    var failures = 0
    for result in results {
      for (name, limit) in (kinds[result.kind] ?? [:]).sorted(by: { $0.key < $1.key }) {
        guard let value = result.figures.first(where: { $0.name == name })?.value, !value.isNaN else {
          complain("\(result.kind): there is no figure \(name).")
          failures += 1
          continue
        }
        guard !limit.admits(value) else { continue }
        complain("\(result.kind): \(name) is \(decimal(value, 4)); it must be \(limit.text).")
        failures += 1
      }
    }
    guard failures == 0 else { throw ExitCode.failure }
    print("No figure is below its floor.")
  }
}

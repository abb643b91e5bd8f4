// `Evaluation sensitivity`: moves each tuned number of the trajectory detector, and writes down what that does to the figures.
import ArgumentParser
import Clips
import Detection
@_spi(Evaluation) import Flycatcher
import Foundation
import Scenes
import Scoring

struct Sensitivity: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Move each tuned number of the trajectory detector, and see what that does to the figures.",
    discussion: """
      Each number is made smaller and larger by a share, the others as they are. All of them run beside each other over \
      each clip, which is decoded once. Written is the mean F1 of the clips with flights, and the false reports a minute \
      of the others; the table marks what moves the mean F1 by more than 0.02.
      """)

  @Option(help: ArgumentHelp("The folder of clips with known truth.", valueName: "folder"), completion: .directory)
  var data = "../shared/data"

  @OptionGroup
  var options: SensitivityOptions

  @Option(help: ArgumentHelp("Only these clips, by name, separated by commas.", valueName: "name,…"))
  var only: String?

  @Option(help: ArgumentHelp("Only clips with no more pixels a frame.", valueName: "pixels"))
  var largest: Double?

  @Option(help: ArgumentHelp("The table to write, in Markdown.", valueName: "file"), completion: .file())
  var output = "Evaluation/sensitivity.md"

  /// The minimum confidence of the command.
  private static let minimumConfidence = 0.5
  /// What a number may move the mean F1 by without a word about it.
  private static let mostChange = 0.02

  func run() throws {
    let standard = try TrajectoryDetector().tunedNumbers
    let names = try options.wanted(standard.keys.sorted())
    var variants: [[String: Double]] = [[:]]
    for name in names {
      guard let value = standard[name] else { continue }
      for moved in options.moved(value) {
        // A share or a probability stays one.
        variants.append([name: value < 1 && moved >= 1 ? 0.99 : moved])
      }
    }
    let flying = try figures("trajectories", variants)
    let still = try figures("nofly", variants)
    guard flying.count + still.count > 0 else { throw EvaluationError("\(data) holds no clips.") }
    let text = table(names, standard, flying: Columns(flying, variants.count), still: Columns(still, variants.count))
    try Data(text.utf8).write(to: URL(fileURLWithPath: output))
    print(text)
  }

  /// The figures of each variant for each clip of a folder.
  private func figures(_ folder: String, _ variants: [[String: Double]]) throws -> [[TrajectoryFigures]] {
    let path = URL(fileURLWithPath: data).appendingPathComponent(folder)
    guard FileManager.default.fileExists(atPath: path.path) else { return [] }
    let names = only.map { Set($0.split(separator: ",").map(String.init)) }
    let clips = try Clip.all(in: path).filter { names?.contains($0.name) ?? true }.filter { clip in
      guard let largest else { return true }
      let truth = try clip.load(TrajectoryTruth.self)
      return truth.width * truth.height <= largest
    }
    let detectors = try variants.map { numbers in
      var detector = try TrajectoryDetector()
      detector.tunedNumbers = numbers
      return detector
    }
    let results = concurrently(clips, jobs: options.jobs) { clip in
      let result = Result { try DetectedClip.all(clip, detectors.map { (.plain, $0) }) }
      complain("  \(clip.name)")
      return result
    }
    return try results.map { result in
      try result.get().map { $0.figures(minimumConfidence: Self.minimumConfidence) }
    }
  }

  /// The figures of each variant over all clips of a kind.
  private struct Columns {
    var clips: Int
    var totals: [TrajectoryFigures]

    init(_ figures: [[TrajectoryFigures]], _ variants: Int) {
      clips = figures.count
      totals = (0..<variants).map { variant in
        var total = TrajectoryFigures()
        for clip in figures { total += clip[variant] }
        return total
      }
    }
  }

  private func table(_ names: [String], _ standard: [String: Double], flying: Columns, still: Columns) -> String {
    let percent = options.percent
    var text = """
      # What each tuned number does

      Written by `make sensitivity`. Each number is made smaller and larger by \(percent) %, the others as they are, over \(flying.clips) clips with
      flights (\(flying.totals[0].arcs) arcs) and \(still.clips) in which nothing flies.

      As they are: mean F1 of the clips \(decimal(flying.totals[0].clipF1, 3)), F1 \(decimal(flying.totals[0].f1, 3)), \
      \(decimal(still.totals[0].falsePerMinute, 2)) false reports a minute where nothing flies.

      | number | value | mean F1, −\(percent) % | +\(percent) % | F1, −\(percent) % | +\(percent) % | false a minute, −\(percent) % | +\(percent) % | |
      |---|---|---|---|---|---|---|---|---|

      """
    var sensitive = 0
    for (index, name) in names.enumerated() {
      let moved = [2 * index + 1, 2 * index + 2]
      let changes = moved.map { flying.totals[$0].clipF1 - flying.totals[0].clipF1 }
      let isSensitive = changes.contains { abs($0) > Self.mostChange }
      if isSensitive { sensitive += 1 }
      var row = [name, "\(standard[name] ?? .nan)"] + changes.map(signed)
      row += moved.map { signed(flying.totals[$0].f1 - flying.totals[0].f1) }
      row += moved.map { decimal(still.totals[$0].falsePerMinute, 2) }
      text += "| \(row.joined(separator: " | ")) | \(isSensitive ? "moves much" : "") |\n"
    }
    return text + "\n\(names.count) numbers; \(sensitive) of them move the mean F1 by more than \(Self.mostChange).\n"
  }

  private func signed(_ value: Double) -> String { value.isNaN ? "–" : String(format: "%+.3f", value) }
}

// `Evaluation sensitivity-objects`: moves each tuned number of the object tracker, and writes down what that does to the figures.
import ArgumentParser
import Clips
import Detection
@_spi(Evaluation) import Flycatcher
import Foundation
import Scoring

struct ObjectSensitivity: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity-objects",
    abstract: "Move each tuned number of the object tracker, and see what that does to the figures.",
    discussion: """
      Each number is made smaller and larger by a share, the others as they are. The object of each clip is followed in the \
      process from several starts at both levels. Written are the mean overlap of the clips, and the shares of the frames \
      that are held or lost falsely; the table marks what moves the mean overlap by more than 0.02.
      """)

  @Option(help: ArgumentHelp("The folder of clips with known boxes.", valueName: "folder"), completion: .directory)
  var clips = "../shared/data/tracking"

  @OptionGroup
  var options: SensitivityOptions

  @Option(help: ArgumentHelp("The most frames to follow from each start.", valueName: "count"))
  var most = 60

  @Option(help: ArgumentHelp("The table to write, in Markdown.", valueName: "file"), completion: .file())
  var output = "Evaluation/sensitivity-objects.md"

  func validate() throws {
    guard most > 1 else { throw ValidationError("--most must be above 1.") }
  }

  private static let levels = [ObjectTracker.TrackingLevel.accurate, .fast]
  /// What a number may move the mean overlap by without a word about it.
  private static let mostChange = 0.02

  private struct Variant: Sendable {
    var level: ObjectTracker.TrackingLevel
    var numbers: [String: Double]
  }

  func run() throws {
    let standards = try Self.levels.map { try ObjectTracker(Self.settings($0)).tunedNumbers }
    let names = try options.wanted(standards[0].keys.sorted())
    var variants: [Variant] = []
    for (level, standard) in zip(Self.levels, standards) {
      variants.append(Variant(level: level, numbers: [:]))
      for name in names {
        let value = standard[name] ?? 0
        for moved in options.moved(value) {
          variants.append(Variant(level: level, numbers: [name: moved]))
        }
      }
    }
    let (most, all) = (most, variants)
    let results = concurrently(try Clip.all(in: URL(fileURLWithPath: clips)), jobs: options.jobs) { clip in
      let result = Result {
        let decoded = try DecodedClip(clip)
        return try all.map { try Self.figures(decoded, $0, most: most) }
      }
      complain("  \(clip.name)")
      return result
    }
    guard !results.isEmpty else { throw EvaluationError("\(clips) holds no clips.") }
    var totals = variants.map { _ in FollowedFigures() }
    for result in results { for (index, figures) in try result.get().enumerated() { totals[index] += figures } }
    let text = table(names, standards, totals, clips: results.count)
    try Data(text.utf8).write(to: URL(fileURLWithPath: output))
    print(text)
  }

  private static func settings(_ level: ObjectTracker.TrackingLevel) -> ObjectTracker.Settings {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    settings.maximumThreads = 1
    return settings
  }

  /// The figures of a clip: the mean overlap of the starts, and the frames of all of them.
  private static func figures(_ clip: DecodedClip, _ variant: Variant, most: Int) throws -> FollowedFigures {
    var figures = FollowedFigures()
    for run in clip.runs {
      figures += FollowedFigures(try clip.follow(run, settings(variant.level), numbers: variant.numbers, most: most))
    }
    return figures.averaged
  }

  private func table(_ names: [String], _ standards: [[String: Double]], _ totals: [FollowedFigures], clips: Int)
    -> String
  {
    let percent = options.percent
    let count = totals.count / Self.levels.count
    var text = """
      # What each tuned number of the object tracker does

      Written by `make sensitivity`. Each number is made smaller and larger by \(percent) %, the others as they are; \(clips) clips, each
      followed from several starts (\(totals[0].frames) frames at each level).

      """
    for (level, standard) in zip(Self.levels.indices, standards) {
      let figures = totals[level * count..<(level + 1) * count].map { $0 }
      text += """

        ## `\(Self.levels[level].rawValue)`

        As they are: mean overlap \(decimal(figures[0].overlap, 3)), \(decimal(100 * figures[0].falselyHeld, 2)) % of the frames held falsely, \
        \(decimal(100 * figures[0].falselyLost, 2)) % lost falsely.

        | number | value | mean overlap, −\(percent) % | +\(percent) % | held falsely, −\(percent) % | +\(percent) % | lost falsely, −\(percent) % | +\(percent) % | |
        |---|---|---|---|---|---|---|---|---|

        """
      var sensitive = 0
      for (index, name) in names.enumerated() {
        let moved = [figures[2 * index + 1], figures[2 * index + 2]]
        let changes = moved.map { $0.overlap - figures[0].overlap }
        let isSensitive = changes.contains { abs($0) > Self.mostChange }
        if isSensitive { sensitive += 1 }
        var row = [name, "\(standard[name] ?? .nan)"] + changes.map { String(format: "%+.3f", $0) }
        row += moved.map { decimal(100 * $0.falselyHeld, 2) + " %" }
        row += moved.map { decimal(100 * $0.falselyLost, 2) + " %" }
        text += "| \(row.joined(separator: " | ")) | \(isSensitive ? "moves much" : "") |\n"
      }
      text += "\n\(names.count) numbers; \(sensitive) of them move the mean overlap by more than \(Self.mostChange).\n"
    }
    return text
  }
}

// `Evaluation versions`: judges the detector on films as they might as well have come, and with things drawn into them.
import ArgumentParser
import Clips
import Detection
@_spi(Evaluation) import Flycatcher
import Foundation
import Scenes
import Scoring

struct Versions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Judge the detector on films as they might as well have come, and with things drawn into them.",
    discussion: """
      Each film is analyzed as it was taken, with each change that suits it, as a camera held in a hand would have taken it, \
      and with flights and what moves otherwise drawn into it. The detector is the one that is built, with its \
      coefficients: films that they were fitted to are better than others. Prints the figures of each version over all films.
      """)

  @Option(
    help: ArgumentHelp("A folder of clips with truth; may be repeated.", valueName: "folder"), completion: .directory)
  var clips = ["../shared/data/trajectories", "../shared/data/nofly"]

  @Option(help: ArgumentHelp("What is drawn in, and where.", valueName: "number"))
  var seed: UInt64 = 0

  @Option(
    help: ArgumentHelp(
      "Only these versions, separated by commas.", discussion: "Values: \(titles.joined(separator: ", ")).",
      valueName: "version,…"),
    transform: { text in
      try text.split(separator: ",").map { name in
        guard titles.contains(String(name)) else { throw ValidationError("\(name) is no version.") }
        return String(name)
      }
    })
  var only = titles

  @Option(help: ArgumentHelp("Number of clips that are analyzed at once.", valueName: "count"))
  var jobs = 2

  @Flag(help: "Print the figures of each film in which something is missed or false, too.")
  var films = false

  func validate() throws {
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs is \(jobs); it must be 1 to 64.") }
  }

  func run() throws {
    let judged = try concurrently(Array(Clip.all(in: clips).enumerated()), jobs: jobs) { index, clip in
      Result { try judge(clip, seed: UInt64(index) &+ 1000 &* seed) }
    }.flatMap { try $0.get() }
    for title in Self.titles where only.contains(title) {
      var total = TrajectoryFigures()
      for one in judged where one.title == title {
        total += one.figures
        if films, one.figures.clipF1 < 1 { print("  \(one.film): \(row(one.figures))") }
      }
      if !total.clips.isEmpty { print("\(title): \(total.clips.count) films, \(row(total))") }
    }
  }

  /// What was reported of one version of a film.
  private struct Judged: Sendable {
    var film: String
    var title: String
    var figures: TrajectoryFigures
  }

  private static let titles =
    [plain] + FilmChange.allCases.map(\.rawValue) + [held] + DrawnThings.Kind.allCases.map(title)

  private static let (plain, held) = ("plain", "held")

  private static func title(_ kind: DrawnThings.Kind) -> String { "\(kind)" }

  private func judge(_ clip: Clip, seed: UInt64) throws -> [Judged] {
    let truth = try clip.load(TrajectoryTruth.self)
    var versions: [(title: String, version: FilmVersion)] = [(Self.plain, .plain)]
    versions += FilmChange.allCases.filter { $0.suits(truth) }.map { ($0.rawValue, .changed($0)) }
    versions.append((Self.held, .held(HeldCamera(over: truth, seed: seed))))
    versions.append((Self.title(.flights), .drawn(.flights(over: truth, seed: seed))))
    versions.append((Self.title(.motions), .drawn(.motions(over: truth, seed: seed))))
    versions.removeAll { !only.contains($0.title) }
    let detector = try TrajectoryDetector()
    let detected = try DetectedClip.all(
      clip, isMirrored: false, versions.map { ($0.version, detector) }, keepsEnded: false)
    return zip(versions, detected).map {
      Judged(
        film: clip.name, title: $0.title, figures: $1.figures(minimumConfidence: Fit.minimumConfidence))
    }
  }

  private func row(_ figures: TrajectoryFigures) -> String {
    "\(figures.arcs) arcs, \(figures.found) found, \(figures.falseReports) false: \(figures.rates)"
  }
}

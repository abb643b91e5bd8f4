// `Evaluation score`: runs the command over clips with truth, prints a table a kind, and writes the page of pictures.
import ArgumentParser
import Clips
import Foundation
import Scenes
import Scoring

struct Score: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the command over clips with truth, and score what it reports.",
    discussion: """
      Nothing is set for a clip: trajectories run on defaults, an object or a rectangle is nominated once, in the first frame.

      Scenes are rendered with exact truth. DATA holds, each optional:
        trajectories/NAME.mp4 + NAME.json   {"name", "width", "height", "fps", "frames", "arcs": [{"radius", "points": \
      [[frame, x, y], …]}], "ignored": [[first frame, last frame, left, top, right, bottom], …]}
        nofly/, moving/                     the same, with no arc; from a camera that moves (only when asked for)
        tracking/NAME.mp4 + NAME.json       "boxes": [[x, y, width, height] or null, …] a frame
        quads/NAME.mp4 + NAME.json          "quads": [[[x, y] × 4] or null, …] a frame
        rectangles/*.jpg + truth.json       {"file.jpg": [[x, y] × 4]}
        screens/*.jpg + truth.json          {"file.jpg": {"size": [width, height], "quads": [[[x, y] × 4], …]}}
      in pixels, counted by their centers.
      """)

  @OptionGroup var options: RunOptions

  @Option(help: ArgumentHelp("Number of rendered scenes of each family.", valueName: "count"))
  var seeds = 2

  @Option(help: ArgumentHelp("The first seed of the rendered scenes.", valueName: "number"))
  var firstSeed = 0

  @Option(help: ArgumentHelp("The kinds to score, separated by commas.", valueName: "kind,…"))
  var kind: KindList?

  @Option(
    help: ArgumentHelp("Score as if this minimum confidence had been asked for, 0 to 1.", valueName: "confidence"))
  var minimumConfidence = 0.5

  @Option(
    help: ArgumentHelp("Logged tracks and candidates, JSON Lines; adds the stages' columns.", valueName: "file"),
    completion: .file())
  var log: String?

  @Flag(help: "Fail where a figure is below its floor.")
  var check = false

  @Option(help: ArgumentHelp("The floors of the figures.", valueName: "file"), completion: .file())
  var floors = "Evaluation/floors.json"

  @Option(help: ArgumentHelp("Folder for the page of pictures.", valueName: "folder"), completion: .directory)
  var report = "Evaluation/report"

  @Flag(
    inversion: .prefixedNo, help: "Write the page of pictures; runs the trajectories once more, at every confidence.")
  var page = true

  func validate() throws {
    guard seeds > 0, firstSeed >= 0 else { throw ValidationError("--seeds must be above 0, --first-seed 0 or more.") }
  }

  func run() throws {
    let runner = try Runner(options)
    let stages = try log.map { try StageLog(contentsOf: [URL(fileURLWithPath: $0)]) }
    var sections: [PageSection] = []
    var samples: [ConfidenceSample] = []
    for kind in kind?.kinds ?? Kind.usual where kind.isThere(options) {
      let section = try evaluate(kind, runner, stages)
      print(section.result.text)
      sections.append(section)
      if page { samples += try TrajectoryEvaluation.atEveryConfidence(section.clips, kind, runner) }
    }
    guard !sections.isEmpty else { throw ValidationError("There is nothing of these kinds in \(options.data).") }
    var results = sections.map(\.result)
    if page {
      let confidence = samples.isEmpty ? nil : ConfidenceEvaluation(samples)
      if let confidence {
        print(confidence.result.text)
        results.append(confidence.result)
      }
      try Page(in: URL(fileURLWithPath: report), jobs: options.jobs).write(sections, confidence)
      print("The pictures: \(report)/index.html")
    }
    try Results(results).write(to: runner.results)
    if check { try Floors(contentsOf: URL(fileURLWithPath: floors)).check(results) }
  }

  private func clips(of kind: Kind, _ runner: Runner) throws -> [Clip] {
    let files = try SceneFiles(in: runner.keep, jobs: options.jobs)
    return switch kind {
    case .rendered: try files.clips(Family.allCases, seeds: firstSeed..<firstSeed + seeds)
    case .few: try files.clips(Family.few, seeds: 0..<1)
    default: try Clip.all(in: runner.data.appendingPathComponent(kind.folder))
    }
  }

  private func evaluate(_ kind: Kind, _ runner: Runner, _ stages: StageLog?) throws -> PageSection {
    switch kind {
    case .rendered, .few, .trajectories, .nofly, .moving:
      try TrajectoryEvaluation(kind, runner, minimumConfidence: minimumConfidence).run(
        try clips(of: kind, runner), stages)
    case .objects: try FollowedEvaluation(runner).objects(level: "accurate")
    case .fast: try FollowedEvaluation(runner).objects(level: "fast")
    case .quads: PageSection(result: try FollowedEvaluation(runner).quads())
    case .rectangles: PageSection(result: try PhotoEvaluation(runner).rectangles())
    case .screens: PageSection(result: try PhotoEvaluation(runner).screens())
    }
  }
}

/// The places of the files, and the way they are run.
struct RunOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder of clips with truth.", valueName: "folder"), completion: .directory)
  var data = "../shared/data"

  @Option(help: ArgumentHelp("The command to evaluate.", valueName: "file"), completion: .file())
  var flycatcher = ".build/release/flycatcher"

  @Option(help: ArgumentHelp("Folder for what the command reports.", valueName: "folder"), completion: .directory)
  var keep = "Evaluation/.build/runs"

  @Option(help: ArgumentHelp("Number of clips that are analyzed at once.", valueName: "count"))
  var jobs = 2

  @Flag(help: "Score what an earlier run kept; clips that it did not see are still run.")
  var reuse = false

  func validate() throws {
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs is \(jobs); it must be 1 to 64.") }
  }
}

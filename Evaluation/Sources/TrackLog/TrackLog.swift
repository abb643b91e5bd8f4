// Logs what the stages of the trajectory detector hold of each clip, for `Evaluation score --log`.
import ArgumentParser
import Clips
import Foundation
import Scenes
import Scoring

@main
struct TrackLog: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Log the candidates and the tracks of the trajectory detector on clips with truth.",
    discussion: """
      Writes JSON Lines. One for each frame, {"clip", "frame", "candidates": [[x, y, radius], …]}, and one for each track, \
      {"clip", "points": [[frame, x, y], …], "confidence"}; places in pixels from the \
      outer corner of the first one. Prints for each clip how many candidates and tracks there are, and how long the \
      analysis of a frame takes.
      """)

  @Option(help: ArgumentHelp("A folder of clips with truth; may be repeated.", valueName: "folder"))
  var clips = ["../shared/data/trajectories", "../shared/data/nofly"]

  @Option(help: ArgumentHelp("Number of rendered scenes of each family.", valueName: "count"))
  var seeds = 2

  @Option(help: ArgumentHelp("The first seed of the rendered scenes.", valueName: "number"))
  var firstSeed = 0

  @Flag(help: "Log each film once more with flights drawn into it.")
  var drawn = false

  @Option(
    help: ArgumentHelp(
      "Log each film once more as it would have come with each of these changes, separated by commas.",
      discussion: "Values: \(FilmChange.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "change,…"),
    transform: { text in
      try text.split(separator: ",").map { name in
        guard let change = FilmChange(rawValue: String(name)) else { throw ValidationError("\(name) is no change.") }
        return change
      }
    })
  var changed: [FilmChange] = []

  @Option(help: ArgumentHelp("Where rendered scenes are kept; their truth lies there, too.", valueName: "folder"))
  var keep = "Evaluation/.build/runs"

  @Option(help: ArgumentHelp("Only these clips, by name, separated by commas.", valueName: "name,…"))
  var only: String?

  @Option(help: ArgumentHelp("Number of clips that are analyzed at once.", valueName: "count"))
  var jobs = 2

  @Flag(inversion: .prefixedNo, help: "Log the candidates of every frame, too; most of the file.")
  var candidates = true

  @Option(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var output = "Evaluation/.build/tracks.jsonl"

  func validate() throws {
    guard seeds >= 0, firstSeed >= 0 else { throw ValidationError("--seeds and --first-seed must be 0 or more.") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs is \(jobs); it must be 1 to 64.") }
  }

  func run() throws {
    let logsCandidates = candidates
    let results = concurrently(try wanted(), jobs: jobs) { job in
      Result { try ClipLog(job.clip, job.truth, job.version, logsCandidates: logsCandidates) }
    }
    var text = Data()
    print("clip                    candidates/frame  tracks  median ms  95 % ms")
    for result in results {
      let log = try result.get()
      text += log.lines
      print(log.row)
    }
    try text.write(to: URL(fileURLWithPath: output))
    print("The log: \(output)")
  }

  /// A film to analyze.
  private struct Job {
    var clip: Clip
    var truth: TrajectoryTruth
    var version = FilmVersion.plain
  }

  private func wanted() throws -> [Job] {
    let folders = clips.filter { FileManager.default.fileExists(atPath: $0) }
    let files = try SceneFiles(in: URL(fileURLWithPath: keep), jobs: jobs)
    var list: [Job] = []
    for (index, clip) in try folders.flatMap({ try Clip.all(in: URL(fileURLWithPath: $0)) }).enumerated() {
      let truth = try clip.load(TrajectoryTruth.self)
      list.append(Job(clip: clip, truth: truth))
      var versions = changed.filter { $0.suits(truth) }.map(FilmVersion.changed)
      if drawn { versions.append(.drawn(.flights(over: truth, seed: UInt64(2 * index + 1)))) }
      for version in versions {
        try files.keep(version.truth(truth))
        list.append(Job(clip: clip, truth: truth, version: version))
      }
    }
    for clip in seeds > 0 ? try files.clips(Family.allCases, seeds: firstSeed..<firstSeed + seeds) : [] {
      list.append(Job(clip: clip, truth: try clip.load(TrajectoryTruth.self)))
    }
    guard let only else { return list }
    let names = Set(only.split(separator: ",").map(String.init))
    return list.filter { names.contains($0.version.truth($0.truth).name) }
  }
}

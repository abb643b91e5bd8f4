// Runs the command under test over many files, some at a time.
import Clips
import Foundation
import Scoring

/// One run of the command.
struct Job: Sendable {
  /// The file to analyze.
  var input: URL
  /// A name for the file of observations.
  var name: String
  var options: [String]
}

/// The command's report of one file.
struct Outcome: Sendable {
  var observations: URL
  /// Seconds on the clock; `nil` where it failed, or was not run again.
  var elapsed: Double?

  func lines(type: String? = nil) throws -> [ObservationLine] {
    try ObservationLine.lines(of: Data(contentsOf: observations), type: type)
  }
}

struct Runner: Sendable {
  let data: URL
  private let command: String
  let keep: URL
  private let jobs: Int
  private let reuse: Bool

  /// The file of all figures.
  var results: URL { keep.appendingPathComponent("results.json") }

  init(_ options: RunOptions) throws {
    data = URL(fileURLWithPath: options.data)
    command = URL(fileURLWithPath: options.flycatcher).path
    keep = URL(fileURLWithPath: options.keep)
    jobs = options.jobs
    reuse = options.reuse
    guard FileManager.default.isExecutableFile(atPath: command) else {
      throw EvaluationError("There is no command \(command). Run `make build` first, or name one with --flycatcher.")
    }
    try FileManager.default.createDirectory(at: keep, withIntermediateDirectories: true)
  }

  /// Runs the command on every job. A run that fails is named and has an empty file of observations.
  func run(_ list: [Job]) -> [Outcome] {
    concurrently(list, jobs: jobs) { job in
      let file = keep.appendingPathComponent(job.name + ".jsonl")
      if reuse, FileManager.default.fileExists(atPath: file.path) { return Outcome(observations: file) }
      try? Data().write(to: file)
      let result = Program.run([command, "analyze", job.input.path] + job.options + ["--json", file.path])
      if let failure = result.failure { complain("  \(job.input.lastPathComponent): \(failure)") }
      return Outcome(observations: file, elapsed: result.failure == nil ? result.elapsed : nil)
    }
  }
}

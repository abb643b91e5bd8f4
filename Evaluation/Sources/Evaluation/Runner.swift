// Runs the command under test over many files, some at a time.
import Foundation
import Scoring
import Synchronization

/// A clip with the file that holds its truth.
struct Clip: Sendable {
  var video: URL
  var truth: URL

  var name: String { video.deletingPathExtension().lastPathComponent }

  /// The clips of a folder, by name.
  static func all(in folder: URL) throws -> [Clip] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .map { Clip(video: $0.deletingPathExtension().appendingPathExtension("mp4"), truth: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.video.path) }
      .sorted { $0.name < $1.name }
  }

  func load<Truth: Decodable>(_ type: Truth.Type) throws -> Truth {
    try JSONDecoder().decode(type, from: Data(contentsOf: truth))
  }
}

/// One run of the command.
struct Job: Sendable {
  /// The file to analyze.
  var input: URL
  /// A name for the file of observations.
  var name: String
  var options: [String]
}

/// What the command reported of one file.
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

/// Does something with each element, some at a time, and returns the results in their order.
func concurrently<Element: Sendable, Result: Sendable>(
  _ elements: [Element], jobs: Int, _ work: @Sendable @escaping (Element) -> Result
) -> [Result] {
  let results = Mutex<[Int: Result]>([:])
  let next = Atomic(0)
  DispatchQueue.concurrentPerform(iterations: min(jobs, elements.count)) { _ in
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < elements.count else { return }
      let result = work(elements[index])
      results.withLock { $0[index] = result }
    }
  }
  return results.withLock { results in elements.indices.compactMap { results[$0] } }
}

func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

/// An error with a sentence for the user.
struct EvaluationError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

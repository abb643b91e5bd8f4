// What people see of an analysis of many files: a line each, one bar, a table at the end.
import ArgumentParser
import Flycatcher
import FlycatcherPipeline

/// The account of an analysis of many files.
struct BatchReport {
  private let total: Int
  private var kept = 0
  private var skipped = 0
  /// The number of files that end too early, whose results hold what there is.
  private var incomplete = 0
  private var failed = (again: 0, forEver: 0)
  /// The number of files without a result.
  private var failures: Int { failed.again + failed.forEver }
  /// The number of files that have had their turn.
  private var finished: Int { kept + skipped + incomplete + failures }
  private var counts = BatchCounts()
  private var isListed = true
  private var isDrawn = false
  private let start = ContinuousClock.now
  private var nextDrawing = ContinuousClock.now

  init(total: Int) { self.total = total }

  // MARK: A line each

  mutating func skip(_ file: InputFile) {
    skipped += 1
    tell(file, "whole already")
  }

  mutating func keep(_ file: InputFile, _ found: BatchCounts, warning: String) {
    kept += 1
    counts.add(found)
    tell(file, Self.text(of: found))
    if !warning.isEmpty { say("\(file.shown): \(warning)") }
  }

  /// Tells what was found in a file that ends too early, and adds that to the list in the folder.
  mutating func keepIncomplete(_ file: InputFile, _ found: BatchCounts, reason: String, in folder: ResultFolder) {
    counts.add(found)
    list(incomplete: file, "incomplete, \(Self.text(of: found)): \(reason)", reason, in: folder)
  }

  /// Tells, and adds to the list in the folder, that a file ends too early whose result is there already.
  mutating func skipIncomplete(_ file: InputFile, reason: String, in folder: ResultFolder) {
    list(incomplete: file, "incomplete already: \(reason)", reason, in: folder)
  }

  private mutating func list(
    incomplete file: InputFile, _ text: String, _ reason: String, in folder: ResultFolder
  ) {
    incomplete += 1
    isListed = folder.note(file, code: ExitStatus.failure.rawValue, reason: "incomplete: \(reason)") && isListed
    tell(file, text)
  }

  private static func text(of found: BatchCounts) -> String {
    let kinds = [(found.flights, "flight"), (found.objects, "object"), (found.rectangles, "rectangle")]
    let seen = kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    let text = (seen.isEmpty ? ["nothing seen"] : seen).joined(separator: ", ")
    let frames = "\(found.frames) frame\(found.frames == 1 ? "" : "s")"
    return "\(text), \(frames) in \(decimal(found.seconds, 1)) s"
  }

  /// Tells, and adds to the list in the folder, what went wrong with a file.
  mutating func fail(_ file: InputFile, code: Int32, reason: String, in folder: ResultFolder) {
    if code == ExitStatus.unusableInput.rawValue { failed.forEver += 1 } else { failed.again += 1 }
    isListed = folder.note(file, code: code, reason: reason) && isListed
    tell(file, "failed: \(reason)")
  }

  mutating func tell(_ file: InputFile, _ text: String) {
    clear()
    // Beside the files, the lines are an extra.
    try? Terminal.print("\(file.shown): \(text)\n")
  }

  private mutating func say(_ text: String) {
    clear()
    Terminal.say(text)
  }

  // MARK: The bar

  /// Draws the bar, when it is due.
  ///
  /// - Parameter shares: What has been done of each of the files under way.
  mutating func draw(_ shares: [Double]) {
    let now = ContinuousClock.now
    guard Terminal.isWatched, now >= nextDrawing else { return }
    nextDrawing = now + .milliseconds(200)
    isDrawn = true
    Terminal.write("\r\u{1B}[K" + line(shares, elapsed: (now - start).seconds))
  }

  mutating func clear() {
    guard isDrawn else { return }
    isDrawn = false
    nextDrawing = ContinuousClock.now
    Terminal.write("\r\u{1B}[K")
  }

  /// For example `[███████░░░░░]  58 %   212 of 4000 files   3 failed   2:10:07 left`.
  private func line(_ shares: [Double], elapsed: Double) -> String {
    let worked = Double(kept + incomplete + failures) + shares.reduce(0, +)
    let done = Double(skipped) + worked
    var parts = ["\(finished) of \(total) files"]
    if failures > 0 { parts.append("\(failures) failed") }
    if worked > 0.1 { parts.append("\(Progress.clock(elapsed * (Double(total) - done) / worked)) left") }
    return Progress.bar(share: done / Double(total), parts)
  }

  // MARK: The end

  /// Prints the table, and throws where a file failed or is incomplete.
  func end(in folder: ResultFolder) throws {
    printTable()
    guard failures + incomplete > 0 else { return }
    let place = isListed ? "\(folder.failures) says which and why" : "\(folder.failures) could not be written"
    var parts = failures > 0 ? ["\(files(failures)) failed"] : []
    if incomplete > 0 {
      parts.append("\(files(incomplete)) ended too early and \(incomplete == 1 ? "has" : "have") incomplete results")
    }
    let text = parts.joined(separator: ", ")
    Terminal.say("\(text); \(place).\(failed.again > 0 ? " Run again to try the others of them." : "")")
    throw ExitCode((failed.again + incomplete > 0 ? ExitStatus.failure : .unusableInput).rawValue)
  }

  private func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }

  private func printTable() {
    var table = SummaryTable(head: [
      "analyzed", "whole already", "incomplete", "failed", "flights", "objects", "rectangles", "frames",
    ])
    let numbers = [
      kept, skipped, incomplete, failures, counts.flights, counts.objects, counts.rectangles, counts.frames,
    ]
    table.rows = [numbers.map { "\($0)" }]
    let elapsed = (ContinuousClock.now - start).seconds
    let rate = Progress.rate(counts.frames, in: elapsed)
    try? Terminal.print("\n" + table.text + "\(files(total)) in \(decimal(elapsed, 1)) s, \(rate).\n")
  }

  /// Returns the error that ends the run, with what is left to do.
  func remaining(after error: any Error, in folder: ResultFolder) -> any Error {
    let (whole, left) = (kept + skipped, total - finished)
    let text =
      "\(whole) of \(files(total)) \(whole == 1 ? "is" : "are") whole, \(left) \(left == 1 ? "is" : "are") left; run again to go on."
    switch error as? Failure {
    case .interrupted?:
      Terminal.say("Interrupted; \(text)")
      return ExitCode(ExitStatus.interrupted.rawValue)
    case .running(let message)?: return Failure.running("\(message) \(text)")
    default: return error
    }
  }
}

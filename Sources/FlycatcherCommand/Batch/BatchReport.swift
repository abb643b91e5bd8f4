// What people see of an analysis of many files: a line each, one bar, a table at the end.
import ArgumentParser
import Flycatcher
import FlycatcherPipeline

/// The account of an analysis of many files.
struct BatchReport {
  private let total: Int
  private var kept = 0
  private var skipped = 0
  private var failed = (again: 0, forEver: 0)
  /// The number of files without a result.
  private var failures: Int { failed.again + failed.forEver }
  /// The number of files that have had their turn.
  private var finished: Int { kept + skipped + failures }
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
    let kinds = [(found.flights, "flight"), (found.objects, "object"), (found.rectangles, "rectangle")]
    let seen = kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    let text = (seen.isEmpty ? ["nothing seen"] : seen).joined(separator: ", ")
    let frames = "\(found.frames) frame\(found.frames == 1 ? "" : "s")"
    tell(file, "\(text), \(frames) in \(decimal(found.seconds, 1)) s")
    if !warning.isEmpty { say("\(file.shown): \(warning)") }
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
    let worked = Double(kept + failures) + shares.reduce(0, +)
    let done = Double(skipped) + worked
    var parts = ["\(finished) of \(total) files"]
    if failures > 0 { parts.append("\(failures) failed") }
    if worked > 0.1 { parts.append("\(Progress.clock(elapsed * (Double(total) - done) / worked)) left") }
    return Progress.bar(share: done / Double(total), parts)
  }

  // MARK: The end

  /// Prints the table, and throws where a file failed.
  func end(in folder: ResultFolder) throws {
    printTable()
    guard failures > 0 else { return }
    let place = isListed ? "\(folder.failures) says which and why" : "\(folder.failures) could not be written"
    let files = failures == 1 ? "1 file" : "\(failures) files"
    Terminal.say("\(files) failed; \(place).\(failed.again > 0 ? " Run again to try the others of them." : "")")
    throw ExitCode((failed.again > 0 ? ExitStatus.failure : .unusableInput).rawValue)
  }

  private func printTable() {
    var table = SummaryTable(head: [
      "analyzed", "whole already", "failed", "flights", "objects", "rectangles", "frames",
    ])
    let numbers = [kept, skipped, failures, counts.flights, counts.objects, counts.rectangles, counts.frames]
    table.rows = [numbers.map { "\($0)" }]
    let elapsed = (ContinuousClock.now - start).seconds
    let rate = Progress.rate(counts.frames, in: elapsed)
    try? Terminal.print("\n" + table.text + "\(total) files in \(decimal(elapsed, 1)) s, \(rate).\n")
  }

  /// Returns the error that ends the run, with what is left to do.
  func remaining(after error: any Error, in folder: ResultFolder) -> any Error {
    let text = "\(kept + skipped) of \(total) files are whole, \(total - finished) are left; run again to go on."
    switch error as? Failure {
    case .interrupted?:
      Terminal.say("Interrupted; \(text)")
      return ExitCode(ExitStatus.interrupted.rawValue)
    case .running(let message)?: return Failure.running("\(message) \(text)")
    default: return error
    }
  }
}

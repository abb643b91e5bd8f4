// One process of an analysis of many files, as that process sees itself: it tells its parent how far it is.
import CStandardStreams
import Flycatcher
import FlycatcherPipeline
import Glibc

/// A process that analyzes one of many files. It writes what its parent is to know to standard output, a line each, and
/// ends when its parent does.
struct BatchMember {
  /// The lines, and what stands in them before their values.
  enum Line {
    /// The share of the film that has been analyzed.
    static let share = "share"
    /// The numbers of flights, objects, rectangles and frames, and the seconds taken.
    static let done = "done"
    /// The film ends too early; what there is has been analyzed.
    static let incomplete = "incomplete"
    /// The disk is full.
    static let full = "full"
  }

  /// The origin of the results, for their first line.
  let fingerprint: String?
  private var nextShare = ContinuousClock.now

  /// - Returns: `nil` where this process is none of many.
  /// - Throws: `Failure` where the parent has ended already.
  init?(_ options: BatchOptions) throws(Failure) {
    guard let parent = options.parent else { return nil }
    guard fc_end_with_parent(parent) else { throw .interrupted }
    fingerprint = options.fingerprint
  }

  /// Tells the share of the film that has been analyzed, twice a second.
  mutating func tell(_ time: Timestamp, of duration: Duration?) {
    let now = ContinuousClock.now
    guard now >= nextShare, let total = duration?.seconds, total > 0 else { return }
    nextShare = now + .milliseconds(500)
    try? Terminal.print("\(Line.share) \(decimal(min(max(time.seconds / total, 0), 1), 4))\n")
  }

  /// Tells what was seen.
  func tell(_ summary: Summary, _ statistics: SessionStatistics) {
    let numbers = [summary.flightCount, summary.objectCount, summary.rectangleCount, statistics.frames]
    let text = numbers.map(String.init).joined(separator: " ")
    try? Terminal.print("\(Line.done) \(text) \(decimal(statistics.elapsed.seconds, 3))\n")
  }

  /// Tells that the film ends too early, and that what there is has been analyzed.
  func tellIncomplete() { try? Terminal.print("\(Line.incomplete)\n") }

  /// Tells that the disk is full, where that is what went wrong.
  func tell(_ error: PipelineError) {
    if error.code == .diskFull { try? Terminal.print("\(Line.full)\n") }
  }
}

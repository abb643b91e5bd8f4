// What the threads of a session tell each other and the outside.
import Flycatcher
import GStreamerSupport

/// How far a session is and how it goes; behind a `Monitor`.
struct SessionProgress {
  var statistics = SessionStatistics()
  var stream: StreamDescription
  var started: Moment?
  /// The stream time, in nanoseconds, at which the stream begins: what is reported counts from there. `nil` before the first segment.
  var origin: Int?
  /// The first thing that went wrong.
  var failure: PipelineError?
  var warnings: [String] = []
  /// How often the session was asked to stop: once is politely.
  var stopRequests = 0
  /// Whether every frame has been dealt with and the second half told so.
  var streamHasEnded = false
  /// Whether every sink has had its first picture, or waits for none.
  var isPrerolled = false
  /// Whether the pipeline has been taken down.
  var isOver = false

  /// With the time as it is now.
  var current: SessionStatistics {
    var statistics = statistics
    if let started, !isOver { statistics.elapsed = Moment.now - started }
    return statistics
  }

  /// - Parameter isForced: whether there is no use in waiting for files to be finished.
  mutating func fail(_ error: PipelineError, isForced: Bool = false) {
    if failure == nil { failure = error }
    if isForced { stopRequests = max(stopRequests, 2) }
  }

  mutating func warn(_ text: String) {
    if warnings.count < 32, !warnings.contains(text) { warnings.append(text) }
  }
}

// The state that the threads of a session share with each other and the outside.
import Flycatcher
import GStreamerSupport
import Glibc

/// The progress and the condition of a session; behind a `Monitor`.
struct SessionProgress {
  var statistics = SessionStatistics()
  var stream: StreamDescription
  var started: Moment?
  /// The stream time, in nanoseconds, at which the stream begins: what is reported counts from there. `nil` before the first segment.
  var origin: Int?
  /// The first thing that went wrong.
  var failure: PipelineError?
  var warnings: [String] = []
  /// The number of times that the session was asked to stop: after the first, it ends in order.
  var stopRequests = 0
  /// A Boolean value indicating whether every frame has been handled and the second half has its end of stream.
  var streamHasEnded = false
  /// A Boolean value indicating whether every sink has had its first picture, or waits for none.
  var isPrerolled = false
  /// A Boolean value indicating whether the pipeline has been taken down.
  var isOver = false
  /// The threads on which frames are analyzed, observed and drawn on.
  var frameThreads: Set<pthread_t> = []

  /// With the time as it is now.
  var current: SessionStatistics {
    var statistics = statistics
    if let started, !isOver { statistics.elapsed = Moment.now - started }
    return statistics
  }

  /// A Boolean value indicating whether the calling thread is one of those that frames need to go on.
  var isOnFrameThread: Bool { frameThreads.contains(pthread_self()) }

  mutating func beginFrameThread() { frameThreads.insert(pthread_self()) }

  mutating func endFrameThread() { frameThreads.remove(pthread_self()) }

  /// - Parameter isForced: whether there is no use in waiting for files to be finished.
  mutating func fail(_ error: PipelineError, isForced: Bool = false) {
    if failure == nil { failure = error }
    if isForced { stopRequests = max(stopRequests, 2) }
  }

  mutating func warn(_ text: String) {
    if warnings.count < 32, !warnings.contains(text) { warnings.append(text) }
  }
}

// A pipeline that never gets going: elements that wait for each other, threads that the system did not grant.
import Flycatcher
import GStreamerSupport
import Glibc

/// Tells that a session which reads files stands still before each of its sinks has had a picture.
///
/// GStreamer posts no error there: a `tee` without queues behind it waits for ever, and so does an encoder whose thread could not be started.
struct Standstill {
  /// The longest time in which nothing comes and nothing is computed: longer than a disk takes to start turning.
  private static let patience: Duration = .seconds(30)
  /// The same where the address space is limited, so that threads are likely to be missing.
  private static let limitedPatience: Duration = .seconds(5)
  /// The processor time in which a process that stands still looks around, at most a hundredth.
  private static let idleShare = 0.01

  private let patience: Duration
  /// The moment since which nothing has happened, and the processor time until the newest look.
  private var since: Moment
  private var work: Duration
  private var arrived: Int
  /// The moment of the next look.
  private(set) var nextLook: Moment

  /// - Returns: `nil` where a source may rightly wait: a camera, a pipe, a server.
  init?(of pipeline: Pipeline, _ parts: StreamParts) {
    let own = [parts.annotated, parts.metadata].compactMap { $0?.element }
    guard Self.readsFiles(pipeline.element, except: own) else { return nil }
    patience = Self.isAddressSpaceLimited ? Self.limitedPatience : Self.patience
    (since, work, arrived, nextLook) = (.now, Self.processorTime, 0, .now + patience / 5)
  }

  /// Looks around.
  ///
  /// - Returns: what is wrong where nothing has happened for too long.
  mutating func look(_ parts: StreamParts) -> PipelineError? {
    let (now, spent, count) = (Moment.now, Self.processorTime, parts.sink.count)
    let isUnderWay = count > 0 && parts.progress.read { $0.isPrerolled || $0.statistics.isLive }
    let isIdle = spent - work < (patience / 5 + (now - nextLook)) * Self.idleShare
    if isUnderWay || !isIdle || count != arrived || parts.reports.isFull { since = now }
    (work, arrived, nextLook) = (spent, count, now + patience / 5)
    guard now - since >= patience else { return nil }
    return PipelineError(
      .failed,
      "Nothing has moved in the pipeline for \(Int(patience.seconds)) s: its elements wait for each other, or the system grants "
        + "no further thread. Put queue after each branch of a tee and before each input of a muxer.")
  }

  private static var isAddressSpaceLimited: Bool {
    var limit = rlimit()
    return unsafe getrlimit(Int32(RLIMIT_AS.rawValue), &limit) == 0 && limit.rlim_cur != rlim_t.max
  }

  /// The processor time that the process has taken.
  private static var processorTime: Duration {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .nanoseconds(Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  /// Whether all that comes in comes from regular files.
  private static func readsFiles(_ bin: Element, except own: [Element]) -> Bool {
    bin.children.allSatisfy { element in
      guard !element.isBin else { return readsFiles(element, except: own) }
      guard element.isSource, !own.contains(element) else { return true }
      var status = stat()
      guard element.factoryName == "filesrc", let path = element.text(of: "location") else { return false }
      return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
  }
}

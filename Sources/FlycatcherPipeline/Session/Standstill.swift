// A pipeline that never gets going: elements that wait for each other, threads that the system did not grant, a demuxer in a loop.
import Flycatcher
import GStreamerSupport
import Glibc

/// Tells that a session which reads files stands still before each of its sinks has had a picture.
///
/// GStreamer posts no error there: a `tee` without queues behind it waits for ever, and so does an encoder whose thread could not be started.
/// In some damaged files, demuxers go around in circles.
struct Standstill {
  /// The longest time in which nothing comes and nothing is computed: longer than a disk takes to start turning.
  private static let timeout: Duration = .seconds(30)
  /// The same where the address space is limited, so that threads are likely to be missing.
  private static let limitedTimeout: Duration = .seconds(5)
  /// The share of the processor time below which a process counts as idle, for its own checks take some.
  private static let idleShare = 0.01
  /// The time from one check to the next.
  private static let interval: Duration = .seconds(1)
  /// The processor time that may be spent on a file before its first picture, and bytes of the file for each further second of it: a header is read
  /// a hundred times as fast.
  private static let headerTime: Duration = .seconds(5)
  private static let headerRate = 1_000_000

  private let timeout: Duration
  /// The processor time at the beginning, and what may be added to it before the first picture.
  private let begun: Duration
  private let headerTime: Duration
  /// The moment since which nothing has happened, and the processor time at the newest check.
  private var since: Moment
  private var work: Duration
  private var arrived: Int
  /// The moment of the next check.
  private(set) var nextCheck: Moment

  /// - Returns: `nil` where a source may rightly wait: a camera, a pipe, a server.
  init?(of pipeline: Pipeline, _ parts: StreamParts) {
    let own = [parts.annotated, parts.metadata].compactMap { $0?.element }
    guard Self.readsFiles(pipeline.element, except: own) else { return nil }
    timeout = Self.isAddressSpaceLimited ? Self.limitedTimeout : Self.timeout
    headerTime = Self.headerTime + .seconds(Self.size(ofFilesIn: pipeline.element) / Self.headerRate)
    begun = Self.processorTime
    (since, work, arrived, nextCheck) = (.now, begun, 0, .now + Self.interval)
  }

  /// Compares what has moved since the last check.
  ///
  /// - Returns: what is wrong where nothing has happened for too long.
  mutating func check(_ parts: StreamParts) -> PipelineError? {
    let (now, spent, count) = (Moment.now, Self.processorTime, parts.sink.count)
    let isUnderWay = count > 0 && parts.progress.read { $0.isPrerolled || $0.statistics.isLive }
    if count == 0, spent - begun > headerTime { return FaultExplanation.noPlayableStream }
    let isIdle = spent - work < (Self.interval + (now - nextCheck)) * Self.idleShare
    if isUnderWay || !isIdle || count != arrived || parts.reports.isFull { since = now }
    (work, arrived, nextCheck) = (spent, count, now + Self.interval)
    guard now - since >= timeout else { return nil }
    return PipelineError(
      .failed,
      "Nothing has moved in the pipeline for \(Int(timeout.seconds)) s: its elements wait for each other, or the system grants "
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

  /// Returns a Boolean value indicating whether all that comes in comes from regular files.
  static func readsFiles(_ bin: Element, except own: [Element]) -> Bool {
    bin.children.allSatisfy { element in
      guard !element.isBin else { return readsFiles(element, except: own) }
      guard element.isSource, !own.contains(element) else { return true }
      return size(of: element) != nil
    }
  }

  /// Returns the bytes of all files that are read.
  private static func size(ofFilesIn bin: Element) -> Int {
    bin.children.reduce(0) { $0 + ($1.isBin ? size(ofFilesIn: $1) : size(of: $1) ?? 0) }
  }

  /// Returns the size of the regular file that an element reads; `nil` for any other element.
  private static func size(of element: Element) -> Int? {
    var status = stat()
    guard element.factoryName == "filesrc", let path = element.text(of: "location"),
      unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return Int(status.st_size)
  }
}

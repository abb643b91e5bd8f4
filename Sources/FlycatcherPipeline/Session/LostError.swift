// An error that no message of the bus tells: decodebin and parsebin lose those that come while they bring an element to its state.
import GStreamerSupport

/// Tells that a source has given up without a word.
struct LostError {
  /// The time for which a demuxer must have given up before it counts as failed: much longer than a thread of a loaded machine waits for its turn.
  private static let demuxerTimeout: Duration = .seconds(1)
  /// The time for which every thread that reads a file must have paused.
  private static let restTimeout: Duration = .seconds(3)

  /// The elements before the app sink, where they read files; a source of the network may rest between two answers.
  private let fileReaders: [Element]
  private var givenUpSince: Moment?
  private var restingSince: Moment?

  init(of pipeline: Pipeline, _ parts: StreamParts) {
    let own = [parts.annotated, parts.metadata].compactMap { $0?.element }
    let isFile = Standstill.readsFiles(pipeline.element, except: own)
    let outputs = Element.reachable(from: own)
    fileReaders = isFile ? pipeline.element.children.filter { !outputs.contains($0) } : []
  }

  /// Checks for it; to be called a few times a second.
  ///
  /// - Returns: The error, where there must have been one.
  mutating func check(_ pipeline: Pipeline, _ parts: StreamParts) -> PipelineError? {
    let (now, hasFrames) = (Moment.now, parts.sink.count > 0)
    givenUpSince = !hasFrames && pipeline.element.hasGivenUp ? givenUpSince ?? now : nil
    restingSince = !parts.sink.hasSeenEnd && Element.haveComeToRest(fileReaders) ? restingSince ?? now : nil
    let hasGivenUp = givenUpSince.map { now - $0 > Self.demuxerTimeout } ?? false
    let rests = restingSince.map { now - $0 > Self.restTimeout } ?? false
    guard hasGivenUp || rests else { return nil }
    return hasFrames ? FaultExplanation.brokenOff : FaultExplanation.noPlayableStream
  }
}

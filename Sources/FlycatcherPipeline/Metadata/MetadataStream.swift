// Observations as a stream of their own in the pipeline: text with the time of the frame it is about.
import Flycatcher
import GStreamerSupport

/// Writes JSON Lines into an app source, a buffer a line. Used by the session's own thread only.
struct MetadataStream {
  let source: AppSource
  private var text = JSONText()
  /// The raw timestamp up to which the stream is written.
  private var position: UInt = 0
  private var hasBegun = false
  /// A Boolean value indicating whether there is a buffer for every frame, with or without a line.
  private let isDense: Bool
  private var lastDuration: UInt = 0

  static let caps = "text/x-raw,format=(string)utf8"

  init(_ source: AppSource) {
    self.source = source
    let muxers = Element.reachable(from: [source.element]).filter(\.isQuickTimeMuxer)
    isDense = !muxers.isEmpty
    for muxer in muxers { muxer.takeBuffersInOrder() }
    if let caps = Caps(Self.caps) { source.setCaps(caps) }
  }

  mutating func begin(_ stream: StreamDescription, at timestamp: UInt) {
    guard !hasBegun else { return }
    hasBegun = true
    line(at: timestamp, duration: 0) { $0.stream(stream) }
  }

  /// A line for each observation; where there is none, the word that nothing comes before the frame, for muxers that wait.
  mutating func add(_ report: FrameReport, at timestamp: UInt, duration: UInt?) {
    let start = max(timestamp, position)
    if isDense { lastDuration = duration ?? start - position }
    position = start
    guard !report.observations.isEmpty else { return isDense ? empty(duration: lastDuration) : pass(start) }
    for (index, observation) in report.observations.enumerated() {
      // In a track without gaps, one line begins where the one before it ends.
      let isLast = index == report.observations.count - 1
      line(at: start, duration: isDense ? (isLast ? lastDuration : 0) : duration) {
        $0.observation(observation, frame: report.frame)
      }
    }
  }

  /// Nothing comes before this time any more. Not beyond it: a muxer that knows that nothing comes until the frame's end would not wait for the
  /// last lines when the frames have ended.
  mutating func pass(_ timestamp: UInt) {
    position = max(timestamp, position)
    guard !isDense else { return empty(duration: 0) }
    source.send(.gap(at: position, duration: nil))
  }

  mutating func end(_ statistics: SessionStatistics, stream: StreamDescription) {
    begin(stream, at: position)
    line(at: position, duration: lastDuration) { $0.summary(statistics) }
    source.endOfStream()
  }

  /// After a seek time starts anew.
  mutating func reset() { position = 0 }

  private mutating func empty(duration: UInt) {
    text.clear()
    _ = source.push(text.bytes.span, at: position, duration: duration)
  }

  private mutating func line(at timestamp: UInt, duration: UInt?, _ compose: (inout JSONText) -> Void) {
    text.clear()
    compose(&text)
    _ = source.push(text.bytes.span, at: timestamp, duration: duration)
  }
}

// Observations as a stream of their own in the pipeline: text with the time of the frame it is about.
import Flycatcher
import GStreamerSupport

/// Writes JSON Lines into an app source, a buffer a line. Used by the session's own thread only.
struct MetadataStream {
  let source: AppSource
  private var text = JSONText()
  /// Raw timestamp up to which the stream has been told what there is.
  private var position: UInt = 0
  private var hasBegun = false

  static let caps = "text/x-raw,format=(string)utf8"

  init(_ source: AppSource) {
    self.source = source
    if let caps = Caps(Self.caps) { source.setCaps(caps) }
  }

  mutating func begin(_ stream: StreamDescription, at timestamp: UInt) {
    guard !hasBegun else { return }
    hasBegun = true
    line(at: timestamp, duration: 0) { $0.stream(stream) }
  }

  /// A line for each observation; where there is none, the word that nothing comes until the frame's end, for muxers that wait.
  mutating func add(_ report: FrameReport, at timestamp: UInt, duration: UInt?) {
    let start = max(timestamp, position)
    if report.observations.isEmpty {
      source.send(.gap(at: start, duration: duration))
    } else {
      for observation in report.observations {
        line(at: start, duration: duration) { $0.observation(observation, frame: report.frame) }
      }
    }
    position = start
  }

  mutating func end(_ statistics: SessionStatistics, stream: StreamDescription) {
    begin(stream, at: position)
    line(at: position, duration: 0) { $0.summary(statistics) }
    source.endOfStream()
  }

  /// After a seek time starts anew.
  mutating func reset() { position = 0 }

  private mutating func line(at timestamp: UInt, duration: UInt?, _ compose: (inout JSONText) -> Void) {
    text.clear()
    compose(&text)
    _ = source.push(text.bytes.span, at: timestamp, duration: duration)
  }
}

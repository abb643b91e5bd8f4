// Observations as a stream of their own in the pipeline: each with the time of the frame it is about.
package import Flycatcher
package import GStreamerSupport

/// Writes observations into an app source, in the encoding that is taken behind it: JSON Lines a buffer a line, others a buffer a frame. Used by
/// one thread at a time.
package struct MetadataStream {
  package let source: AppSource
  private let format: MetadataFormat
  private var encoder: MetadataEncoder
  private var size = (width: 0, height: 0)
  /// The raw timestamp of the first frame, and the time of day then.
  private var clock: (timestamp: UInt, time: WallTime)?
  private var text = JSONText()
  /// The raw timestamp up to which the stream is written.
  private var position: UInt = 0
  private var hasBegun = false
  /// A Boolean value indicating whether there is a buffer for every frame, with or without a line.
  private let isDense: Bool
  private var lastDuration: UInt = 0
  /// Where the stream enters a muxer.
  private let muxerPad: JoiningPad?
  private var pushed = 0

  package init(_ source: AppSource) {
    self.source = source
    format = .wanted(by: source)
    encoder = MetadataEncoder(format)
    let muxers = Element.reachable(from: [source.element]).filter(\.isQuickTimeMuxer)
    isDense = !muxers.isEmpty
    muxerPad = source.joiningPad
    for muxer in muxers { muxer.takeBuffersInOrder() }
    if let caps = Caps(format.caps) { source.setCaps(caps) }
  }

  package mutating func begin(_ stream: StreamDescription, at timestamp: UInt) {
    size = (stream.width, stream.height)
    guard !hasBegun else { return }
    hasBegun = true
    switch format {
    case .json: line(at: timestamp, duration: 0) { $0.stream(stream) }
    case .webvtt: push(WebVTTText.header, at: timestamp, duration: 0)
    case .klv, .onvif: break
    }
  }

  /// A line for each observation; where there is none, the word that nothing comes before the frame, for muxers that wait.
  ///
  /// - Parameter time: The time of day of the frame; `nil` counts from that of the first one by this machine's clock.
  package mutating func add(_ report: FrameReport, at timestamp: UInt, duration: UInt?, time: WallTime? = nil) {
    let start = max(timestamp, position)
    if isDense { lastDuration = duration ?? start - position }
    position = start
    guard format == .json else { return addFrame(report, at: start, duration: duration, time: time) }
    guard !report.observations.isEmpty else { return isDense ? empty(duration: lastDuration) : pass(start) }
    for (index, observation) in report.observations.enumerated() {
      // In a track without gaps, one line begins where the one before it ends.
      let isLast = index == report.observations.count - 1
      line(at: start, duration: isDense ? (isLast ? lastDuration : 0) : duration) {
        $0.observation(observation, frame: report.frame)
      }
    }
  }

  private mutating func addFrame(_ report: FrameReport, at timestamp: UInt, duration: UInt?, time: WallTime?) {
    if format == .webvtt {
      guard !report.observations.isEmpty else { return pass(timestamp) }
      let length = Int64(clamping: duration ?? 40_000_000)
      let start = report.time.nanoseconds
      return push(
        WebVTTText.cue(report.observations, frame: report.frame, start: start, duration: length), at: timestamp,
        duration: duration)
    }
    let origin = clock ?? (timestamp, WallTime.now)
    clock = origin
    let elapsed = Int64(clamping: timestamp) - Int64(clamping: origin.timestamp)
    let bytes = encoder.bytes(
      report.observations, width: size.width, height: size.height, time: time ?? origin.time + elapsed)
    push(bytes, at: timestamp, duration: duration)
  }

  /// Nothing comes before this time any more. Not beyond it: a muxer that knows that nothing comes until the frame's end would not wait for the
  /// last lines when the frames have ended.
  package mutating func pass(_ timestamp: UInt) {
    position = max(timestamp, position)
    guard !isDense else { return empty(duration: 0) }
    source.send(.gap(at: position, duration: nil))
  }

  /// Ends the stream; the video ends after it.
  package mutating func end(_ statistics: SessionStatistics, stream: StreamDescription) {
    begin(stream, at: position)
    if format == .json { line(at: position, duration: lastDuration) { $0.summary(statistics) } }
    source.endOfStream()
    muxerPad?.awaitLast(pushed)
  }

  /// After a seek time starts anew.
  mutating func reset() { (position, clock, pushed) = (0, nil, 0) }

  private mutating func push(_ bytes: [UInt8], at timestamp: UInt, duration: UInt?) {
    count(source.push(bytes.span, at: timestamp, duration: duration))
  }

  private mutating func empty(duration: UInt) {
    text.clear()
    count(source.push(text.bytes.span, at: position, duration: duration))
  }

  private mutating func line(at timestamp: UInt, duration: UInt?, _ compose: (inout JSONText) -> Void) {
    text.clear()
    compose(&text)
    count(source.push(text.bytes.span, at: timestamp, duration: duration))
  }

  private mutating func count(_ flow: Flow) {
    if flow == .ok { pushed += 1 }
  }
}

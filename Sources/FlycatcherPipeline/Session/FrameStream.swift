// One frame after another from the app sink through the trackers to the app sources: the session's own thread.
import Flycatcher
import GStreamerSupport

/// The parts that a stream of frames runs through.
struct StreamParts: Sendable {
  let sink: AppSink
  let annotated: AppSource?
  let metadata: AppSource?
  let analysis: FrameAnalysis
  let pointer: SessionPointer
  let reports: ReportQueue
  let progress: Monitor<SessionProgress>
  let options: SessionOptions
}

/// Runs to the end of the stream on the thread that calls `run`.
struct FrameStream {
  /// A report whose turn has not come, because an earlier frame is still being analyzed.
  private struct Held {
    var report: FrameReport
    var timestamp: UInt
    var duration: UInt?
    /// The time of day that the source gives it.
    var time: WallTime?
  }

  private let parts: StreamParts
  private var metadata: MetadataStream?
  private var overlay: StreamOverlay?
  private var live: LiveAnalysis?
  private var isLive: Bool?
  private var layout: VideoLayout?
  /// Makes what is drawn on and shown where the frames are of high dynamic range.
  private var tones: ToneMapper?
  /// Caps that no frame has had yet. Elements that hold on to what they are told first, as encoders and muxers do, are told with the frame: a tag that
  /// says how the picture must be turned changes the caps before that.
  private var nextCaps: Caps?
  private var segment: Segment?
  private var segmentIsNew = false
  private var frames = 0
  private var lastTime: Timestamp?
  /// The frame that is being analyzed first, then those that passed meanwhile.
  private var held: [Held] = []
  private static let mostHeld = 4096

  init(_ parts: StreamParts) {
    self.parts = parts
    metadata = parts.metadata.map { MetadataStream($0) }
    if parts.annotated != nil, let style = parts.options.overlay {
      overlay = StreamOverlay(
        style: style, orientation: parts.options.orientation, drawing: parts.options.drawing)
    }
  }

  mutating func run() {
    parts.progress.read { $0.beginFrameThread() }
    while step() {}
    finish()
    parts.progress.change { progress in
      progress.endFrameThread()
      progress.streamHasEnded = true
    }
  }

  /// - Returns: false at the end of the stream.
  private mutating func step() -> Bool {
    switch parts.sink.next() {
    case .buffer(let buffer, let moment): take(buffer, moment)
    case .caps(let caps): take(caps)
    case .segment(let segment):
      self.segment = segment
      segmentIsNew = true
      parts.progress.read { $0.origin = $0.origin ?? segment.beginning }
      let open = segment.withoutEnd
      parts.annotated?.setSegment(open)
      parts.metadata?.setSegment(open)
    case .event(let event): parts.annotated?.send(event)
    case .streamStart: beginAnew()
    case .flushed: reset()
    case .endOfStream: return false
    case .closed: return false
    case .timeout: break
    }
    return true
  }

  private mutating func reset() {
    if let live { live.reset() } else { parts.analysis.reset() }
    overlay?.reset()
    metadata?.reset()
    held.removeAll(keepingCapacity: true)
    lastTime = nil
  }

  /// Ends what is tracked, which is reported with the next frame.
  private mutating func beginAnew() {
    if let live { live.beginAnew() } else { parts.analysis.beginAnew() }
    overlay?.reset()
    metadata?.reset()
    lastTime = nil
  }

  private mutating func take(_ caps: Caps) {
    guard let new = VideoLayout(caps) else {
      return fail(notRawVideo(": \(caps)"))
    }
    if let layout, frames > 0, layout.width != new.width || layout.height != new.height {
      parts.progress.read {
        $0.warn("The pictures changed their size from \(layout.width)×\(layout.height) to \(new.width)×\(new.height).")
      }
    }
    layout = new
    parts.pointer.setPicture(width: new.width, height: new.height, orientation: parts.options.orientation)
    nextCaps = caps
    tones = overlay != nil || parts.analysis.hasObservers ? ToneMapper(caps, new) : nil
    let (numerator, denominator) = new.framerate
    parts.progress.change { progress in
      // Caps may change before any frame has had them, as when a tag says that the picture must be turned.
      guard progress.statistics.frames == 0 else { return }
      progress.stream.width = new.width
      progress.stream.height = new.height
      progress.stream.pixelAspectRatio = new.pixelAspectRatio
      progress.stream.framerate = "\(numerator)/\(denominator)"
    }
  }

  private mutating func take(_ buffer: consuming VideoBuffer, _ moment: Moment) {
    guard let layout else { return fail(notRawVideo("")) }
    guard let timestamp = buffer.timestamp, let segment, segment.isInTime,
      let nanoseconds = segment.streamTime(timestamp)
    else { return fail(Self.timestampNotFound(parts.sink.element.name)) }
    let origin = parts.progress.read { $0.origin ?? 0 }
    let (time, duration) = (Timestamp(nanoseconds: Int64(nanoseconds) &- Int64(origin)), buffer.duration)
    let wallTime = WallTime(of: buffer)
    begin(at: timestamp, time, wallTime)
    if let lastTime, time <= lastTime { goBack(from: lastTime, to: time) }
    segmentIsNew = false
    lastTime = max(lastTime ?? time, time)
    let number = frames
    frames += 1
    parts.progress.read { progress in
      progress.statistics.frames += 1
      progress.statistics.position = time
    }
    let shown = tones?.map(buffer)
    let entry = Held(
      report: FrameReport(frame: number, time: time, isAnalyzed: false), timestamp: timestamp, duration: duration,
      time: wallTime)
    if live != nil {
      analyzeLive(buffer, layout, shown, entry, deadline: moment + parts.options.maximumLatency)
    } else {
      var entry = entry
      entry.report = parts.analysis.analyze(buffer, layout, shown: shown, frame: number, time: time)
      deliver(entry)
    }
    handOn(buffer, layout, shown, time)
  }

  /// Time has gone back. Frames of a new segment, and those that come half a second too early, are another scene; others came in the wrong order, and
  /// pass unanalyzed.
  private mutating func goBack(from lastTime: Timestamp, to time: Timestamp) {
    let isJump = segment?.isForward == true && lastTime - time > TimeStep.leastJumpBack
    guard segmentIsNew || isJump else { return }
    if !segmentIsNew {
      parts.progress.read {
        $0.warn(
          "The frames' time went back from \(lastTime.seconds) s to \(time.seconds) s. What was tracked until then has ended."
        )
      }
    }
    beginAnew()
  }

  /// Finds out what only the first frame can tell: whether the stream is live, and its time of day.
  private mutating func begin(at timestamp: UInt, _ time: Timestamp, _ wallTime: WallTime?) {
    if isLive == nil {
      let isLive = parts.progress.read { $0.statistics.isLive } || parts.sink.isLive
      self.isLive = isLive
      if isLive {
        live = LiveAnalysis(parts.analysis, parts.progress)
        parts.metadata?.dropOldestWhenFull()
      }
      let start = (wallTime ?? (isLive ? .now : nil)).map { $0 + -time.nanoseconds }
      parts.progress.read { progress in
        progress.statistics.isLive = isLive
        progress.stream.start = start
      }
    }
    if metadata != nil { metadata?.begin(parts.progress.read { $0.stream }, at: timestamp) }
  }

  // MARK: Live

  /// Lets the trackers analyze the frame if they are free, and waits for them until the deadline and no longer.
  private mutating func analyzeLive(
    _ buffer: borrowing VideoBuffer, _ layout: VideoLayout, _ shown: ShownPicture?, _ entry: Held, deadline: Moment
  ) {
    guard let live else { return }
    collect(until: .now)
    guard held.isEmpty else {
      if held.count < Self.mostHeld { held.append(entry) } else { count(entry.report) }
      metadata?.pass(entry.timestamp)
      return
    }
    // A frame from before a reset may still be looked at; nothing waits for it.
    guard !live.isBusy else { return deliver(entry) }
    held.append(entry)
    live.begin(buffer.share(), layout, shown: shown, frame: entry.report.frame, time: entry.report.time)
    collect(until: deadline)
    if !held.isEmpty { metadata?.pass(entry.timestamp) }
  }

  /// Takes the report that the trackers have ready, and with it those that waited for it.
  private mutating func collect(until deadline: Moment?) {
    guard let live, !held.isEmpty else { return }
    switch live.outcome(until: deadline) {
    case .report(let report): held[0].report = report
    case .busy: return
    case .none: break
    }
    for entry in held { deliver(entry) }
    held.removeAll(keepingCapacity: true)
  }

  // MARK: Onward

  /// Delivers a report, unless a seek has thrown its frame away meanwhile.
  private mutating func deliver(_ entry: Held) {
    count(entry.report)
    let sink = parts.sink
    guard !sink.isStale else { return }
    overlay?.add(entry.report)
    metadata?.add(entry.report, at: entry.timestamp, duration: entry.duration, time: entry.time)
    parts.reports.add(entry.report, isLive: isLive ?? false) { sink.isStale }
  }

  private func count(_ report: FrameReport) {
    parts.progress.read { progress in
      if report.isAnalyzed { progress.statistics.analyzed += 1 } else { progress.statistics.skipped += 1 }
    }
  }

  private mutating func handOn(
    _ buffer: consuming VideoBuffer, _ layout: VideoLayout, _ shown: ShownPicture?, _ time: Timestamp
  ) {
    guard let annotated = parts.annotated, !parts.sink.isStale else { return }
    let tones = overlay == nil ? nil : tones
    if let caps = nextCaps {
      annotated.setCaps(tones?.caps ?? caps, mayCarryOverlay: overlay != nil)
      nextCaps = nil
    }
    if tones == nil {
      draw(on: buffer, layout, time, for: annotated)
    } else if let shown {
      draw(on: shown.buffer.share(), shown.layout, time, for: annotated)
    }
  }

  private mutating func draw(
    on buffer: consuming VideoBuffer, _ layout: VideoLayout, _ time: Timestamp, for annotated: AppSource
  ) {
    overlay?.show(parts.pointer.marks)
    overlay?.look(at: buffer, layout, time: time, orientation: parts.options.orientation)
    if let composition = overlay?.composition(at: time, width: layout.width, height: layout.height) {
      if let carrying = buffer.carrying(composition) { _ = annotated.push(carrying) }
    } else {
      _ = annotated.push(buffer)
    }
  }

  private mutating func finish() {
    if let live {
      collect(until: nil)
      live.close()
    }
    let last = parts.analysis.finish()
    if let lastTime, !last.isEmpty {
      let report = FrameReport(frame: frames - 1, time: lastTime, observations: last)
      overlay?.add(report)
      parts.analysis.tellEnd(report)
      metadata?.add(report, at: 0, duration: nil)
      parts.reports.add(report, isLive: isLive ?? false)
    }
    let (statistics, stream) = parts.progress.read { ($0.current, $0.stream) }
    warn(statistics)
    metadata?.end(statistics, stream: stream)
    parts.annotated?.endOfStream()
  }

  private func warn(_ statistics: SessionStatistics) {
    if let refusal = parts.analysis.refusedRegion {
      parts.progress.read { $0.warn("A box that came with a frame is not followed. \(refusal)") }
    }
    if let refusal = parts.analysis.refusedRequest {
      parts.progress.read { $0.warn("What was pointed at is refused. \(refusal)") }
    }
    guard statistics.skipped > 0 else { return }
    let reason = parts.analysis.refusedFrame.map(Self.text) ?? (isLive == true ? "The trackers were behind." : nil)
    let text = "\(statistics.skipped) of \(statistics.frames) frames passed unanalyzed."
    parts.progress.read { $0.warn([text, reason].compactMap { $0 }.joined(separator: " ")) }
  }

  /// Why the trackers refused frames. What callers of the trackers are to do does not help whoever has a film.
  private static func text(_ refusal: FlycatcherError) -> String {
    refusal.code == .timestampNotIncreasing ? "Their times do not come after those before them." : refusal.description
  }

  private func fail(_ error: PipelineError) {
    parts.progress.change { $0.fail(error) }
    parts.sink.close()
  }

  private func notRawVideo(_ caps: String) -> PipelineError {
    let name = parts.sink.element.name
    return PipelineError(
      .notNegotiated, element: name,
      "What reaches \(name) is not raw video\(caps). Put decodebin ! videoconvert before it.")
  }

  private static func timestampNotFound(_ name: String) -> PipelineError {
    PipelineError(
      .timestampNotFound, element: name,
      "A frame without a timestamp reached \(name). Put an element that sets timestamps before it, such as "
        + "videoparse, h264timestamper or videorate, or do-timestamp=true on the source.")
  }
}

// The `metadata` pad of `trackpublish`: observations as a text stream for a muxer, a buffer a line.
import CGStreamer
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

/// The pad on which the pad's own thread pushes.
///
/// Sendable although unchecked: the streaming thread alone changes it. Other threads only forward flushes: the beginning of one touches the pad
/// alone, and GStreamer keeps the streaming thread out while the end of one goes by.
@safe final class MetadataPad: @unchecked Sendable {
  private let pad: UnsafeMutablePointer<GstPad>
  private let thread = PadThread()
  private var text = JSONText()
  private var hasStarted = false
  private var needsSegment = true
  private var stream: StreamDescription?
  private var needsStreamLine = false
  /// The raw timestamp up to which the stream is written: where the next buffer of a dense one begins, where the last one of another began.
  private var position: UInt = 0
  /// A Boolean value indicating whether there is a buffer for every frame, with or without a line, and each begins where the one before it ends.
  private var isDense = false
  /// The raw timestamp of the last frame.
  private var lastTimestamp: UInt?
  private var lastDuration: UInt = 0
  /// Where the stream enters a muxer, and the number of buffers on their way there.
  private var muxerPad: JoiningPad?
  private var pushed = 0

  /// The longest time the end of the video waits for the last lines.
  private static let longestDrain: Duration = .seconds(1)

  static let caps = "text/x-raw,format=(string)utf8"

  /// - Parameter pad: new, and not active yet.
  init(_ pad: UnsafeMutablePointer<GstPad>) {
    unsafe self.pad = pad
    unsafe gst_object_ref(pad)
    unsafe thread.drive(pad)
  }

  deinit { unsafe gst_object_unref(pad) }

  func forget() {
    (hasStarted, needsSegment, position, lastTimestamp) = (false, true, 0, nil)
    (stream, needsStreamLine) = (nil, false)
    (muxerPad, pushed) = (nil, 0)
  }

  func renewSegment() { (needsSegment, position, lastTimestamp) = (true, 0, nil) }

  /// Hands on the end of the stream, or a flush.
  func forward(_ event: UnsafeMutablePointer<GstEvent>) {
    switch unsafe fc_event_type(event) {
    case GST_EVENT_FLUSH_START: unsafe thread.startFlush(pad, event)
    case GST_EVENT_FLUSH_STOP:
      pushed = 0
      rearm()
      unsafe thread.stopFlush(pad, event)
    default:
      unsafe thread.push(fc_event_ref(event))
      // The last line goes first, where it is taken.
      thread.drain(until: .now + Self.longestDrain)
      muxerPad?.awaitLast(pushed)
    }
  }

  /// A Boolean value indicating whether it knows the stream.
  var hasBegun: Bool { stream != nil }

  /// Sends what comes first.
  ///
  /// - Parameter timestamp: That of the next frame, where others came before.
  func begin(_ stream: StreamDescription, _ segment: GstSegment, at timestamp: UInt? = nil) {
    (self.stream, needsStreamLine) = (stream, true)
    if let timestamp, timestamp != UInt.max { position = timestamp }
    prepare(segment)
  }

  /// Lets what a flush may have thrown away, here or in a queue behind, be sent again.
  private func rearm() {
    needsStreamLine = stream != nil
    hasStarted = hasStarted && [GST_EVENT_STREAM_START, GST_EVENT_CAPS].allSatisfy(isKept)
  }

  /// Returns a Boolean value indicating whether an event has gone out, so that GStreamer keeps it and sends it on.
  private func isKept(_ type: GstEventType) -> Bool {
    guard let event = unsafe gst_pad_get_sticky_event(pad, type, 0) else { return false }
    unsafe fc_mini_object_unref(event)
    return true
  }

  /// A line for each observation; where there is none, a gap event, or an empty buffer for a muxer that needs one.
  ///
  /// - Parameter timestamp: `nil` for what belongs to no frame; it stands after the last one.
  func say(_ report: FrameReport?, at timestamp: UInt?, duration: UInt?, _ segment: GstSegment) {
    prepare(segment)
    let stamped = timestamp == UInt.max ? nil : timestamp
    let start = max(stamped ?? position, position)
    let known = duration == UInt.max ? nil : duration
    let length = isDense && timestamp != nil ? fill(stamped ?? start, from: start, known) : known ?? 0
    if !isDense { position = start }
    guard let report, !report.observations.isEmpty else {
      if isDense { return line(at: start, duration: length) { _ in } }
      return unsafe push(gst_event_new_gap(start, known ?? UInt.max))
    }
    for (index, observation) in report.observations.enumerated() {
      // In a track without gaps, one line begins where the one before it ends.
      let isLast = index == report.observations.count - 1
      line(at: start, duration: isDense && !isLast ? 0 : length) {
        $0.observation(observation, frame: report.frame)
      }
    }
  }

  /// Moves the position of a dense stream on to the end of a frame.
  ///
  /// - Returns: The time from `start` to there.
  private func fill(_ timestamp: UInt, from start: UInt, _ duration: UInt?) -> UInt {
    let sinceLast = lastTimestamp.map { timestamp > $0 ? timestamp - $0 : 0 }
    lastTimestamp = timestamp
    lastDuration = duration ?? sinceLast ?? 0
    position = max(timestamp.addingReportingOverflow(lastDuration).partialValue, start)
    return position - start
  }

  func end(_ statistics: SessionStatistics, _ segment: GstSegment) {
    prepare(segment)
    line(at: position, duration: lastDuration) { $0.summary(statistics) }
  }

  /// The events that must come before anything else, and the first line.
  private func prepare(_ segment: GstSegment) {
    if !hasStarted {
      hasStarted = true
      isDense = unsafe Element.reachable(from: pad).contains { $0.isQuickTimeMuxer }
      muxerPad = unsafe JoiningPad(after: pad)
      startStream()
      if let caps = Caps(Self.caps) { unsafe push(gst_event_new_caps(caps.pointer)) }
    }
    if needsSegment {
      needsSegment = false
      var segment = segment
      unsafe push(gst_event_new_segment(&segment))
    }
    if needsStreamLine, let stream {
      needsStreamLine = false
      line(at: max(segment.start, position), duration: 0) { $0.stream(stream) }
    }
  }

  /// Names the stream after the one it is about, and puts it into the same group.
  private func startStream() {
    guard let element = unsafe gst_pad_get_parent_element(pad) else { return }
    defer { unsafe gst_object_unref(element) }
    guard let name = unsafe gst_pad_create_stream_id(pad, element, "metadata") else { return }
    defer { unsafe g_free(name) }
    guard let event = unsafe gst_event_new_stream_start(name) else { return }
    unsafe gst_event_set_group_id(event, groupNumber(of: element))
    unsafe gst_event_set_stream_flags(event, GST_STREAM_FLAG_SPARSE)
    unsafe thread.push(event)
  }

  private func push(_ event: UnsafeMutablePointer<GstEvent>?) {
    if let event = unsafe event { unsafe thread.push(event) }
  }

  private func groupNumber(of element: UnsafeMutablePointer<GstElement>) -> UInt32 {
    var number: UInt32 = 0
    guard let sink = unsafe gst_element_get_static_pad(element, "sink") else { return gst_util_group_id_next() }
    defer { unsafe gst_object_unref(sink) }
    guard let event = unsafe gst_pad_get_sticky_event(sink, GST_EVENT_STREAM_START, 0) else {
      return gst_util_group_id_next()
    }
    defer { unsafe fc_mini_object_unref(event) }
    return unsafe gst_event_parse_group_id(event, &number) != 0 ? number : gst_util_group_id_next()
  }

  private func line(at timestamp: UInt, duration: UInt, _ compose: (inout JSONText) -> Void) {
    text.clear()
    compose(&text)
    let count = text.bytes.count
    guard let buffer = unsafe gst_buffer_new_allocate(nil, gsize(count), nil) else { return }
    unsafe text.bytes.withUnsafeBytes { _ = unsafe gst_buffer_fill(buffer, 0, $0.baseAddress, gsize(count)) }
    unsafe fc_buffer_set_times(buffer, timestamp, duration)
    unsafe thread.push(buffer)
    pushed += 1
  }
}

// The way from raw timestamps to stream time, and events that travel with the buffers.
package import CGStreamer

/// A segment of the stream: which timestamps are played, and what stream time they are.
@safe package struct Segment: @unchecked Sendable {
  var value: GstSegment

  package init(_ value: GstSegment) {
    self.value = value
  }

  /// Creates a segment in which a raw timestamp is a time from the beginning; both in nanoseconds.
  package init(from timestamp: UInt, at time: UInt) {
    var value = GstSegment()
    unsafe gst_segment_init(&value, GST_FORMAT_TIME)
    (value.start, value.position, value.base, value.time) = (timestamp, timestamp, time, time)
    self.value = value
  }

  /// A Boolean value indicating whether timestamps are in time at all, and not in bytes or frames.
  package var isInTime: Bool { value.format == GST_FORMAT_TIME }

  /// A Boolean value indicating whether it is played forward.
  package var isForward: Bool { value.rate > 0 }

  /// Stream time in nanoseconds at which the segment begins. That of the first one of an MPEG transport stream is wherever its clock stood.
  package var beginning: Int {
    guard isInTime, value.time != UInt64.max, isForward else { return 0 }
    return Int(clamping: value.time)
  }

  /// The same without an end. An app source takes the end of its segment for the end of the stream, and nothing after the first buffer that
  /// reaches it: neither other lines about the last frame, nor the frames after one whose duration is too long.
  package var withoutEnd: Segment {
    guard isForward else { return self }
    var open = value
    open.stop = UInt.max
    return Segment(open)
  }

  /// Returns a Boolean value indicating whether any of a buffer lies inside; what lies outside is not shown by any
  /// sink.
  func contains(_ timestamp: UInt, duration: UInt?) -> Bool {
    var segment = value
    let end = duration.map { timestamp.addingReportingOverflow($0).partialValue } ?? UInt.max
    return unsafe gst_segment_clip(&segment, GST_FORMAT_TIME, timestamp, end, nil, nil) != 0
  }

  /// Returns a Boolean value indicating whether a raw timestamp comes before what is played.
  func begins(after timestamp: UInt) -> Bool { isInTime && isForward && timestamp < value.start }

  /// Stream time in nanoseconds of a raw timestamp; negative before the start; `nil` where the segment has none.
  package func streamTime(_ timestamp: UInt) -> Int? {
    var segment = value
    var result: UInt = 0
    let sign = unsafe gst_segment_to_stream_time_full(&segment, GST_FORMAT_TIME, timestamp, &result)
    guard sign != 0, let magnitude = Int(exactly: result) else { return nil }
    return sign > 0 ? magnitude : -magnitude
  }
}

/// Something that travels with the buffers and is handed on as it is.
///
/// Sendable although unchecked: events are immutable once sent, and their reference count is atomic.
@safe package final class StreamEvent: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<GstEvent>

  init(taking pointer: UnsafeMutablePointer<GstEvent>) {
    unsafe self.pointer = pointer
  }

  init(lent pointer: UnsafeMutablePointer<GstEvent>) {
    unsafe self.pointer = pointer
    _ = unsafe fc_mini_object_ref(pointer)
  }

  deinit { unsafe fc_mini_object_unref(pointer) }

  /// Nothing comes between `timestamp` and the time `duration` later.
  package static func gap(at timestamp: UInt, duration: UInt?) -> StreamEvent {
    unsafe StreamEvent(taking: gst_event_new_gap(timestamp, duration ?? UInt.max))
  }
}

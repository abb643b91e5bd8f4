// The beginning of the user's pipeline's second half, where frames or text go on.
import CGStreamer

/// The outcome of a push.
package enum Flow: Sendable {
  case ok
  /// The element is flushing or has stopped; what was pushed is dropped.
  case flushing
  /// Nobody takes more.
  case ended
  case failed
}

/// An `appsrc` that goes on with the timestamps, segment and caps it is given.
@safe package final class AppSource: Sendable {
  package let element: Element
  private let pad: PadReference
  private let outlet: Outlet
  private let probe: UInt
  private let state = Monitor(State())

  private struct State {
    var caps: Caps?
    var segment: Segment?
    /// The segment goes along with the next buffer.
    var segmentIsNew = false
    var hasStarted = false
    var waitingSince: Moment?
  }

  /// - Parameters:
  ///   - capacity: The maximum number of waiting buffers; 0 leaves `bytes` as the only limit.
  ///   - bytes: The maximum number of waiting bytes; 0 is no limit.
  /// - Returns: `nil` where the element is no app source.
  package init?(_ element: Element, capacity: Int, bytes: Int = 0) {
    guard element.isAppSource, let pad = unsafe element.pad("src") else { return nil }
    self.element = element
    unsafe self.pad = PadReference(taking: pad)
    unsafe gst_util_set_object_arg(fc_g_object(element.pointer), "format", "time")
    unsafe gst_util_set_object_arg(fc_g_object(element.pointer), "stream-type", "stream")
    element.set("is-live", false)
    element.set("do-timestamp", false)
    element.set("emit-signals", false)
    element.set("handle-segment-change", true)
    element.set("block", true)
    element.set("max-buffers", UInt(clamping: capacity))
    element.set("max-bytes", UInt(clamping: bytes))
    element.set("max-time", UInt(0))
    outlet = Outlet(element)
    let mask =
      GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
      | GST_PAD_PROBE_TYPE_EVENT_UPSTREAM.rawValue | GST_PAD_PROBE_TYPE_QUERY_UPSTREAM.rawValue
      | GST_PAD_PROBE_TYPE_PUSH.rawValue
    probe = unsafe fc_pad_add_probe(
      pad, mask,
      { _, info, data in
        guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
        return unsafe Unmanaged<Outlet>.fromOpaque(data).takeUnretainedValue().receive(info)
      }, Unmanaged.passRetained(outlet).toOpaque(),
      { data in
        if let data = unsafe data { unsafe Unmanaged<Outlet>.fromOpaque(data).release() }
      })
  }

  /// Answers questions about latency, duration and seeking as the source half does, and hands seeks up to it.
  ///
  /// - Parameter latency: The longest time for which the session itself holds a live frame.
  package func follow(_ sink: AppSink, latency: Duration) {
    outlet.follow(sink, latency: latency)
    outlet.pad.change { $0 = self.pad }
  }

  /// Calls `body` with what is done in a video window at the end of the pipeline, on the window's thread.
  package func whenPointed(_ body: @escaping @Sendable (NavigationEvent) -> Void) { outlet.hear(body) }

  /// From the next buffer on, buffers are of these caps.
  ///
  /// - Returns: `true` if pictures to be laid over a frame may travel with it, because an element downstream draws them.
  @discardableResult
  package func setCaps(_ caps: Caps, mayCarryOverlay: Bool = false) -> Bool {
    let carries = mayCarryOverlay && takesOverlay(caps)
    let sent = carries ? caps.withOverlayComposition : caps
    outlet.expect(caps, carriesOverlay: carries)
    state.read { $0.caps = sent }
    unsafe fc_app_source_set_caps(element.pointer, sent.pointer)
    return carries
  }

  /// Returns a Boolean value indicating whether what comes after the element takes these caps; whether anything does where nothing is linked to it.
  package func isTaken(_ caps: Caps) -> Bool {
    guard let answer = unsafe gst_pad_peer_query_caps(pad.pointer, nil) else { return true }
    return unsafe !Caps(taking: answer).intersection(caps).isEmpty
  }

  private func takesOverlay(_ caps: Caps) -> Bool {
    guard let answer = unsafe gst_pad_peer_query_caps(pad.pointer, nil) else { return false }
    guard unsafe Caps(taking: answer).namesOverlayComposition else { return false }
    // What the next element accepts is not enough: a converter accepts what nothing behind it takes.
    let wanted = caps.withOverlayComposition
    guard let answer = unsafe gst_pad_peer_query_caps(pad.pointer, wanted.pointer), unsafe !Caps(taking: answer).isEmpty
    else { return false }
    return withExtendedLifetime(wanted) {
      unsafe gst_pad_peer_query_accept_caps(pad.pointer, $0.pointer) != 0
    }
  }

  /// From the next buffer on, timestamps are of this segment.
  package func setSegment(_ segment: Segment) {
    state.read { state in
      state.segment = segment
      state.segmentIsNew = true
    }
  }

  /// From now on pushing never waits: where there is no room, the oldest goes.
  package func dropOldestWhenFull() {
    element.set("block", false)
    unsafe gst_util_set_object_arg(fc_g_object(element.pointer), "leaky-type", "downstream")
  }

  /// The moment since which a buffer waits for room; `nil` where none does.
  package var waitingSince: Moment? { state.read { $0.waitingSince } }

  /// Hands on a buffer; waits for room.
  package func push(_ buffer: consuming VideoBuffer) -> Flow {
    let (caps, segment): (Caps?, Segment?) = state.read { state in
      defer { (state.segmentIsNew, state.hasStarted, state.waitingSince) = (false, true, .now) }
      return (state.caps, state.segmentIsNew ? state.segment : nil)
    }
    defer { state.read { $0.waitingSince = nil } }
    let pointer = unsafe buffer.release()
    guard let segment, let caps else { return unsafe Flow(fc_app_source_push(element.pointer, pointer)) }
    var value = segment.value
    let sample = unsafe gst_sample_new(pointer, caps.pointer, &value, nil)
    unsafe fc_mini_object_unref(pointer)
    let flow = unsafe fc_app_source_push_sample(element.pointer, sample)
    unsafe gst_sample_unref(sample)
    return Flow(flow)
  }

  /// Hands on text with its time.
  package func push(_ text: borrowing Span<UInt8>, at timestamp: UInt, duration: UInt?) -> Flow {
    guard let buffer = unsafe gst_buffer_new_allocate(nil, gsize(text.count), nil) else { return .failed }
    unsafe text.withUnsafeBytes { bytes in
      _ = unsafe gst_buffer_fill(buffer, 0, bytes.baseAddress, gsize(bytes.count))
    }
    unsafe fc_buffer_set_times(buffer, timestamp, duration ?? UInt.max)
    return unsafe push(VideoBuffer(taking: buffer))
  }

  /// Hands on an event in its place between the buffers; flushes go at once. Before the first buffer there is no place for it yet.
  package func send(_ event: StreamEvent) {
    let isFlush = unsafe fc_event_type(event.pointer) == GST_EVENT_FLUSH_STOP
    if isFlush { state.read { $0.segmentIsNew = $0.segment != nil } }
    guard unsafe fc_event_is_serialized(event.pointer) == 0 || isFlush || state.read({ $0.hasStarted }) else { return }
    _ = unsafe fc_mini_object_ref(event.pointer)
    unsafe gst_element_send_event(element.pointer, event.pointer)
  }

  /// The pad at which what is pushed joins another stream; `nil` where it joins none.
  package var joiningPad: JoiningPad? { unsafe JoiningPad(after: pad.pointer) }

  /// Nothing comes after what has been pushed.
  package func endOfStream() {
    unsafe _ = fc_app_source_end(element.pointer)
  }

  /// Lets go of the pipeline; to be called when it has stopped.
  package func detach() {
    unsafe gst_pad_remove_probe(pad.pointer, gulong(probe))
    outlet.release()
  }
}

extension Flow {
  fileprivate init(_ flow: GstFlowReturn) {
    self =
      switch flow {
      case GST_FLOW_OK: .ok
      case GST_FLOW_FLUSHING: .flushing
      case GST_FLOW_EOS: .ended
      default: .failed
      }
  }
}

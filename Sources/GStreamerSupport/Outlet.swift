// The pad of an app source: queries and upstream events go to the source half, pictures are drawn into frames.
import CGStreamer

/// The pad of an app source.
///
/// Sendable although unchecked: the pointer never changes, and probes run while its element lives.
@safe final class Outlet: @unchecked Sendable {
  private struct State {
    var sink: AppSink?
    var latency: UInt = 0
    var carriesOverlay = false
    var writer: FrameWriter?
    var pointed: (@Sendable (NavigationEvent) -> Void)?
  }

  private let state = Monitor(State())
  /// The app source, which holds the pad that this belongs to.
  private let source: UnsafeMutablePointer<GstElement>
  let pad = Monitor<PadReference?>(nil)

  init(_ source: Element) { unsafe self.source = source.pointer }

  func follow(_ sink: AppSink, latency: Duration) {
    let (seconds, attoseconds) = latency.components
    state.read { state in
      state.sink = sink
      state.latency = UInt(clamping: seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
    }
  }

  func expect(_ caps: Caps, carriesOverlay: Bool) {
    state.read { $0.carriesOverlay = carriesOverlay }
  }

  func hear(_ pointed: @escaping @Sendable (NavigationEvent) -> Void) { state.read { $0.pointed = pointed } }

  func release() {
    state.read { $0 = State() }
    pad.read { $0 = nil }
  }

  func receive(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
    guard let data = unsafe fc_probe_data(info) else { return GST_PAD_PROBE_OK }
    let type = unsafe fc_probe_type(info).rawValue
    if type & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
      return unsafe prepare(info, data.assumingMemoryBound(to: GstBuffer.self))
    }
    if type & GST_PAD_PROBE_TYPE_QUERY_UPSTREAM.rawValue != 0 {
      return unsafe answer(data.assumingMemoryBound(to: GstQuery.self))
    }
    let event = unsafe data.assumingMemoryBound(to: GstEvent.self)
    if type & GST_PAD_PROBE_TYPE_EVENT_UPSTREAM.rawValue != 0 { return unsafe handUp(event) }
    switch unsafe fc_event_type(event) {
    case GST_EVENT_CAPS:
      var caps: UnsafeMutablePointer<GstCaps>?
      unsafe gst_event_parse_caps(event, &caps)
      let writer = unsafe caps.flatMap { unsafe FrameWriter(Caps(lent: $0)) }
      state.read { $0.writer = writer }
    case GST_EVENT_EOS:
      // The source may have ended by itself, as with num-buffers: who waits for room in its queue would wait for ever.
      unsafe _ = fc_app_source_end(source)
    default: break
    }
    return GST_PAD_PROBE_OK
  }

  // MARK: Upstream

  private func answer(_ query: UnsafeMutablePointer<GstQuery>) -> GstPadProbeReturn {
    let (sink, own) = state.read { ($0.sink, $0.latency) }
    guard let sink else { return GST_PAD_PROBE_OK }
    switch unsafe fc_query_type(query) {
    case GST_QUERY_LATENCY:
      guard unsafe gst_pad_peer_query(sink.upstream.pointer, query) != 0 else { return GST_PAD_PROBE_OK }
      var (isLive, least, most): (gboolean, UInt, UInt) = (0, 0, 0)
      unsafe gst_query_parse_latency(query, &isLive, &least, &most)
      if isLive != 0 {
        least = least.addingReportingOverflow(own).partialValue
        if most != UInt.max { most = most.addingReportingOverflow(own).partialValue }
        unsafe gst_query_set_latency(query, isLive, least, most)
      }
      return GST_PAD_PROBE_HANDLED
    case GST_QUERY_DURATION, GST_QUERY_SEEKING:
      guard unsafe gst_pad_peer_query(sink.upstream.pointer, query) != 0 else { return GST_PAD_PROBE_OK }
      return GST_PAD_PROBE_HANDLED
    default: return GST_PAD_PROBE_OK
    }
  }

  /// Hands the events up that the source half must know.
  private func handUp(_ event: UnsafeMutablePointer<GstEvent>) -> GstPadProbeReturn {
    let (sink, pointed) = state.read { ($0.sink, $0.pointed) }
    if let pointed, let event = unsafe NavigationEvent(event) { pointed(event) }
    guard let sink else { return GST_PAD_PROBE_OK }
    switch unsafe fc_event_type(event) {
    case GST_EVENT_SEEK, GST_EVENT_NAVIGATION, GST_EVENT_CUSTOM_UPSTREAM, GST_EVENT_TOC_SELECT: break
    case GST_EVENT_RECONFIGURE:
      state.read { $0.writer?.forgetAnswer() }
      return GST_PAD_PROBE_OK
    default: return GST_PAD_PROBE_OK
    }
    _ = unsafe fc_mini_object_ref(event)
    unsafe gst_pad_push_event(sink.upstream.pointer, event)
    return GST_PAD_PROBE_DROP
  }

  // MARK: Downstream

  /// Draws what is to be drawn where nobody further down does it, and gives the picture the layout that is understood there.
  private func prepare(
    _ info: UnsafeMutablePointer<GstPadProbeInfo>, _ buffer: UnsafeMutablePointer<GstBuffer>
  ) -> GstPadProbeReturn {
    let (writer, carries) = state.read { ($0.writer, $0.carriesOverlay) }
    guard let writer, let pad = pad.read({ $0 }) else { return GST_PAD_PROBE_OK }
    let prepared = unsafe writer.prepare(buffer, keepsOverlay: carries, pad: pad)
    unsafe fc_probe_set_data(info, prepared)
    return GST_PAD_PROBE_OK
  }
}

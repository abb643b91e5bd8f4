// The queue behind an app sink: filled by the pipeline's thread, emptied by the session's.
import CGStreamer

/// Everything that comes down the app sink's pad, in order.
@safe final class Intake: Sendable {
  /// Owns one reference to the buffer it holds.
  @safe private enum Entry {
    case buffer(UnsafeMutablePointer<GstBuffer>, Moment)
    case caps(Caps)
    case segment(Segment)
    case event(StreamEvent)
    case streamStart, flushed, endOfStream
  }

  private struct State {
    var entries: [Entry] = []
    var buffers = 0
    var count = 0
    var segment: Segment?
    /// The number of segments that have come.
    var segments = 0
    var hasStarted = false
    var isFlushing = false
    var isClosed = false
    /// A Boolean value indicating whether the end of the stream has come, since the newest flush.
    var hasSeenEnd = false
    /// A Boolean value indicating whether the session is still at work on what it took last.
    var isBusy = false
    var seek: UInt32?
    /// Counts the flushes; what was taken before the newest one is stale.
    var generation = 0
    /// The generation of what was taken last.
    var taken = 0
  }

  private let capacity: Int
  private let takesLeadIn: Bool
  private let state: Monitor<State>
  let sources = Monitor<[AppSource]>([])
  /// The function that is called when a flush begins, on the thread that seeks.
  let whenFlushed = Monitor<(@Sendable () -> Void)?>(nil)

  /// - Parameters:
  ///   - capacity: The maximum number of waiting pictures.
  ///   - takesLeadIn: A Boolean value indicating whether what comes before the beginning of the first segment is taken, too.
  init(capacity: Int, takesLeadIn: Bool = false) {
    self.capacity = max(capacity, 1)
    self.takesLeadIn = takesLeadIn
    var initial = State()
    initial.entries.reserveCapacity(self.capacity + 8)
    state = Monitor(initial)
  }

  deinit { discard() }

  var count: Int { state.read { $0.count } }

  /// A Boolean value indicating whether the end of the stream has come, or nothing more is taken.
  var hasSeenEnd: Bool { state.read { $0.hasSeenEnd || $0.isClosed } }

  /// A Boolean value indicating whether what was taken last has been thrown away since, for a seek.
  var isStale: Bool { state.read { $0.taken != $0.generation } }

  func close() {
    state.change { $0.isClosed = true }
  }

  func discard() {
    state.change { drop(&$0) }
  }

  private func drop(_ state: inout State) {
    for entry in state.entries {
      if case .buffer(let buffer, _) = entry { unsafe fc_mini_object_unref(buffer) }
    }
    state.entries.removeAll(keepingCapacity: true)
    state.buffers = 0
  }

  // MARK: The session's side

  func next(until deadline: Moment?) -> Arrival {
    state.change { $0.isBusy = false }
    let entry: Entry?? = state.wait(until: deadline) { state in
      if !state.entries.isEmpty {
        let first = state.entries.removeFirst()
        if case .buffer = first { state.buffers -= 1 }
        state.isBusy = true
        state.taken = state.generation
        return .some(first)
      }
      return state.isClosed ? .some(nil) : nil
    }
    guard let entry else { return .timeout }
    switch entry {
    case .buffer(let buffer, let moment): return unsafe .buffer(VideoBuffer(taking: buffer), at: moment)
    case .caps(let caps): return .caps(caps)
    case .segment(let segment): return .segment(segment)
    case .event(let event): return .event(event)
    case .streamStart: return .streamStart
    case .flushed: return .flushed
    case .endOfStream: return .endOfStream
    case nil: return .closed
    }
  }

  // MARK: The pipeline's side

  func receive(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
    guard let data = unsafe fc_probe_data(info) else { return GST_PAD_PROBE_OK }
    let type = unsafe fc_probe_type(info).rawValue
    if type & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
      unsafe fc_probe_set_flow(info, accept(data.assumingMemoryBound(to: GstBuffer.self)))
      return GST_PAD_PROBE_HANDLED
    }
    if type & GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue != 0 {
      let list = OpaquePointer(data)
      var flow = GST_FLOW_OK
      let length = unsafe gst_buffer_list_length(list)
      for index in 0..<length where flow == GST_FLOW_OK {
        guard let buffer = unsafe gst_buffer_list_get(list, index) else { continue }
        _ = unsafe fc_mini_object_ref(buffer)
        flow = unsafe accept(buffer)
      }
      unsafe fc_mini_object_unref(data)
      unsafe fc_probe_set_flow(info, flow)
      return GST_PAD_PROBE_HANDLED
    }
    if type & GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM.rawValue != 0 {
      return unsafe answer(data.assumingMemoryBound(to: GstQuery.self))
    }
    let event = unsafe data.assumingMemoryBound(to: GstEvent.self)
    if unsafe fc_event_type(event) == GST_EVENT_SEEK { return unsafe passesOnce(event) }
    unsafe receive(event)
    // The sink would wait with a gap, as with a buffer, until the whole pipeline plays; which may depend on the frame that comes after it.
    return unsafe fc_event_type(event) == GST_EVENT_GAP ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
  }

  /// A seek of the whole pipeline comes once from every sink: only the first goes up.
  private func passesOnce(_ seek: UnsafeMutablePointer<GstEvent>) -> GstPadProbeReturn {
    let number = unsafe fc_event_seqnum(seek)
    return state.read { state in
      defer { state.seek = number }
      return state.seek == number ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
    }
  }

  /// Waits for room. Takes over the reference to the buffer.
  private func accept(_ buffer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
    let moment = Moment.now
    let flow: GstFlowReturn? = state.wait { state in
      if state.isFlushing { return GST_FLOW_FLUSHING }
      if state.isClosed { return GST_FLOW_EOS }
      if let segment = state.segment, segment.isInTime, let timestamp = unsafe fc_buffer_pts(buffer).valid,
        unsafe !segment.contains(timestamp, duration: fc_buffer_duration(buffer).valid),
        !(takesLeadIn && state.segments == 1 && segment.begins(after: timestamp))
      {
        return GST_FLOW_CUSTOM_SUCCESS  // outside of what is played
      }
      guard state.buffers < capacity else { return nil }
      unsafe state.entries.append(.buffer(buffer, moment))
      state.buffers += 1
      state.count += 1
      return GST_FLOW_OK
    }
    if flow != GST_FLOW_OK { unsafe fc_mini_object_unref(buffer) }
    return flow == GST_FLOW_CUSTOM_SUCCESS ? GST_FLOW_OK : flow ?? GST_FLOW_ERROR
  }

  private func receive(_ event: UnsafeMutablePointer<GstEvent>) {
    switch unsafe fc_event_type(event) {
    case GST_EVENT_CAPS:
      var caps: UnsafeMutablePointer<GstCaps>?
      unsafe gst_event_parse_caps(event, &caps)
      if let caps = unsafe caps { unsafe add(.caps(Caps(lent: caps))) }
    case GST_EVENT_SEGMENT:
      var value = GstSegment()
      unsafe gst_event_copy_segment(event, &value)
      let segment = Segment(value)
      state.read { state in
        state.segment = segment
        state.segments += 1
      }
      add(.segment(segment))
    case GST_EVENT_STREAM_START:
      let isFirst = state.read { state in
        defer { state.hasStarted = true }
        return !state.hasStarted
      }
      if !isFirst { add(.streamStart) }
    case GST_EVENT_FLUSH_START: startFlush(unsafe StreamEvent(lent: event))
    case GST_EVENT_FLUSH_STOP: stopFlush(unsafe StreamEvent(lent: event))
    case GST_EVENT_EOS:
      state.read { $0.hasSeenEnd = true }
      add(.endOfStream)
    case GST_EVENT_CUSTOM_DOWNSTREAM_OOB:
      for source in sources.read({ $0 }) { source.send(unsafe StreamEvent(lent: event)) }
    case GST_EVENT_GAP, GST_EVENT_TAG, GST_EVENT_TOC, GST_EVENT_SEGMENT_DONE, GST_EVENT_CUSTOM_DOWNSTREAM,
      GST_EVENT_CUSTOM_DOWNSTREAM_STICKY:
      add(.event(unsafe StreamEvent(lent: event)))
    default: break
    }
  }

  private func add(_ entry: Entry) {
    state.change { if !$0.isFlushing && !$0.isClosed { $0.entries.append(entry) } }
  }

  /// Frees everyone who waits, here and behind the app sources.
  private func startFlush(_ event: StreamEvent) {
    state.change { state in
      state.isFlushing = true
      state.hasSeenEnd = false
      state.generation &+= 1
      drop(&state)
    }
    for source in sources.read({ $0 }) { source.send(event) }
    if let body = whenFlushed.read({ $0 }) { body() }
  }

  /// Lets the stream begin anew once the session has let go of the last picture of the old one. Nothing holds the session up but its trackers: it waits
  /// neither for a reader nor for an app source while a flush lasts. If they take longer, what they say of the old picture is stale.
  private func stopFlush(_ event: StreamEvent) {
    _ = state.wait(until: .now + .seconds(5)) { $0.isBusy && !$0.isClosed ? nil : true }
    for source in sources.read({ $0 }) { source.send(event) }
    state.change { state in
      state.isFlushing = false
      state.segment = nil
      drop(&state)
      state.entries.append(.flushed)
    }
  }

  /// Says that strides other than the usual ones are welcome.
  ///
  /// No pool is asked for, not even a number of pictures: libav's decoders take that for an offer to decode into a pool of their own, and make two
  /// new ones for each picture whose coded width is not the width that is shown.
  private func answer(_ query: UnsafeMutablePointer<GstQuery>) -> GstPadProbeReturn {
    guard unsafe fc_query_type(query) == GST_QUERY_ALLOCATION else { return GST_PAD_PROBE_OK }
    var caps: UnsafeMutablePointer<GstCaps>?
    unsafe gst_query_parse_allocation(query, &caps, nil)
    guard let caps = unsafe caps, unsafe VideoLayout(Caps(lent: caps)) != nil else { return GST_PAD_PROBE_OK }
    unsafe gst_query_add_allocation_meta(query, gst_video_meta_api_get_type(), nil)
    return GST_PAD_PROBE_HANDLED
  }
}

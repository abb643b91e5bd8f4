// Where a stream comes together with others, as in a muxer: what has arrived there goes into the file, whatever ends first.
package import CGStreamer

/// The pad through which a stream enters the first element with several inputs, and the number of buffers that have come to it.
@safe package final class JoiningPad: Sendable {
  private let pad: PadReference
  private let arrived: Arrived

  /// What one probe sees: kept at the pad, so that streams that begin there one after the other share it.
  @safe private final class Arrived: Sendable {
    /// The number of buffers since the stream began or was flushed, and whether no more is written.
    let state = Monitor((count: 0, isLast: false))

    /// The key at the pad: each copy of the class in a process, as in a program and in the plugin that it loads, has its own.
    private static let key = unsafe g_quark_from_string(
      "flycatcher-arrived-\(UInt(bitPattern: ObjectIdentifier(Arrived.self)))")

    /// Returns what has arrived at a pad, with the probe that counts it: the pad's own, or a new one.
    static func at(_ pad: UnsafeMutablePointer<GstPad>) -> Arrived {
      if let known = unsafe g_object_get_qdata(fc_g_object(pad), key) {
        return unsafe Unmanaged<Arrived>.fromOpaque(known).takeUnretainedValue()
      }
      let arrived = Arrived()
      unsafe g_object_set_qdata_full(fc_g_object(pad), key, Unmanaged.passRetained(arrived).toOpaque(), release)
      // It stays as long as the pad: what is on its way comes after whoever wrote it is gone.
      _ = unsafe fc_pad_add_probe(
        pad,
        GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
          | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue,
        { _, info, data in
          guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
          let arrived = unsafe Unmanaged<Arrived>.fromOpaque(data).takeUnretainedValue()
          return unsafe arrived.passes(info) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
        }, Unmanaged.passRetained(arrived).toOpaque(), release)
      return arrived
    }

    private static let release: GDestroyNotify = { data in
      if let data = unsafe data { unsafe Unmanaged<Arrived>.fromOpaque(data).release() }
    }

    /// Whether what comes to the pad goes on into it.
    func passes(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> Bool {
      let isBuffer = unsafe fc_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0
      let event = unsafe isBuffer ? nil : fc_probe_data(info)?.assumingMemoryBound(to: GstEvent.self)
      let type = unsafe event.map { unsafe fc_event_type($0) }
      return state.change { state in
        if isBuffer { state.count += 1 }
        if type == GST_EVENT_FLUSH_STOP || type == GST_EVENT_STREAM_START { state = (0, false) }
        return !(state.isLast && type == GST_EVENT_GAP)
      }
    }
  }

  /// Begins to count a stream.
  ///
  /// - Parameter source: A source pad; what is linked to it is followed as long as one pad leads into each element, and one out of it.
  /// - Returns: `nil` where the stream comes to its end, or is split, before it joins another.
  package init?(after source: UnsafeMutablePointer<GstPad>) {
    guard let pad = unsafe Self.find(after: source) else { return nil }
    let arrived = unsafe Arrived.at(pad.pointer)
    (self.pad, self.arrived) = (pad, arrived)
    arrived.state.change { $0 = (0, false) }
  }

  /// How long a thread is in the pad that the muxer holds there, and how long the next buffer may take on its way to it.
  private static let (held, onItsWay) = (Duration.milliseconds(250), Duration.seconds(2))

  /// Waits until so many buffers have come to the pad since it was found or flushed, or the muxer holds one of them, which it takes when the other
  /// streams go on.
  ///
  /// Some muxers, as matroskamux, end their file with the video, unless they wait for a text stream: they do after a line of it, and do not after
  /// the word that nothing comes before some time. So no such word reaches the muxer from here on, and the video ends after this.
  package func awaitLast(_ count: Int) {
    arrived.state.change { $0.isLast = true }
    var (seen, arrival) = (0, ContinuousClock.now)
    var free = arrival
    while arrived.state.wait(until: .now + .milliseconds(10), { $0.count >= count ? true : nil }) == nil {
      let (now, come) = (ContinuousClock.now, arrived.state.change { $0.count })
      if come != seen { (seen, arrival) = (come, now) }
      if unsafe fc_pad_is_busy(pad.pointer) == 0 { free = now }
      guard now - arrival < Self.onItsWay, now - free < Self.held else { return }
    }
  }

  private static func find(after source: UnsafeMutablePointer<GstPad>) -> PadReference? {
    unsafe gst_object_ref(source)
    var source = unsafe PadReference(taking: source)
    while let peer = unsafe gst_pad_get_peer(source.pointer) {
      let entry = unsafe PadReference(taking: peer)
      guard let element = unsafe gst_pad_get_parent_element(peer) else { return nil }
      defer { unsafe gst_object_unref(element) }
      if unsafe fc_joins_streams(element) != 0 { return entry }
      guard let next = unsafe fc_through_pad(element) else { return nil }
      source = unsafe PadReference(taking: next)
    }
    return nil
  }
}

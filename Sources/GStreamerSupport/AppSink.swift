// The end of the user's pipeline where frames leave it for the trackers.
import CGStreamer

/// An arrival at an app sink, in the order of the stream.
package enum Arrival: ~Copyable {
  /// The next picture, and when it came.
  case buffer(VideoBuffer, at: Moment)
  case caps(Caps)
  case segment(Segment)
  /// Something that is to go on in its place.
  case event(StreamEvent)
  /// A new stream begins.
  case streamStart
  /// The arrivals before this one have been thrown away, for a seek.
  case flushed
  case endOfStream
  /// The intake has been closed.
  case closed
  /// Nothing came in time.
  case timeout
}

/// An `appsink`, read through its pad, so that frames flow while the pipeline still prerolls: the far end of the session needs
/// them for its own preroll. What comes faster than it is taken waits in a bounded queue, and then the pipeline waits.
@safe package final class AppSink: Sendable {
  package let element: Element
  private let pad: PadReference
  private let intake: Intake
  private let probe: UInt

  /// - Parameters:
  ///   - capacity: The maximum number of waiting pictures.
  ///   - caps: The accepted caps, beside those that the description itself demands.
  ///   - takesLeadIn: A Boolean value indicating whether what comes before the beginning of the first segment, and is needed to decode what
  ///     comes after it, is taken, too.
  /// - Returns: `nil` where the element is no app sink.
  package init?(_ element: Element, capacity: Int, caps: Caps, takesLeadIn: Bool = false) {
    guard element.isAppSink, let pad = unsafe element.pad("sink") else { return nil }
    self.element = element
    unsafe self.pad = PadReference(taking: pad)
    element.set("sync", false)
    element.set("async", false)
    element.set("qos", false)
    element.set("enable-last-sample", false)
    var accepted = caps
    if let demanded = unsafe fc_app_sink_caps(element.pointer) {
      accepted = unsafe Caps(taking: demanded).intersection(caps)
    }
    unsafe fc_app_sink_set_caps(element.pointer, accepted.pointer)
    acceptedCaps = accepted
    intake = Intake(capacity: capacity, takesLeadIn: takesLeadIn)
    let mask =
      GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue
      | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
      | GST_PAD_PROBE_TYPE_EVENT_UPSTREAM.rawValue | GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM.rawValue
      | GST_PAD_PROBE_TYPE_PUSH.rawValue
    probe = unsafe fc_pad_add_probe(
      pad, mask,
      { _, info, data in
        guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
        return unsafe Unmanaged<Intake>.fromOpaque(data).takeUnretainedValue().receive(info)
      }, Unmanaged.passRetained(intake).toOpaque(),
      { data in
        if let data = unsafe data { unsafe Unmanaged<Intake>.fromOpaque(data).release() }
      })
  }

  /// The caps that the element accepts: empty where the description demands a format that cannot be read.
  package let acceptedCaps: Caps

  /// Sees to it that flushes reach `sources` at once.
  package func forwardFlushes(to sources: [AppSource]) {
    intake.sources.change { $0 = sources }
  }

  /// Calls `body` whenever a flush begins, after the app sources have been told, on the thread that seeks.
  package func whenFlushed(_ body: @escaping @Sendable () -> Void) { intake.whenFlushed.read { $0 = body } }

  /// A Boolean value indicating whether the picture that was taken last has been thrown away since, for a seek.
  package var isStale: Bool { intake.isStale }

  /// Asks what comes before to go on at another place, dropping what is under way.
  ///
  /// The app sink alone is asked: a pipeline would ask each of its sinks, those behind the app sources too, which hand the wish up to here.
  ///
  /// - Returns: false where it cannot do that.
  package func seek(to position: Int) -> Bool {
    let flags = GstSeekFlags(GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
    guard
      let event = unsafe gst_event_new_seek(
        1, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, position, GST_SEEK_TYPE_NONE, -1)
    else { return false }
    return unsafe gst_element_send_event(element.pointer, event) != 0
  }

  /// Waits for the next arrival, and lets go of the one before.
  package func next(until deadline: Moment? = nil) -> Arrival { intake.next(until: deadline) }

  /// Takes nothing more: what still comes is refused, as after the end of the stream; what waits can still be taken.
  package func close() { intake.close() }

  /// A Boolean value indicating whether what comes before is live, as far as is known yet.
  package var isLive: Bool { unsafe GStreamerSupport.isLive(before: pad.pointer) }

  /// A Boolean value indicating whether the end of the stream has come, or nothing more is taken.
  package var hasSeenEnd: Bool { intake.hasSeenEnd }

  /// The number of pictures that have come.
  package var count: Int { intake.count }

  /// Lets go of the pipeline; to be called when it has stopped.
  package func detach() {
    unsafe gst_pad_remove_probe(pad.pointer, gulong(probe))
    intake.sources.change { $0 = [] }
    intake.whenFlushed.read { $0 = nil }
    intake.close()
    intake.discard()
  }

  /// The pad through which questions and wishes go up to the source half.
  var upstream: PadReference { pad }
}

/// A pad, kept by reference. GstPad locks its own state.
@safe final class PadReference: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<GstPad>

  init(taking pointer: UnsafeMutablePointer<GstPad>) {
    unsafe self.pointer = pointer
  }

  deinit { unsafe gst_object_unref(pointer) }
}

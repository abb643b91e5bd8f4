// A source pad with a thread of its own, as a queue has one: whoever hands it something never waits for the elements behind it, unless
// they are far behind.
import CGStreamer
import GStreamerSupport

/// A queue of what waits to be pushed on a pad, and the thread that pushes it.
///
/// A muxer takes text only as far as the video beside it has come, and an encoder may hold any number of frames before it gives the
/// first. Whoever delivers both must not wait for the text to be taken.
@safe final class PadThread: Sendable {
  /// Owns one reference.
  @safe private enum Entry {
    case buffer(UnsafeMutablePointer<GstBuffer>)
    case event(UnsafeMutablePointer<GstEvent>)

    var isGap: Bool {
      guard case .event(let event) = self else { return false }
      return unsafe fc_event_type(event) == GST_EVENT_GAP
    }

    var byteCount: Int {
      guard case .buffer(let buffer) = self else { return 0 }
      return unsafe Int(gst_buffer_get_size(buffer))
    }

    func discard() {
      switch self {
      case .buffer(let buffer): unsafe fc_mini_object_unref(buffer)
      case .event(let event): unsafe fc_mini_object_unref(event)
      }
    }
  }

  private struct State {
    var entries: [Entry] = []
    var byteCount = 0
    /// Nothing is taken or pushed: the pad is inactive, or a seek is under way.
    var isFlushing = true
    /// A Boolean value indicating whether the thread is handing something over.
    var isPushing = false
  }

  /// The bytes of text from which the elements behind the pad are waited for.
  private static let limit = 32 << 20

  private let state = Monitor(State())

  deinit { state.read { Self.drop(&$0) } }

  /// Gives a pad that has not been added to its element its thread, which runs while the pad is active.
  func drive(_ pad: UnsafeMutablePointer<GstPad>) {
    unsafe fc_pad_set_activate_mode(
      pad,
      { pad, _, mode, isActive in
        guard let pad = unsafe pad, mode == fc_pad_mode_push(), let data = unsafe fc_pad_activate_data(pad) else {
          return 0
        }
        let thread = unsafe Unmanaged<PadThread>.fromOpaque(data).takeUnretainedValue()
        return unsafe isActive != 0 ? thread.begin(pad) : thread.end(pad)
      }, Unmanaged.passRetained(self).toOpaque(),
      { data in
        if let data = unsafe data { unsafe Unmanaged<PadThread>.fromOpaque(data).release() }
      })
  }

  // MARK: Handing over

  /// Takes over the reference. Waits only where more than `limit` bytes have not been taken; then a flush, or the end, ends the waiting.
  func push(_ buffer: UnsafeMutablePointer<GstBuffer>) { unsafe add(.buffer(buffer)) }

  /// Takes over the reference to an event that is to go on in its place between the buffers.
  func push(_ event: UnsafeMutablePointer<GstEvent>) { unsafe add(.event(event)) }

  private func add(_ entry: Entry) {
    let isTaken = state.wait { state -> Bool? in
      if state.isFlushing { return false }
      if state.byteCount > 0, state.byteCount + entry.byteCount > Self.limit { return nil }
      // Of several words that there is nothing, the last says it all.
      if entry.isGap, let last = state.entries.last, last.isGap {
        state.entries.removeLast()
        last.discard()
      }
      state.entries.append(entry)
      state.byteCount += entry.byteCount
      return true
    }
    if isTaken != true { entry.discard() }
  }

  /// Waits until everything has been handed over, or the deadline.
  func drain(until deadline: Moment) {
    _ = state.wait(until: deadline) { $0.isFlushing || $0.entries.isEmpty && !$0.isPushing ? true : nil }
  }

  /// Frees whoever waits on either side, and drops what has not been pushed.
  func startFlush(_ pad: UnsafeMutablePointer<GstPad>, _ event: UnsafeMutablePointer<GstEvent>) {
    state.change { state in
      state.isFlushing = true
      Self.drop(&state)
    }
    unsafe gst_pad_push_event(pad, fc_event_ref(event))
    unsafe gst_pad_pause_task(pad)
  }

  func stopFlush(_ pad: UnsafeMutablePointer<GstPad>, _ event: UnsafeMutablePointer<GstEvent>) {
    unsafe gst_pad_push_event(pad, fc_event_ref(event))
    _ = unsafe begin(pad)
  }

  private static func drop(_ state: inout State) {
    for entry in state.entries { entry.discard() }
    state.entries.removeAll()
    state.byteCount = 0
  }

  // MARK: The thread

  private func begin(_ pad: UnsafeMutablePointer<GstPad>) -> gboolean {
    state.change { ($0.isFlushing, $0.isPushing) = (false, false) }
    let hasThread = unsafe gst_pad_start_task(
      pad,
      { data in
        guard let data = unsafe data else { return }
        let pad = unsafe data.assumingMemoryBound(to: GstPad.self)
        guard let thread = unsafe fc_pad_activate_data(pad) else { return }
        unsafe Unmanaged<PadThread>.fromOpaque(thread).takeUnretainedValue().pushNext(on: pad)
      }, pad, nil)
    // Without a thread nothing is ever taken: nobody may wait for that.
    if hasThread == 0 { state.change { $0.isFlushing = true } }
    return hasThread
  }

  private func end(_ pad: UnsafeMutablePointer<GstPad>) -> gboolean {
    state.change { state in
      state.isFlushing = true
      Self.drop(&state)
    }
    return unsafe gst_pad_stop_task(pad)
  }

  /// Pushes what comes next, with no lock held but the pad's own; pauses where nothing more is to come for now.
  private func pushNext(on pad: UnsafeMutablePointer<GstPad>) {
    state.change { $0.isPushing = false }
    let next: Entry?? = state.wait { state in
      if state.isFlushing { return .some(nil) }
      guard !state.entries.isEmpty else { return nil }
      let first = state.entries.removeFirst()
      state.byteCount -= first.byteCount
      state.isPushing = true
      return .some(first)
    }
    switch next {
    case .some(.some(.buffer(let buffer))): _ = unsafe gst_pad_push(pad, buffer)
    case .some(.some(.event(let event))): _ = unsafe gst_pad_push_event(pad, event)
    default: unsafe gst_pad_pause_task(pad)
    }
  }
}

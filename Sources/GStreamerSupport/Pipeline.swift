// A pipeline made from its description, its states and its clock.
import CGStreamer

/// A pipeline. It is brought to a stop and freed at the end of its life.
@safe package final class Pipeline: Sendable {
  package enum State: Sendable {
    case null, ready, paused, playing
  }

  package enum StateChange: Sendable {
    case success, asynchronous, live, failure
  }

  package let element: Element

  /// - Parameter description: in the language of gst-launch; may hold several chains that are not linked.
  /// - Throws: `GStreamerError` for a mistake in the description.
  package init(_ description: String) throws(GStreamerError) {
    try GStreamer.start()
    element = try ParsedDescription(description).pipeline
    element.set("message-forward", true)
    stampArrivals()
  }

  deinit { if unsafe fc_is_stopped(element.pointer) == 0 { setState(.null, within: Self.stopTimeout) } }

  /// The longest time the end of a pipeline's life waits for its elements.
  private static let stopTimeout: Duration = .seconds(2)

  @discardableResult
  package func setState(_ state: State) -> StateChange { Self.set(state, of: element) }

  /// Changes the state on a thread of its own, for as long as an element is stuck in a read, a write or an opening it does not change.
  ///
  /// - Parameter first: An element that is changed before the others: where it frees a thread that holds what they wait for.
  /// - Returns: `nil` where the change goes on, without the caller, for longer than `timeout`.
  @discardableResult
  package func setState(_ state: State, within timeout: Duration, first: Element? = nil) -> StateChange? {
    let (element, change) = (element, Monitor<StateChange?>(nil))
    let hasThread = StreamThread.start("fc-state") {
      if let first { _ = Self.set(state, of: first) }
      let result = Self.set(state, of: element)
      change.change { $0 = result }
    }
    guard hasThread else {
      if let first { _ = Self.set(state, of: first) }
      return setState(state)
    }
    return change.wait(until: .now + timeout) { $0 }
  }

  private static func set(_ state: State, of element: Element) -> StateChange {
    switch unsafe gst_element_set_state(element.pointer, state.value) {
    case GST_STATE_CHANGE_SUCCESS: .success
    case GST_STATE_CHANGE_ASYNC: .asynchronous
    case GST_STATE_CHANGE_NO_PREROLL: .live
    default: .failure
    }
  }

  /// The element of this name, in the pipeline or a bin within.
  package func element(named name: String) -> Element? {
    guard let found = unsafe fc_child(element.pointer, name) else { return nil }
    return unsafe Element(taking: found)
  }

  package var bus: Bus { unsafe Bus(taking: gst_element_get_bus(element.pointer)) }

  /// The length of the stream in nanoseconds; `nil` where it is not known.
  package var duration: Int? {
    var value: Int = -1
    guard unsafe gst_element_query_duration(element.pointer, GST_FORMAT_TIME, &value) != 0, value >= 0 else {
      return nil
    }
    return value
  }

  /// Asks every sink anew how late it must be, after an element's latency has changed.
  package func recalculateLatency() {
    unsafe fc_recalculate_latency(element.pointer)
  }
}

extension Pipeline.State {
  fileprivate var value: GstState {
    switch self {
    case .null: GST_STATE_NULL
    case .ready: GST_STATE_READY
    case .paused: GST_STATE_PAUSED
    case .playing: GST_STATE_PLAYING
    }
  }
}

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
    let context = unsafe gst_parse_context_new()
    defer { unsafe gst_parse_context_free(context) }
    var error: UnsafeMutablePointer<GError>?
    let flags = GstParseFlags(GST_PARSE_FLAG_FATAL_ERRORS.rawValue)
    let parsed = unsafe gst_parse_launch_full(description, context, flags, &error)
    if let error = unsafe error {
      if let parsed = unsafe parsed { unsafe gst_object_unref(parsed) }
      throw unsafe Pipeline.explain(error, context)
    }
    guard let parsed = unsafe parsed else { throw GStreamerError(.empty, "The description holds no element.") }
    unsafe element = Pipeline.pipeline(around: parsed)
    element.set("message-forward", true)
  }

  deinit { if unsafe fc_is_stopped(element.pointer) == 0 { setState(.null, within: Self.patience) } }

  /// The longest time the end of a pipeline's life waits for its elements.
  private static let patience: Duration = .seconds(2)

  private static func pipeline(around parsed: UnsafeMutablePointer<GstElement>) -> Element {
    if unsafe g_type_is_a(fc_type(parsed), gst_pipeline_get_type()) != 0 { return unsafe Element(taking: sink(parsed)) }
    let pipeline = unsafe Element(taking: sink(gst_pipeline_new(nil)))
    unsafe fc_bin_add(pipeline.pointer, parsed)
    return pipeline
  }

  /// Makes the floating reference an ordinary one.
  private static func sink(_ floating: UnsafeMutablePointer<GstElement>) -> UnsafeMutablePointer<GstElement> {
    unsafe fc_unfloat(floating)
    return unsafe floating
  }

  private static func explain(_ error: UnsafeMutablePointer<GError>, _ context: OpaquePointer?) -> GStreamerError {
    var missing: [String] = []
    if let names = unsafe gst_parse_context_get_missing_elements(context) {
      defer { unsafe g_strfreev(names) }
      var index = 0
      while let name = unsafe names[index] {
        unsafe missing.append(String(cString: name))
        index += 1
      }
    }
    let number = unsafe error.pointee.code
    let isParseError = unsafe error.pointee.domain == gst_parse_error_quark()
    let message = unsafe take(error) ?? "The description is not valid."
    let code: GStreamerError.Code =
      switch isParseError ? number : -1 {
      case Int32(bitPattern: GST_PARSE_ERROR_SYNTAX.rawValue): .syntax
      case Int32(bitPattern: GST_PARSE_ERROR_NO_SUCH_ELEMENT.rawValue): .unknownElement
      case Int32(bitPattern: GST_PARSE_ERROR_NO_SUCH_PROPERTY.rawValue): .unknownProperty
      case Int32(bitPattern: GST_PARSE_ERROR_COULD_NOT_SET_PROPERTY.rawValue): .wrongProperty
      case Int32(bitPattern: GST_PARSE_ERROR_LINK.rawValue): .cannotLink
      case Int32(bitPattern: GST_PARSE_ERROR_EMPTY.rawValue): .empty
      case Int32(bitPattern: GST_PARSE_ERROR_EMPTY_BIN.rawValue): .empty
      default: .other
      }
    return GStreamerError(code, message, elements: missing)
  }

  @discardableResult
  package func setState(_ state: State) -> StateChange { Self.set(state, of: element) }

  /// Changes the state on a thread of its own, for as long as an element is stuck in a read, a write or an opening it does not change.
  ///
  /// - Returns: `nil` where the change goes on, without the caller, for longer than `patience`.
  @discardableResult
  package func setState(_ state: State, within patience: Duration) -> StateChange? {
    let (element, change) = (element, Monitor<StateChange?>(nil))
    let hasThread = StreamThread.start("fc-state") {
      let result = Self.set(state, of: element)
      change.change { $0 = result }
    }
    guard hasThread else { return setState(state) }
    return change.wait(until: .now + patience) { $0 }
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

// The messages of the elements of a pipeline.
import CGStreamer

/// A failure of an element, in its own words.
package struct Fault: Sendable {
  package enum Kind: Sendable {
    case notFound, cannotRead, cannotWrite, noSpace, wrongType, cannotDecode, noDecoder, negotiation, dataFlow, settings
    case busy, other
  }

  package var kind: Kind
  /// For the user.
  package var message: String
  /// For the developer.
  package var details: String
  package var element: String
  package var factory: String
  /// The outermost element inside the pipeline that holds the one that spoke.
  package var outermost: Element?
}

/// A message of the bus that a session acts upon.
package enum BusMessage: Sendable {
  case error(Fault)
  case warning(Fault)
  /// Every sink has seen the end of the stream.
  case endOfStream
  /// This sink has.
  case sinkEnded(Element)
  case latency
  case stateRequest(Pipeline.State)
  /// The stream says how its picture must be turned, as `rotate-90` or `flip-rotate-0`.
  case orientationTag(String)
  /// Every sink has its first buffer.
  case prerolled
  case other
}

/// The bus to which the elements post their messages.
@safe package final class Bus: @unchecked Sendable {  // GstBus locks its own queue
  private let pointer: UnsafeMutablePointer<GstBus>

  init(taking pointer: UnsafeMutablePointer<GstBus>) {
    unsafe self.pointer = pointer
  }

  deinit { unsafe gst_object_unref(pointer) }

  /// - Returns: the next message, or `nil` when none came within `timeout`.
  package func next(timeout: Duration) -> BusMessage? {
    let (seconds, attoseconds) = timeout.components
    let nanoseconds = UInt(clamping: seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
    guard let message = unsafe gst_bus_timed_pop(pointer, nanoseconds) else { return nil }
    defer { unsafe fc_mini_object_unref(message) }
    return unsafe read(message)
  }

  /// Wakes those who wait for a message, with an empty one.
  package func wake() {
    unsafe gst_bus_post(pointer, gst_message_new_application(nil, gst_structure_new_empty("wake")))
  }

  private func read(_ message: UnsafeMutablePointer<GstMessage>) -> BusMessage {
    switch unsafe fc_message_type(message) {
    case GST_MESSAGE_EOS: return .endOfStream
    case GST_MESSAGE_LATENCY: return .latency
    case GST_MESSAGE_ASYNC_DONE: return .prerolled
    case GST_MESSAGE_TAG: return unsafe orientationTag(message).map { .orientationTag($0) } ?? .other
    case GST_MESSAGE_ERROR:
      var error: UnsafeMutablePointer<GError>?
      var debug: UnsafeMutablePointer<CChar>?
      unsafe gst_message_parse_error(message, &error, &debug)
      return unsafe .error(fault(error, debug, message))
    case GST_MESSAGE_WARNING:
      var error: UnsafeMutablePointer<GError>?
      var debug: UnsafeMutablePointer<CChar>?
      unsafe gst_message_parse_warning(message, &error, &debug)
      return unsafe .warning(fault(error, debug, message))
    case GST_MESSAGE_REQUEST_STATE:
      var state = GST_STATE_NULL
      unsafe gst_message_parse_request_state(message, &state)
      return .stateRequest(state == GST_STATE_PLAYING ? .playing : .paused)
    case GST_MESSAGE_ELEMENT:
      guard unsafe fc_message_is_forwarded(message) != 0, let inner = unsafe fc_message_forwarded(message)
      else { return .other }
      defer { unsafe fc_mini_object_unref(inner) }
      guard unsafe fc_message_type(inner) == GST_MESSAGE_EOS, let source = unsafe element(of: inner) else {
        return .other
      }
      return .sinkEnded(source)
    default: return .other
    }
  }

  private func orientationTag(_ message: UnsafeMutablePointer<GstMessage>) -> String? {
    var list: UnsafeMutablePointer<GstTagList>?
    unsafe gst_message_parse_tag(message, &list)
    guard let list = unsafe list else { return nil }
    defer { unsafe fc_mini_object_unref(list) }
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe gst_tag_list_get_string(list, GST_TAG_IMAGE_ORIENTATION, &text) != 0 else { return nil }
    defer { unsafe g_free(text) }
    return unsafe lent(text)
  }

  private func element(of message: UnsafeMutablePointer<GstMessage>) -> Element? {
    guard let source = unsafe fc_message_source(message), unsafe fc_is_element(source) != 0 else { return nil }
    return unsafe Element(lent: fc_element(source))
  }

  private func fault(
    _ error: UnsafeMutablePointer<GError>?, _ debug: UnsafeMutablePointer<CChar>?,
    _ message: UnsafeMutablePointer<GstMessage>
  ) -> Fault {
    let kind = unsafe error.map { unsafe Fault.Kind($0) } ?? .other
    let source = unsafe element(of: message)
    return unsafe Fault(
      kind: kind, message: take(error) ?? "", details: take(debug) ?? "", element: source?.name ?? "",
      factory: source?.factoryName ?? "", outermost: source.map { outermost($0) })
  }

  private func outermost(_ element: Element) -> Element {
    var outer = element
    while let parent = outer.parent, parent.parent != nil { outer = parent }
    return outer
  }
}

extension Fault.Kind {
  fileprivate init(_ error: UnsafeMutablePointer<GError>) {
    func code(_ values: UInt32...) -> Bool { unsafe values.contains(UInt32(bitPattern: error.pointee.code)) }
    switch unsafe error.pointee.domain {
    case gst_resource_error_quark():
      self =
        if code(GST_RESOURCE_ERROR_NOT_FOUND.rawValue) {
          .notFound
        } else if code(GST_RESOURCE_ERROR_NO_SPACE_LEFT.rawValue) {
          .noSpace
        } else if code(
          GST_RESOURCE_ERROR_OPEN_WRITE.rawValue, GST_RESOURCE_ERROR_WRITE.rawValue,
          GST_RESOURCE_ERROR_OPEN_READ_WRITE.rawValue)
        {
          .cannotWrite
        } else if code(GST_RESOURCE_ERROR_OPEN_READ.rawValue, GST_RESOURCE_ERROR_READ.rawValue) {
          .cannotRead
        } else if code(GST_RESOURCE_ERROR_BUSY.rawValue) {
          .busy
        } else if code(GST_RESOURCE_ERROR_SETTINGS.rawValue) {
          .settings
        } else {
          .other
        }
    case gst_stream_error_quark():
      self =
        if code(GST_STREAM_ERROR_TYPE_NOT_FOUND.rawValue, GST_STREAM_ERROR_WRONG_TYPE.rawValue) {
          .wrongType
        } else if code(GST_STREAM_ERROR_CODEC_NOT_FOUND.rawValue) {
          .noDecoder
        } else if code(GST_STREAM_ERROR_DECODE.rawValue, GST_STREAM_ERROR_DEMUX.rawValue) {
          .cannotDecode
        } else {
          .dataFlow
        }
    case gst_core_error_quark():
      self =
        if code(GST_CORE_ERROR_NEGOTIATION.rawValue, GST_CORE_ERROR_CAPS.rawValue, GST_CORE_ERROR_PAD.rawValue) {
          .negotiation
        } else if code(GST_CORE_ERROR_MISSING_PLUGIN.rawValue) {
          .noDecoder
        } else {
          .other
        }
    case gst_library_error_quark():
      self = code(GST_LIBRARY_ERROR_SETTINGS.rawValue) ? .settings : .other
    default: self = .other
    }
  }
}

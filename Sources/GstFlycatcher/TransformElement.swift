// The Swift half of an element: what GStreamer's base class for filters asks of it, as methods to be overridden.
import CGStreamer
import Flycatcher
import GStreamerSupport
import Synchronization

/// An element that takes a stream of buffers and hands the same ones on.
///
/// Sendable although unchecked: subclasses keep what several threads reach behind locks, and the rest is reached by the streaming thread
/// alone, under the stream lock of the sink pad, or while the element is stopped.
@safe class TransformElement: @unchecked Sendable {
  /// The GObject half, which owns this one.
  let base: UnsafeMutablePointer<GstBaseTransform>
  private let description: ElementDescription
  /// The earliest running time that is not too late, as sinks tell it; 0: every time will do.
  private let earliest = Atomic<UInt>(0)
  /// Stream time in nanoseconds at which the stream begins; `nil` before its first segment. The streaming thread's own.
  private var origin: Int?
  /// The warnings since the stream began, so that each is posted once.
  private var warned: Set<String> = []

  init(_ base: UnsafeMutablePointer<GstBaseTransform>, _ description: ElementDescription) {
    unsafe self.base = base
    self.description = description
  }

  var parent: GstBaseTransformClass? { unsafe description.parent?.pointee }

  // MARK: To be overridden

  func property(_ index: Int) -> PropertyValue { .boolean(false) }
  func setProperty(_ index: Int, _ value: PropertyValue) {}
  /// - Returns: false where the element cannot begin; it has said why.
  func start() -> Bool { true }
  func stop() {}
  /// - Returns: false where the caps are not what the element takes.
  func accept(_ input: Caps, _ output: Caps) -> Bool { true }
  /// Sees an event from upstream before it goes on.
  func notice(_ event: UnsafeMutablePointer<GstEvent>) {}
  /// Sees an event from downstream before it goes on.
  ///
  /// - Returns: `true` if it had an effect, so that it counts as handled even if no element upstream knows it.
  func noticeUpstream(_ event: UnsafeMutablePointer<GstEvent>) -> Bool { false }
  /// The caps on one side for those on the other; `nil`: the same.
  func transformCaps(_ caps: Caps, from direction: GstPadDirection) -> Caps? { nil }
  /// The caps to be taken of several; `nil`: what the base class takes.
  func choose(_ others: Caps, for caps: Caps, from direction: GstPadDirection) -> Caps? { nil }
  /// Changes what is answered to an element upstream that asks how buffers may be laid out.
  func answer(_ query: UnsafeMutablePointer<GstQuery>) {}
  /// A Boolean value indicating whether the buffer is changed, if only what travels with it.
  var changesBuffers: Bool { true }
  func transform(_ buffer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn { GST_FLOW_OK }
  func requestPad(_ template: UnsafeMutablePointer<GstPadTemplate>, _ name: String?) -> UnsafeMutablePointer<GstPad>? {
    nil
  }
  func releasePad(_ pad: UnsafeMutablePointer<GstPad>) {}
  /// Does what an application asks; from any thread.
  func act(_ action: Int, _ arguments: [PropertyValue]) -> PropertyValue? { nil }

  // MARK: What subclasses need

  var segment: Segment { unsafe Segment(base.pointee.segment) }

  /// Time of a buffer from the beginning of the stream; `nil` where it has no timestamp, or lies in no segment in time.
  ///
  /// That is stream time, less that of the first segment's beginning: an MPEG transport stream begins wherever its clock stood.
  func time(of buffer: UnsafeMutablePointer<GstBuffer>) -> Timestamp? {
    guard let time = unsafe streamTime(buffer) else { return nil }
    return Timestamp(nanoseconds: Int64(time) &- Int64(origin ?? 0))
  }

  private func streamTime(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Int? {
    let timestamp = unsafe fc_buffer_pts(buffer)
    let segment = segment
    guard timestamp != UInt.max, segment.isInTime else { return nil }
    return segment.streamTime(timestamp)
  }

  /// Returns a Boolean value indicating whether a buffer will be shown too late anyway.
  func isLate(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Bool {
    let limit = earliest.load(ordering: .relaxed)
    guard limit > 0, unsafe gst_base_transform_is_qos_enabled(base) != 0 else { return false }
    var segment = unsafe base.pointee.segment
    let time = unsafe gst_segment_to_running_time(&segment, GST_FORMAT_TIME, fc_buffer_pts(buffer))
    return time != UInt.max && time < limit
  }

  /// Writes a line to the debugging output, in the category named after the element: `GST_DEBUG=trajectorydetect:5`.
  ///
  /// - Parameter text: made only where the category is listened to at this level.
  func log(_ level: GstDebugLevel, _ text: @autoclosure () -> String) {
    guard let category = unsafe description.debugCategory, unsafe fc_debug_is_heard(category, level) != 0 else {
      return
    }
    unsafe fc_debug(category, level, base, text())
  }

  /// Posts a warning, once for each reason in a stream.
  func warn(_ reason: String, _ message: String, code: GstStreamError = GST_STREAM_ERROR_FAILED) {
    log(GST_LEVEL_INFO, message)
    guard warned.count < 64, warned.insert(reason).inserted else { return }
    post(GST_MESSAGE_WARNING, gst_stream_error_quark(), Int32(code.rawValue), message, reason)
  }

  /// Posts a warning about what an application asked; from any thread, each time.
  func complain(_ message: String) {
    post(
      GST_MESSAGE_WARNING, gst_library_error_quark(), Int32(GST_LIBRARY_ERROR_SETTINGS.rawValue), message, "action")
  }

  func fail(_ message: String, _ detail: String, code: GstStreamError = GST_STREAM_ERROR_FAILED) {
    post(GST_MESSAGE_ERROR, gst_stream_error_quark(), Int32(code.rawValue), message, detail)
  }

  func fail(_ message: String, _ detail: String, resource code: GstResourceError) {
    post(GST_MESSAGE_ERROR, gst_resource_error_quark(), Int32(code.rawValue), message, detail)
  }

  func failSettings(_ error: FlycatcherError) {
    post(
      GST_MESSAGE_ERROR, gst_library_error_quark(), Int32(GST_LIBRARY_ERROR_SETTINGS.rawValue), words(error),
      "\(error.code)")
  }

  /// Returns the text of an error, with settings named as the properties that set them: `region-of-interest` for
  /// `regionOfInterest`.
  func words(_ error: FlycatcherError) -> String {
    error.text { setting in
      let name = setting.kebabCase
      return description.properties.contains { "\($0.name)" == name } ? name : nil
    }
  }

  private func post(_ type: GstMessageType, _ domain: GQuark, _ code: Int32, _ message: String, _ detail: String) {
    log(type == GST_MESSAGE_ERROR ? GST_LEVEL_ERROR : GST_LEVEL_WARNING, message)
    unsafe gst_element_message_full(
      fc_transform_element(base), type, domain, code, g_strdup(message), g_strdup(detail), "GstFlycatcher", "element", 0
    )
  }

  // MARK: What the base class calls

  final func workInPlace() { unsafe gst_base_transform_set_in_place(base, 1) }

  final func receive(_ event: UnsafeMutablePointer<GstEvent>) -> gboolean {
    switch unsafe fc_event_type(event) {
    case GST_EVENT_FLUSH_STOP:
      earliest.store(0, ordering: .relaxed)
      // A seek before the first segment leaves the beginning unknown; what comes then counts from 0.
      origin = origin ?? 0
    case GST_EVENT_SEGMENT:
      earliest.store(0, ordering: .relaxed)
      var value = GstSegment()
      unsafe gst_event_copy_segment(event, &value)
      origin = origin ?? Segment(value).beginning
    case GST_EVENT_STREAM_START: warned.removeAll()
    default: break
    }
    unsafe notice(event)
    return unsafe parent?.sink_event?(base, event) ?? 0
  }

  /// The base class would drop late buffers; here they pass, and only the work on them is spared.
  final func receiveUpstream(_ event: UnsafeMutablePointer<GstEvent>) -> gboolean {
    if unsafe fc_event_type(event) == GST_EVENT_QOS {
      var (type, proportion, difference, timestamp) = (GST_QOS_TYPE_OVERFLOW, 0.0, 0, UInt(0))
      unsafe gst_event_parse_qos(event, &type, &proportion, &difference, &timestamp)
      if timestamp != UInt.max {
        let late = UInt(clamping: max(difference, 0))
        earliest.store(timestamp.addingReportingOverflow(late).partialValue, ordering: .relaxed)
      }
      return unsafe gst_pad_push_event(base.pointee.sinkpad, event)
    }
    let isHandled = unsafe noticeUpstream(event)
    let isHandledFurtherUp = unsafe parent?.src_event?(base, event) ?? 0
    return isHandled ? 1 : isHandledFurtherUp
  }

  /// The same buffer; where others hold it, too, a new one around the same memory.
  final func prepare(_ input: UnsafeMutablePointer<GstBuffer>) -> UnsafeMutablePointer<GstBuffer>? {
    if !changesBuffers { return unsafe input }
    return unsafe fc_buffer_is_writable(input) != 0 ? input : fc_buffer_copy(input)
  }

  final func synchronize(_ buffer: UnsafeMutablePointer<GstBuffer>) {
    if let time = unsafe streamTime(buffer), time >= 0 {
      unsafe gst_object_sync_values(fc_object(base), UInt(time))
    }
  }

  /// To be called by the base class before `start`.
  final func startLogged() -> Bool {
    origin = nil
    let hasStarted = start()
    log(GST_LEVEL_INFO, hasStarted ? "started" : "cannot start")
    return hasStarted
  }

  final func propertyName(_ number: UInt32) -> Int? {
    let index = Int(number) - 1
    return description.properties.indices.contains(index) ? index : nil
  }

  final func specification(_ index: Int) -> PropertySpecification { description.properties[index] }
}

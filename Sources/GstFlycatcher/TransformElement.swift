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
  /// What has been warned of since the stream began, so that each is said once.
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
  /// - Returns: whether something came of it, so that it counts as handled even where nobody further up knows it.
  func noticeUpstream(_ event: UnsafeMutablePointer<GstEvent>) -> Bool { false }
  /// The caps on one side for those on the other; `nil`: the same.
  func transformCaps(_ caps: Caps, from direction: GstPadDirection) -> Caps? { nil }
  /// The caps to be taken of several; `nil`: what the base class takes.
  func choose(_ others: Caps, for caps: Caps, from direction: GstPadDirection) -> Caps? { nil }
  /// Whether the buffer is changed, if only what travels with it.
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

  /// Stream time of a buffer; `nil` where it has no timestamp, or lies in no segment in time.
  func streamTime(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Timestamp? {
    let timestamp = unsafe fc_buffer_pts(buffer)
    let segment = segment
    guard timestamp != UInt.max, segment.isInTime, let time = segment.streamTime(timestamp) else { return nil }
    return Timestamp(nanoseconds: Int64(time))
  }

  /// Whether a buffer will be shown too late anyway.
  func isLate(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Bool {
    let limit = earliest.load(ordering: .relaxed)
    guard limit > 0, unsafe gst_base_transform_is_qos_enabled(base) != 0 else { return false }
    var segment = unsafe base.pointee.segment
    let time = unsafe gst_segment_to_running_time(&segment, GST_FORMAT_TIME, fc_buffer_pts(buffer))
    return time != UInt.max && time < limit
  }

  /// Posts a warning, once for each reason in a stream.
  func warn(_ reason: String, _ message: String, code: GstStreamError = GST_STREAM_ERROR_FAILED) {
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
      GST_MESSAGE_ERROR, gst_library_error_quark(), Int32(GST_LIBRARY_ERROR_SETTINGS.rawValue), error.description,
      "\(error.code)")
  }

  private func post(_ type: GstMessageType, _ domain: GQuark, _ code: Int32, _ message: String, _ detail: String) {
    unsafe gst_element_message_full(
      fc_transform_element(base), type, domain, code, g_strdup(message), g_strdup(detail), "GstFlycatcher", "element", 0
    )
  }

  // MARK: What the base class calls

  fileprivate func begin() { unsafe gst_base_transform_set_in_place(base, 1) }

  fileprivate func receive(_ event: UnsafeMutablePointer<GstEvent>) -> gboolean {
    switch unsafe fc_event_type(event) {
    case GST_EVENT_FLUSH_STOP, GST_EVENT_SEGMENT: earliest.store(0, ordering: .relaxed)
    case GST_EVENT_STREAM_START: warned.removeAll()
    default: break
    }
    unsafe notice(event)
    return unsafe parent?.sink_event?(base, event) ?? 0
  }

  /// The base class would drop late buffers; here they pass, and only the work on them is spared.
  fileprivate func receiveUpstream(_ event: UnsafeMutablePointer<GstEvent>) -> gboolean {
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
  fileprivate func prepare(_ input: UnsafeMutablePointer<GstBuffer>) -> UnsafeMutablePointer<GstBuffer>? {
    if !changesBuffers { return unsafe input }
    return unsafe fc_buffer_is_writable(input) != 0 ? input : fc_buffer_copy(input)
  }

  fileprivate func synchronize(_ buffer: UnsafeMutablePointer<GstBuffer>) {
    if let time = unsafe streamTime(buffer), time.nanoseconds >= 0 {
      unsafe gst_object_sync_values(fc_object(base), UInt(time.nanoseconds))
    }
  }

  fileprivate func propertyName(_ number: UInt32) -> Int? {
    let index = Int(number) - 1
    return description.properties.indices.contains(index) ? index : nil
  }

  fileprivate func specification(_ index: Int) -> PropertySpecification { description.properties[index] }
}

// MARK: - The C side

extension TransformElement {
  /// - Parameter index: what `act` is told.
  static func addAction(_ action: ActionDescription, _ index: Int, to type: UnsafeMutableRawPointer) {
    let size = unsafe UInt32(clamping: MemoryLayout<GClosure>.size)
    guard let closure = unsafe g_closure_new_simple(size, UnsafeMutableRawPointer(bitPattern: index + 1)) else {
      return
    }
    unsafe g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
      guard let closure = unsafe closure, let values = unsafe values, count > 0,
        let element = unsafe TransformElement.of(UnsafeMutableRawPointer(g_value_get_object(values)))
      else { return }
      let index = unsafe Int(bitPattern: closure.pointee.data) - 1
      let arguments = (1..<max(Int(count), 1)).map { unsafe TransformElement.read(values.advanced(by: $0)) }
      guard let answer = element.act(index, arguments), let result = unsafe result else { return }
      switch answer {
      case .text(let text): unsafe g_value_set_string(result, text)
      case .boolean(let value): unsafe g_value_set_boolean(result, value ? 1 : 0)
      default: break
      }
    }
    var types = action.parameters.map(\.type)
    let flags = GSignalFlags(G_SIGNAL_RUN_LAST.rawValue | G_SIGNAL_ACTION.rawValue)
    unsafe g_signal_newv(
      text(action.name), fc_type_of_class(type), flags, closure, nil, nil, nil, action.result.type,
      UInt32(clamping: types.count), &types)
  }

  private static func read(_ value: UnsafePointer<GValue>) -> PropertyValue {
    if unsafe fc_value_type(value) == fc_type_double() { return .number(unsafe g_value_get_double(value)) }
    return .text(unsafe g_value_get_string(value).map { unsafe String(cString: $0) } ?? "")
  }

  /// Where an instance keeps its reference to the Swift half.
  private static let offset: Int = {
    var query = unsafe GTypeQuery()
    unsafe g_type_query(gst_base_transform_get_type(), &query)
    return unsafe Int(query.instance_size)
  }()

  private static func slot(_ instance: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    unsafe instance.advanced(by: offset).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  private static func of(_ instance: UnsafeMutableRawPointer?) -> TransformElement? {
    guard let instance = unsafe instance, let data = unsafe slot(instance).pointee else { return nil }
    return unsafe Unmanaged<TransformElement>.fromOpaque(data).takeUnretainedValue()
  }

  /// Makes the Swift half of a new instance.
  static func begin(_ instance: UnsafeMutableRawPointer, _ type: UnsafeMutableRawPointer) {
    guard let description = unsafe ElementDescription.of(type) else { return }
    let base = unsafe instance.assumingMemoryBound(to: GstBaseTransform.self)
    let element = unsafe description.make(base, description)
    unsafe slot(instance).pointee = Unmanaged.passRetained(element).toOpaque()
    element.begin()
  }

  static func fillObjectClass(_ type: UnsafeMutableRawPointer) {
    guard let object = unsafe fc_object_class(type), let table = unsafe fc_element_class(type) else { return }
    unsafe object.pointee.get_property = { instance, number, value, _ in
      guard let element = unsafe TransformElement.of(instance), let index = element.propertyName(number),
        let value = unsafe value
      else { return }
      unsafe element.specification(index).write(element.property(index), to: value)
    }
    unsafe object.pointee.set_property = { instance, number, value, _ in
      guard let element = unsafe TransformElement.of(instance), let index = element.propertyName(number),
        let value = unsafe value
      else { return }
      unsafe element.setProperty(index, element.specification(index).read(value))
    }
    unsafe object.pointee.finalize = { instance in
      guard let instance = unsafe instance, let element = unsafe TransformElement.of(instance) else { return }
      let parent = unsafe element.parent
      let place = unsafe TransformElement.slot(instance)
      if let data = unsafe place.pointee { unsafe Unmanaged<TransformElement>.fromOpaque(data).release() }
      unsafe place.pointee = nil
      unsafe parent?.parent_class.parent_class.parent_class.finalize?(instance)
    }
    unsafe table.pointee.request_new_pad = { instance, template, name, _ in
      guard let template = unsafe template else { return nil }
      return unsafe TransformElement.of(instance)?.requestPad(template, name.map { unsafe String(cString: $0) })
    }
    unsafe table.pointee.release_pad = { instance, pad in
      guard let pad = unsafe pad else { return }
      unsafe TransformElement.of(instance)?.releasePad(pad)
    }
  }

  static func fillTransformClass(_ type: UnsafeMutableRawPointer) {
    let table = unsafe type.assumingMemoryBound(to: GstBaseTransformClass.self)
    unsafe table.pointee.transform_ip_on_passthrough = 1
    unsafe table.pointee.start = { unsafe TransformElement.of($0)?.start() == true ? 1 : 0 }
    unsafe table.pointee.stop = {
      unsafe TransformElement.of($0)?.stop()
      return 1
    }
    unsafe table.pointee.set_caps = { base, input, output in
      guard let input = unsafe input, let output = unsafe output else { return 0 }
      return unsafe TransformElement.of(base)?.accept(Caps(lent: input), Caps(lent: output)) == true ? 1 : 0
    }
    unsafe table.pointee.sink_event = { base, event in
      guard let event = unsafe event else { return 0 }
      return unsafe TransformElement.of(base)?.receive(event) ?? 0
    }
    unsafe table.pointee.src_event = { base, event in
      guard let event = unsafe event else { return 0 }
      return unsafe TransformElement.of(base)?.receiveUpstream(event) ?? 0
    }
    unsafe table.pointee.prepare_output_buffer = { base, input, output in
      guard let input = unsafe input, let output = unsafe output,
        let buffer = unsafe TransformElement.of(base)?.prepare(input)
      else { return GST_FLOW_ERROR }
      unsafe output.pointee = buffer
      return GST_FLOW_OK
    }
    unsafe table.pointee.before_transform = { base, buffer in
      guard let buffer = unsafe buffer else { return }
      unsafe TransformElement.of(base)?.synchronize(buffer)
    }
    unsafe table.pointee.transform_ip = { base, buffer in
      guard let buffer = unsafe buffer else { return GST_FLOW_ERROR }
      return unsafe TransformElement.of(base)?.transform(buffer) ?? GST_FLOW_ERROR
    }
    unsafe fillNegotiation(table)
  }

  private static func fillNegotiation(_ table: UnsafeMutablePointer<GstBaseTransformClass>) {
    unsafe table.pointee.transform_caps = { base, direction, caps, filter in
      guard let caps = unsafe caps, let element = unsafe TransformElement.of(base) else { return nil }
      let known = unsafe Caps(lent: caps)
      var result = element.transformCaps(known, from: direction) ?? known
      if let filter = unsafe filter { result = unsafe Caps(lent: filter).intersection(result) }
      return unsafe gst_caps_ref(result.pointer)
    }
    unsafe table.pointee.fixate_caps = { base, direction, caps, others in
      guard let caps = unsafe caps, let others = unsafe others, let element = unsafe TransformElement.of(base) else {
        return unsafe others
      }
      let candidates = unsafe Caps(lent: others)
      if let chosen = unsafe element.choose(candidates, for: Caps(lent: caps), from: direction) {
        unsafe fc_mini_object_unref(others)
        return unsafe gst_caps_ref(chosen.pointer)
      }
      return unsafe element.parent?.fixate_caps?(base, direction, caps, others) ?? others
    }
  }
}

// The C side of an element: the functions in its class, each of which finds the Swift half and asks it.
import CGStreamer
import GStreamerSupport

extension TransformElement {
  /// - Parameter index: The index that `act` takes.
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

  /// The offset of an instance's reference to the Swift half.
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
    element.workInPlace()
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
    unsafe table.pointee.start = { unsafe TransformElement.of($0)?.startLogged() == true ? 1 : 0 }
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
    unsafe table.pointee.propose_allocation = { base, decided, query in
      guard let query = unsafe query, let element = unsafe TransformElement.of(base) else { return 0 }
      let isAnswered = unsafe element.parent?.propose_allocation?(base, decided, query) ?? 0
      unsafe element.answer(query)
      return isAnswered
    }
  }
}

// The description of an element for GStreamer, and the class of which GObject makes its instances.
import CGStreamer

/// A pad that every element of a kind has or can be asked for.
struct PadDescription: Sendable {
  let name: StaticString
  let direction: GstPadDirection
  var presence = GST_PAD_ALWAYS
  let caps: String
}

/// Something an application can ask of an element: an action signal.
struct ActionDescription: Sendable {
  enum Kind: Sendable {
    case number, text, boolean

    var type: GType {
      switch self {
      case .number: fc_type_double()
      case .text: fc_type_string()
      case .boolean: fc_type_boolean()
      }
    }
  }

  let name: StaticString
  let parameters: [Kind]
  let result: Kind
}

/// A kind of element.
///
/// Sendable although unchecked: `parent` is written once, in the class's making, under GObject's lock and before the first instance.
@safe final class ElementDescription: @unchecked Sendable {
  let name: StaticString
  let typeName: StaticString
  let longName: StaticString
  let category: StaticString
  let summary: StaticString
  let pads: [PadDescription]
  let properties: [PropertySpecification]
  let actions: [ActionDescription]
  let make: Make
  /// Makes the Swift half of an instance.
  typealias Make = @Sendable (UnsafeMutablePointer<GstBaseTransform>, ElementDescription) -> TransformElement
  fileprivate(set) var parent: UnsafeMutablePointer<GstBaseTransformClass>?
  /// The category of the element's debugging output; lives as long as the process.
  let debugCategory: UnsafeMutablePointer<GstDebugCategory>?

  init(
    name: StaticString, typeName: StaticString, longName: StaticString, category: StaticString, summary: StaticString,
    pads: [PadDescription], properties: [PropertySpecification], actions: [ActionDescription] = [],
    make: @escaping Make
  ) {
    self.name = name
    self.typeName = typeName
    self.longName = longName
    self.category = category
    self.summary = summary
    self.pads = pads
    self.properties = properties
    self.actions = actions
    unsafe self.make = make
    unsafe debugCategory = fc_debug_category(text(name), text(longName))
  }

  func register(in plugin: OpaquePointer?) -> Bool {
    unsafe gst_element_register(plugin, text(name), UInt32(GST_RANK_NONE.rawValue), type()) != 0
  }

  /// The GObject type: that of GstBaseTransform, and room for one reference to the Swift half.
  private func type() -> GType {
    let known = unsafe g_type_from_name(text(typeName))
    guard known == 0 else { return known }
    var query = unsafe GTypeQuery()
    unsafe g_type_query(gst_base_transform_get_type(), &query)
    var information = unsafe GTypeInfo()
    unsafe information.class_size = UInt16(clamping: query.class_size)
    unsafe information.instance_size = UInt16(clamping: Int(query.instance_size) + MemoryLayout<gpointer>.size)
    // Never given back: GObject keeps its types to the end of the process.
    unsafe information.class_data = UnsafeRawPointer(Unmanaged.passRetained(self).toOpaque())
    unsafe information.class_init = { type, data in
      guard let type = unsafe type, let data = unsafe data else { return }
      let description = unsafe Unmanaged<ElementDescription>.fromOpaque(data).takeUnretainedValue()
      unsafe description.fill(type)
    }
    unsafe information.instance_init = { instance, type in
      guard let instance = unsafe instance, let type = unsafe type else { return }
      unsafe TransformElement.begin(instance, type)
    }
    let type = unsafe g_type_register_static(
      gst_base_transform_get_type(), text(typeName), &information, G_TYPE_FLAG_FINAL)
    unsafe g_type_set_qdata(type, ElementDescription.mark, Unmanaged.passUnretained(self).toOpaque())
    return type
  }

  private static let mark: GQuark = unsafe g_quark_from_static_string("flycatcher-element")

  /// The description of a class that `register` has made.
  static func of(_ type: UnsafeMutableRawPointer) -> ElementDescription? {
    guard let data = unsafe g_type_get_qdata(fc_type_of_class(type), mark) else { return nil }
    return unsafe Unmanaged<ElementDescription>.fromOpaque(data).takeUnretainedValue()
  }

  // MARK: The class

  private func fill(_ type: UnsafeMutableRawPointer) {
    unsafe parent = g_type_class_peek_parent(type)?.assumingMemoryBound(to: GstBaseTransformClass.self)
    let element = unsafe fc_element_class(type)
    unsafe gst_element_class_set_static_metadata(
      element, text(longName), text(category), text(summary), text("The Flycatcher contributors"))
    for pad in pads {
      guard let caps = unsafe gst_caps_from_string(pad.caps) else { continue }
      unsafe gst_element_class_add_pad_template(
        element, gst_pad_template_new(text(pad.name), pad.direction, pad.presence, caps))
      unsafe fc_mini_object_unref(caps)
    }
    unsafe TransformElement.fillObjectClass(type)
    for (index, property) in properties.enumerated() {
      if let specification = unsafe property.make() {
        unsafe g_object_class_install_property(fc_object_class(type), UInt32(index + 1), specification)
      }
    }
    for (index, action) in actions.enumerated() { unsafe TransformElement.addAction(action, index, to: type) }
    unsafe TransformElement.fillTransformClass(type)
  }
}

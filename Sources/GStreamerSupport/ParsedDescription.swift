// A description in the language of gst-launch, read by GStreamer's parser.
import CGStreamer

/// The elements that a description makes.
///
/// The parser looks for the names that links refer to in what it has made, and where that is nothing at all it reads through a null
/// pointer (GStreamer 1.22: `a. ! b.` ends gst-launch-1.0 as well). It is given two elements of ours first, wherever none is certain.
@safe struct ParsedDescription {
  /// A pipeline, without an owner.
  let pipeline: Element

  /// The name of the element of ours that the other one is linked to.
  private static let placeholder = "flycatcher-parser-placeholder"

  /// - Throws: `GStreamerError` for a mistake in the description.
  init(_ description: String) throws(GStreamerError) {
    let needsPlaceholder = !Self.beginsWithElement(description)
    // A link to a name ends a chain: what follows begins another, and what was wrong in it still is.
    let first = needsPlaceholder ? "fakesink name=\(Self.placeholder) fakesrc ! \(Self.placeholder). " : ""
    let context = unsafe gst_parse_context_new()
    defer { unsafe gst_parse_context_free(context) }
    var error: UnsafeMutablePointer<GError>?
    let flags = GstParseFlags(GST_PARSE_FLAG_FATAL_ERRORS.rawValue)
    let parsed = unsafe gst_parse_launch_full(first + description, context, flags, &error)
    if let error = unsafe error {
      if let parsed = unsafe parsed { unsafe gst_object_unref(parsed) }
      throw unsafe Self.explain(error, context, without: first)
    }
    guard let parsed = unsafe parsed else { throw GStreamerError(.empty, "The description holds no element.") }
    let pipeline = unsafe Self.pipeline(around: parsed)
    self.pipeline = needsPlaceholder ? try Self.withoutPlaceholder(pipeline) : pipeline
  }

  private static func withoutPlaceholder(_ pipeline: Element) throws(GStreamerError) -> Element {
    guard let found = unsafe fc_child(pipeline.pointer, placeholder) else { return pipeline }
    let sink = unsafe Element(taking: found)
    for element in [sink] + sink.neighbors(downstream: false) {
      unsafe fc_bin_remove(pipeline.pointer, element.pointer)
    }
    let children = pipeline.children
    guard let first = children.first else { throw GStreamerError(.empty, "The description holds no element.") }
    // A description may name the pipeline itself: pipeline.( … ).
    guard children.count == 1, unsafe g_type_is_a(fc_type(first.pointer), gst_pipeline_get_type()) != 0 else {
      return pipeline
    }
    unsafe fc_bin_remove(pipeline.pointer, first.pointer)
    return first
  }

  /// Returns a Boolean value indicating whether the first word of a description is an element that can be made: only there it cannot be
  /// part of a value.
  private static func beginsWithElement(_ description: String) -> Bool {
    let text = description.drop { " \t\n\r".contains($0) }
    let word = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    let rest = text.dropFirst(word.count)
    guard !word.isEmpty, rest.isEmpty || " \t\n\r!".contains(rest.first ?? " ") else { return false }
    let next = rest.first { !" \t\n\r".contains($0) }
    return next != "=" && GStreamer.hasElement(String(word))
  }

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

  private static func explain(
    _ error: UnsafeMutablePointer<GError>, _ context: OpaquePointer?, without first: String
  ) -> GStreamerError {
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
    let text = unsafe take(error) ?? "The description is not valid."
    let message = first.isEmpty ? text : text.replacing(first, with: "")
    let code: GStreamerError.Code =
      switch isParseError ? number : -1 {
      case Int32(bitPattern: GST_PARSE_ERROR_SYNTAX.rawValue): .syntax
      case Int32(bitPattern: GST_PARSE_ERROR_NO_SUCH_ELEMENT.rawValue):
        // A name that a link refers to, or an element that no plugin has.
        missing.isEmpty && message.contains("-element") ? .unknownName : .unknownElement
      case Int32(bitPattern: GST_PARSE_ERROR_NO_SUCH_PROPERTY.rawValue): .unknownProperty
      case Int32(bitPattern: GST_PARSE_ERROR_COULD_NOT_SET_PROPERTY.rawValue): .wrongProperty
      case Int32(bitPattern: GST_PARSE_ERROR_LINK.rawValue): .cannotLink
      case Int32(bitPattern: GST_PARSE_ERROR_EMPTY.rawValue): .empty
      case Int32(bitPattern: GST_PARSE_ERROR_EMPTY_BIN.rawValue): .empty
      default: .other
      }
    return GStreamerError(code, message, elements: missing)
  }
}

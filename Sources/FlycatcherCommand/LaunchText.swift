// Values inside a gst-launch description, refused in the command's words where they cannot be written.
import FlycatcherPipeline

enum LaunchText {
  /// A property's value with everything the parser would take for syntax escaped.
  ///
  /// - Throws: `Failure` for a line break, which the parser knows no way to write.
  static func escaped(_ value: String) throws(Failure) -> String {
    try checked(LaunchValue.escaped(value), of: value)
  }

  /// A whole value of a property, to be followed by a space or the end of the description.
  static func value(_ value: String) throws(Failure) -> String { try checked(LaunchValue.whole(value), of: value) }

  /// A file's path as the value of a `location`.
  static func path(_ path: String) throws(Failure) -> String {
    // A value that begins with a quote is unwrapped once more when the property is set; a path need not begin with one.
    try value(path.hasPrefix("/") ? path : "./" + path)
  }

  private static func checked(_ text: String?, of value: String) throws(Failure) -> String {
    guard let text else {
      throw .usage("\(value.debugDescription) holds a line break, which a pipeline description cannot hold.")
    }
    return text
  }
}

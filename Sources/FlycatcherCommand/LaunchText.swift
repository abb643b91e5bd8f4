// Values inside a gst-launch description: written so that GStreamer's parser reads back exactly what was meant.

enum LaunchText {
  /// A property's value with everything the parser would take for syntax escaped by a backslash.
  ///
  /// Backslashes, not quotes: inside quotes the parser cannot tell a value's last backslash from one that escapes the closing quote.
  /// - Throws: `Failure` for a line break, which the parser knows no way to write.
  static func escaped(_ value: String) throws(Failure) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{0B}", "\u{0C}", "\0":
        throw .usage("\(value.debugDescription) holds a line break, which a pipeline description cannot hold.")
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ":", "+", ",", "@", "%":
        text.unicodeScalars.append(scalar)
      case _ where scalar.value > 0x7F:
        text.unicodeScalars.append(scalar)
      default:
        text.append("\\")
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// A whole value of a property, to be followed by a space or the end of the description.
  static func value(_ value: String) throws(Failure) -> String {
    // Nothing at all would let the next word be taken for the value.
    guard !value.isEmpty else { return "\"\"" }
    // The word alone is no text to GStreamer, but the lack of one.
    guard value != "NULL" else { return #"\"NULL\""# }
    // The parser takes a backslash and the space behind it for an escaped space, even where the backslash is itself
    // escaped; a line break it does not.
    return try escaped(value) + (value.hasSuffix("\\") ? "\n" : "")
  }

  /// A file's path as the value of a `location`.
  static func path(_ path: String) throws(Failure) -> String {
    // A value that begins with a quote is unwrapped once more when the property is set; a path need not begin with one.
    try value(path.hasPrefix("/") ? path : "./" + path)
  }
}

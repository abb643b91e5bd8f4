// Values inside a gst-launch description: written so that GStreamer's parser reads back exactly what was meant.

/// The values of properties in a description.
package enum LaunchValue {
  /// Properties of `decodebin` and `uridecodebin` with which sound and subtitles are not even decoded.
  package static let videoOnly = #"expose-all-streams=false caps="video/x-raw(ANY)""#

  /// Returns a property's value with everything that the parser would take for syntax escaped by a backslash; `nil` where
  /// it holds a line break, which the parser knows no way to write.
  ///
  /// Backslashes, not quotes: inside quotes the parser cannot tell a value's last backslash from one that escapes the
  /// closing quote.
  package static func escaped(_ value: String) -> String? {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{0B}", "\u{0C}", "\0": return nil
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ":", "+", ",", "@", "%": break
      case _ where scalar.value > 0x7F: break
      default: text.append("\\")
      }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// Returns a whole value of a property, to be followed by a space or the end of the description; `nil` where it holds a
  /// line break.
  package static func whole(_ value: String) -> String? {
    // Nothing at all would let the next word be taken for the value.
    guard !value.isEmpty else { return "\"\"" }
    // The word alone is no text to GStreamer, but the lack of one.
    guard value != "NULL" else { return #"\"NULL\""# }
    // The parser takes a backslash and the space behind it for an escaped space, even where the backslash is itself
    // escaped; a line break it does not.
    return escaped(value).map { $0 + (value.hasSuffix("\\") ? "\n" : "") }
  }
}

// Passwords in addresses, which no message, log or status may hold.
import CRTSPServer

/// Returns a text in which the user and password of every address are replaced: `rtsp://admin:secret@camera/` becomes `rtsp://***@camera/`.
package func redacted(_ text: String) -> String {
  var (result, rest) = ("", text[...])
  while let mark = rest.range(of: "://") {
    result += rest[..<mark.upperBound]
    rest = rest[mark.upperBound...]
    // A password may hold anything but these: cameras take it as it is.
    let authority = rest.prefix { !$0.isWhitespace && !"/?".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { continue }
    result += "***"
    rest = rest[at...]
  }
  return result + rest
}

/// The arguments of this process, which others see.
package enum ProcessTitle {
  /// Overwrites the user and password of every address in them. Whoever needs the arguments must have read them.
  package static func hidePasswords() { process_title_hide_passwords() }
}

extension Substring {
  /// Returns the first place of a text; without Foundation.
  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}

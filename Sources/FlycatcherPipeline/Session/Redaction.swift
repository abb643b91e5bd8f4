// Addresses without what is secret in them.

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

extension Substring {
  /// Returns the first place of a text; without Foundation.
  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}

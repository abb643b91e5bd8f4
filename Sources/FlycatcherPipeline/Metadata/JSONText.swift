// JSON, written byte by byte into a buffer that is used again for the next line.

/// Builds one line of JSON.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  package mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  mutating func object(_ fields: (inout JSONText) -> Void) { nest("{", "}", fields) }
  mutating func array(_ elements: (inout JSONText) -> Void) { nest("[", "]", elements) }

  /// Ends the line; the next one begins anew.
  mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  mutating func field(_ name: StaticString, _ value: (inout JSONText) -> Void) { field(named: name.description, value) }

  mutating func field(named name: String, _ value: (inout JSONText) -> Void) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
    value(&self)
    needsComma = true
  }

  mutating func field(_ name: StaticString, _ value: String) { field(name) { $0.text(value) } }
  mutating func field(_ name: StaticString, _ value: Int) { field(name) { $0.integer(value) } }
  mutating func field(_ name: StaticString, _ value: Double) { field(name) { $0.number(value) } }
  mutating func field(_ name: StaticString, _ value: Bool) { field(name) { $0.boolean(value) } }
  mutating func field(_ name: StaticString, nanoseconds: Int64) { field(name) { $0.seconds(nanoseconds) } }

  mutating func text(_ value: String) {
    separate()
    quote(value)
  }

  mutating func boolean(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  mutating func integer(_ value: Int) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// The shortest digits that read back as the same number; `null` where it is not finite, for JSON has no such numbers.
  mutating func number(_ value: Double) {
    separate()
    bytes.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
  }

  /// Seconds, exact to the nanosecond.
  mutating func seconds(_ nanoseconds: Int64) {
    separate()
    let magnitude = nanoseconds.magnitude
    if nanoseconds < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(contentsOf: String(magnitude / 1_000_000_000).utf8)
    var fraction = magnitude % 1_000_000_000
    guard fraction > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var scale: UInt64 = 100_000_000
    while fraction > 0, scale > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / scale))
      fraction %= scale
      scale /= 10
    }
  }

  private mutating func nest(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONText) -> Void) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func quote(_ value: String) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0..<0x20, 0x7F:
        bytes += "\\u00".utf8
        bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

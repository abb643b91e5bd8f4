// Tables as comma-separated values (RFC 4180).
import Flycatcher

/// Builds rows of comma-separated values. Numbers have a point, whatever the language of the system.
struct CSVText {
  private(set) var bytes: [UInt8] = []
  private var isFirst = true

  mutating func clear() { (bytes, isFirst) = ([], true) }

  /// Ends the row, with the line break that the standard asks for.
  mutating func endRow() {
    bytes += "\r\n".utf8
    isFirst = true
  }

  /// Adds a text, in quotes where it holds what would end the cell.
  mutating func cell(_ text: String) {
    separate()
    let needsQuotes = text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    guard needsQuotes else {
      bytes += text.utf8
      return
    }
    bytes.append(0x22)
    for byte in text.utf8 {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }

  mutating func cell(_ number: Int) { cell("\(number)") }

  /// Adds a number; an empty cell where there is none.
  mutating func cell(_ number: Double?) {
    guard let number, number.isFinite else { return cell("") }
    cell(number.description)
  }

  /// Adds a time in seconds, exact to the nanosecond.
  mutating func cell(_ time: Timestamp) {
    var json = JSONText()
    json.seconds(time.nanoseconds)
    cell(String(decoding: json.bytes, as: UTF8.self))
  }

  private mutating func separate() {
    if !isFirst { bytes.append(0x2C) }
    isFirst = false
  }
}

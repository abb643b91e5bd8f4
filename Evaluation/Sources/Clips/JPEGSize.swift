// The size of a JPEG picture, without decoding it.
public import Foundation

/// The size of a picture as its frame header says.
public struct JPEGSize {
  public private(set) var width = 0
  public private(set) var height = 0

  public init(contentsOf file: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    var at = 2
    while at + 9 < bytes.count, bytes[at] == 0xFF {
      let (marker, length) = (bytes[at + 1], Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        height = Int(bytes[at + 5]) << 8 | Int(bytes[at + 6])
        width = Int(bytes[at + 7]) << 8 | Int(bytes[at + 8])
        return
      }
      at += 2 + length
    }
    throw EvaluationError("\(file.path) is no JPEG picture.")
  }
}

// The orientation tag of a JPEG photo (EXIF 2.32, section 4.6), read from the beginning of the file: decodebin loses it.

/// The orientation that a camera has written into a JPEG.
enum PhotoOrientation {
  /// The number of bytes within which the tag is looked for: metadata before it is at most a few segments of 64 kB.
  static let limit = 1 << 20

  private static let segmentMark: UInt8 = 0xFF
  /// The first segment with the picture itself, after which there is no metadata.
  private static let startOfScan: UInt8 = 0xDA
  private static let application1: UInt8 = 0xE1
  private static let exifName = Array("Exif\0\0".utf8)
  private static let orientationTag = 0x0112
  private static let shortType = 3
  private static let entrySize = 12
  /// The turns by the values of the tag, from 1 on.
  private static let turns: [Turn] = [
    .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
  ]

  /// Returns the turn that a photo asks for; `nil` where it is no JPEG, or says nothing.
  ///
  /// - Parameter beginning: The first bytes of the file, as far as they are there.
  static func turn(_ beginning: [UInt8]) -> Turn? {
    guard beginning.starts(with: [0xFF, 0xD8]) else { return nil }
    var offset = 2
    while offset + 4 <= beginning.count, beginning[offset] == segmentMark {
      let mark = beginning[offset + 1]
      // A mark may stand behind any number of filling bytes.
      guard mark != segmentMark else {
        offset += 1
        continue
      }
      let length = number(beginning[(offset + 2)..<(offset + 4)], isLittleEndian: false)
      guard mark != startOfScan, length >= 2 else { return nil }
      let content = beginning[(offset + 4)..<max(min(offset + 2 + length, beginning.count), offset + 4)]
      if mark == application1, content.starts(with: exifName) {
        return turn(inTIFF: Array(content.dropFirst(exifName.count)))
      }
      offset += 2 + length
    }
    return nil
  }

  /// Returns the turn by the first directory of a TIFF header.
  private static func turn(inTIFF bytes: [UInt8]) -> Turn? {
    let isLittleEndian = bytes.starts(with: Array("II".utf8))
    guard isLittleEndian || bytes.starts(with: Array("MM".utf8)), bytes.count >= 8 else { return nil }
    func number(at offset: Int, count: Int) -> Int? {
      guard offset >= 0, offset + count <= bytes.count else { return nil }
      return Self.number(bytes[offset..<(offset + count)], isLittleEndian: isLittleEndian)
    }
    guard let directory = number(at: 4, count: 4), let count = number(at: directory, count: 2) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + index * entrySize
      guard let tag = number(at: entry, count: 2) else { return nil }
      guard tag == orientationTag else { continue }
      guard number(at: entry + 2, count: 2) == shortType, let value = number(at: entry + 8, count: 2) else {
        return nil
      }
      return turns.indices.contains(value - 1) ? turns[value - 1] : nil
    }
    return nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> Int {
    isLittleEndian ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}

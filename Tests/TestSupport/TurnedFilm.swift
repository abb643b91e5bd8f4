// Films as phones write them.
import Foundation

/// Writes into an MP4 file, as a phone does, that the picture must be turned clockwise by a quarter.
public func markAsTurned(_ path: String) throws {
  var data = try Data(contentsOf: URL(fileURLWithPath: path))
  guard let header = data.range(of: Data("tkhd".utf8)) else { throw CocoaError(.fileReadCorruptFile) }
  let matrix = header.upperBound + 40
  let numbers: [UInt32] = [0, 0x1_0000, 0, 0xFFFF_0000, 0, 0, 320 << 16, 0, 0x4000_0000]
  let bytes = numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
  data.replaceSubrange(matrix..<matrix + bytes.count, with: bytes)
  try data.write(to: URL(fileURLWithPath: path))
}

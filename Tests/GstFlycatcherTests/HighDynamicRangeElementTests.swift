// What is drawn on frames of high dynamic range is as bright as white paper, and not as the brightest light.
import Foundation
import TestSupport
import Testing

struct HighDynamicRangeElementTests {
  private static let (width, height, frames) = (320, 240, 8)
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The brightest sample of luma after drawing a box on gray frames of 10 bits.
  private func brightest(_ colorimetry: String) throws -> Int {
    let (input, output) = (folder.path("gray"), folder.path("drawn-\(colorimetry)"))
    let words =
      [UInt16](repeating: 397, count: Self.width * Self.height)
      + [UInt16](repeating: 512, count: Self.width * Self.height / 2)
    let picture = words.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    try Data((0..<Self.frames).flatMap { _ in picture }).write(to: URL(fileURLWithPath: input))
    let result = try Program.gst(
      "filesrc location=\(input) ! rawvideoparse format=i420-10le width=\(Self.width) height=\(Self.height) "
        + "! capssetter caps=video/x-raw,colorimetry=\(colorimetry) ! objecttrack objects=0.3,0.3,0.4,0.4 "
        + "! trackoverlay ! video/x-raw,format=I420_10LE ! filesink location=\(output)"
    ).run()
    try #require(result.status == 0, "\(result.output)")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: output)))
    try #require(bytes.count == picture.count * Self.frames)
    let last = bytes.count - picture.count
    return (0..<Self.width * Self.height).map { Int(bytes[last + 2 * $0]) | Int(bytes[last + 2 * $0 + 1]) << 8 }.max()
      ?? 0
  }

  @Test(arguments: [("bt2100-hlg", 721), ("bt2100-pq", 573)])
  func whiteIsThatOfPaper(_ colorimetry: String, _ white: Int) throws {
    let (standard, high) = (try brightest("bt709"), try brightest(colorimetry))
    #expect(standard > 850)
    #expect(high > 420 && high <= white + 8, "\(high)")
  }
}

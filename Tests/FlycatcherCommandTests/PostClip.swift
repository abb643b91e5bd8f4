// A patch that passes behind a post, its place known in every frame: raw gray frames.
import Foundation
import TestSupport

enum PostClip {
  static let width = 320
  static let height = 180
  static let frameCount = 76
  static let side = 30
  /// The post, as wide as the patch and the way that it goes in 12 frames.
  static let post = 120..<(120 + side + 12 * speed)
  private static let speed = 3

  /// Left edge of the patch.
  static func left(_ frame: Int) -> Int { 22 + speed * frame }
  static let top = 70

  /// The box as an option takes it.
  static var option: String {
    [
      Double(left(0)) / Double(width), Double(top) / Double(height), Double(side) / Double(width),
      Double(side) / Double(height),
    ].map { "\($0)" }.joined(separator: ",")
  }

  /// Returns a Boolean value indicating whether nothing of the patch is seen.
  static func isHidden(_ frame: Int) -> Bool { left(frame) >= post.lowerBound && left(frame) + side <= post.upperBound }
  /// Returns a Boolean value indicating whether all of it is seen.
  static func isInView(_ frame: Int) -> Bool { left(frame) >= post.upperBound || left(frame) + side <= post.lowerBound }

  /// A piece of pipeline that plays the frames, which are written into the folder.
  static func source(in folder: Folder) throws -> String {
    let path = folder.path("post.gray")
    var pixels = Data()
    for frame in 0..<frameCount { pixels += render(frame) }
    try pixels.write(to: URL(fileURLWithPath: path))
    return "filesrc location=\(path) ! rawvideoparse format=gray8 width=\(width) height=\(height) framerate=25/1"
  }

  private static func render(_ frame: Int) -> [UInt8] {
    let left = left(frame)
    return (0..<width * height).map { index in
      let (x, y) = (index % width, index / width)
      if post.contains(x) { return UInt8(90 + 20 * noise(x / 6, y / 30, 3)) }
      if x >= left, x < left + side, y >= top, y < top + side {
        return UInt8(20 + 220 * noise((x - left) / 5, (y - top) / 5, 7))
      }
      return UInt8(60 + 90 * noise(x / 7, y / 7, 1))
    }
  }

  /// From 0 to 1, the same for the same place.
  private static func noise(_ x: Int, _ y: Int, _ seed: UInt64) -> Double {
    var state = UInt64(truncatingIfNeeded: x) &* 0x9E37_79B9_7F4A_7C15
    state ^= UInt64(truncatingIfNeeded: y) &* 0xC2B2_AE3D_27D4_EB4F &+ seed &* 0x1656_67B1_9E37_79F9
    state = (state ^ (state >> 31)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((state ^ (state >> 33)) >> 11) / Double(1 << 53)
  }
}

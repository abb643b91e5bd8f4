// A card that moves over a gray wall, its corners known: raw frames, and a photo of the first one.
import Foundation
import TestSupport

enum CardClip {
  static let width = 320
  static let height = 240
  static let frameCount = 16

  /// Top left, top right, bottom right and bottom left in pixels.
  static func corners(_ frame: Int) -> [(x: Double, y: Double)] {
    let (x, y) = (95 + 2.5 * Double(frame), 50 + 1.5 * Double(frame))
    return [(x, y), (x + right.x, y + right.y), (x + right.x + down.x, y + right.y + down.y), (x + down.x, y + down.y)]
  }

  private static let right = (x: 130.0, y: 16.0)
  private static let down = (x: -12.0, y: 96.0)

  /// The corners as an option takes them.
  static func option(_ frame: Int) -> String {
    corners(frame).map { "\($0.x / Double(width)),\($0.y / Double(height))" }.joined(separator: ",")
  }

  /// The upright box around the corners, as fractions: x, y, width, height.
  static func box(_ frame: Int) -> [Double] {
    let (xs, ys) = (corners(frame).map { $0.x / Double(width) }, corners(frame).map { $0.y / Double(height) })
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return [] }
    return [left, top, right - left, bottom - top]
  }

  /// A piece of pipeline that plays the frames, which are written into the folder.
  static func source(in folder: Folder) throws -> String {
    let path = folder.path("card.i420")
    if !FileManager.default.fileExists(atPath: path) {
      var pixels = Data()
      for frame in 0..<frameCount { pixels += render(frame) }
      try pixels.write(to: URL(fileURLWithPath: path))
    }
    return "filesrc location=\(path) ! rawvideoparse format=i420 width=\(width) height=\(height) framerate=25/1"
  }

  /// The first frame, as a photo.
  static func photo(in folder: Folder, _ encoder: String = "pngenc") throws -> String {
    let path = folder.path("photo")
    try shell(
      "gst-launch-1.0 -q \(try source(in: folder)) ! identity eos-after=2 ! videoconvert ! \(encoder) snapshot=true "
        + "! filesink location='\(path)'")
    return path
  }

  /// Returns a Boolean value indicating whether the card is dark at a place of it, 0 to 1 from its top left: an L of large blocks, so that it looks the same no other way around.
  static func isDark(_ u: Double, _ v: Double) -> Bool {
    (0.1...0.25).contains(u) && (0.1...0.9).contains(v) || (0.1...0.75).contains(u) && (0.7...0.9).contains(v)
  }

  private static func render(_ frame: Int) -> Data {
    var luma = [UInt8](repeating: 0, count: width * height)
    var red = [UInt8](repeating: 128, count: width * height / 4)
    let origin = corners(frame)[0]
    let determinant = right.x * down.y - right.y * down.x
    for index in luma.indices {
      let (x, y) = (index % width, index / width)
      var sum = 0.0
      for part in 0..<9 {
        let (px, py) = (Double(x) + (Double(part % 3) + 0.5) / 3, Double(y) + (Double(part / 3) + 0.5) / 3)
        let u = ((px - origin.x) * down.y - (py - origin.y) * down.x) / determinant
        let v = ((py - origin.y) * right.x - (px - origin.x) * right.y) / determinant
        let isInside = (0...1).contains(u) && (0...1).contains(v)
        sum += isInside ? (isDark(u, v) ? 50 : 205) : 85 + Double(y) / 12
        // The card's top right is red.
        if isInside, u > 0.5, v < 0.5 { red[y / 2 * (width / 2) + x / 2] = 190 }
      }
      luma[index] = UInt8(min(max((sum / 9).rounded(), 0), 255))
    }
    return Data(luma) + Data(repeating: 128, count: width * height / 4) + Data(red)
  }
}

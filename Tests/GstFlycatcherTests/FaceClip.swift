// A drawn face that drifts across the picture, plain enough to be made here and face enough for a Haar cascade.
import Foundation

enum FaceClip {
  static let (width, height, frames) = (320, 240, 40)

  /// Returns the place of the middle of the face.
  static func center(_ frame: Int) -> (x: Double, y: Double) { (130 + 1.5 * Double(frame), 120 + 0.3 * Double(frame)) }

  /// The pictures in GRAY8, one after another.
  static func pictures() -> Data {
    (0..<frames).reduce(into: Data()) { $0.append(contentsOf: picture($1)) }
  }

  /// An ellipse of the face: its middle, its half axes, and how bright it is, in units of the face.
  private struct Feature {
    let (x, y, across, down): (Double, Double, Double, Double)
    let brightness: Double

    init(_ x: Double, _ y: Double, _ across: Double, _ down: Double, _ brightness: Double) {
      (self.x, self.y, self.across, self.down, self.brightness) = (x, y, across, down, brightness)
    }
  }

  /// Hair, skin, then on each side socket, brow and eye, then nose, nostrils and mouth.
  private static let features =
    [Feature(0, -0.08, 0.42, 0.52, 60), Feature(0, 0.02, 0.34, 0.45, 200)]
    + [-1.0, 1].flatMap { side in
      [
        Feature(side * 0.15, -0.1, 0.1, 0.07, 120), Feature(side * 0.15, -0.16, 0.1, 0.022, 70),
        Feature(side * 0.15, -0.085, 0.065, 0.028, 50),
      ]
    } + [
      Feature(0, 0.03, 0.035, 0.13, 225), Feature(-0.05, 0.14, 0.03, 0.02, 110), Feature(0.05, 0.14, 0.03, 0.02, 110),
      Feature(0, 0.25, 0.13, 0.035, 105), Feature(0, 0.33, 0.1, 0.02, 170),
    ]

  private static func picture(_ frame: Int) -> [UInt8] {
    let (center, size) = (center(frame), 160.0)
    var pixels = [Double](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        var value = 170 + Double((x / 9 * 37 + y / 7 * 53) % 24)
        for feature in features {
          let across = ((Double(x) - center.x) / size - feature.x) / feature.across
          let down = ((Double(y) - center.y) / size - feature.y) / feature.down
          let share = min(max((1.15 - across * across - down * down) / 0.3, 0), 1)
          value += (feature.brightness - value) * share
        }
        pixels[y * width + x] = value
      }
    }
    return pixels.map { UInt8($0) }
  }
}

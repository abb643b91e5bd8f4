// The film that the object tracker is measured on: fifty textured objects that move over a textured background, 1920 × 1080.
import Flycatcher
import Foundation

/// Each object has a pattern and a color of its own, and goes around in a circle while its size breathes; after `period` frames all is as it was.
enum ObjectFilm {
  static let period = 48
  static let count = 50

  /// The box of an object in a frame, in pixels.
  static func box(_ object: Int, frame: Int) -> (x: Double, y: Double, width: Double, height: Double) {
    let angle = 2 * Double.pi * (Double(frame) / Double(period) + Double(object) * 0.37)
    let size = 1 + 0.12 * sin(angle)
    let (width, height) = ((56 + Double(object % 7) * 8) * size, (64 + Double(object % 5) * 10) * size)
    let (x, y) = (96 + 190 * Double(object % 10), 108 + 215 * Double(object / 10))
    return (x + 26 * cos(angle) - width / 2, y + 26 * sin(angle) - height / 2, width, height)
  }

  static func place(_ object: Int) -> Rectangle {
    let box = box(object, frame: 0)
    return Rectangle(
      x: box.x / Double(Film.width), y: box.y / Double(Film.height), width: box.width / Double(Film.width),
      height: box.height / Double(Film.height))
  }

  /// Frames as planes of luma, blue and red difference, one after the other; without the objects from frame `gone` on.
  static func frames(_ count: Int = period, goneFrom gone: Int = .max) -> [[UInt8]] {
    let background = picture()
    return (0..<count).map { frame in
      var pixels = background
      if frame < gone { for object in 0..<Self.count { draw(object, frame: frame, &pixels) } }
      addNoise(&pixels, seed: UInt64(frame))
      return pixels
    }
  }

  private static func picture() -> [UInt8] {
    let (width, height) = (Film.width, Film.height)
    var pixels = [UInt8](repeating: 128, count: width * height * 3 / 2)
    for y in 0..<height {
      for x in 0..<width {
        let value = 90 + 50 * texture(Double(x) / 40, Double(y) / 40, 1) + 40 * texture(Double(x) / 9, Double(y) / 9, 2)
        pixels[y * width + x] = UInt8(value)
      }
    }
    return pixels
  }

  private static func draw(_ object: Int, frame: Int, _ pixels: inout [UInt8]) {
    let (width, height) = (Film.width, Film.height)
    let box = box(object, frame: frame)
    let seed = UInt64(object) * 3 + 10
    let (blue, red) = (UInt8(88 + object * 37 % 80), UInt8(88 + object * 53 % 80))
    for y in max(0, Int(box.y))..<min(height, Int(box.y + box.height)) {
      for x in max(0, Int(box.x))..<min(width, Int(box.x + box.width)) {
        let (u, v) = ((Double(x) + 0.5 - box.x) / box.width, (Double(y) + 0.5 - box.y) / box.height)
        guard (u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5) < 0.3 else { continue }
        pixels[y * width + x] = UInt8(30 + 120 * texture(u * 5, v * 5, seed) + 70 * texture(u * 14, v * 14, seed + 1))
        let place = width * height + y / 2 * (width / 2) + x / 2
        pixels[place] = blue
        pixels[place + width * height / 4] = red
      }
    }
  }

  /// The sensor's noise: sums of three even ones, in the luma.
  private static func addNoise(_ pixels: inout [UInt8], seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    for index in 0..<Film.width * Film.height {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      let noise = Int(state & 3) + Int(state >> 8 & 3) + Int(state >> 16 & 3) - 4
      pixels[index] = UInt8(clamping: Int(pixels[index]) + noise)
    }
  }

  /// Smooth noise from 0 to 1.
  private static func texture(_ x: Double, _ y: Double, _ seed: UInt64) -> Double {
    let (column, row) = (Int(x), Int(y))
    let (fx, fy) = (x - Double(column), y - Double(row))
    let top = number(column, row, seed) * (1 - fx) + number(column + 1, row, seed) * fx
    let bottom = number(column, row + 1, seed) * (1 - fx) + number(column + 1, row + 1, seed) * fx
    return top * (1 - fy) + bottom * fy
  }

  private static func number(_ x: Int, _ y: Int, _ seed: UInt64) -> Double {
    var state = UInt64(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663) &+ seed &* 0x9E37_79B9_7F4A_7C15
    state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((state ^ (state >> 31)) >> 11) / Double(1 << 53)
  }
}

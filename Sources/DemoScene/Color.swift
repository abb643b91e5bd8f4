// Colors as people write them, and as video stores them.

/// A color in sRGB.
public struct Color: Hashable, Sendable {
  /// The red component.
  public var red: UInt8
  /// The green component.
  public var green: UInt8
  /// The blue component.
  public var blue: UInt8

  /// Creates a color from its components.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a color from its hexadecimal number.
  ///
  /// - Parameter hex: The number 0xRRGGBB; higher bits are ignored.
  public init(_ hex: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex))
  }

  /// Returns the color `share` of the way from this one to `other`.
  func mixed(with other: Color, _ share: Float) -> Color {
    let share = min(max(share, 0), 1)
    func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
      UInt8(Float(first) + (Float(second) - Float(first)) * share)
    }
    return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}

/// A color in 8-bit video with limited range.
struct VideoColor {
  var luma: Float
  var blueDifference: Float
  var redDifference: Float

  /// Converts a color by ITU-R BT.709 for pictures of more than 576 lines and BT.601 for others, GStreamer's defaults.
  init(_ color: Color, pictureHeight: Int) {
    let (kr, kb): (Float, Float) = pictureHeight > 576 ? (0.2126, 0.0722) : (0.299, 0.114)
    let (r, g, b) = (Float(color.red), Float(color.green), Float(color.blue))
    let y = kr * r + (1 - kr - kb) * g + kb * b
    luma = 16 + y * (219.0 / 255)
    blueDifference = (b - y) / (1 - kb) * (112.0 / 255)
    redDifference = (r - y) / (1 - kr) * (112.0 / 255)
  }
}

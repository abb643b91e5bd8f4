// Colors of what is drawn, and a palette that can be told apart without color vision.

/// A color in sRGB with opacity.
public struct OverlayColor: Sendable, Hashable {
  /// The red component, 0 to 1.
  public var red: Double
  /// The green component, 0 to 1.
  public var green: Double
  /// The blue component, 0 to 1.
  public var blue: Double
  /// The opacity, 0 to 1: 0 is invisible, 1 opaque.
  public var opacity: Double

  /// Creates a color from its components, each 0 to 1.
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  /// Creates a color from its hexadecimal number.
  ///
  /// - Parameters:
  ///   - hex: The number 0xRRGGBB; higher bits are ignored.
  ///   - opacity: The opacity, 0 to 1.
  public init(_ hex: UInt32, opacity: Double = 1) {
    self.init(
      red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255,
      opacity: opacity)
  }

  /// Returns the color, more transparent by a factor.
  func faded(_ factor: Double) -> OverlayColor {
    OverlayColor(red: red, green: green, blue: blue, opacity: opacity * factor)
  }

  /// Returns the color `share` of the way from this one to `other`.
  func mixed(with other: OverlayColor, _ share: Double) -> OverlayColor {
    OverlayColor(
      red: red + (other.red - red) * share, green: green + (other.green - green) * share,
      blue: blue + (other.blue - blue) * share, opacity: opacity + (other.opacity - opacity) * share)
  }

  var isValid: Bool { [red, green, blue, opacity].allSatisfy { (0...1).contains($0) } }
}

extension [OverlayColor] {
  /// Okabe and Ito's palette (2008), which people with any kind of color vision can tell apart, without its black.
  public static let okabeIto: [OverlayColor] = [
    OverlayColor(0xE69F00), OverlayColor(0x56B4E9), OverlayColor(0x009E73), OverlayColor(0xF0E442),
    OverlayColor(0x0072B2), OverlayColor(0xD55E00), OverlayColor(0xCC79A7),
  ]
}

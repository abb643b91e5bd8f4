// The colors of samples, told apart coarsely enough to be counted.

/// The bins of brightness, blue difference and red difference into which the samples of a window fall.
enum ColorBins {
  /// The number of levels of each component.
  private static let levels = 16
  /// The width of a level of color difference, in 1/255 of its range. Differences beyond eight levels from gray, which few
  /// natural colors have, count as the last.
  private static let colorStep: Float = 6

  /// The number of bins.
  static let count = levels * levels * levels

  /// Returns the bin of a color; brightness from 0 to 1, differences of color from 0 to 255.
  @inline(__always)
  static func bin(brightness: Float, blue: Float, red: Float) -> UInt16 {
    func level(_ value: Float) -> Int { min(max(Int(value), 0), levels - 1) }
    let middle = Float(levels / 2)
    let differences = (level((blue - 128) / colorStep + middle), level((red - 128) / colorStep + middle))
    return UInt16((level(brightness * Float(levels)) * levels + differences.0) * levels + differences.1)
  }
}

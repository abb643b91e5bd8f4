// A histogram of the colors of a few samples, looked up rather than calculated.
import Glibc

/// Ten directions of the opponent-color plane, where a sample is colored, and six levels of brightness, where it is gray. A
/// sample is shared between neighboring bins.
struct ColorHistogram: Sendable {
  /// Differences of color that are told apart: every fourth of 256, so that no color (128) is one of them.
  private static let levels = 65
  private static let step = 4

  /// For each pair of differences the ten directions, and in the six other places how little color there is.
  private let colors: [SIMD16<Float>]
  /// For each brightness the six levels, and ones in the other places.
  private let grays: [SIMD16<Float>]

  init() {
    colors = (0..<Self.levels * Self.levels).map { index in
      let middle = Self.levels / 2
      return Self.color(
        blue: Double(index % Self.levels - middle) * Double(Self.step) / 128,
        red: Double(index / Self.levels - middle) * Double(Self.step) / 128)
    }
    grays = (0..<256).map { brightness in
      var gray = SIMD16<Float>(repeating: 1)
      for level in 0..<6 { gray[10 + level] = Float(max(0, 1 - abs(Double(level) - Double(brightness) / 51))) }
      return gray
    }
  }

  private static func color(blue: Double, red: Double) -> SIMD16<Float> {
    let saturation = (blue * blue + red * red).squareRoot()
    let colored = saturation / (saturation + 0.08)
    var bins = SIMD16<Float>(repeating: Float(1 - colored))
    for bin in 0..<10 {
      let angle = Double(bin) * .pi / 5
      // 1 at 0°, falling to nothing beyond the neighboring bins.
      let cosine = max(0, (cos(angle) * blue + sin(angle) * red) / (saturation + 1e-3))
      bins[bin] = Float(colored * cosine * cosine * cosine * cosine)
    }
    return bins
  }

  /// Returns the bins of one sample; differences of color from 0 to 255, brightness from 0 to 1.
  @inline(__always)
  func bins(brightness: Float, blue: Float, red: Float) -> SIMD16<Float> {
    let row = max(0, min(Int(red + 2) / Self.step, Self.levels - 1))
    let column = max(0, min(Int(blue + 2) / Self.step, Self.levels - 1))
    let level = max(0, min(Int(brightness * 255), 255))
    return colors[row * Self.levels + column] * grays[level]
  }
}

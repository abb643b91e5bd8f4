// What is drawn on frames of high dynamic range.
import GStreamerSupport

/// Brings the colors of drawn pictures into those of the frames, where white would be a lamp.
struct GraphicsTones {
  private let curve: ToneCurve

  /// - Parameter height: of the frames.
  init(_ colors: PictureColors, height: Int) { curve = ToneCurve(colors, height: height) }

  /// - Parameter pixels: premultiplied BGRA.
  func map(_ pixels: [UInt8]) -> [UInt8] {
    var result = pixels
    // Pictures are drawn with few colors; what differs from pixel to pixel is the coverage.
    var known: [SIMD4<UInt8>: SIMD3<Double>] = [:]
    for at in stride(from: 0, to: pixels.count - 3, by: 4) where pixels[at + 3] > 0 {
      let pixel = SIMD4(pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3])
      let mapped: SIMD3<Double>
      if let color = known[pixel] {
        mapped = color
      } else {
        let coverage = Double(pixel.w)
        let signals = curve.graphics(SIMD3(Double(pixel.z), Double(pixel.y), Double(pixel.x)) / coverage)
        mapped = signals * coverage
        known[pixel] = mapped
      }
      for (offset, value) in [mapped.z, mapped.y, mapped.x].enumerated() {
        result[at + offset] = UInt8(min(max(value.rounded(), 0), Double(pixel.w)))
      }
    }
    return result
  }
}

// Brightness between pixels.

extension Plane {
  /// Returns the brightness at a place in pixels, by bilinear interpolation; (0.5, 0.5) is the middle of the first pixel.
  /// Beyond the border it is that of the border.
  @inline(__always)
  func brightness(_ place: SIMD2<Float>) -> Float {
    let x = max(0, min(place.x - 0.5, Float(width - 1)))
    let y = max(0, min(place.y - 0.5, Float(height - 1)))
    let (column, row) = (Int(x), Int(y))
    let (fx, fy) = (x - Float(column), y - Float(row))
    let right = column + 1 < width ? pixelStride : 0
    let below = row + 1 < height ? rowStride : 0
    let at = row &* rowStride &+ column &* pixelStride
    let top = Float(bytes[at]) + (Float(bytes[at &+ right]) - Float(bytes[at])) * fx
    let bottom = Float(bytes[at &+ below]) + (Float(bytes[at &+ below &+ right]) - Float(bytes[at &+ below])) * fx
    return top + (bottom - top) * fy
  }

  /// Writes the brightness at `count` places, at most 51, along a line, times `scale`.
  @inline(__always)
  func sample(
    from start: SIMD2<Float>, step: SIMD2<Float>, count: Int, scale: Float, to values: inout InlineArray<51, Float>
  ) {
    let end = start + step * Float(count - 1)
    let low = SIMD2(min(start.x, end.x), min(start.y, end.y))
    let high = SIMD2(max(start.x, end.x), max(start.y, end.y))
    guard low.x > 1, low.y > 1, high.x < Float(width) - 2, high.y < Float(height) - 2 else {
      for k in 0..<count { values[k] = brightness(start + step * Float(k)) * scale }
      return
    }
    let (bytes, rowStride, pixelStride) = (bytes, rowStride, pixelStride)
    var (x, y) = (start.x - 0.5, start.y - 0.5)
    for k in 0..<count {
      let (column, row) = (Int(x), Int(y))
      let (fx, fy) = (x - Float(column), y - Float(row))
      let at = row &* rowStride &+ column &* pixelStride
      let (a, b) = (Float(bytes[at]), Float(bytes[at &+ pixelStride]))
      let (c, d) = (Float(bytes[at &+ rowStride]), Float(bytes[at &+ rowStride &+ pixelStride]))
      let upper = a + (b - a) * fx
      values[k] = (upper + (c + (d - c) * fx - upper) * fy) * scale
      x += step.x
      y += step.y
    }
  }

  /// Returns a Boolean value indicating whether a place in pixels lies in the picture or on its edge.
  func contains(_ place: SIMD2<Float>) -> Bool {
    place.x >= 0 && place.y >= 0 && place.x <= Float(width) && place.y <= Float(height)
  }
}

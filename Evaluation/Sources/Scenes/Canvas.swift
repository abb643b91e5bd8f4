// A picture while it is drawn: luma at full size, both color differences at half.

/// Luma and color differences of a surface, in levels of 8 bits.
struct Tone {
  var luma: Float
  var blue: Float = 128
  var red: Float = 128
}

/// A picture whose places count from the center of the first pixel.
struct Canvas {
  let width: Int
  let height: Int
  var luma: [Float]
  /// The blue differences, then the red ones.
  var chroma: [Float]

  var chromaWidth: Int { (width + 1) / 2 }
  var chromaHeight: Int { (height + 1) / 2 }

  init(width: Int, height: Int, tone: Tone) {
    self.width = width
    self.height = height
    luma = [Float](repeating: tone.luma, count: width * height)
    let count = ((width + 1) / 2) * ((height + 1) / 2)
    chroma = [Float](repeating: tone.blue, count: count) + [Float](repeating: tone.red, count: count)
  }

  /// Lays a tone over the picture where `coverage` of a place says so, 0 to 1.
  ///
  /// - Parameter shade: added to the luma at a place.
  mutating func paint(
    _ tone: Tone, left: Double, top: Double, right: Double, bottom: Double,
    shade: (Float, Float) -> Float = { _, _ in 0 },
    coverage: (Float, Float) -> Float
  ) {
    guard
      let columns = span(left, right, width), let rows = span(top, bottom, height)
    else { return }
    for y in rows {
      for x in columns {
        let share = coverage(Float(x), Float(y))
        guard share > 0 else { continue }
        let index = y * width + x
        luma[index] += (tone.luma + shade(Float(x), Float(y)) - luma[index]) * share
      }
    }
    let plane = chromaWidth * chromaHeight
    for y in rows.lowerBound / 2..<(rows.upperBound + 1) / 2 {
      for x in columns.lowerBound / 2..<(columns.upperBound + 1) / 2 {
        // The sample of color stands for four pixels, its middle between them.
        let share = coverage(Float(2 * x) + 0.5, Float(2 * y) + 0.5)
        guard share > 0 else { continue }
        let index = y * chromaWidth + x
        chroma[index] += (tone.blue - chroma[index]) * share
        chroma[index + plane] += (tone.red - chroma[index + plane]) * share
      }
    }
  }

  /// An ellipse with edges a pixel soft.
  mutating func ellipse(_ tone: Tone, x: Double, y: Double, radiusX: Double, radiusY: Double) {
    let (cx, cy, rx, ry) = (Float(x), Float(y), Float(max(radiusX, 0.5)), Float(max(radiusY, 0.5)))
    paint(tone, left: x - radiusX - 1, top: y - radiusY - 1, right: x + radiusX + 1, bottom: y + radiusY + 1) {
      px, py in
      let (dx, dy) = ((px - cx) / rx, (py - cy) / ry)
      return min(max((1 - (dx * dx + dy * dy).squareRoot()) * min(rx, ry) + 0.5, 0), 1)
    }
  }

  /// A thick line with round ends.
  mutating func limb(_ tone: Tone, from start: (x: Double, y: Double), to end: (x: Double, y: Double), radius: Double) {
    let (sx, sy) = (Float(start.x), Float(start.y))
    let (ax, ay) = (Float(end.x - start.x), Float(end.y - start.y))
    let square = max(ax * ax + ay * ay, 1e-6)
    let thickness = Float(radius)
    paint(
      tone, left: min(start.x, end.x) - radius - 1, top: min(start.y, end.y) - radius - 1,
      right: max(start.x, end.x) + radius + 1, bottom: max(start.y, end.y) + radius + 1
    ) { px, py in
      let along = min(max(((px - sx) * ax + (py - sy) * ay) / square, 0), 1)
      let (dx, dy) = (px - sx - ax * along, py - sy - ay * along)
      return min(max(thickness - (dx * dx + dy * dy).squareRoot() + 0.5, 0), 1)
    }
  }

  private func span(_ low: Double, _ high: Double, _ length: Int) -> Range<Int>? {
    let first = Int(max(low, 0).rounded(.down))
    let last = Int(min(high, Double(length - 1)).rounded(.up))
    return low <= Double(length - 1) && high >= 0 && first <= last ? first..<last + 1 : nil
  }
}

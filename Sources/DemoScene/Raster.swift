// Draws soft-edged shapes into I420 pixels.
//
// A shape is a function from a place in pixels to how much of the pixel it covers and how brightly it is lit there.

/// The color and opacity of a shape on a pixel.
struct Paint {
  /// 0 to 1.
  var coverage: Float
  /// 1 leaves the color as it is, 0 makes it black.
  var light: Float = 1
}

/// A box in pixels, from its first row and column up to, not including, its last.
struct Bounds {
  var left: Float
  var top: Float
  var right: Float
  var bottom: Float
}

/// The layout of a tightly packed I420 picture.
struct Raster: Hashable, Sendable {
  let width: Int
  let height: Int

  var chromaWidth: Int { (width + 1) / 2 }
  var chromaHeight: Int { (height + 1) / 2 }
  var lumaCount: Int { width * height }
  var chromaCount: Int { chromaWidth * chromaHeight }
  /// Bytes of a picture.
  var byteCount: Int { lumaCount + 2 * chromaCount }

  /// Lays a shape of one color over the picture; pixels outside `bounds` are left alone.
  @inline(__always)
  func draw(
    _ color: Color, in bounds: Bounds, on picture: inout MutableSpan<UInt8>, _ paint: (Float, Float) -> Paint
  ) {
    let color = VideoColor(color, pictureHeight: height)
    guard
      let columns = blocks(from: bounds.left, to: bounds.right, of: width),
      let rows = blocks(from: bounds.top, to: bounds.bottom, of: height)
    else { return }
    for blockY in rows {
      for blockX in columns {
        var covered: Float = 0
        var lit: Float = 0
        for y in blockY * 2..<min(blockY * 2 + 2, height) {
          for x in blockX * 2..<min(blockX * 2 + 2, width) {
            let paint = paint(Float(x) + 0.5, Float(y) + 0.5)
            guard paint.coverage > 0 else { continue }
            covered += paint.coverage
            lit += paint.coverage * paint.light
            let index = y * width + x
            let target = 16 + (color.luma - 16) * paint.light
            picture[index] = blend(picture[index], toward: target, paint.coverage)
          }
        }
        guard covered > 0 else { continue }
        let index = lumaCount + blockY * chromaWidth + blockX
        let light = lit / covered
        let share = min(covered / 4, 1)
        picture[index] = blend(picture[index], toward: 128 + color.blueDifference * light, share)
        let second = index + chromaCount
        picture[second] = blend(picture[second], toward: 128 + color.redDifference * light, share)
      }
    }
  }

  /// The blocks of two pixels that a stretch touches, inside the picture.
  private func blocks(from low: Float, to high: Float, of length: Int) -> Range<Int>? {
    let low = max(low, 0)
    let high = min(high, Float(length))
    guard low < high else { return nil }
    return Int(low) / 2..<(Int(high.rounded(.up)) + 1) / 2
  }

  @inline(__always)
  private func blend(_ old: UInt8, toward new: Float, _ share: Float) -> UInt8 {
    let old = Float(old)
    return UInt8(min(max(old + (new - old) * min(share, 1) + 0.5, 0), 255))
  }
}

extension Raster {
  /// A filled disc with edges one pixel soft.
  func disc(
    x: Float, y: Float, radius: Float, _ color: Color, opacity: Float = 1, squash: Float = 1,
    on picture: inout MutableSpan<UInt8>
  ) {
    let bounds = Bounds(
      left: x - radius - 1, top: y - radius * squash - 1, right: x + radius + 1, bottom: y + radius * squash + 1)
    draw(color, in: bounds, on: &picture) { px, py in
      let dx = px - x
      let dy = (py - y) / squash
      let distance = (dx * dx + dy * dy).squareRoot()
      return Paint(coverage: min(max((radius - distance) * min(squash, 1) + 0.5, 0), 1) * opacity)
    }
  }

  /// A thick line with round ends, its thickness going from one radius to another.
  func limb(
    from start: (x: Float, y: Float), to end: (x: Float, y: Float), _ startRadius: Float, _ endRadius: Float,
    _ color: Color, opacity: Float = 1, on picture: inout MutableSpan<UInt8>
  ) {
    let reach = max(startRadius, endRadius) + 1
    let bounds = Bounds(
      left: min(start.x, end.x) - reach, top: min(start.y, end.y) - reach,
      right: max(start.x, end.x) + reach, bottom: max(start.y, end.y) + reach)
    let (ax, ay) = (end.x - start.x, end.y - start.y)
    let lengthSquared = max(ax * ax + ay * ay, 1e-6)
    draw(color, in: bounds, on: &picture) { px, py in
      let along = min(max(((px - start.x) * ax + (py - start.y) * ay) / lengthSquared, 0), 1)
      let (dx, dy) = (px - start.x - ax * along, py - start.y - ay * along)
      let distance = (dx * dx + dy * dy).squareRoot() - (startRadius + (endRadius - startRadius) * along)
      return Paint(coverage: min(max(0.5 - distance, 0), 1) * opacity)
    }
  }

  /// A filled convex polygon with edges one pixel soft. The corners go clockwise.
  func polygon(
    _ corners: [(x: Float, y: Float)], _ color: Color, opacity: Float = 1, on picture: inout MutableSpan<UInt8>
  ) {
    guard corners.count > 2 else { return }
    var bounds = Bounds(left: .infinity, top: .infinity, right: -.infinity, bottom: -.infinity)
    var edges: [(x: Float, y: Float, offset: Float)] = []
    for (index, corner) in corners.enumerated() {
      bounds = Bounds(
        left: min(bounds.left, corner.x - 1), top: min(bounds.top, corner.y - 1),
        right: max(bounds.right, corner.x + 1), bottom: max(bounds.bottom, corner.y + 1))
      let next = corners[(index + 1) % corners.count]
      let (dx, dy) = (next.x - corner.x, next.y - corner.y)
      let length = max((dx * dx + dy * dy).squareRoot(), 1e-6)
      let normal = (x: dy / length, y: -dx / length)
      edges.append((normal.x, normal.y, normal.x * corner.x + normal.y * corner.y))
    }
    draw(color, in: bounds, on: &picture) { px, py in
      var distance = -Float.infinity
      for edge in edges { distance = max(distance, edge.x * px + edge.y * py - edge.offset) }
      return Paint(coverage: min(max(0.5 - distance, 0), 1) * opacity)
    }
  }

  /// An ellipse's outline.
  func ring(
    x: Float, y: Float, radiusX: Float, radiusY: Float, thickness: Float, _ color: Color,
    on picture: inout MutableSpan<UInt8>
  ) {
    let bounds = Bounds(
      left: x - radiusX - thickness - 1, top: y - radiusY - thickness - 1,
      right: x + radiusX + thickness + 1, bottom: y + radiusY + thickness + 1)
    draw(color, in: bounds, on: &picture) { px, py in
      let (dx, dy) = ((px - x) / radiusX, (py - y) / radiusY)
      let norm = (dx * dx + dy * dy).squareRoot()
      // The distance to the outline, to first order: the value over the length of its gradient.
      let (gx, gy) = (dx / radiusX, dy / radiusY)
      let slope = max((gx * gx + gy * gy).squareRoot() / max(norm, 1e-6), 1e-6)
      return Paint(coverage: min(max(thickness / 2 - abs(norm - 1) / slope + 0.5, 0), 1))
    }
  }
}

// Quads in pixels and their geometry.

/// Four corners in pixels, clockwise on the screen.
struct PixelQuad {
  var a: SIMD2<Float>
  var b: SIMD2<Float>
  var c: SIMD2<Float>
  var d: SIMD2<Float>

  static let zero = PixelQuad(a: .zero, b: .zero, c: .zero, d: .zero)

  subscript(_ corner: Int) -> SIMD2<Float> {
    get {
      switch corner & 3 {
      case 0: a
      case 1: b
      case 2: c
      default: d
      }
    }
    set {
      switch corner & 3 {
      case 0: a = newValue
      case 1: b = newValue
      case 2: c = newValue
      default: d = newValue
      }
    }
  }

  /// The area; positive where the corners run clockwise on the screen.
  var area: Float {
    let (p, q) = (c - a, d - b)
    return (p.x * q.y - p.y * q.x) / 2
  }

  /// Returns the length of a side, the first one from `a` to `b`.
  func side(_ index: Int) -> Float {
    let v = self[index + 1] - self[index]
    return (v * v).sum().squareRoot()
  }

  /// A Boolean value indicating whether it is convex and clockwise, no angle straight.
  var isConvex: Bool {
    for k in 0..<4 {
      let (u, v) = (self[k + 1] - self[k], self[k + 2] - self[k + 1])
      let cross = u.x * v.y - u.y * v.x
      let lengths = (u * u).sum() * (v * v).sum()
      guard cross > 0, cross * cross > 0.0025 * lengths else { return false }
    }
    return true
  }

  /// Returns a Boolean value indicating whether the mean distance of the corners from those of another is more than
  /// `reach`.
  func isApart(from other: PixelQuad, by reach: Float) -> Bool {
    // The middles are not farther apart than that.
    let between = (a + b + c + d - other.a - other.b - other.c - other.d) / 4
    return (between * between).sum() > reach * reach || distance(to: other) > reach
  }

  /// Returns the mean distance of the corners from those of another, numbered so that they fit best.
  func distance(to other: PixelQuad) -> Float {
    var best = Float.infinity
    for shift in 0..<4 {
      var sum: Float = 0
      for k in 0..<4 {
        let v = self[k] - other[k + shift]
        sum += (v * v).sum().squareRoot()
      }
      best = min(best, sum / 4)
    }
    return best
  }
}

extension PixelQuad {
  /// The same quad with the corners counted the other way around from the first.
  var reversed: PixelQuad { PixelQuad(a: a, b: d, c: c, d: b) }

  /// Returns the same quad turned, and scaled, about its middle.
  func turned(cosine: Float, sine: Float) -> PixelQuad {
    let middle = (a + b + c + d) / 4
    var turned = self
    for k in 0..<4 {
      let p = self[k] - middle
      turned[k] = middle + SIMD2(p.x * cosine - p.y * sine, p.x * sine + p.y * cosine)
    }
    return turned
  }

  /// Returns the same quad with corner `first` as the first.
  func rotated(by first: Int) -> PixelQuad {
    PixelQuad(a: self[first], b: self[first + 1], c: self[first + 2], d: self[first + 3])
  }

  /// Returns the area that both convex quads cover, relative to that which either covers.
  func overlap(with other: PixelQuad) -> Float {
    // Clipped by one side of the other after the next (Sutherland and Hodgman, 1974): at most eight corners.
    var (corners, count) = (InlineArray<8, SIMD2<Float>>(repeating: .zero), 4)
    for k in 0..<4 { corners[k] = self[k] }
    for k in 0..<4 {
      let (start, along) = (other[k], other[k + 1] - other[k])
      func depth(_ p: SIMD2<Float>) -> Float { along.x * (p.y - start.y) - along.y * (p.x - start.x) }
      var (clipped, kept) = (InlineArray<8, SIMD2<Float>>(repeating: .zero), 0)
      for i in 0..<count {
        let (p, q) = (corners[i], corners[(i + 1) % count])
        let (a, b) = (depth(p), depth(q))
        if a >= 0, kept < 8 { (clipped[kept], kept) = (p, kept + 1) }
        if (a < 0) != (b < 0), kept < 8 { (clipped[kept], kept) = (p + (q - p) * (a / (a - b)), kept + 1) }
      }
      (corners, count) = (clipped, kept)
      if count < 3 { return 0 }
    }
    var common: Float = 0
    for i in 0..<count {
      let (p, q) = (corners[i] - corners[0], corners[(i + 1) % count] - corners[0])
      common += (p.x * q.y - p.y * q.x) / 2
    }
    return common / max(area + other.area - common, 1e-6)
  }
}

// The perspective map from a rectangle to the quad as which it is seen.

/// Rectangles are tracked in canonical coordinates: (-1, -1) is the rectangle's top left corner, (1, 1) its bottom right
/// one.
extension Homography {
  /// Creates the map from canonical coordinates to a convex quad; `nil` where the quad is flat.
  init?(_ quad: PixelQuad) {
    guard
      let square = Self(
        unitSquareTo: (SIMD2<Double>(quad.a), SIMD2<Double>(quad.b), SIMD2<Double>(quad.c), SIMD2<Double>(quad.d)))
    else { return nil }
    // Canonical coordinates are twice as wide as the unit square and lie about 0.
    func canonical(_ row: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(row.x / 2, row.y / 2, row.z + (row.x + row.y) / 2)
    }
    self.init(x: canonical(square.x), y: canonical(square.y), w: canonical(square.w))
  }

  /// The images of the canonical corners.
  var corners: PixelQuad {
    func corner(_ u: Double, _ v: Double) -> SIMD2<Float> { SIMD2<Float>(self(SIMD2(u, v))) }
    return PixelQuad(a: corner(-1, -1), b: corner(1, -1), c: corner(1, 1), d: corner(-1, 1))
  }
}

// Perspective maps of the plane.

/// A perspective map of the plane.
struct Homography {
  var x: SIMD3<Double>
  var y: SIMD3<Double>
  var w: SIMD3<Double>

  init(x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double>) {
    self.x = x
    self.y = y
    self.w = w
  }

  /// Creates the map from the unit square, with its corners (0, 0), (1, 0), (1, 1) and (0, 1), to a convex quad (Heckbert,
  /// "Fundamentals of Texture Mapping", 1989); `nil` where the quad is flat.
  init?(unitSquareTo p: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)) {
    let (u, v) = (p.1 - p.2, p.3 - p.2)
    let s = p.0 - p.1 + p.2 - p.3
    let determinant = u.x * v.y - v.x * u.y
    guard abs(determinant) > 1e-9 else { return nil }
    let g = (s.x * v.y - v.x * s.y) / determinant
    let h = (u.x * s.y - s.x * u.y) / determinant
    let a = p.1 - p.0 + p.1 * g
    let b = p.3 - p.0 + p.3 * h
    x = SIMD3(a.x, b.x, p.0.x)
    y = SIMD3(a.y, b.y, p.0.y)
    w = SIMD3(g, h, 1)
  }

  /// Returns the image of a place.
  func callAsFunction(_ place: SIMD2<Double>) -> SIMD2<Double> {
    let p = SIMD3(place.x, place.y, 1)
    let depth = (w * p).sum()
    return SIMD2((x * p).sum(), (y * p).sum()) / depth
  }

  /// Returns the map that applies `first` and then this one.
  func after(_ first: Homography) -> Homography {
    func row(_ r: SIMD3<Double>) -> SIMD3<Double> { first.x * r.x + first.y * r.y + first.w * r.z }
    return Homography(x: row(x), y: row(y), w: row(w))
  }

  /// The inverse map, up to scale; `nil` where there is none.
  var inverse: Homography? {
    let (a, b, c) = (cross(y, w), cross(w, x), cross(x, y))
    guard abs((x * a).sum()) > 1e-12 else { return nil }
    return Homography(x: SIMD3(a.x, b.x, c.x), y: SIMD3(a.y, b.y, c.y), w: SIMD3(a.z, b.z, c.z)).normalized
  }

  /// The same map, scaled so that the depth of the origin is 1.
  var normalized: Homography? {
    guard abs(w.z) > 1e-12 else { return nil }
    return Homography(x: x / w.z, y: y / w.z, w: w / w.z)
  }

  /// Returns the same map into a picture reduced by `factor`.
  func reduced(by factor: Double) -> Homography { Homography(x: x / factor, y: y / factor, w: w) }

  /// Returns the same map with its picture moved.
  func moved(by step: SIMD2<Double>) -> Homography { Homography(x: x + w * step.x, y: y + w * step.y, w: w) }
}

/// Returns the cross product of two vectors.
func cross(_ p: SIMD3<Double>, _ q: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
}

// What speaks for a quad being a rectangle: dimensionless measurements along the whole length of its sides, for a
// logistic model that is fitted to pictures with known rectangles.

/// The measurements of a quad whose corners are refined.
struct QuadMeasurements {
  /// The measurements, in the order of the fitted coefficients.
  enum Name: Int, CaseIterable {
    /// The share of places with an edge of the side's own sense: the mean of the sides, and the least.
    case seen, leastSeen
    /// The rise of brightness across the sides relative to that of a clear edge: the mean, and the least.
    case contrast, leastContrast
    /// The mean rise by its root mean square along a side, 1 where one edge runs along all of it: mean and least.
    case steadiness, leastSteadiness
    /// The difference between what lies inside and outside, away from the edge itself: the mean, and the least.
    case regions, leastRegions
    /// The agreement of the sides on whether the inside is the brighter one.
    case agreement
    /// The share of places that the refinement found on the sides' curves: the mean, and the least.
    case support, leastSupport
    /// The share of the sides' ends that go on beyond the corners, and that reach them.
    case crossed, reached
    /// The side of a square of the same area, relative to that of the picture.
    case size
    /// The share of the perimeter that lies on the picture's border, where nothing ends but the picture.
    case border
    /// The greatest deviation of a corner from a right angle, as a cosine.
    case skew
    /// The log-odds that the lines alone give.
    case lines
    /// The rise of the edges beyond the corners, relative to that along the sides, and relative to a clear edge.
    case relativeContinuation, continuation
    /// The same where both neighbors of one side pass it: the most of the four sides.
    case relativePassing, passing
    /// The lack of an edge just inside both ends of a side: the most of the four sides.
    case detachment
    /// The difference between the regions inside the four sides: what a rectangle holds is mostly of one kind.
    case unevenness
    /// The steadiness of the difference between inside and outside along the sides: mean and least.
    case separation, leastSeparation
  }

  private(set) var values = InlineArray<25, Float>(repeating: 0)

  subscript(name: Name) -> Float {
    get { values[name.rawValue] }
    set { values[name.rawValue] = newValue }
  }

  /// The probability that the quad is a rectangle, and these are its corners.
  var probability: Float { Float(FittedRectangles.sides.probability { Double(values[$0]) }) }

  /// The number of places measured on a side.
  private static let places = 20
  /// The rise of a clear edge, in square roots of gray levels.
  private static let clearRise: Float = 1.5
  /// The least rise that counts as an edge, in square roots of gray levels.
  private static let leastRise: Float = 0.2

  /// Measures a refined quad.
  init(_ refinement: borrowing CornerRefinement, hypothesis: QuadHypothesis, in plane: borrowing Plane) {
    let quad = refinement.corners
    let size = quad.area.squareRoot()
    let step = max(1, 0.006 * size)
    var (seen, contrast) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var (steadiness, regions) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var (separation, inner) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var border: Float = 0
    for k in 0..<4 {
      let side = SideMeasurements(quad, side: k, isMixed: hypothesis.polarity[k] == 0, step: step, in: plane)
      (seen[k], contrast[k]) = (side.seen, side.rise)
      (steadiness[k], regions[k]) = (side.steadiness, side.difference)
      (separation[k], inner[k]) = (side.separation, side.inner)
      border += side.border / 4
    }
    func put(_ mean: Name, _ least: Name, _ values: SIMD4<Float>) {
      self[mean] = values.sum() / 4
      self[least] = values.min()
    }
    func saturated(_ rise: SIMD4<Float>) -> SIMD4<Float> {
      var size = rise
      for k in 0..<4 { size[k] = abs(rise[k]) / (abs(rise[k]) + Self.clearRise) }
      return size
    }
    put(.seen, .leastSeen, seen)
    put(.contrast, .leastContrast, saturated(contrast))
    put(.steadiness, .leastSteadiness, steadiness)
    put(.regions, .leastRegions, saturated(regions))
    let sized = saturated(regions)
    var signed = sized
    for k in 0..<4 where regions[k] < 0 { signed[k] = -sized[k] }
    self[.agreement] = abs(signed.sum()) / max(sized.sum(), 1e-3)
    put(.support, .leastSupport, refinement.support)
    self[.crossed] = refinement.crossed.sum() / 8
    self[.reached] = refinement.reached.sum() / 8
    self[.size] = max(LineEvidence.leastSize, (quad.area / Float(plane.width * plane.height)).squareRoot())
    self[.border] = border
    self[.skew] = quad.skew
    self[.lines] = hypothesis.evidence.logOdds
    put(.separation, .leastSeparation, separation)
    self[.unevenness] = inner.max() - inner.min()
    measureEnds(quad, contrast, in: plane)
  }

  /// Measures how the sides go on beyond the corners and how they reach them.
  private mutating func measureEnds(_ quad: PixelQuad, _ rises: SIMD4<Float>, in plane: borrowing Plane) {
    // For side k: beyond its first and its last corner, and just before them.
    var (beyond, within) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var (places, nearPlaces) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    for k in 0..<4 {
      let along = quad[k + 1] - quad[k]
      let length = (along * along).sum().squareRoot()
      guard length > 1 else { continue }
      let (direction, inward) = (along / length, SIMD2(-along.y, along.x) / length)
      let sense: Float = rises[k] < 0 ? -1 : 1
      for place in 0..<8 {
        let distance = 3 + (0.01 + 0.09 * Float(place) / 7) * length
        for (end, at) in [(0, quad[k]), (1, quad[k + 1])] {
          let outward = end == 0 ? -direction : direction
          let (out, back) = (at + outward * distance, at - outward * distance)
          if plane.contains(out) {
            beyond[2 * k + end] += max(0, Self.rise(out, inward, plane) * sense)
            places[2 * k + end] += 1
          }
          if plane.contains(back) {
            within[2 * k + end] += max(0, Self.rise(back, inward, plane) * sense)
            nearPlaces[2 * k + end] += 1
          }
        }
      }
    }
    beyond /= places.replacing(with: 1, where: places .== 0)
    within /= nearPlaces.replacing(with: 1, where: nearPlaces .== 0)
    var (relative, absolute, near) = (beyond, beyond, within)
    for k in 0..<8 {
      relative[k] = min(1, beyond[k] / max(abs(rises[k / 2]), 0.1))
      absolute[k] = min(1, beyond[k] / Self.clearRise)
      near[k] = nearPlaces[k] == 0 ? 1 : min(1, within[k] / max(abs(rises[k / 2]), 0.1))
    }
    self[.relativeContinuation] = relative.sum() / 8
    self[.continuation] = absolute.sum() / 8
    for k in 0..<4 {
      // The side before ends at this side's first corner, the side after begins at its second.
      let (before, after) = (2 * ((k + 3) & 3) + 1, 2 * ((k + 1) & 3))
      // Beyond the picture nothing is known: there the other neighbor tells.
      let known = (places[before] > 3, places[after] > 3)
      func both(_ values: SIMD8<Float>) -> Float {
        min(known.0 ? values[before] : values[after], known.1 ? values[after] : values[before])
      }
      self[.relativePassing] = max(self[.relativePassing], both(relative))
      self[.passing] = max(self[.passing], both(absolute))
      self[.detachment] = max(self[.detachment], (1 - near[before]) * (1 - near[after]))
    }
  }

  private static func rise(_ place: SIMD2<Float>, _ inward: SIMD2<Float>, _ plane: borrowing Plane) -> Float {
    plane.brightness(place + inward * 1.5).squareRoot() - plane.brightness(place - inward * 1.5).squareRoot()
  }

  /// The measurements of one side.
  private struct SideMeasurements {
    var seen: Float = 0
    var rise: Float = 0
    var steadiness: Float = 0
    var difference: Float = 0
    var border: Float = 0
    var separation: Float = 0
    var inner: Float = 0

    /// - Parameter isMixed: Whether the inside is brighter here and darker there along the side: then a place counts
    ///   by its own sense.
    init(_ quad: PixelQuad, side: Int, isMixed: Bool, step: Float, in plane: borrowing Plane) {
      let (start, along) = (quad[side], quad[side + 1] - quad[side])
      let length = (along * along).sum().squareRoot()
      guard length > 1 else { return }
      let inward = SIMD2(-along.y, along.x) / length
      let margin = SIMD2(Float(plane.width), Float(plane.height)) * 0.015
      var rises = InlineArray<20, Float>(repeating: 0)
      var (count, sum, squares) = (Float(0), Float(0), Float(0))
      var (differences, differenceSquares) = (Float(0), Float(0))
      for place in 0..<places {
        let at = start + along * (0.03 + 0.94 * Float(place) / Float(places - 1))
        let (low, high) = (at, SIMD2(Float(plane.width), Float(plane.height)) - at)
        if min(low.x, high.x) < margin.x || min(low.y, high.y) < margin.y { border += 1 / Float(places) }
        guard plane.contains(at) else { continue }
        var rise = level(at + inward * 1.5, plane) - level(at - inward * 1.5, plane)
        let sense: Float = isMixed && rise < 0 ? -1 : 1
        rise *= sense
        rises[Int(count)] = rise
        (count, sum, squares) = (count + 1, sum + rise, squares + rise * rise)
        var (inside, outside) = (Float(0), Float(0))
        for far in 3...5 {
          let offset = inward * (Float(far) * step)
          inside += level(at + offset, plane) / 3
          outside += level(at - offset, plane) / 3
        }
        differences += (inside - outside) * sense
        differenceSquares += (inside - outside) * (inside - outside)
        inner += inside
      }
      guard count > 0 else { return }
      rise = sum / count
      let sense: Float = rise < 0 ? -1 : 1
      for k in 0..<Int(count) where rises[k] * sense > leastRise { seen += 1 }
      seen /= count
      steadiness = abs(rise) / max((squares / count).squareRoot(), 1e-3)
      difference = differences / count
      separation = abs(difference) / max((differenceSquares / count).squareRoot(), 1e-3)
      inner /= count
    }

    /// The square root of the brightness, in which the noise of a camera is about the same in dark and bright places.
    private func level(_ place: SIMD2<Float>, _ plane: borrowing Plane) -> Float {
      plane.brightness(place).squareRoot()
    }
  }
}

extension PixelQuad {
  /// The greatest deviation of a corner from a right angle, as a cosine.
  var skew: Float {
    var most: Float = 0
    for k in 0..<4 {
      let (u, v) = (self[k + 1] - self[k], self[k + 3] - self[k])
      most = max(most, abs((u * v).sum()) / max(((u * u).sum() * (v * v).sum()).squareRoot(), 1e-6))
    }
    return most
  }
}

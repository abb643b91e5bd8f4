// The edge along one side of a quad: found at many places across it, and a curve laid through them.

/// The edge along one side, as its distance from the straight side: a + b t + c t², t from 0 at one corner to 1 at
/// the other.
struct SideCurve {
  var start = SIMD2<Float>.zero
  var along = SIMD2<Float>.zero
  var normal = SIMD2<Float>.zero
  var coefficients = SIMD3<Float>.zero
  /// Lines near the two ends, in the same terms.
  private var ends = (SIMD3<Float>.zero, SIMD3<Float>.zero)
  private static let cornerPlaces = 8
  var support: Float = 0
  var contrast: Float = 0

  private let parameters: RectangleDetector.Parameters.Sides

  init(_ parameters: RectangleDetector.Parameters.Sides) { self.parameters = parameters }

  init(
    _ start: SIMD2<Float>, _ end: SIMD2<Float>, polarity: Float, _ plane: borrowing Plane, reach: Float,
    _ parameters: RectangleDetector.Parameters.Sides
  ) {
    self.parameters = parameters
    self.start = start
    along = end - start
    let length = (along * along).sum().squareRoot()
    guard length > 1 else { return }
    // Inward, for a clockwise quad.
    normal = SIMD2(-along.y, along.x) / length
    var found = InlineArray<32, SIMD3<Float>>(repeating: .zero)  // t, offset, slope
    var (count, visible) = (0, 0)
    for k in 0..<CornerRefinement.places {
      let t = 0.03 + 0.94 * Float(k) / Float(CornerRefinement.places - 1)
      let place = start + along * t
      guard plane.contains(place) else { continue }
      visible += 1
      guard let edge = strongestEdge(at: place, polarity, plane, reach: reach) else { continue }
      found[count] = SIMD3(t, edge.offset, edge.slope)
      count += 1
    }
    guard count >= 6 else { return }
    fit(found, count, visible: visible)
  }

  /// The place across the side where the brightness rises most in the sense of `polarity`, with its slope.
  private func strongestEdge(
    at place: SIMD2<Float>, _ polarity: Float, _ plane: borrowing Plane, reach: Float
  ) -> (offset: Float, slope: Float)? {
    let steps = min(24, Int(reach.rounded(.up)))
    var values = InlineArray<51, Float>(repeating: 0)
    plane.sample(
      from: place - normal * Float(steps + 1), step: normal, count: 2 * steps + 3, scale: polarity == 0 ? 1 : polarity,
      to: &values)
    let isSigned = polarity != 0
    var (best, weighted) = (0, parameters.leastRise)
    for k in 1...2 * steps + 1 {
      let distance = Float(k - steps - 1) / Float(steps + 1)
      let rise = (values[k + 1] - values[k - 1]) / 2
      let slope = (isSigned ? rise : abs(rise)) * (1 - parameters.distance * distance * distance)
      if slope > weighted { (best, weighted) = (k, slope) }
    }
    guard best > 1, best < 2 * steps + 1 else { return nil }
    let sense: Float = values[best + 1] > values[best - 1] ? 0.5 : -0.5
    let here = (values[best + 1] - values[best - 1]) * sense
    let before = (values[best] - values[best - 2]) * sense
    let after = (values[best + 2] - values[best]) * sense
    return (Float(best - steps - 1) + peakOffset(before, here, after), here)
  }

  /// A straight line where the edge is one; else a bent one, and lines of their own near the ends.
  private mutating func fit(_ found: InlineArray<32, SIMD3<Float>>, _ count: Int, visible: Int) {
    let (straight, straightCost) = robustFit(found, count, from: SIMD3(median(found, count), 0, 0))
    coefficients = straight
    ends = (straight, straight)
    if count >= 16, straightCost > parameters.straight * Float(count) {
      let (bent, bentCost) = robustFit(found, count, from: straight, terms: 3)
      if bentCost < parameters.bent * straightCost { coefficients = bent }
      ends.0 = robustFit(found, count, from: tangentCoefficients(at: 0), focus: 0).coefficients
      ends.1 = robustFit(found, count, from: tangentCoefficients(at: 1), focus: 1).coefficients
    }
    var (near, slopes) = (0, Float(0))
    for k in 0..<count where abs(offset(at: found[k].x) - found[k].y) < parameters.support {
      near += 1
      slopes += found[k].z
    }
    support = Float(near) / Float(visible)
    contrast = near > 0 ? slopes / Float(near) : 0
  }

  /// Reweighted least squares with Cauchy weights, for the whole side or the neighborhood of one end.
  private func robustFit(
    _ found: InlineArray<32, SIMD3<Float>>, _ count: Int, from first: SIMD3<Float>, terms: Int = 2, focus: Float? = nil
  ) -> (coefficients: SIMD3<Float>, cost: Float) {
    var c = first
    var cost: Float = 0
    for round in 0..<6 {
      let inverse: Float = round < 2 ? 0.4 : 1
      var sums = PolynomialSums<Float>()
      cost = 0
      for k in 0..<count {
        let t = found[k].x - 0.5
        let error = (c.x + (c.y + c.z * t) * t - found[k].y) * inverse
        var weight = 1 / (1 + error * error)
        if let focus {
          let distance = (found[k].x - focus) * 5
          weight *= max(0, 1 - distance * distance * 0.5)
        }
        cost += min(error * error, 6)
        sums.add(t, found[k].y, weight: weight)
      }
      guard let next = terms > 2 ? sums.parabola : sums.line else { return (first, cost) }
      let change = next - c
      c = next
      if round > 1, (change * change).sum() < 1e-4 { break }
    }
    return (c, cost)
  }

  private func median(_ found: InlineArray<32, SIMD3<Float>>, _ count: Int) -> Float {
    var sorted = InlineArray<32, Float>(repeating: 0)
    for k in 0..<count {
      var place = k
      while place > 0, sorted[place - 1] > found[k].y {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = found[k].y
    }
    return sorted[count / 2]
  }

  /// The share of the places next to a corner, up to the first gap, where the edge is seen on the line that touches
  /// the curve there.
  ///
  /// - Parameters:
  ///   - end: The number of the corner, 0 or 1.
  ///   - hand: 1 along the side, -1 against it.
  func share(from corner: SIMD2<Float>, end: Float, hand: Float, _ polarity: Float, _ plane: borrowing Plane) -> Float {
    let direction = tangent(at: end).direction * hand
    let length = (direction * direction).sum().squareRoot()
    guard length > 1, contrast > 0 else { return 0 }
    let (near, far) = (3 + 0.015 * length, 3 + 0.1 * length)
    var (seen, missed) = (Float(0), 0)
    for k in 0..<Self.cornerPlaces {
      let place = corner + direction * ((near + (far - near) * Float(k) / Float(Self.cornerPlaces - 1)) / length)
      if plane.contains(place), let edge = strongestEdge(at: place, polarity, plane, reach: 3),
        edge.slope > parameters.continuation * contrast
      {
        (seen, missed) = (seen + 1, 0)
      } else {
        missed += 1
        // Beyond a gap something else begins.
        if missed == 2 { break }
      }
    }
    return seen / Float(Self.cornerPlaces)
  }

  private func offset(at t: Float) -> Float {
    let u = t - 0.5
    return coefficients.x + coefficients.y * u + coefficients.z * u * u
  }

  private func tangentCoefficients(at t: Float) -> SIMD3<Float> {
    let slope = coefficients.y + 2 * coefficients.z * (t - 0.5)
    return SIMD3(offset(at: t) - slope * (t - 0.5), slope, 0)
  }

  /// The line along the edge at an end, 0 or 1, from the corner.
  func tangent(at end: Float) -> (place: SIMD2<Float>, direction: SIMD2<Float>) {
    let c = end < 0.5 ? ends.0 : ends.1
    return (start + along * end + normal * (c.x + c.y * (end - 0.5)), along + normal * c.y)
  }
}

extension PolynomialSums<Float> {
  /// The coefficients of 1, t and t² of the least-squares line; `nil` where the places fall together.
  fileprivate var line: SIMD3<Float>? {
    guard slopeInformation > 1e-6 * weight else { return nil }
    let (slope, constant) = line(beside: 0)
    return SIMD3(constant, slope, 0)
  }

  /// The coefficients of 1, t and t² of the least-squares parabola; `nil` where the places do not determine it.
  fileprivate var parabola: SIMD3<Float>? {
    guard slopeInformation > 0, slopeInformation * curvatureInformation > 1e-8 * weight * weight else { return nil }
    let curvature = curvature
    let (slope, constant) = line(beside: curvature)
    return SIMD3(constant, slope, curvature)
  }
}

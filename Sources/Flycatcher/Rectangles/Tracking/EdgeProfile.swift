// Brightness along a line across the side of a quad, and the edge on it.

/// A line across a side, sampled pixel by pixel from outside inward.
struct EdgeProfile {
  /// Inward, of length 1.
  let normal: SIMD2<Float>
  private let reach: Int
  /// Half the width of an edge: samples on each hand over which its slope is taken.
  private let half: Int
  private var values = InlineArray<51, Float>(repeating: 0)

  /// - Parameters:
  ///   - t: The place at which it crosses the side, from 0 at its first corner to 1 at its second.
  ///   - reach: The maximum distance of a sharp edge from the side, in samples; a blurred one may be as much farther.
  ///   - blur: Returns the width of an edge across this normal, in pixels.
  ///   - unit: pixels to a sample.
  /// - Returns: `nil` where the line lies outside the picture, or the side has no length.
  init?(
    _ quad: PixelQuad, side: Int, t: Float, reach: Int, unit: Float, blur: (SIMD2<Float>) -> Float,
    in plane: borrowing Plane
  ) {
    let along = quad[side + 1] - quad[side]
    let length = (along * along).sum().squareRoot()
    guard length > 1 else { return nil }
    normal = SIMD2(-along.y, along.x) / length
    half = Int(min(7, max(1, 0.35 * blur(normal) / unit)))
    self.reach = min(reach + half - 1, 21 - half)
    let place = quad[side] + along * t
    guard place.x >= 2, place.y >= 2, place.x <= Float(plane.width) - 2, place.y <= Float(plane.height) - 2 else {
      return nil
    }
    // As much more as the slope takes, and inward what lies within the edge.
    let first = self.reach + half
    plane.sample(
      from: place - normal * (Float(first) * unit), step: normal * unit, count: 2 * first + 9, scale: 1, to: &values)
  }

  /// The eight samples within an edge.
  func inner(_ index: Int) -> SIMD8<Float> {
    var inner = SIMD8<Float>.zero
    for k in 0..<8 { inner[k] = values[index + half + 1 + k] }
    return inner
  }

  /// The steepest place, of either sense, the nearer ones first.
  ///
  /// - Parameter weight: Returns the other evidence for an edge at an index, 0 to 1.
  /// - Returns: its index, how far inward from the side it is, and how steep.
  func edge(
    steeperThan least: Float, weight: (Int) -> Float
  ) -> (index: Int, offset: Float, slope: Float)? {
    var (best, highest) = (0, Float(0))
    for k in half + 1..<half + 2 * reach {
      let slope = slope(k)
      guard slope > least, slope >= self.slope(k - 1), slope > self.slope(k + 1) else { continue }
      let distance = Float(k - reach - half) / Float(reach + 1)
      let height = slope * (1 - 0.5 * distance * distance) * weight(k)
      if height > highest { (best, highest) = (k, height) }
    }
    guard best > 0 else { return nil }
    let here = slope(best)
    return (best, Float(best - reach - half) + peakOffset(slope(best - 1), here, slope(best + 1)), here)
  }

  /// The tolerance of a place at which an edge was found, in samples.
  var tolerance: Float { min(3.5, 0.5 + Float(half)) }

  /// Returns the width of an edge in samples: its whole rise by its slope.
  func width(_ index: Int, slope: Float) -> Float {
    let (first, last) = (max(0, index - 8), min(2 * (reach + half) + 8, index + 8))
    return slope > 0 ? abs(values[last] - values[first]) / slope : 1
  }

  /// Returns the steepness of an edge from one sample to the next, where it is steepest: wide edges are less steep.
  func steepness(_ index: Int) -> Float {
    var steepest: Float = 0
    for k in max(1, index - half)...min(index + half, 2 * (reach + half) + 7) {
      steepest = max(steepest, abs(values[k + 1] - values[k - 1]) / 2)
    }
    return steepest
  }

  private func slope(_ index: Int) -> Float { abs(values[index + half] - values[index - half]) / Float(2 * half) }
}

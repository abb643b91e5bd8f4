// The place of a peak between samples.

/// Returns the vertex of the parabola through three neighboring samples, relative to the middle one and at most half a
/// sample from it; 0 where the parabola has no maximum.
@inline(__always)
func peakOffset(_ before: Float, _ peak: Float, _ after: Float) -> Float {
  let curvature = before + after - 2 * peak
  return curvature < 0 ? max(-0.5, min(0.5, (before - after) / (2 * curvature))) : 0
}

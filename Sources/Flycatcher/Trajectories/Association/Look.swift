// The look of a thing, by which one kind is told from another.

/// The size and the color of a thing.
struct Look: Sendable {
  /// Pixels.
  var radius: Double
  /// As `Candidate.color`.
  var color: SIMD4<Float>

  /// The largest ratio of radii, and the largest differences of brightness and color in gray levels, of things that look alike.
  private static let (radiusRatio, brightness, chroma) = (1.7, Float(30), Float(15))

  /// Whether two things are of about the same size and color.
  @inline(__always)
  func isLike(_ other: Look) -> Bool {
    let ratio = radius / other.radius
    let difference = color - other.color
    let distance = max(
      abs(difference.x) / Self.brightness, abs(difference.y) / Self.chroma, abs(difference.z) / Self.chroma)
    return ratio < Self.radiusRatio && ratio * Self.radiusRatio > 1 && distance < 1
  }
}

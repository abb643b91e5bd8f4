// An upright box of places: of what is analyzed, and around a path.

/// An upright box of places in the upright picture, in pixels.
struct PlaceBox: Equatable, Sendable {
  /// The corner of least coordinates, and that of greatest ones.
  var low: SIMD2<Double>
  var high: SIMD2<Double>

  /// The box of all places.
  static let everywhere = PlaceBox(low: SIMD2(repeating: -.infinity), high: SIMD2(repeating: .infinity))

  var size: SIMD2<Double> { high - low }

  /// Whether a place lies in it, or on its border.
  func contains(_ place: SIMD2<Double>) -> Bool { all(place .>= low) && all(place .<= high) }

  /// Whether it has a place in common with another one.
  func meets(_ other: PlaceBox) -> Bool { all(other.low .<= high) && all(other.high .>= low) }

  /// Grows to hold a place, too.
  mutating func add(_ place: SIMD2<Double>) {
    low = pointwiseMin(low, place)
    high = pointwiseMax(high, place)
  }
}

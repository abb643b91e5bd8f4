// The way between the pixels of what is analyzed and those of the upright picture.

/// The place of the analyzed picture in the stored one. Both count from the outer corner of their first pixel.
struct PicturePlace: Sendable {
  /// The stored picture.
  var geometry = PictureGeometry(width: 1, height: 1, orientation: .up)
  /// The corner of what is analyzed, in pixels of the stored picture.
  var corner = SIMD2<Double>.zero
  /// Pixels of the frame in one of the analyzed picture, along each axis.
  var factor = 1.0

  /// The place in the upright picture, in pixels.
  func upright(_ analyzed: SIMD2<Double>) -> SIMD2<Double> {
    let place = geometry.upright(corner + analyzed * factor)
    return SIMD2(place.x, place.y) * geometry.uprightSize
  }

  /// The place in the analyzed picture of one in the upright picture.
  func analyzed(_ upright: SIMD2<Double>) -> SIMD2<Double> {
    let place = upright / geometry.uprightSize
    return (geometry.stored(Point(x: place.x, y: place.y)) - corner) / factor
  }

  /// What is analyzed, in the upright picture.
  ///
  /// - Parameters:
  ///   - columns: the width of the analyzed picture.
  ///   - rows: its height.
  func box(columns: Int, rows: Int) -> PlaceBox {
    let (one, two) = (upright(.zero), upright(SIMD2(Double(columns), Double(rows))))
    return PlaceBox(low: pointwiseMin(one, two), high: pointwiseMax(one, two))
  }
}

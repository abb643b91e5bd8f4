// The way between the pixels of what is analyzed and those of the upright picture.

/// The place of the analyzed picture in the upright one. Both count from the outer corner of their first pixel.
struct PicturePlace: Sendable {
  var left = 0.0
  var top = 0.0
  /// Pixels of the frame in one of the analyzed picture, along each axis.
  var factor = 1.0
  var width = 1.0
  var height = 1.0
  var orientation = Orientation.up

  /// The place in the upright picture, in pixels.
  func upright(x: Double, y: Double) -> (x: Double, y: Double) {
    let place = orientation.upright(Point(x: (left + x * factor) / width, y: (top + y * factor) / height))
    let (across, down) = orientation.swapsAxes ? (height, width) : (width, height)
    return (place.x * across, place.y * down)
  }

  /// The place in the analyzed picture of one in the upright picture.
  func analyzed(_ upright: SIMD2<Double>) -> SIMD2<Double> {
    let (across, down) = orientation.swapsAxes ? (height, width) : (width, height)
    let place = orientation.stored(Point(x: upright.x / across, y: upright.y / down))
    return SIMD2(place.x * width - left, place.y * height - top) / factor
  }

  /// The corners of least and of greatest coordinates, in the upright picture, of what is analyzed.
  ///
  /// - Parameters:
  ///   - columns: the width of the analyzed picture.
  ///   - rows: its height.
  func corners(columns: Int, rows: Int) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
    let (one, two) = (upright(x: 0, y: 0), upright(x: Double(columns), y: Double(rows)))
    return (SIMD2(min(one.x, two.x), min(one.y, two.y)), SIMD2(max(one.x, two.x), max(one.y, two.y)))
  }
}

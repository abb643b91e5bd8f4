// An upright box between pixels: a region of interest or an object while it is calculated with.

/// A box by its center and size, in pixels of the stored picture.
struct PixelBox: Hashable, Sendable {
  var centerX: Double
  var centerY: Double
  var width: Double
  var height: Double

  /// The geometric mean of the sides.
  var size: Double { (width * height).squareRoot() }

  /// Moves by a number of pixels.
  mutating func move(x: Double, y: Double) {
    centerX += x
    centerY += y
  }

  /// Returns a Boolean value indicating whether it has any part in common with another box.
  func touches(_ other: PixelBox) -> Bool {
    abs(centerX - other.centerX) < (width + other.width) / 2
      && abs(centerY - other.centerY) < (height + other.height) / 2
  }

  /// Grows by a factor about its center.
  mutating func scale(_ factor: Double) {
    width *= factor
    height *= factor
  }

  /// Follows a picture that is stretched.
  mutating func stretch(x: Double, y: Double) {
    centerX *= x
    centerY *= y
    width *= x
    height *= y
  }
}

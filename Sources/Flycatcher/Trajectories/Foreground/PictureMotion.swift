// How the camera has moved: the way from a place over the background to the one in a frame that shows it.

/// The movement of a camera since its background was begun: the picture is displaced, scaled and turned about its middle.
///
/// A camera that is turned, or moved before something far away, changes its picture so; small angles are taken for their sines.
struct PictureMotion: Sendable {
  /// The displacement of the middle, in pixels.
  var displacement = SIMD2<Double>()
  /// The scale less 1.
  var zoom = 0.0
  /// The angle in radians, positive from x to y.
  var roll = 0.0

  /// From a place over the background to the one in the frame.
  ///
  /// - Parameter place: from the picture's middle.
  func way(from place: SIMD2<Double>) -> SIMD2<Double> {
    displacement + SIMD2(zoom * place.x - roll * place.y, roll * place.x + zoom * place.y)
  }

  /// The same movement of a picture of which a pixel is as large as `factor` of these.
  func reduced(by factor: Double) -> PictureMotion {
    var motion = self
    motion.displacement /= factor
    return motion
  }

  /// The same movement, seen over a background whose middle lies elsewhere.
  ///
  /// - Parameter change: from the old middle to the new one.
  mutating func moveMiddle(by change: SIMD2<Double>) { displacement = way(from: change) + change }
}

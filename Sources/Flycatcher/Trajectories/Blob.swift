// What one connected piece of motion looks like in one frame.

/// A connected piece of a frame that may be a flying object, in pixels of the analyzed picture until `scaled(by:)`.
struct Blob: Sendable {
  /// Centroid, weighted with the difference to the background; pixel centers lie at .5.
  var x: Double
  var y: Double
  /// Pixels.
  var area: Double
  /// Half the length along the longest axis, and across it: those of the ellipse with the same second moments.
  var major: Double
  var minor: Double
  /// Unit vector along the longest axis.
  var axis: SIMD2<Double>
  /// Area over that of the ellipse: 1 for a disc or a streak, less for what has arms.
  var fill: Double
  /// Mean difference to the background, brighter positive, in gray levels.
  var contrast: Double
  /// Mean brightness and color of the pixels (color 128 where the picture is gray).
  var appearance: SIMD4<Float> = SIMD4(0, 128, 128, 0)
  /// Whether it reaches the edge of what is looked at, so that its centroid is not the object's.
  var isCut: Bool
  /// Whether it was cut out of a larger moving piece rather than standing free.
  var isPart = false

  /// Radius across the direction of travel.
  var radius: Double { minor }
}

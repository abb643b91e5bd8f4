// What one connected piece of motion looks like in one frame.

/// A connected piece of a frame that may be a flying object, in pixels of the analyzed picture.
struct Blob: Sendable {
  /// Centroid, weighted with the difference to the background; pixel centers lie at .5.
  var x: Double
  var y: Double
  /// Pixels.
  var area: Double
  /// Half the length along the longest axis, and across it: those of the ellipse with the same second moments.
  var major: Double
  var minor: Double
  /// Area over that of the ellipse: 1 for a disc or a streak, less for what has arms.
  var fill: Double
  /// Whether it was cut out of a larger moving piece rather than standing free.
  var isPart = false
}

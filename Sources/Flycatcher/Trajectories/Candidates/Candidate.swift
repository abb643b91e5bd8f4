// A place a trajectory may go through, with all that is seen of it in one frame.

/// A compact piece of foreground: in pixels of the upright picture, laid over the background.
struct Candidate: Sendable {
  var timestamp: Timestamp
  /// Seconds of stream time.
  var time: Double
  /// The centroid, where the background lies: the movement of the camera is taken out.
  var x: Double
  var y: Double
  /// The way from there to its place in the frame.
  var drift: SIMD2<Double>
  /// The radius across its longest axis.
  var radius: Double
  /// Half its length along that axis.
  var length: Double
  /// The direction of that axis.
  var axis: SIMD2<Double>
  /// Which comparison shows it.
  var evidence: Evidence
  /// The mean difference over the standard deviation of the noise.
  var contrast: Double
  /// The contrast times the root of its area in analyzed pixels: how far it stands out from noise.
  var significance: Double
  /// The area over that of the ellipse with the same second moments: 1 for a disc or a streak, less for what has arms.
  var fill: Double
  /// The likeness to a shadow, 0 to 1: the background seen darker, in its own color.
  var shade: Double
  /// The share of its surroundings that is foreground, too: 0 for what stands alone, 1 for a part of something larger.
  var attachment: Double
  /// The mean of its brightness and its two color differences.
  var color: SIMD4<Float>
  /// The pixels by which its place may be off because it touches the border of the picture, and a part of it may be outside.
  var hidden: Double
  /// The other candidates expected in a square pixel here by chance.
  var density = 0.0
  /// What was seen in the same place in one of the two frames before.
  var stood: Stood?

  /// A candidate of an earlier frame in the same place.
  struct Stood: Sendable {
    /// The standard deviations within which a place is the same.
    static let reach = 3.0
    var place: SIMD2<Double>
    /// The number of frames since.
    var age: Int
  }

  var place: SIMD2<Double> { SIMD2(x, y) }

  /// Whether it is the same one, of the same frame.
  func isSame(as other: Candidate) -> Bool { time == other.time && x == other.x && y == other.y }

  /// The ratio of length to width.
  var elongation: Double { length / radius }
}

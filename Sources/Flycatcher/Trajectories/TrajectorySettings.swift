// What a user can set of the trajectory detector, with every default and every range.

extension TrajectoryDetector {
  /// The request's vocabulary. Each default is named here once and serves every clip.
  public struct Settings: Hashable, Sendable {
    /// Least time between two analyzed frames, judged on timestamps; not negative. 0 (default): every frame.
    public var frameAnalysisSpacing: Duration = .zero
    /// How many points must agree before a flight is reported, and how many an observation holds: 5 to 500; default 6.
    public var trajectoryLength = 6
    /// Smallest radius of an object, a fraction of the picture's width, 0 to 1; default 0: whatever can be seen.
    public var objectMinimumNormalizedRadius = 0.0
    /// Largest radius of an object, a fraction of the picture's width, 0 to 1, not below the minimum; default 1.
    public var objectMaximumNormalizedRadius = 1.0
    /// The part of the (upright) picture that is looked at; default all of it. Results stay relative to the whole
    /// picture.
    public var regionOfInterest = Rectangle.picture
    /// How long the analysis of a frame should take at most, not negative: where it takes longer, the next frames are
    /// analyzed at a lower
    /// resolution, and at a higher one when there is time again. 0 (default): no limit.
    public var targetFrameTime: Duration = .zero
    /// A flight is reported once its confidence has reached this, 0 to 1; default 0.5.
    public var minimumConfidence = 0.5

    public init() {}

    /// - Throws: `FlycatcherError` naming the first setting outside its range.
    public func check() throws(FlycatcherError) {
      guard frameAnalysisSpacing >= .zero else {
        throw .outOfRange("frameAnalysisSpacing", "\(frameAnalysisSpacing)", allowed: "0 or more")
      }
      guard (5...500).contains(trajectoryLength) else {
        throw .outOfRange("trajectoryLength", "\(trajectoryLength)", allowed: "from 5 to 500")
      }
      try Self.checkShare("objectMinimumNormalizedRadius", objectMinimumNormalizedRadius)
      try Self.checkShare("objectMaximumNormalizedRadius", objectMaximumNormalizedRadius)
      guard objectMinimumNormalizedRadius <= objectMaximumNormalizedRadius else {
        throw .outOfRange(
          "objectMinimumNormalizedRadius", "\(objectMinimumNormalizedRadius)",
          allowed: "at most objectMaximumNormalizedRadius, \(objectMaximumNormalizedRadius)")
      }
      guard regionOfInterest.isInsidePicture else {
        let region = regionOfInterest
        throw .outOfRange(
          "regionOfInterest", "\(region.x),\(region.y),\(region.width),\(region.height)",
          allowed: "x,y,width,height with a positive area inside the picture, 0 to 1")
      }
      guard targetFrameTime >= .zero else {
        throw .outOfRange("targetFrameTime", "\(targetFrameTime)", allowed: "0 or more")
      }
      try Self.checkShare("minimumConfidence", minimumConfidence)
    }

    private static func checkShare(_ name: String, _ value: Double) throws(FlycatcherError) {
      guard value >= 0 && value <= 1 else { throw .outOfRange(name, "\(value)", allowed: "from 0 to 1") }
    }
  }
}

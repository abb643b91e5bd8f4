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
    public func validate() throws(FlycatcherError) {
      try FlycatcherError.check("frameAnalysisSpacing", frameAnalysisSpacing, in: 0...)
      try FlycatcherError.check("trajectoryLength", trajectoryLength, in: 5...500)
      try FlycatcherError.check("objectMinimumNormalizedRadius", objectMinimumNormalizedRadius, in: 0...1)
      try FlycatcherError.check("objectMaximumNormalizedRadius", objectMaximumNormalizedRadius, in: 0...1)
      guard objectMinimumNormalizedRadius <= objectMaximumNormalizedRadius else {
        throw .outOfRange(
          "objectMinimumNormalizedRadius", "\(objectMinimumNormalizedRadius)",
          allowed: .atMostSetting("objectMaximumNormalizedRadius", objectMaximumNormalizedRadius))
      }
      guard regionOfInterest.isInsidePicture else { throw .outsidePicture("regionOfInterest", regionOfInterest) }
      try FlycatcherError.check("targetFrameTime", targetFrameTime, in: 0...)
      try FlycatcherError.check("minimumConfidence", minimumConfidence, in: 0...1)
    }
  }
}

// The settings of the trajectory detector, with every default and every range.

extension TrajectoryDetector {
  /// The settings of a trajectory detector, by the names of Vision's request. Each default is named here once.
  public struct Settings: Hashable, Sendable {
    /// The minimum time between two analyzed frames, judged on timestamps; not negative. Default 0, every frame.
    public var frameAnalysisSpacing: Duration = .zero
    /// The number of points that must agree before a trajectory is reported, and that an observation holds, 5 to 500;
    /// default 6.
    public var trajectoryLength = 6
    /// The smallest radius of an object, a fraction of the picture's width, 0 to 1; default 0, whatever can be seen.
    public var objectMinimumNormalizedRadius = 0.0
    /// The largest radius of an object, a fraction of the picture's width, 0 to 1, not below the smallest; default 1.
    public var objectMaximumNormalizedRadius = 1.0
    /// The part of the upright picture that is analyzed; default all of it. Observations stay relative to the whole
    /// picture.
    public var regionOfInterest = Rectangle.picture
    /// The time that the analysis of a frame should take at most, not negative; default 0, no limit. When a frame takes
    /// longer, the next ones are analyzed at a lower resolution, and at a higher one when there is time again.
    public var targetFrameTime: Duration = .zero
    /// The confidence that a trajectory must reach to be reported, 0 to 1; default 0.5. It has begun halfway from there to 1; one that is less sure is
    /// reported once it is over.
    public var minimumConfidence = 0.5

    /// Creates the default settings.
    public init() {}

    /// Checks every setting against its range.
    ///
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

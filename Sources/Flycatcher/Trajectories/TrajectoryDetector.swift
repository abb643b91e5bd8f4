// The trajectory tracker: motion mask → blobs → flights → observations.

/// Finds small objects that fly along parabolas.
public struct TrajectoryDetector: Tracker {
  /// What a user can set. Each default is named here once.
  public struct Settings: Hashable, Sendable {
    /// Least time between two analyzed frames, judged on timestamps. 0 (default): every frame.
    public var frameAnalysisSpacing: Duration = .zero
    /// How many points must agree before a flight is reported, and how many an observation holds. At least 5, at most 500; default 6.
    public var trajectoryLength = 6
    /// Smallest radius of an object, a fraction of the picture's width, 0 to 1; default 0: whatever can be seen.
    public var objectMinimumNormalizedRadius = 0.0
    /// Largest radius of an object, a fraction of the picture's width, 0 to 1, not below the minimum; default 1.
    public var objectMaximumNormalizedRadius = 1.0
    /// The part of the (upright) picture that is looked at; default all of it.
    public var regionOfInterest = Rectangle.picture
    /// How long the analysis of a frame should take at most: where it takes longer, the next frames are analyzed at a lower resolution,
    /// and at a higher one when there is time again. 0 (default): no limit.
    public var targetFrameTime: Duration = .zero
    /// A flight is reported once its confidence has reached this, 0 to 1; default 0.5.
    public var minimumConfidence = 0.5

    public init() {}
  }

  public private(set) var settings: Settings

  /// - Throws: `FlycatcherError` naming the first setting outside its range.
  public init(_ settings: Settings = Settings()) throws(FlycatcherError) {
    self.settings = settings
  }

  public mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] { [] }
  public mutating func finish() -> [Observation] { [] }
  public mutating func reset() {}
}

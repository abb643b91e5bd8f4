// What a user of the object tracker can set.

extension ObjectTracker {
  /// How much is spent on an object.
  public enum TrackingLevel: String, CaseIterable, Sendable {
    /// Gradients and colors on a fine grid, learned from in every frame: the better boxes.
    case accurate
    /// Fewer features on a coarser grid, learned from in every third frame: about four times faster.
    case fast
  }

  /// What a user can set. Each default is named here once.
  public struct Settings: Hashable, Sendable {
    /// How much is spent on an object; default `accurate`.
    public var trackingLevel = TrackingLevel.accurate
    /// How many objects may be followed at once, 1 to 1000; default 100. A nomination beyond it is refused.
    public var maximumObjects = 100
    /// How long an object that is not seen is looked for before it has ended, 0 to an hour; default 30 s.
    public var maximumLostDuration: Duration = .seconds(30)
    /// Which of the boxes that come with the frames nominate, by their types; default all. Where boxes of a detector and
    /// known objects overlap, they are the same.
    public var regionTypes = RegionTypes.all
    /// Least time between two takings of the boxes that come with the frames, 0 (every frame) to an hour; default 0.5 s.
    public var renominateInterval: Duration = .milliseconds(500)
    /// How many threads may share the objects of a frame, 1 to 64; default 0, which stands for one for each processor.
    /// What is reported does not depend on it.
    public var maximumThreads = 0

    public init() {}

    /// - Throws: `FlycatcherError` naming the first setting outside its range.
    public func validate() throws(FlycatcherError) {
      try FlycatcherError.check("maximumObjects", maximumObjects, in: 1...1000)
      guard (0...64).contains(maximumThreads) else {
        throw .outOfRange("maximumThreads", "\(maximumThreads)", allowed: "from 1 to 64, or 0 for all processors")
      }
      try FlycatcherError.check("maximumLostDuration", maximumLostDuration, in: 0...3600)
      try FlycatcherError.check("renominateInterval", renominateInterval, in: 0...3600)
    }
  }
}

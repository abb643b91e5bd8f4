// What a user of the object tracker can set.

extension ObjectTracker {
  /// The effort spent on each object.
  public enum TrackingLevel: String, CaseIterable, Sendable {
    /// Gradients and colors on a fine grid, learned from in every frame: the better boxes.
    case accurate
    /// The same features on a coarser grid, learned from in every third frame: about four times faster.
    case fast
  }

  /// The settings of an object tracker. Each default is named here once.
  public struct Settings: Hashable, Sendable {
    /// The effort spent on each object; default `accurate`.
    public var trackingLevel = TrackingLevel.accurate
    /// The number of objects that may be tracked at once, 1 to 1000; default 100. A nomination beyond it is refused.
    public var maximumObjects = 100
    /// The time for which a lost object is searched for before it has ended, 0 to an hour; default 30 s.
    public var maximumLostDuration: Duration = .seconds(30)
    /// The types of the boxes on the frames that nominate objects; default all. Where boxes of a detector and
    /// known objects overlap, they are the same.
    public var regionTypes = RegionTypes.all
    /// The minimum time between two uses of the boxes on the frames, 0 (every frame) to an hour; default 0.5 s.
    public var renominateInterval: Duration = .milliseconds(500)
    /// The number of threads that share the objects of a frame, 1 to 64; default 0, one for each processor. The
    /// observations do not depend on it.
    public var maximumThreads = 0

    /// Creates the default settings.
    public init() {}

    /// Checks every setting against its range.
    ///
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

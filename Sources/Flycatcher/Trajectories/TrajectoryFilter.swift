// The rules that an application for one sport or one experiment puts on top of the detector.

/// The rules that a trajectory must meet. By default every trajectory meets them.
///
/// An observation that has not ended holds only the newest points of its trajectory. To apply the rules to whole
/// trajectories while they come in, use ``TrajectorySelection``.
public struct TrajectoryFilter: Hashable, Sendable {
  /// A direction of travel through the upright picture: that from the first detected point to the newest one.
  public enum Direction: String, CaseIterable, Sendable {
    /// To larger x.
    case leftToRight
    /// To smaller x.
    case rightToLeft
    /// To smaller y.
    case upward
    /// To larger y.
    case downward
  }

  /// The side to which an arc opens, as it is seen in the upright picture.
  public enum Opening: String, CaseIterable, Sendable {
    /// An arc like ∩, as that of a thrown ball: y grows away from the apex.
    case downward
    /// An arc like ∪.
    case upward
  }

  /// The minimum confidence, 0 to 1; default 0.
  public var minimumConfidence = 0.0
  /// The direction of travel; default `nil`, any.
  public var direction: Direction?
  /// The region in which the first detected point must lie, in the upright picture; default `nil`, anywhere.
  public var startRegion: Rectangle?
  /// The minimum number of detected points; not negative, default 0.
  public var minimumPointCount = 0
  /// The minimum time from the first detected point to the newest one; not negative, default 0.
  public var minimumDuration: Duration = .zero
  /// The side to which the arc must open; default `nil`, either.
  public var opening: Opening?
  /// The minimum distance from the first detected point to the newest one, in x as a fraction of the picture's width
  /// and in y of its height, 0 to 1.5; default 0.
  public var minimumNetDisplacement = 0.0

  /// Creates a filter that accepts every trajectory.
  public init() {}

  /// Checks every rule against its range.
  ///
  /// - Throws: `FlycatcherError` naming the first rule outside its range.
  public func validate() throws(FlycatcherError) {
    try FlycatcherError.check("minimumConfidence", minimumConfidence, in: 0...1)
    if let region = startRegion, !region.isInsidePicture { throw .outsidePicture("startRegion", region) }
    try FlycatcherError.check("minimumPointCount", minimumPointCount, in: 0...)
    try FlycatcherError.check("minimumDuration", minimumDuration, in: 0...)
    try FlycatcherError.check("minimumNetDisplacement", minimumNetDisplacement, in: 0...1.5)
  }

  /// Returns a Boolean value indicating whether the points of an observation meet every rule.
  public func accepts(_ trajectory: TrajectoryObservation) -> Bool {
    guard let first = trajectory.detectedPoints.first?.location, let last = trajectory.detectedPoints.last?.location
    else { return false }
    let (dx, dy) = (last.x - first.x, last.y - first.y)
    return trajectory.confidence >= minimumConfidence
      && trajectory.detectedPoints.count >= minimumPointCount
      && trajectory.timeRange.duration >= minimumDuration
      && (dx * dx + dy * dy).squareRoot() >= minimumNetDisplacement
      && goes(dx, dy)
      && (startRegion?.contains(first) ?? true)
      && opens(trajectory)
  }

  private func goes(_ dx: Double, _ dy: Double) -> Bool {
    switch direction {
    case nil: true
    case .leftToRight: dx > 0
    case .rightToLeft: dx < 0
    case .upward: dy < 0
    case .downward: dy > 0
    }
  }

  /// By the acceleration over time, which is there for a straight rise and fall too, where y is no function of x.
  private func opens(_ trajectory: TrajectoryObservation) -> Bool {
    guard let opening else { return true }
    let start = trajectory.detectedPoints[0].time
    let overTime = Quadratic(
      fitting: trajectory.detectedPoints.map { Point(x: ($0.time - start).seconds, y: $0.location.y) })
    return opening == .downward ? overTime.a > 0 : overTime.a < 0
  }
}

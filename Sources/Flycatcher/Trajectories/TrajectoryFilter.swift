// The rules that an application for one sport or one experiment puts on top of the detector.

/// Says which trajectories count. Every rule that is not set lets everything pass.
public struct TrajectoryFilter: Hashable, Sendable {
  /// A way through the picture, by the net displacement of the detected points.
  public enum Direction: String, CaseIterable, Sendable {
    case leftToRight
    case rightToLeft
    case upward
    case downward
  }

  /// Which way the arc opens, as it is seen in the upright picture.
  public enum Opening: String, CaseIterable, Sendable {
    /// A thrown ball's arc, ∩: y grows away from the apex.
    case downward
    /// An arc like a ∪.
    case upward
  }

  /// Least confidence, 0 to 1; default 0.
  public var minimumConfidence = 0.0
  /// The way it must go; `nil` (default): any.
  public var direction: Direction?
  /// Where its first detected point must lie, in the upright picture; `nil` (default): anywhere.
  ///
  /// An observation under way holds the newest points alone: `TrajectorySelection` knows the first of the whole flight.
  public var startRegion: Rectangle?
  /// Least number of detected points; default 0.
  public var minimumPointCount = 0
  /// Least time from the first detected point of the flight to the newest; default 0.
  public var minimumDuration: Duration = .zero
  /// Which way the arc must open; `nil` (default): any.
  public var opening: Opening?
  /// Least distance between the first and the newest detected point, as a share of the picture's width in x and its height in y; default 0.
  public var minimumNetDisplacement = 0.0

  public init() {}

  /// - Throws: `FlycatcherError` naming the first rule outside its range.
  public func validate() throws(FlycatcherError) {
    try FlycatcherError.check("minimumConfidence", minimumConfidence, in: 0...1)
    if let region = startRegion, !region.isInsidePicture { throw .outsidePicture("startRegion", region) }
    try FlycatcherError.check("minimumPointCount", minimumPointCount, in: 0...)
    try FlycatcherError.check("minimumDuration", minimumDuration, in: 0...)
    try FlycatcherError.check("minimumNetDisplacement", minimumNetDisplacement, in: 0...1.5)
  }

  /// Whether a trajectory keeps every rule.
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

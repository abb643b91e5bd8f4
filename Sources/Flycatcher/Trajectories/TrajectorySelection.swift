// A filter that is applied to whole trajectories, as their observations come in.

/// Applies a filter to whole trajectories while their observations come in.
///
/// The rules are applied to all points of a trajectory so far, not only to the newest ones. Once an observation of a
/// trajectory has been accepted, all later ones are, including that of its end; the first one has the state `began`. A
/// trajectory that is accepted only when it has ended begins and ends with two observations of the same points.
public struct TrajectorySelection: Sendable {
  /// The rules.
  public let filter: TrajectoryFilter
  private var underWay: [ObservationUUID: OpenTrajectory] = [:]

  /// A trajectory that has not ended.
  private struct OpenTrajectory {
    var points: [TrajectoryObservation.DetectedPoint] = []
    var counts = false
  }

  /// Creates a selection by a filter.
  ///
  /// - Throws: `FlycatcherError` naming the first rule outside its range.
  public init(_ filter: TrajectoryFilter) throws(FlycatcherError) {
    try filter.validate()
    self.filter = filter
  }

  /// Returns the observation if its trajectory meets the rules, with one of its beginning before it where it has ended at
  /// once; nothing if it does not meet them, or not yet. Observations of other kinds are returned as they are.
  public mutating func select(_ observation: Observation) -> [Observation] {
    guard case .trajectory(var newest) = observation else { return [observation] }
    var flight = underWay[newest.uuid] ?? OpenTrajectory()
    if newest.state == .ended {
      underWay[newest.uuid] = nil
      if flight.counts { return [observation] }
      guard filter.accepts(newest) else { return [] }
      newest.state = .began
      return [.trajectory(newest), observation]
    }
    defer { underWay[newest.uuid] = flight }
    if flight.counts { return [observation] }
    let last = flight.points.last?.time
    flight.points += newest.detectedPoints.filter { point in last.map { point.time > $0 } ?? true }
    var whole = newest
    whole.detectedPoints = flight.points
    guard filter.accepts(whole) else { return [] }
    flight.counts = true
    flight.points = []
    newest.state = .began
    return [.trajectory(newest)]
  }

  /// Forgets all trajectories that have not ended.
  public mutating func reset() { underWay = [:] }
}

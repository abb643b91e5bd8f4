// A filter held against whole flights, as their observations come in.

/// Applies a filter to the observations of a stream, so that a flight counts as a whole.
///
/// The rules are held against all points of a flight so far, not against its newest alone. Once an observation of a flight has been
/// accepted, all later ones are, its end too; the first that passes is said to have begun.
public struct TrajectorySelection: Sendable {
  public let filter: TrajectoryFilter
  private var underWay: [ObservationUUID: Flight] = [:]

  /// What is known of a flight that has not ended.
  private struct Flight {
    var points: [TrajectoryObservation.DetectedPoint] = []
    var counts = false
  }

  /// - Throws: `FlycatcherError` naming the first rule outside its range.
  public init(_ filter: TrajectoryFilter) throws(FlycatcherError) {
    try filter.validate()
    self.filter = filter
  }

  /// The observation as it counts; `nil` where its flight does not, or not yet.
  public mutating func select(_ observation: Observation) -> Observation? {
    guard case .trajectory(var newest) = observation else { return observation }
    var flight = underWay[newest.uuid] ?? Flight()
    if newest.state == .ended {
      underWay[newest.uuid] = nil
      return flight.counts || filter.accepts(newest) ? observation : nil
    }
    defer { underWay[newest.uuid] = flight }
    if flight.counts { return observation }
    let last = flight.points.last?.time
    flight.points += newest.detectedPoints.filter { point in last.map { point.time > $0 } ?? true }
    var whole = newest
    whole.detectedPoints = flight.points
    guard filter.accepts(whole) else { return nil }
    flight.counts = true
    flight.points = []
    newest.state = .began
    return .trajectory(newest)
  }

  /// Forgets what is under way.
  public mutating func reset() { underWay = [:] }
}

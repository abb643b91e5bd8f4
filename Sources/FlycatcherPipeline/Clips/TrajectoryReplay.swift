// Flights that are known already, reported again frame by frame.
package import Flycatcher

/// A tracker that reports known trajectories in step with the frames, from their first point on.
package struct TrajectoryReplay: Tracker {
  private let flights: [TrajectoryObservation]
  private var reported: [Int] = []

  /// - Parameter flights: Trajectories that have ended, in order of their beginning.
  package init(_ flights: [TrajectoryObservation]) {
    self.flights = flights.sorted { $0.timeRange.start < $1.timeRange.start }
    reported = [Int](repeating: 0, count: flights.count)
  }

  package mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
    var seen: [Observation] = []
    for (index, flight) in flights.enumerated() where flight.timeRange.start <= frame.timestamp {
      let points = flight.detectedPoints.prefix { $0.time <= frame.timestamp }
      guard points.count > reported[index] else { continue }
      var known = flight
      known.time = frame.timestamp
      known.detectedPoints = Array(points)
      known.state =
        points.count == flight.detectedPoints.count ? .ended : reported[index] == 0 ? .began : .updated
      reported[index] = points.count
      seen.append(.trajectory(known))
    }
    return seen
  }

  package mutating func finish() -> [Observation] { [] }

  package mutating func reset() { reported = [Int](repeating: 0, count: flights.count) }
}

// The detector behind a filter: only the flights that count go on.
import Flycatcher

/// A trajectory detector of which only some flights are heard. The rules are held against all of a flight, not against its newest points alone.
struct SelectiveDetector: Tracker {
  private var detector: TrajectoryDetector
  private let filter: TrajectoryFilter
  private var underWay: [ObservationUUID: Flight] = [:]

  /// What is known of a flight that has not ended.
  private struct Flight {
    var points: [TrajectoryObservation.DetectedPoint] = []
    var counts = false
  }

  init(_ detector: TrajectoryDetector, _ filter: TrajectoryFilter) {
    self.detector = detector
    self.filter = filter
  }

  mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
    let seen = try detector.track(frame)
    return seen.isEmpty ? seen : seen.compactMap { select($0) }
  }

  mutating func finish() -> [Observation] {
    detector.finish().compactMap { select($0) }
  }

  mutating func reset() {
    detector.reset()
    underWay = [:]
  }

  /// The observation as it goes on; `nil` where the flight does not count, or not yet. The first that does is said to have begun.
  private mutating func select(_ observation: Observation) -> Observation? {
    guard case .trajectory(var newest) = observation else { return observation }
    var flight = underWay[newest.uuid] ?? Flight()
    if newest.state == .ended {
      underWay[newest.uuid] = nil
      return flight.counts || filter.accepts(newest) ? observation : nil
    }
    let last = flight.points.last?.time
    flight.points += newest.detectedPoints.filter { point in last.map { point.time > $0 } ?? true }
    defer { underWay[newest.uuid] = flight }
    if flight.counts { return observation }
    var whole = newest
    whole.detectedPoints = flight.points
    guard filter.accepts(whole) else { return nil }
    flight.counts = true
    newest.state = .began
    return .trajectory(newest)
  }
}

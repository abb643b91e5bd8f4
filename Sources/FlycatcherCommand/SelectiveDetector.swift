// The detector behind a filter: only the flights that count go on.
import Flycatcher

/// A trajectory detector of which only some flights are heard.
struct SelectiveDetector: Tracker {
  private var detector: TrajectoryDetector
  private var selection: TrajectorySelection

  /// - Throws: `FlycatcherError` naming the first rule outside its range.
  init(_ detector: TrajectoryDetector, _ filter: TrajectoryFilter) throws(FlycatcherError) {
    self.detector = detector
    selection = try TrajectorySelection(filter)
  }

  mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
    select(try detector.track(frame))
  }

  mutating func take(_ request: PointedRequest) throws(FlycatcherError) -> Bool { try detector.take(request) }

  mutating func finish() -> [Observation] { select(detector.finish()) }

  mutating func reset() {
    detector.reset()
    selection.reset()
  }

  private mutating func select(_ seen: [Observation]) -> [Observation] {
    seen.isEmpty ? seen : seen.flatMap { selection.select($0) }
  }
}

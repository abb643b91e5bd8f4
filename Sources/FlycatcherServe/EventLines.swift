// What is seen, as lines of a log.
import Flycatcher
import FlycatcherPipeline

/// Writes a line when something begins, is lost, comes back or ends; not while it goes on.
struct EventLines {
  private let log: @Sendable (String) -> Void
  /// The state of each object and rectangle that was told last.
  private var told: [ObservationUUID: TrackingState] = [:]

  init(_ log: @escaping @Sendable (String) -> Void) { self.log = log }

  mutating func write(_ report: FrameReport) {
    for observation in report.observations {
      switch observation {
      case .trajectory(let seen):
        guard seen.state != .updated else { continue }
        log("trajectory \(seen.uuid) \(seen.state.rawValue), confidence \(decimal(seen.confidence, 2))")
      case .object(let seen):
        let name = seen.label.isEmpty ? "object" : "object \(seen.label.filter { !$0.isNewline })"
        write(name, seen.uuid, seen.state, seen.confidence)
      case .rectangle(let seen): write("rectangle", seen.uuid, seen.state, seen.confidence)
      }
    }
  }

  private mutating func write(_ name: String, _ uuid: ObservationUUID, _ state: TrackingState, _ confidence: Double) {
    // A track that is predicted for a few frames has not been lost.
    guard state != .tracked, state != .predicted, told[uuid] != state else { return }
    told[uuid] = state == .ended ? nil : state
    log("\(name) \(uuid) \(state.rawValue), confidence \(decimal(confidence, 2))")
  }
}

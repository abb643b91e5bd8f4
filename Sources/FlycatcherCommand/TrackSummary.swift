// The tracks of objects and rectangles as a short text for people.
import Flycatcher
import FlycatcherPipeline

/// A summary of the tracks of objects, or of rectangles.
struct TrackSummary {
  /// A track, from its first observation to its newest.
  private struct Track {
    var name: String
    var first: Timestamp
    var last: Timestamp
    /// The number of frames in which it was seen, and of all in which it was reported.
    var seen = 0
    var frames = 0
    /// The number of losses.
    var losses = 0
    var confidence = 0.0
    var state = TrackingState.nominated
    var place = ""
  }

  private var known: [ObservationUUID: Track] = [:]
  private var order: [ObservationUUID] = []
  /// The maximum number that are listed one by one; a live stream may bring any number.
  private static let limit = 1000
  private var untold = 0

  var isEmpty: Bool { order.isEmpty }
  var count: Int { order.count + untold }

  /// - Parameter place: made only where it is needed.
  mutating func add(
    _ uuid: ObservationUUID, name: String, _ state: TrackingState, at time: Timestamp, confidence: Double,
    place: () -> String
  ) {
    if known[uuid] == nil {
      guard order.count < Self.limit else {
        if state == .nominated { untold &+= 1 }
        return
      }
      order.append(uuid)
      known[uuid] = Track(name: name.isEmpty ? "#\(order.count)" : name, first: time, last: time)
    }
    guard var followed = known[uuid] else { return }
    // The end of the stream says nothing about what was seen.
    guard state != .ended else { return }
    if state == .lost, followed.state != .lost { followed.losses += 1 }
    followed.frames += 1
    followed.last = time
    followed.state = state
    if state != .lost, state != .predicted {
      followed.seen += 1
      followed.confidence += confidence
      followed.place = place()
    }
    known[uuid] = followed
  }

  /// A line for each, in the order in which they came.
  ///
  /// - Parameters:
  ///   - kind: The kind of the tracks, for the head.
  ///   - placeName: The name of the place's column.
  func text(_ kind: String, _ placeName: String) -> String {
    var table = SummaryTable(head: [kind, "from", "to", "frames", "seen", "lost", "confidence", placeName])
    table.rows = order.compactMap { known[$0] }.map { followed in
      [
        followed.name, decimal(followed.first.seconds, 2), decimal(followed.last.seconds, 2), "\(followed.frames)",
        "\(followed.seen)", "\(followed.losses)×", decimal(followed.confidence / Double(max(followed.seen, 1)), 2),
        followed.place,
      ]
    }
    return table.text + (untold > 0 ? "… and \(untold) more.\n" : "")
  }
}

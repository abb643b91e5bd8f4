// Trackers and files that the session's tests share.
import Flycatcher
import FlycatcherPipeline
import Foundation
import GStreamerSupport
import Testing

/// Remembers what it was shown, and reports a box in every frame where it is told to.
final class Notebook: Sendable {
  struct Entry: Sendable, Equatable {
    var time: Timestamp
    var width: Int
    var height: Int
    var mean: [Double]
  }

  struct Pages {
    var entries: [Entry] = []
    var resets = 0
    var finishes = 0
  }

  let pages = Monitor(Pages())
  var entries: [Entry] { pages.read { $0.entries } }
  var resets: Int { pages.read { $0.resets } }
}

struct NotingTracker: Tracker {
  let notebook: Notebook
  var pause: Duration = .zero
  var reportsBoxes = false
  var reportsAtEnd = false
  let uuid = ObservationUUID()
  var last: Timestamp?

  mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
    if let last, frame.timestamp <= last {
      throw .timestampNotIncreasing(.zero, after: .zero)
    }
    last = frame.timestamp
    var mean = [average(frame.luma)]
    if let blue = frame.blueDifference { mean.append(average(blue)) }
    if let red = frame.redDifference { mean.append(average(red)) }
    let entry = Notebook.Entry(time: frame.timestamp, width: frame.width, height: frame.height, mean: mean)
    notebook.pages.read { $0.entries.append(entry) }
    if pause > .zero { Thread.sleep(forTimeInterval: pause.seconds) }
    return reportsBoxes ? [box(.tracked, frame.timestamp)] : []
  }

  mutating func finish() -> [Observation] {
    notebook.pages.read { $0.finishes += 1 }
    guard reportsAtEnd, let last else { return [] }
    return [box(.ended, last)]
  }

  mutating func reset() {
    last = nil
    notebook.pages.read { $0.resets += 1 }
  }

  private func box(_ state: TrackingState, _ time: Timestamp) -> Observation {
    .object(
      ObjectObservation(
        uuid: uuid, label: "the \"box\"\n", state: state, time: time, confidence: 0.9,
        boundingBox: Rectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5)))
  }

  private func average(_ plane: borrowing Plane) -> Double {
    var sum = 0
    for y in 0..<plane.height {
      let row = plane.row(y)
      for x in 0..<plane.width { sum += Int(row[x * plane.pixelStride]) }
    }
    return Double(sum) / Double(plane.width * plane.height)
  }
}

/// Runs a session and fails the test where it takes too long.
@discardableResult
func run(
  _ text: String, _ trackers: [any Tracker] = [], options: SessionOptions = SessionOptions(),
  limit: Duration = .seconds(60)
) throws -> (reports: [FrameReport], statistics: SessionStatistics) {
  let session = try Session(pipeline: text, trackers: trackers, options: options)
  var reports: [FrameReport] = []
  let started = Moment.now
  let statistics = try session.run { reports.append($0) }
  #expect(Moment.now - started < limit)
  return (reports, statistics)
}

// What is known of a picture that is shown, beside its pixels.
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

/// The observations that go along with a picture, and its time of day.
struct PictureFacts: Sendable {
  /// The reports that have come since the picture before; none for one that is shown again.
  var reports: [FrameReport] = []
  var time: WallTime
  var width: Int
  var height: Int

  var observations: [Observation] { reports.flatMap(\.observations) }
}

/// The reports of a source until their pictures come: the trackers are done with a picture before it goes on, or some pictures later.
final class SeenReports: FrameObserver {
  private let waiting = Monitor<[FrameReport]>([])
  /// The number of reports beyond which the oldest is dropped, because no picture comes.
  private static let most = 256

  func observe(_ frame: borrowing Frame, _ report: FrameReport) { finish(report) }

  func finish(_ report: FrameReport) {
    guard !report.observations.isEmpty else { return }
    waiting.read { waiting in
      if waiting.count >= Self.most { waiting.removeFirst() }
      waiting.append(report)
    }
  }

  /// Returns the reports about what was seen until a moment of the source, and lets go of them.
  func take(until time: Timestamp) -> [FrameReport] {
    waiting.read { waiting in
      let due = waiting.filter { $0.time <= time }
      // Where the source's time has gone back, what lies far ahead is of the past.
      waiting.removeAll { $0.time <= time || $0.time > time + .seconds(5) }
      return due
    }
  }
}

/// The times of a source's pictures as its reports name them.
struct SourceTimes {
  private var segment: Segment?
  private var origin: Int?

  mutating func take(_ segment: Segment) {
    self.segment = segment
    origin = origin ?? segment.beginning
  }

  /// Returns the time of a picture since the source's beginning.
  func time(of picture: borrowing VideoBuffer) -> Timestamp? {
    guard let timestamp = picture.timestamp, let time = segment?.streamTime(timestamp) else { return nil }
    return Timestamp(nanoseconds: Int64(time) &- Int64(origin ?? 0))
  }
}

// The trackers at work on one frame after another.
import Flycatcher
import GStreamerSupport

/// The trackers of a session, and its observers.
///
/// Sendable although unchecked: one thread uses it at a time. That is the session's own thread, or for a live stream `LiveAnalysis`'s, to which
/// the session's thread leaves it at the first frame, and which it asks through a monitor from then on.
final class FrameAnalysis: @unchecked Sendable {
  private var trackers: [any Tracker]
  private let observers: [any FrameObserver]
  private let orientation: Orientation
  private let pointer: SessionPointer
  private var open = OpenObservations()
  private var reader = PictureReader()
  private var numbers = FrameNumbers()
  /// The last observations before the stream broke off, which are reported with the next frame.
  private var pending: [Observation] = []
  /// The first refusals of a frame, of a box that came with one, and of a pointed request, each reported once.
  private(set) var refusedFrame: FlycatcherError?
  private(set) var refusedRegion: FlycatcherError?
  private(set) var refusedRequest: FlycatcherError?

  init(trackers: [any Tracker], observers: [any FrameObserver], orientation: Orientation, pointer: SessionPointer) {
    self.trackers = trackers
    self.observers = observers
    self.orientation = orientation
    self.pointer = pointer
  }

  /// A Boolean value indicating whether somebody watches.
  var hasObservers: Bool { !observers.isEmpty }

  /// - Parameter shown: what those who watch see in place of the frame; `nil`: the frame.
  /// - Returns: the report of the trackers; not analyzed if one of them refused the frame, or if the memory cannot be read.
  func analyze(
    _ buffer: borrowing VideoBuffer, _ layout: VideoLayout, shown: ShownPicture?, frame number: Int, time: Timestamp
  ) -> FrameReport {
    var report = FrameReport(frame: number, time: time, isAnalyzed: false)
    guard let readable = reader.read(buffer, layout),
      let mapped = MappedVideoFrame(readable.buffer, readable.layout),
      let frame = mapped.frame(at: time, orientation: orientation)
    else { return report }
    report.isAnalyzed = true
    numbers.add(number, at: time)
    for request in pointer.takeRequests() { take(request) }
    for index in trackers.indices {
      do throws(FlycatcherError) {
        let seen = try trackers[index].track(frame)
        if !seen.isEmpty { report.observations += seen }
        if refusedRegion == nil { refusedRegion = trackers[index].refusedRegions.first }
      } catch {
        report.isAnalyzed = false
        if refusedFrame == nil { refusedFrame = error }
      }
    }
    numbers.number(&report.observations)
    if !pending.isEmpty {
      report.observations = pending + report.observations
      pending = []
    }
    if !report.observations.isEmpty { open.add(report.observations) }
    guard hasObservers else { return report }
    for case let observer as any BufferObserver in observers { observer.observe(buffer, layout, report) }
    if let shown {
      guard let mapped = MappedVideoFrame(shown.buffer, shown.layout),
        let frame = mapped.frame(at: time, orientation: orientation)
      else { return report }
      for observer in observers { observer.observe(frame, report) }
    } else {
      for observer in observers { observer.observe(frame, report) }
    }
    return report
  }

  private func take(_ request: PointedRequest) {
    for index in trackers.indices {
      do throws(FlycatcherError) {
        _ = try trackers[index].take(request)
      } catch {
        if refusedRequest == nil { refusedRequest = error }
      }
    }
  }

  func finish() -> [Observation] {
    var observations = pending
    for index in trackers.indices { observations += trackers[index].finish() }
    numbers.number(&observations)
    pending = []
    return observations
  }

  /// Ends what is tracked, which is reported with the next frame.
  func beginAnew() {
    pending = open.end(finish())
    numbers.reset()
    for index in trackers.indices { trackers[index].reset() }
  }

  /// Hands the observers what only the end of the stream has made known.
  func tellEnd(_ report: FrameReport) {
    for observer in observers { observer.finish(report) }
  }

  func reset() {
    (open, pending) = (OpenObservations(), [])
    numbers.reset()
    for index in trackers.indices { trackers[index].reset() }
  }
}

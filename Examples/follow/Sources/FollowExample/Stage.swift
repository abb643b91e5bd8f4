// Where frames, pointer and drawing meet: the session calls it from its threads, one at a time behind a lock.
import ExampleStage
import Flycatcher
import FlycatcherPipeline
import FlycatcherVision
import Foundation
import Synchronization

/// The state that the session's threads share, and its drawing.
final class Stage: FrameStage {
  private struct State {
    let tracking: FollowTracking
    var isRunning = true
    var reported: Set<UUID> = []
  }

  private let state: Mutex<State>
  private let report: @Sendable (String) -> Void
  static let stopButton = Rectangle(x: 0.02, y: 0.03, width: 0.16, height: 0.09)
  private static let white = OverlayColor(0xFFFFFF)

  init(kind: FollowTracking.Kind, level: VNRequestTrackingLevel, report: @escaping @Sendable (String) -> Void) {
    state = Mutex(State(tracking: FollowTracking(kind: kind, trackingLevel: level)))
    self.report = report
  }

  /// Tracks into a frame. The sample is a view of it; nothing is copied.
  func see(_ frame: borrowing Frame) {
    state.withLock { state in
      guard state.isRunning else { return }
      do {
        try frame.withSampleBuffer { try state.tracking.track($0) }
      } catch {
        report("\(error.localizedDescription)")
      }
      let uuids = Set(state.tracking.things.keys)
      for uuid in uuids.subtracting(state.reported) {
        report("tracking \(uuid) from frame \(state.tracking.frameCount)")
      }
      for uuid in state.reported.subtracting(uuids) { report("no longer tracking \(uuid)") }
      state.reported = uuids
    }
  }

  func take(_ request: PointedRequest) -> Bool {
    switch request {
    case .nominate(let box): nominate(box)
    case .drop(let place): return click(place)
    case .region: return false
    }
    return true
  }

  /// A box was dragged around an object.
  func nominate(_ box: Rectangle) {
    state.withLock { state in
      let box = CGRect(x: box.x, y: max(0, 1 - box.maxY), width: box.width, height: box.height)
      state.tracking.nominate(box)
    }
  }

  /// A place was clicked on with the right button.
  private func click(_ place: Point) -> Bool {
    state.withLock { state in
      guard Self.stopButton.contains(place) else {
        return state.tracking.drop(at: CGPoint(x: place.x, y: 1 - place.y))
      }
      state.isRunning.toggle()
      // A start is a new beginning, as in Apple's sample.
      if state.isRunning { state.tracking.restart() }
      report(state.isRunning ? "started" : "stopped")
      return true
    }
  }

  func draw(on canvas: borrowing FrameCanvas, at time: Timestamp) {
    let (things, count, isRunning) = state.withLock { state in
      (Array(state.tracking.things.values), state.tracking.frameCount, state.isRunning)
    }
    let palette = [OverlayColor].okabeIto
    for thing in things.sorted(by: { $0.number < $1.number }) {
      let color = palette[(thing.number - 1) % palette.count]
      let corners = thing.corners.map { Point(x: $0.x, y: 1 - $0.y) }
      canvas.line(corners + corners.prefix(1), color, width: 0.010, isDashed: thing.confidence < 0.5)
      if let corner = corners.first {
        let text = String(format: "%d  %.2f", thing.number, thing.confidence)
        canvas.label(text, at: corner, size: 0.04, color)
      }
    }
    canvas.outline(Self.stopButton, Self.white, width: 0.006)
    let corner = Point(x: Self.stopButton.x + 0.01, y: Self.stopButton.maxY - 0.01)
    canvas.label(isRunning ? "stop" : "start", at: corner, size: 0.045, palette[3])
    canvas.label("frame \(count)", at: Point(x: 0.78, y: 0.03), size: 0.045, palette[1])
  }
}

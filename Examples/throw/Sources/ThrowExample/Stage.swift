// Where frames, pointer and drawing meet: the session calls it from its threads, one at a time behind a lock.
import ExampleStage
import Flycatcher
import FlycatcherPipeline
import FlycatcherVision
import Foundation
import Synchronization

/// The state that the session's threads share.
final class Stage: FrameStage {
  private struct State {
    let analyzer: ThrowAnalyzer
    var view: View
    var isRunning = true
    var recorder = SwingRecorder()
    /// The times at which the ball of the swing was seen first and last, until the swing is cut.
    var seen: ClosedRange<Double>?
    var now = 0.0
  }

  private let state: Mutex<State>
  private let report: @Sendable (String) -> Void

  /// - Parameter region: The region of interest.
  init(view: View, region: Rectangle, fixedRegionX: Double, report: @escaping @Sendable (String) -> Void) {
    let analyzer = ThrowAnalyzer(fixedRegionX: fixedRegionX, appliesRules: view == .path)
    analyzer.regionOfInterest = CGRect(
      x: region.x, y: 1 - region.y - region.height, width: region.width, height: region.height)
    state = Mutex(State(analyzer: analyzer, view: view))
    self.report = report
  }

  /// Looks at a frame. The sample is a view of it; nothing is copied but the small picture for the replay.
  func see(_ frame: borrowing Frame) {
    let time = frame.timestamp.seconds
    state.withLock { state in
      state.now = time
      guard state.isRunning else { return }
      state.recorder.record(frame)
      do {
        if let flight = try frame.withSampleBuffer({ try state.analyzer.analyze($0) }) {
          state.seen = min(state.seen?.lowerBound ?? time, time)...time
          report(
            "\(state.analyzer.count) \(flight.uuid.uuidString.prefix(8)) at \(text(time, 2)) s: \(flight.points.count) "
              + "points, moving average radius \(text(Double(flight.movingAverageRadius), 4)), "
              + "confidence \(text(Double(flight.confidence), 2))")
        }
      } catch {
        report("\(error.localizedDescription)")
      }
      if let seen = state.seen, time - seen.upperBound > 0.4 {
        state.recorder.cut(from: seen.lowerBound, to: time)
        state.seen = nil
      }
    }
  }

  func take(_ request: PointedRequest) -> Bool {
    switch request {
    case .nominate(let box): drag(box)
    case .region(let box): drag(box)
    case .drop(let place): return click(place)
    }
    return true
  }

  /// A box was dragged: it is the region from now on.
  private func drag(_ box: Rectangle?) {
    state.withLock { state in
      let box = box ?? .picture
      state.analyzer.regionOfInterest = CGRect(
        x: box.x, y: max(0, 1 - box.maxY), width: box.width, height: min(box.height, box.maxY))
    }
  }

  /// A place was clicked on with the right button.
  private func click(_ place: Point) -> Bool {
    state.withLock { state in
      if ThrowView.stopButton.contains(place) {
        state.isRunning.toggle()
        report(state.isRunning ? "started" : "stopped")
        return true
      }
      guard ThrowView.replayButton.contains(place), state.recorder.hasSwing else { return false }
      state.recorder.play(at: state.now)
      report("replay of \(state.recorder.swing.count) pictures")
      return true
    }
  }

  func draw(on canvas: borrowing FrameCanvas, at time: Timestamp) {
    state.withLock { state in
      let view = ThrowView(
        view: state.view, region: state.analyzer.regionOfInterest, isRunning: state.isRunning,
        count: state.analyzer.count, hasSwing: state.recorder.hasSwing)
      let swing = state.recorder.picture(at: time.seconds)
      view.draw(state.analyzer.current, swing: swing, on: canvas, at: time.seconds)
    }
  }
}

private func text(_ number: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", number) }

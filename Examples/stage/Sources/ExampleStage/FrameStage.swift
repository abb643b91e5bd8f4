// Where a session meets a program that looks at frames, draws on them and is worked with the mouse.
import Flycatcher
import FlycatcherPipeline

/// A program's state, which draws itself. The session calls it from its threads.
public protocol FrameStage: FrameDrawing {
  /// Looks at a frame.
  func see(_ frame: borrowing Frame)

  /// Takes what was done with the mouse.
  ///
  /// - Returns: Whether there was something to do.
  func take(_ request: PointedRequest) -> Bool
}

/// A tracker that shows the frames to the stage, and hands it what is done with the mouse.
struct StageTracker: Tracker {
  let stage: any FrameStage

  mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
    stage.see(frame)
    return []
  }

  mutating func take(_ request: PointedRequest) throws(FlycatcherError) -> Bool { stage.take(request) }
  mutating func finish() -> [Observation] { [] }
  mutating func reset() {}
}

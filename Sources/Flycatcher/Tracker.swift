// The one protocol of the trackers: frames in, observations out.

/// A stateful analysis of a stream, frame by frame. A value, so that each session has its own.
///
/// Frames come in the order of their times. A frame whose time does not come after that of the frame before is refused,
/// and the tracker goes on as if it had not come. Where several in a row are refused whose times increase among
/// themselves, the stream has gone back in time: the tracker restarts by itself, and that frame is the first of the new
/// stream. Whoever knows of a seek or a discontinuity calls `reset()`, or `restart()` where others have been told of
/// what is tracked.
public protocol Tracker: Sendable {
  /// Analyzes the next frame.
  ///
  /// - Returns: the observations that became known with this frame; mostly none.
  /// - Throws: `FlycatcherError` when the frame cannot be used; the tracker then goes on as if it had not come.
  mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation]

  /// Does what a person asks for by pointing at the picture, from the next frame on. By default does nothing.
  ///
  /// - Returns: whether it was for this tracker.
  /// - Throws: `FlycatcherError` where it was, but cannot be done; nothing has changed then.
  mutating func take(_ request: PointedRequest) throws(FlycatcherError) -> Bool

  /// The boxes that came with the newest frame and were not heeded, and why: the first few; mostly none.
  var refusedRegions: [FlycatcherError] { get }

  /// Returns what only the end of the stream makes known, such as the whole of a trajectory, and forgets the stream.
  /// What is reported with every frame needs no last observation: its newest one stands.
  mutating func finish() -> [Observation]

  /// Ends everything that is tracked, and forgets the stream, because another one follows: after a seek, or where time
  /// goes back.
  ///
  /// - Returns: a last observation of everything that was reported and has not ended, with the state `ended`.
  mutating func restart() -> [Observation]

  /// Forgets the stream without a last observation of what was tracked.
  mutating func reset()
}

extension Tracker {
  public mutating func take(_ request: PointedRequest) throws(FlycatcherError) -> Bool { false }
  public var refusedRegions: [FlycatcherError] { [] }
  public mutating func restart() -> [Observation] { finish() }
}

/// What a person asks for by pointing at the picture. Places are relative to the upright picture.
public enum PointedRequest: Hashable, Sendable {
  /// To follow what is in a box.
  case nominate(Rectangle)
  /// To follow no longer what is here.
  case drop(Point)
  /// To look at one part of the picture alone; `nil`: at all of it again.
  case region(Rectangle?)
}

/// What became known with one frame.
public struct FrameReport: Sendable {
  /// Number of the buffer among those that reached the tracker, from 0.
  public var frame: Int
  /// Presentation time of the frame in stream time.
  public var time: Timestamp
  /// Whether the trackers looked at it; false where they were behind and the frame went by.
  public var isAnalyzed: Bool
  public var observations: [Observation]

  public init(frame: Int, time: Timestamp, isAnalyzed: Bool = true, observations: [Observation] = []) {
    self.frame = frame
    self.time = time
    self.isAnalyzed = isAnalyzed
    self.observations = observations
  }
}

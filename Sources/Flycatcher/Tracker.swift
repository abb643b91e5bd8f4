// The one protocol of the trackers: frames in, observations out.

/// A stateful analysis of a stream, frame by frame. A value, so that each stream has its own.
///
/// Frames come in the order of their times. A frame whose time does not come after that of the frame before is refused,
/// and the tracker goes on as if it had not come. Where several in a row are refused whose times increase among
/// themselves, the stream has gone back in time: the tracker restarts by itself, and that frame is the first of the new
/// stream. Call `reset()` after a seek or a discontinuity, or `restart()` to receive a last observation of everything
/// that is tracked.
public protocol Tracker: Sendable {
  /// Analyzes the next frame.
  ///
  /// - Returns: The observations that became known with this frame; often none.
  /// - Throws: `FlycatcherError` if the frame cannot be used; the tracker then goes on as if it had not come.
  mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation]

  /// Carries out the request of a person who points at the picture, from the next frame on.
  ///
  /// The default implementation returns false.
  ///
  /// - Returns: `true` if the request is one for this tracker.
  /// - Throws: `FlycatcherError` if it is, but cannot be carried out; nothing has changed then.
  mutating func take(_ request: PointedRequest) throws(FlycatcherError) -> Bool

  /// The refusals of boxes that came with the newest frame, at most the first few; mostly none.
  var refusedRegions: [FlycatcherError] { get }

  /// Returns what only the end of the stream makes known, such as the whole of a trajectory, and forgets the stream.
  ///
  /// Objects and rectangles, which are reported with every frame, need no last observation: their newest one stands.
  mutating func finish() -> [Observation]

  /// Ends everything that is tracked, and forgets the stream, because another one follows: after a seek, or where time
  /// goes back.
  ///
  /// The default implementation is `finish()`.
  ///
  /// - Returns: A last observation of everything that was reported and has not ended, with the state `ended`.
  mutating func restart() -> [Observation]

  /// Forgets the stream without a last observation of what was tracked.
  mutating func reset()
}

extension Tracker {
  /// Returns false: by default, a tracker takes no requests.
  public mutating func take(_ request: PointedRequest) throws(FlycatcherError) -> Bool { false }
  /// No refusals: by default, a tracker reads no boxes of frames.
  public var refusedRegions: [FlycatcherError] { [] }
  /// Returns what `finish()` returns.
  public mutating func restart() -> [Observation] { finish() }
}

/// A request of a person who points at the picture. Places are relative to the upright picture.
public enum PointedRequest: Hashable, Sendable {
  /// Track the object in a box.
  case nominate(Rectangle)
  /// Stop tracking the object at a place.
  case drop(Point)
  /// Analyze only a part of the picture; `nil` is the whole picture again.
  case region(Rectangle?)
}

/// The observations that became known with one frame.
public struct FrameReport: Sendable {
  /// The number of the frame among those that reached the tracker, from 0.
  public var frame: Int
  /// The presentation time of the frame in stream time.
  public var time: Timestamp
  /// A Boolean value indicating whether the trackers analyzed the frame; false where they were behind and it passed.
  public var isAnalyzed: Bool
  /// The observations, in the order in which the trackers made them.
  public var observations: [Observation]

  /// Creates a report.
  public init(frame: Int, time: Timestamp, isAnalyzed: Bool = true, observations: [Observation] = []) {
    self.frame = frame
    self.time = time
    self.isAnalyzed = isAnalyzed
    self.observations = observations
  }
}

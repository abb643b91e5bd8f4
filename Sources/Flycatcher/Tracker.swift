// The one protocol of the trackers: frames in, observations out.

/// What watches a stream frame by frame and says what it sees. Stateful; a value, so that a session owns its own.
public protocol Tracker: Sendable {
  /// Looks at the next frame.
  ///
  /// - Returns: what became known with this frame; mostly empty.
  /// - Throws: `FlycatcherError` when the frame cannot be used; the tracker then goes on as if it had not come.
  mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation]

  /// Does what a person asks for by pointing at the picture, from the next frame on. By itself a tracker does nothing.
  ///
  /// - Returns: whether it was for this tracker.
  /// - Throws: `FlycatcherError` where it was, but cannot be done; nothing has changed then.
  mutating func take(_ request: PointedRequest) throws(FlycatcherError) -> Bool

  /// The boxes that came with the newest frame and were not heeded, and why: the first few; mostly none.
  var refusedRegions: [FlycatcherError] { get }

  /// Says what only the end of the stream makes known, such as the whole of a flight, and forgets the stream. What is
  /// reported with every frame needs no last word: its newest observation stands.
  mutating func finish() -> [Observation]

  /// Forgets the stream: for a seek or a discontinuity. What was going on is dropped without a word.
  mutating func reset()
}

extension Tracker {
  public mutating func take(_ request: PointedRequest) throws(FlycatcherError) -> Bool { false }
  public var refusedRegions: [FlycatcherError] { [] }
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

// A rectangle seen in perspective, as it is known at one frame.

/// A tracked rectangle as known at one frame.
public struct RectangleObservation: Hashable, Sendable {
  /// The identity of the rectangle, the same through loss and recovery.
  public var uuid: ObservationUUID
  /// The state of the rectangle in the frame.
  public var state: TrackingState
  /// The presentation time of the frame.
  public var time: Timestamp
  /// The probability that this is a rectangle and these are its corners, to nine tenths of overlap, 0 to 1.
  public var confidence: Double
  /// The corners, relative to the upright picture; one may lie outside it.
  public var corners: Quad

  /// Creates an observation.
  public init(uuid: ObservationUUID, state: TrackingState, time: Timestamp, confidence: Double, corners: Quad) {
    self.uuid = uuid
    self.state = state
    self.time = time
    self.confidence = confidence
    self.corners = corners
  }
}

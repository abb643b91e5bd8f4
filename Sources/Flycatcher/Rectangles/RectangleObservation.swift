// A rectangle seen in perspective, as it is known at one frame.

/// The four corners of a rectangle seen in perspective, named as they lie on the rectangle itself.
public struct Quad: Hashable, Codable, Sendable {
  /// The top-left corner of the rectangle.
  public var topLeft: Point
  /// The top-right corner of the rectangle.
  public var topRight: Point
  /// The bottom-right corner of the rectangle.
  public var bottomRight: Point
  /// The bottom-left corner of the rectangle.
  public var bottomLeft: Point

  /// Creates a quad from its corners.
  public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The corners in order around the quad, from `topLeft` on.
  public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }
}

/// A tracked rectangle as known at one frame.
public struct RectangleObservation: Hashable, Sendable {
  /// The identity of the rectangle, the same through loss and recovery.
  public var uuid: ObservationUUID
  /// The state of the rectangle in the frame.
  public var state: TrackingState
  /// The presentation time of the frame.
  public var time: Timestamp
  /// The confidence that this is a rectangle and these are its corners, 0 to 1.
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

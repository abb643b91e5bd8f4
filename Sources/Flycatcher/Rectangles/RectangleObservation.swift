// One rectangle seen in perspective, as it is known at one frame.

/// Four corners, named as they lie on the rectangle itself.
public struct Quad: Hashable, Codable, Sendable {
  public var topLeft: Point
  public var topRight: Point
  public var bottomRight: Point
  public var bottomLeft: Point

  public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// Clockwise in the picture from `topLeft`.
  public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }
}

/// One rectangle as known at one frame.
public struct RectangleObservation: Hashable, Sendable {
  /// The same as long as the rectangle is followed.
  public var uuid: ObservationUUID
  public var state: TrackingState
  /// Presentation time of the frame.
  public var time: Timestamp
  /// How sure it is that this is a rectangle and these are its corners, 0 to 1.
  public var confidence: Double
  /// Relative to the upright picture; a corner may lie outside it.
  public var corners: Quad

  public init(uuid: ObservationUUID, state: TrackingState, time: Timestamp, confidence: Double, corners: Quad) {
    self.uuid = uuid
    self.state = state
    self.time = time
    self.confidence = confidence
    self.corners = corners
  }
}

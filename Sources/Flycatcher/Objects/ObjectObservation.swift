// One followed object as it is known at one frame.

/// What an object or a rectangle that is followed is doing in a frame.
public enum TrackingState: String, Sendable {
  /// The first frame: where the user, or a detector, said it is.
  case nominated
  /// Seen in this frame.
  case tracked
  /// Not seen in this frame; its place is extrapolated.
  case predicted
  /// Not seen for so long that its place is not known; it is looked for.
  case lost
  /// Seen again after it was lost.
  case recovered
  /// Followed no longer.
  case ended
}

/// One followed object as known at one frame.
public struct ObjectObservation: Hashable, Sendable {
  /// The same as long as the object is followed, through loss and recovery.
  public var uuid: ObservationUUID
  /// The name given at nomination; empty where there was none.
  public var label: String
  public var state: TrackingState
  /// Presentation time of the frame.
  public var time: Timestamp
  /// How sure it is that the object is in the box, 0 to 1.
  public var confidence: Double
  /// Relative to the upright picture; may reach beyond it. The last known one when `lost`.
  public var boundingBox: Rectangle

  public init(
    uuid: ObservationUUID, label: String = "", state: TrackingState, time: Timestamp, confidence: Double,
    boundingBox: Rectangle
  ) {
    self.uuid = uuid
    self.label = label
    self.state = state
    self.time = time
    self.confidence = confidence
    self.boundingBox = boundingBox
  }
}

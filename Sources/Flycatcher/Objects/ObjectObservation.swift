// One followed object as it is known at one frame.

/// A tracked object as known at one frame.
public struct ObjectObservation: Hashable, Sendable {
  /// The identity of the object, the same through loss and recovery.
  public var uuid: ObservationUUID
  /// The name given at nomination; empty where there was none.
  public var label: String
  /// The state of the object in the frame.
  public var state: TrackingState
  /// The presentation time of the frame.
  public var time: Timestamp
  /// The probability that the box lies on the object (intersection over union of 0.3 and more), 0 to 1.
  public var confidence: Double
  /// The box around the object, relative to the upright picture. May reach beyond it; the last known one when `lost`.
  public var boundingBox: Rectangle

  /// Creates an observation.
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

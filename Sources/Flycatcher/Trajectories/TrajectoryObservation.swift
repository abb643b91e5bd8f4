// One flight as it is known at one frame.

/// The flight of one object along a parabola, as known at one frame.
public struct TrajectoryObservation: Hashable, Sendable {
  public enum State: String, Sendable {
    /// The first report of this flight: `trajectoryLength` points agree.
    case began
    /// A further point.
    case updated
    /// The flight is over; `detectedPoints` are all its points.
    case ended
  }

  /// A place where the object was seen.
  public struct DetectedPoint: Hashable, Sendable {
    public var time: Timestamp
    /// The object's centroid; the middle of the streak where the exposure blurred it.
    public var location: Point
    /// The object's radius across its direction of travel, a fraction of the picture's width.
    public var radius: Double

    public init(time: Timestamp, location: Point, radius: Double) {
      self.time = time
      self.location = location
      self.radius = radius
    }
  }

  /// The same for all observations of one flight.
  public var uuid: ObservationUUID
  public var state: State
  /// Time of the frame that this observation is about; for `ended`, of the frame at which the end was certain.
  public var time: Timestamp
  /// How sure it is that this is a flight, 0 to 1.
  public var confidence: Double
  /// From the first detected point of the whole flight to the newest one.
  public var timeRange: TimeRange
  /// The newest `trajectoryLength` points in order of time; all of them when the flight has ended.
  public var detectedPoints: [DetectedPoint]
  /// `equation` at the x of the last five detected points.
  public var projectedPoints: [Point]
  /// The ordinary least-squares fit of y = ax² + bx + c to `detectedPoints`.
  public var equationCoefficients: Quadratic
  /// Mean radius of `detectedPoints`, a fraction of the picture's width.
  public var movingAverageRadius: Double

  public init(
    uuid: ObservationUUID, state: State, time: Timestamp, confidence: Double, timeRange: TimeRange,
    detectedPoints: [DetectedPoint], projectedPoints: [Point], equationCoefficients: Quadratic,
    movingAverageRadius: Double
  ) {
    self.uuid = uuid
    self.state = state
    self.time = time
    self.confidence = confidence
    self.timeRange = timeRange
    self.detectedPoints = detectedPoints
    self.projectedPoints = projectedPoints
    self.equationCoefficients = equationCoefficients
    self.movingAverageRadius = movingAverageRadius
  }
}

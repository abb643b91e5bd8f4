// A trajectory as it is known at one frame.

/// The trajectory of an object in flight, as known at one frame.
public struct TrajectoryObservation: Hashable, Sendable {
  /// The state of a trajectory.
  public enum State: String, Sendable {
    /// The first observation: at least `trajectoryLength` points agree.
    case began
    /// A further point was detected.
    case updated
    /// The trajectory is over; `detectedPoints` holds all its points.
    case ended
  }

  /// A place at which the object was detected.
  public struct DetectedPoint: Hashable, Sendable {
    /// The presentation time of the frame.
    public var time: Timestamp
    /// The object's centroid, relative to the upright picture; the middle of the streak where the exposure blurred it, and that of the whole where
    /// the border cuts off less than half of a round one.
    public var location: Point
    /// The object's radius across its direction of travel, a fraction of the picture's width.
    public var radius: Double
    /// The number of the frame among those that reached the tracker, from 0; `nil` where nobody counted.
    public var frame: Int?

    /// Creates a detected point.
    public init(time: Timestamp, location: Point, radius: Double, frame: Int? = nil) {
      self.time = time
      self.location = location
      self.radius = radius
      self.frame = frame
    }
  }

  /// The identity of the trajectory, the same in all of its observations.
  public var uuid: ObservationUUID
  /// The state of the trajectory.
  public var state: State
  /// The presentation time of the frame; for `ended`, of the frame at which the end was certain.
  public var time: Timestamp
  /// The probability that this is an object in flight, 0 to 1.
  public var confidence: Double
  /// The time from the first detected point of the whole trajectory to the newest one.
  public var timeRange: TimeRange
  /// The newest `trajectoryLength` points in order of time; all of them when the trajectory has ended.
  public var detectedPoints: [DetectedPoint]
  /// The points of `equationCoefficients` at the x of the last five detected points.
  public var projectedPoints: [Point]
  /// The ordinary least-squares fit of y = ax² + bx + c to `detectedPoints`.
  public var equationCoefficients: Quadratic
  /// The mean radius of `detectedPoints`, a fraction of the picture's width.
  public var movingAverageRadius: Double
  /// The measures of the whole trajectory so far; `nil` where it is not measured (see `MeasuringTracker`).
  public var measures: TrajectoryMeasures?

  /// Creates an observation.
  public init(
    uuid: ObservationUUID, state: State, time: Timestamp, confidence: Double, timeRange: TimeRange,
    detectedPoints: [DetectedPoint], projectedPoints: [Point], equationCoefficients: Quadratic,
    movingAverageRadius: Double, measures: TrajectoryMeasures? = nil
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
    self.measures = measures
  }
}

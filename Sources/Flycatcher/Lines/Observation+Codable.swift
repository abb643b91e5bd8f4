// Observations as the JSON Lines write them, all but the number of the frame, which belongs to the line.

extension TrackingState: Codable {}
extension TrajectoryObservation.State: Codable {}

extension Observation: Codable {
  private enum CodingKeys: String, CodingKey { case type }
  private enum Kind: String, Codable { case trajectory, object, rectangle }

  /// Reads an observation of the kind that its `type` names.
  public init(from decoder: any Decoder) throws {
    switch try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .type) {
    case .trajectory: self = .trajectory(try TrajectoryObservation(from: decoder))
    case .object: self = .object(try ObjectObservation(from: decoder))
    case .rectangle: self = .rectangle(try RectangleObservation(from: decoder))
    }
  }

  /// Writes the observation and its `type`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .trajectory(let trajectory):
      try values.encode(Kind.trajectory, forKey: .type)
      try trajectory.encode(to: encoder)
    case .object(let object):
      try values.encode(Kind.object, forKey: .type)
      try object.encode(to: encoder)
    case .rectangle(let rectangle):
      try values.encode(Kind.rectangle, forKey: .type)
      try rectangle.encode(to: encoder)
    }
  }
}

/// The keys that lines of all observations begin with.
private struct LineHead<State: Codable>: Codable {
  private enum CodingKeys: String, CodingKey { case uuid, state, time, confidence }

  let uuid: ObservationUUID
  let state: State
  let time: Timestamp
  let confidence: Double

  init(_ uuid: ObservationUUID, _ state: State, _ time: Timestamp, _ confidence: Double) {
    (self.uuid, self.state, self.time, self.confidence) = (uuid, state, time, confidence)
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    uuid = try values.decode(ObservationUUID.self, forKey: .uuid)
    state = try values.decode(State.self, forKey: .state)
    time = try values.decode(Timestamp.self, forKey: .time)
    confidence = try values.number(.confidence)
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(uuid, forKey: .uuid)
    try values.encode(state, forKey: .state)
    try values.encode(time, forKey: .time)
    try values.encode(number: confidence, .confidence)
  }
}

extension TrajectoryObservation: Codable {
  private enum CodingKeys: String, CodingKey {
    case timeRange, detectedPoints, projectedPoints, equationCoefficients, movingAverageRadius, measures
  }

  /// Reads a line of type `trajectory`.
  public init(from decoder: any Decoder) throws {
    let head = try LineHead<State>(from: decoder)
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      uuid: head.uuid, state: head.state, time: head.time, confidence: head.confidence,
      timeRange: try values.decode(TimeRange.self, forKey: .timeRange),
      detectedPoints: try values.decode([DetectedPoint].self, forKey: .detectedPoints),
      projectedPoints: try values.decode([Point].self, forKey: .projectedPoints),
      equationCoefficients: try values.decode(Quadratic.self, forKey: .equationCoefficients),
      movingAverageRadius: try values.number(.movingAverageRadius),
      measures: try values.decodeIfPresent(TrajectoryMeasures.self, forKey: .measures))
  }

  /// Writes the content of a line of type `trajectory`.
  public func encode(to encoder: any Encoder) throws {
    try LineHead(uuid, state, time, confidence).encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(timeRange, forKey: .timeRange)
    try values.encode(detectedPoints, forKey: .detectedPoints)
    try values.encode(projectedPoints, forKey: .projectedPoints)
    try values.encode(equationCoefficients, forKey: .equationCoefficients)
    try values.encode(number: movingAverageRadius, .movingAverageRadius)
    try values.encodeIfPresent(measures, forKey: .measures)
  }
}

extension TrajectoryObservation.DetectedPoint: Codable {
  private enum CodingKeys: String, CodingKey { case time, x, y, radius, frame }

  /// Reads `{"time":…,"x":…,"y":…,"radius":…,"frame":…}`. Older lines have no radius, which is not a number then, and
  /// no frame.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      time: try values.decode(Timestamp.self, forKey: .time),
      location: Point(x: try values.number(.x), y: try values.number(.y)),
      radius: values.contains(.radius) ? try values.number(.radius) : .nan,
      frame: try values.decodeIfPresent(Int.self, forKey: .frame))
  }

  /// Writes `{"time":…,"x":…,"y":…,"radius":…,"frame":…}`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(time, forKey: .time)
    try values.encode(number: location.x, .x)
    try values.encode(number: location.y, .y)
    try values.encode(number: radius, .radius)
    try values.encodeIfPresent(frame, forKey: .frame)
  }
}

extension ObjectObservation: Codable {
  private enum CodingKeys: String, CodingKey { case label, boundingBox }

  /// Reads a line of type `object`.
  public init(from decoder: any Decoder) throws {
    let head = try LineHead<TrackingState>(from: decoder)
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      uuid: head.uuid, label: try values.decode(String.self, forKey: .label), state: head.state, time: head.time,
      confidence: head.confidence, boundingBox: try values.decode(Rectangle.self, forKey: .boundingBox))
  }

  /// Writes the content of a line of type `object`.
  public func encode(to encoder: any Encoder) throws {
    try LineHead(uuid, state, time, confidence).encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(label, forKey: .label)
    try values.encode(boundingBox, forKey: .boundingBox)
  }
}

extension RectangleObservation: Codable {
  private enum CodingKeys: String, CodingKey { case corners }

  /// Reads a line of type `rectangle`.
  public init(from decoder: any Decoder) throws {
    let head = try LineHead<TrackingState>(from: decoder)
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      uuid: head.uuid, state: head.state, time: head.time, confidence: head.confidence,
      corners: try values.decode(Quad.self, forKey: .corners))
  }

  /// Writes the content of a line of type `rectangle`.
  public func encode(to encoder: any Encoder) throws {
    try LineHead(uuid, state, time, confidence).encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(corners, forKey: .corners)
  }
}

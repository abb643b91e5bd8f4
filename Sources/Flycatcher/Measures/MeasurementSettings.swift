// How pixels become meters.

/// The settings of measuring.
public struct MeasurementSettings: Hashable, Sendable {
  /// The source of the scale.
  public enum Scale: Hashable, Sendable {
    /// Pixels alone.
    case none
    /// The fitted downward acceleration is that of gravity. For flights in a plane that faces the camera.
    case gravity
    /// The diameter of the ball in meters.
    case ballDiameter(Double)
    /// The length in meters between two places in the plane of flight.
    case length(from: Point, to: Point, meters: Double)
    /// A rectangle of known size on the floor; `nil` corners are those of the rectangle that is tracked.
    case court(corners: Quad?, size: CourtSize)
  }

  /// The size of a rectangle on the floor in meters.
  public struct CourtSize: Hashable, Sendable {
    /// The length of the side from its first corner to its second.
    public var width: Double
    /// The length of the side from its second corner to its third.
    public var length: Double

    /// Creates a size.
    public init(width: Double, length: Double) {
      self.width = width
      self.length = length
    }
  }

  /// The source of the scale; default gravity.
  public var scale = Scale.gravity
  /// The acceleration of gravity in m/s², 0.01 to 1000; default 9.80665.
  public var gravity = 9.80665
  /// The frames taken in a real second, where the film plays slower than life; `nil`: it does not.
  public var captureRate: Double?
  /// The kind of the ball, by which flights are told that the air slows too much; `nil`: not known, and the air is
  /// neglected.
  public var ball: BallKind?
  /// The focal length as a fraction of the picture's width, 0.1 to 100; `nil`: that of a usual lens, or what the court
  /// tells.
  public var focalLength: Double?
  /// The relative standard deviation of the time from frame to frame, 0 to 0.5; default 0.
  public var timingError = 0.0

  /// Creates the default settings.
  public init() {}

  /// Throws where a setting lies outside its range.
  public func validate() throws(FlycatcherError) {
    try FlycatcherError.check("gravity", gravity, in: 0.01...1000)
    try FlycatcherError.check("timingError", timingError, in: 0...0.5)
    if let captureRate { try FlycatcherError.check("captureRate", captureRate, in: 0.1...10_000_000) }
    if let focalLength { try FlycatcherError.check("focalLength", focalLength, in: 0.1...100) }
    switch scale {
    case .none, .gravity: break
    case .ballDiameter(let diameter): try FlycatcherError.check("ballDiameter", diameter, in: 0.001...100)
    case .length(let from, let to, let meters):
      try FlycatcherError.check("scale", meters, in: 0.0001...100_000)
      let isFinite = [from.x, from.y, to.x, to.y].allSatisfy { $0.isFinite && abs($0) <= 10 }
      guard isFinite, from != to else {
        throw .outOfRange(
          "scale", "\(from.x),\(from.y),\(to.x),\(to.y)",
          allowed: "two different places in the picture, each number 0 to 1")
      }
    case .court(let corners, let size):
      try FlycatcherError.check("court", size.width, in: 0.01...10_000)
      try FlycatcherError.check("court", size.length, in: 0.01...10_000)
      guard let corners, !corners.isConvexClockwise else { return }
      let text = corners.corners.map { "\($0.x),\($0.y)" }.joined(separator: ",")
      throw .outOfRange(
        "court", text, allowed: "a convex quadrilateral, its corners clockwise as they are seen in the picture")
    }
  }
}

extension Quad {
  /// A Boolean value indicating whether the corners go around clockwise in the picture and every angle is less than
  /// straight.
  var isConvexClockwise: Bool {
    let corners = corners
    guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite && abs($0.x) <= 100 && abs($0.y) <= 100 }) else {
      return false
    }
    return corners.indices.allSatisfy { index in
      let (a, b, c) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
      return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 1e-6
    }
  }
}

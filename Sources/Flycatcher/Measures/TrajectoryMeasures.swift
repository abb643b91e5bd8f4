// What is measured of a flight.

/// The measures of a trajectory, each with a standard deviation.
public struct TrajectoryMeasures: Hashable, Sendable {
  /// A measured quantity. Its unit is that of the column: pixels or meters, with seconds and degrees.
  public enum Quantity: String, CaseIterable, CodingKey, Sendable {
    /// Seconds from the first detected point to the newest.
    case duration
    /// Seconds from the launch until the ball is back at the height of the launch.
    case hangTime
    /// Degrees above the horizontal at the first point.
    case launchAngle
    /// Degrees above the horizontal at the landing; below it, as mostly, less than 0.
    case landingAngle
    /// The speed at the first point.
    case launchSpeed
    /// The speed at the apex.
    case apexSpeed
    /// The speed at the landing.
    case landingSpeed
    /// The horizontal distance from the launch to the landing.
    case range
    /// The height of the apex above the launch.
    case height
    /// The x of the first point: in pixels from the left edge; in meters 0, or with a court along its first side.
    case launchX
    /// The y of the first point: in pixels from the top edge; in meters 0, or with a court along its second side.
    case launchY
    /// The height of the first point above the floor, with a court.
    case launchZ
    /// The x of the highest point, where it lies within the flight.
    case apexX
    /// The y of the highest point, where it lies within the flight.
    case apexY
    /// The height of the highest point above the floor, with a court.
    case apexZ
    /// The x of the newest point; with a court, of where the flight meets the floor.
    case landingX
    /// The y of the newest point; with a court, of where the flight meets the floor.
    case landingY
    /// The height of the landing above the floor, with a court.
    case landingZ
    /// Seconds from the launch to the apex.
    case apexTime
    /// Seconds from the launch to the landing.
    case landingTime
    /// The downward acceleration.
    case acceleration
    /// The pixels to a meter in the middle of the flight.
    case pixelsPerMeter
    /// Degrees by which the plane of flight is turned away from that of the picture.
    case planeAngle
    /// The share of the vertical speed that the bounce before this flight left.
    case restitution

    /// A Boolean value indicating whether it changes with the unit of lengths.
    package var isLength: Bool {
      switch self {
      case .duration, .hangTime, .launchAngle, .landingAngle, .apexTime, .landingTime, .pixelsPerMeter, .planeAngle,
        .restitution:
        false
      default: true
      }
    }

    /// The unit, with a given one of lengths.
    package func unit(length: String) -> String {
      switch self {
      case .duration, .hangTime, .apexTime, .landingTime: "s"
      case .launchAngle, .landingAngle, .planeAngle: "°"
      case .launchSpeed, .apexSpeed, .landingSpeed: length + "/s"
      case .acceleration: length + "/s²"
      case .pixelsPerMeter: "px/m"
      case .restitution: ""
      default: length
      }
    }
  }

  /// The way in which meters were found.
  public enum Method: String, Hashable, Sendable, Codable {
    /// The downward acceleration is that of gravity.
    case gravity
    /// The diameter of the ball.
    case ballDiameter
    /// A length in the plane of flight.
    case scale
    /// A rectangle of known size on the floor.
    case court
  }

  /// The measures in pixels of the upright picture; y grows downward. Where pixels are not square, lengths are in heights
  /// of a pixel.
  public var pixels: [Quantity: Estimate] = [:]
  /// The measures in meters; empty where there are none. y grows upward, or with a court z does.
  public var meters: [Quantity: Estimate] = [:]
  /// The way in which meters were found; `nil` where there are none.
  public var method: Method?
  /// A Boolean value indicating whether the true speeds may be larger, because the ball also comes nearer or goes away.
  public var isLowerBound = false
  /// The reason why there are no meters; `nil` where there are, or none were asked for.
  public var refusal: String?
  /// a, b and c of x = a + bt + ct² in pixels, t being the seconds since the first point.
  public var xCoefficients: [Double] = []
  /// a, b and c of y = a + bt + ct² in pixels, t being the seconds since the first point.
  public var yCoefficients: [Double] = []
  /// The trajectory before the bounce with which this one begins.
  public var bounceOf: ObservationUUID?

  /// A place on the flight, in meters from the court's first corner: x along its first side, y along its second, z upward.
  package struct Place: Hashable, Sendable {
    /// Real seconds since the first point.
    package var time: Double
    package var x: Double
    package var y: Double
    package var z: Double
  }
  /// The places of the points, each as far from the camera as the fitted parabola is then; empty without a court.
  package var places: [Place] = []

  /// Creates empty measures.
  public init() {}
}

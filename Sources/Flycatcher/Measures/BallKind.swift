// The balls of sports: how large they are, and how fast they may be before the air counts.

/// A ball of a known kind.
///
/// Sizes and masses are those of the rules of each sport, drag coefficients are typical of its flights.
public enum BallKind: String, CaseIterable, Sendable {
  /// A basketball of size 7.
  case basketball
  /// A volleyball.
  case volleyball
  /// A football (soccer) of size 5.
  case football
  /// A handball of size 3.
  case handball
  /// A tennis ball.
  case tennis
  /// A baseball.
  case baseball
  /// A cricket ball.
  case cricket
  /// A golf ball.
  case golf
  /// A table tennis ball.
  case tableTennis
  /// The shot of the shot put, 7.26 kg.
  case shot
  /// A juggling ball.
  case juggling

  /// The diameter in meters.
  public var diameter: Double { properties.diameter }

  private var properties: (diameter: Double, mass: Double, drag: Double) {
    switch self {
    case .basketball: (0.243, 0.62, 0.5)
    case .volleyball: (0.21, 0.27, 0.4)
    case .football: (0.22, 0.43, 0.3)
    case .handball: (0.188, 0.45, 0.4)
    case .tennis: (0.067, 0.058, 0.55)
    case .baseball: (0.0738, 0.145, 0.35)
    case .cricket: (0.0721, 0.16, 0.4)
    case .golf: (0.0427, 0.0459, 0.28)
    case .tableTennis: (0.04, 0.0027, 0.45)
    case .shot: (0.12, 7.26, 0.47)
    case .juggling: (0.065, 0.13, 0.5)
    }
  }

  /// The speed in m/s at which the air slows the ball by a share of the acceleration of gravity.
  ///
  /// - Parameters:
  ///   - share: The share of gravity, such as 0.2.
  ///   - gravity: The acceleration of gravity in m/s².
  public func speed(ofDragShare share: Double, gravity: Double) -> Double {
    let area = Double.pi * properties.diameter * properties.diameter / 4
    return (2 * share * gravity * properties.mass / (Self.airDensity * properties.drag * area)).squareRoot()
  }

  /// The share of gravity by which the air slows the ball at a speed in m/s.
  public func dragShare(atSpeed speed: Double, gravity: Double) -> Double {
    let one = self.speed(ofDragShare: 1, gravity: gravity)
    return speed * speed / (one * one)
  }

  /// kg/m³, at 20 °C and sea level.
  private static let airDensity = 1.204
}

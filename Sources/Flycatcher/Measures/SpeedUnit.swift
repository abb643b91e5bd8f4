// The units in which measures are shown.

/// The unit of speeds, and with it that of lengths.
public enum SpeedUnit: String, CaseIterable, Sendable {
  /// Meters per second, and meters.
  case metersPerSecond = "m/s"
  /// Kilometers per hour, and meters.
  case kilometersPerHour = "km/h"
  /// Miles per hour, and feet.
  case milesPerHour = "mph"
  /// Feet per second, and feet.
  case feetPerSecond = "ft/s"

  /// The unit of lengths that goes with it.
  public var lengthUnit: String { isImperial ? "ft" : "m" }

  private var isImperial: Bool { self == .milesPerHour || self == .feetPerSecond }

  /// The number of these in a meter per second.
  var perMeterPerSecond: Double {
    switch self {
    case .metersPerSecond: 1
    case .kilometersPerHour: 3.6
    case .milesPerHour: 3600 / 1609.344
    case .feetPerSecond: 1 / 0.3048
    }
  }

  /// The number of these in one of its lengths a second.
  package var speedPerLength: Double { perMeterPerSecond / perMeter }

  /// The number of its lengths in a meter.
  package var perMeter: Double { isImperial ? 1 / 0.3048 : 1 }
}

extension TrajectoryMeasures {
  /// Returns a measure in meters, converted to other units.
  public func meters(_ quantity: Quantity, in unit: SpeedUnit) -> Estimate? {
    guard let estimate = meters[quantity] else { return nil }
    return switch quantity {
    case .launchSpeed, .apexSpeed, .landingSpeed: estimate.scaled(by: unit.perMeterPerSecond)
    case .pixelsPerMeter: estimate.scaled(by: 1 / unit.perMeter)
    case _ where quantity.isLength: estimate.scaled(by: unit.perMeter)
    default: estimate
    }
  }

  /// Returns the unit of a quantity in meters, converted to other units.
  package static func unit(_ quantity: Quantity, in unit: SpeedUnit) -> String {
    switch quantity {
    case .launchSpeed, .apexSpeed, .landingSpeed: unit.rawValue
    default: quantity.unit(length: unit.lengthUnit)
    }
  }

  /// The launch speed and angle in a few characters, such as `8.3 m/s 52°`; `nil` without meters.
  package func shortText(in unit: SpeedUnit) -> String? {
    guard let speed = meters(.launchSpeed, in: unit), let angle = meters[.launchAngle],
      speed.value.isFinite, angle.value.isFinite, abs(speed.value) < 1e6
    else { return nil }
    let tenths = Int((speed.value * 10).rounded())
    return "\(isLowerBound ? "≥ " : "")\(tenths / 10).\(tenths % 10) \(unit.rawValue) \(Int(angle.value.rounded()))°"
  }
}

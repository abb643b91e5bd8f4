// The one error of the trackers, as values: the setting, the refused value, the allowed ones. Its text is made in
// `FlycatcherError+Text.swift`.

/// A setting, a nomination or a frame that was refused.
public struct FlycatcherError: Error, Hashable, Sendable {
  /// The kinds of refusal.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A setting lies outside its range.
    case settingOutOfRange
    /// A box or a quad cannot be tracked: it is none, or does not lie in the picture.
    case nominationRefused
    /// The maximum number of tracks is reached.
    case limitReached
    /// A frame has no presentation time (Vision's `timeStampNotFound`).
    case timestampNotFound
    /// A frame's time does not come after that of the frame before.
    case timestampNotIncreasing
  }

  /// The kind of refusal.
  public let code: Code
  /// The name of what was refused, as in Swift, such as `trajectoryLength`; `nil` where it is no setting.
  public let setting: String?
  /// The refused value, as a user would write it; `nil` where there is none.
  public let value: String?
  /// The values that would have been accepted; `nil` where no other value would help.
  public let allowed: AllowedValues?

  /// Creates an error from its parts.
  public init(_ code: Code, setting: String? = nil, value: String? = nil, allowed: AllowedValues? = nil) {
    self.code = code
    self.setting = setting
    self.value = value
    self.allowed = allowed
  }

  /// Returns the error for a setting outside its range.
  public static func outOfRange(_ setting: String, _ value: String, allowed: AllowedValues) -> FlycatcherError {
    FlycatcherError(.settingOutOfRange, setting: setting, value: value, allowed: allowed)
  }

  /// Returns the error for a region that does not lie in the picture.
  package static func outsidePicture(_ setting: String, _ region: Rectangle) -> FlycatcherError {
    .outOfRange(setting, "\(region.x),\(region.y),\(region.width),\(region.height)", allowed: .regionInPicture)
  }

  /// Returns the error for a frame whose time does not come after that of the frame before.
  public static func timestampNotIncreasing(_ time: Timestamp, after last: Timestamp) -> FlycatcherError {
    FlycatcherError(.timestampNotIncreasing, value: "\(time.seconds)", allowed: .after(last))
  }

  /// Throws where a value lies outside a range.
  package static func check(
    _ setting: String, _ value: Double, in range: ClosedRange<Double>, unit: AllowedValues.Unit = .none
  ) throws(FlycatcherError) {
    guard !range.contains(value) else { return }
    throw .outOfRange(setting, number(value) + unit.suffix, allowed: .range(range, unit))
  }

  /// Throws where a number lies outside a range.
  package static func check(
    _ setting: String, _ value: Int, in range: ClosedRange<Int>
  ) throws(FlycatcherError) {
    guard !range.contains(value) else { return }
    let bounds = Double(range.lowerBound)...Double(range.upperBound)
    throw .outOfRange(setting, "\(value)", allowed: .range(bounds, .none))
  }

  /// Throws where a number lies below a lower bound.
  package static func check(
    _ setting: String, _ value: Int, in range: PartialRangeFrom<Int>
  ) throws(FlycatcherError) {
    guard !range.contains(value) else { return }
    throw .outOfRange(setting, "\(value)", allowed: .atLeast(Double(range.lowerBound), .none))
  }

  /// Throws where a duration is shorter than a number of seconds.
  package static func check(
    _ setting: String, _ value: Duration, in range: PartialRangeFrom<Double>
  ) throws(FlycatcherError) {
    guard value < .seconds(range.lowerBound) else { return }
    throw .outOfRange(setting, number(value.seconds) + " s", allowed: .atLeast(range.lowerBound, .seconds))
  }

  /// Throws where a duration lies outside a range of seconds.
  package static func check(
    _ setting: String, _ value: Duration, in range: ClosedRange<Double>
  ) throws(FlycatcherError) {
    guard value < .seconds(range.lowerBound) || value > .seconds(range.upperBound) else { return }
    throw .outOfRange(setting, number(value.seconds) + " s", allowed: .range(range, .seconds))
  }
}

/// The values that a setting accepts.
public enum AllowedValues: Hashable, Sendable {
  /// The unit of a range.
  public enum Unit: String, Hashable, Sendable {
    /// A number without a unit, such as a count, a fraction or a confidence.
    case none = ""
    /// Seconds of stream time.
    case seconds = "seconds"
    /// Degrees of an angle.
    case degrees = "degrees"
  }

  /// Numbers in a range.
  case range(ClosedRange<Double>, Unit)
  /// Numbers from a lower bound on.
  case atLeast(Double, Unit)
  /// Numbers up to an upper bound.
  case atMost(Double, Unit)
  /// Numbers not below the value of another setting.
  case atLeastSetting(String, Double)
  /// Numbers not above the value of another setting.
  case atMostSetting(String, Double)
  /// A region `x,y,width,height` inside the picture.
  case regionInPicture
  /// Times after that of the frame before.
  case after(Timestamp)
  /// A condition in words that complete the sentence "it must be …".
  case words(String)

  /// The numbers of the range, where it is one; an open end is infinite.
  public var bounds: ClosedRange<Double>? {
    switch self {
    case .range(let range, _): range
    case .atLeast(let least, _), .atLeastSetting(_, let least): least...Double.infinity
    case .atMost(let most, _), .atMostSetting(_, let most): -Double.infinity...most
    case .regionInPicture: 0...1
    case .after, .words: nil
    }
  }
}

extension AllowedValues: ExpressibleByStringInterpolation {
  /// Creates a condition from the words that complete the sentence "it must be …".
  public init(stringLiteral words: String) { self = .words(words) }
}

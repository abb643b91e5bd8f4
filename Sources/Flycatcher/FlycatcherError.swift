// The one error of the trackers: what is wrong, with the value, the range it must keep and what to do.

/// Why a setting or a frame was refused.
public struct FlycatcherError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// A setting lies outside its range.
    case settingOutOfRange
    /// A frame has no presentation time (Vision's `timeStampNotFound`).
    case timestampNotFound
    /// A frame's time does not come after that of the frame before.
    case timestampNotIncreasing
  }

  public let code: Code
  /// One sentence for the user.
  public let description: String

  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// A setting outside its range.
  public static func outOfRange(_ name: String, _ value: String, allowed: String) -> FlycatcherError {
    FlycatcherError(.settingOutOfRange, "\(name) is \(value); it must be \(allowed).")
  }
}

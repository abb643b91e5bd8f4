// A moment and a stretch of a stream. Presentation time in stream time, never the wall clock.

/// A moment in stream time.
///
/// Stream time counts from the beginning of the stream: the first picture of a file lies at 0, or shortly after it,
/// whatever the raw timestamps in the file.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// The time since the beginning of the stream in nanoseconds.
  public var nanoseconds: Int64

  /// Creates a moment from its time since the beginning of the stream in nanoseconds.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Creates a moment from its time since the beginning of the stream in seconds.
  ///
  /// - Parameter seconds: The time, rounded to the nearest nanosecond; what does not fit is clamped, not a number is 0.
  public init(seconds: Double) {
    let value = (seconds * 1e9).rounded()
    nanoseconds = value.isNaN ? 0 : Int64(max(min(value, 9.2e18), -9.2e18))
  }

  /// The beginning of the stream.
  public static let zero = Timestamp(nanoseconds: 0)

  /// The time since the beginning of the stream in seconds.
  public var seconds: Double { Double(nanoseconds) * 1e-9 }

  /// Returns a Boolean value indicating whether one moment comes before another.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Returns the time from `right` to `left`; negative when `left` is the earlier one.
  public static func - (left: Timestamp, right: Timestamp) -> Duration {
    .nanoseconds(left.nanoseconds.subtractingReportingOverflow(right.nanoseconds).partialValue)
  }

  /// Returns the moment a time after another; before it where the time is negative.
  public static func + (left: Timestamp, right: Duration) -> Timestamp {
    let parts = right.components
    return Timestamp(
      nanoseconds: left.nanoseconds &+ parts.seconds &* 1_000_000_000 &+ parts.attoseconds / 1_000_000_000)
  }
}

/// A stretch of a stream.
public struct TimeRange: Hashable, Sendable {
  /// The moment at which the stretch begins.
  public var start: Timestamp
  /// The length of the stretch.
  public var duration: Duration

  /// Creates a stretch from its beginning and its length.
  public init(start: Timestamp, duration: Duration) {
    self.start = start
    self.duration = duration
  }

  /// Creates a stretch from one moment to another.
  public init(from start: Timestamp, to end: Timestamp) {
    self.init(start: start, duration: end - start)
  }

  /// The moment at which the stretch ends.
  public var end: Timestamp { start + duration }

  /// Returns a Boolean value indicating whether it comes first in a list: what begins earlier, and of what begins together what ends earlier.
  package func precedes(_ other: TimeRange) -> Bool { (start, end) < (other.start, other.end) }
}

extension Duration {
  /// The length in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

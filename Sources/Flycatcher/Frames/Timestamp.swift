// A moment of the stream, and a stretch of it. Presentation time in stream time, never the wall clock.

/// A moment in stream time.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Nanoseconds since the start of the stream.
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// - Parameter seconds: rounded to the nearest nanosecond; what does not fit is clamped.
  public init(seconds: Double) {
    let value = (seconds * 1e9).rounded()
    nanoseconds = value.isNaN ? 0 : Int64(max(min(value, 9.2e18), -9.2e18))
  }

  public static let zero = Timestamp(nanoseconds: 0)

  /// Seconds since the start of the stream.
  public var seconds: Double { Double(nanoseconds) * 1e-9 }

  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The time from `right` to `left`; negative when `left` is the earlier one.
  public static func - (left: Timestamp, right: Timestamp) -> Duration {
    .nanoseconds(left.nanoseconds.subtractingReportingOverflow(right.nanoseconds).partialValue)
  }

  public static func + (left: Timestamp, right: Duration) -> Timestamp {
    let parts = right.components
    return Timestamp(
      nanoseconds: left.nanoseconds &+ parts.seconds &* 1_000_000_000 &+ parts.attoseconds / 1_000_000_000)
  }
}

/// A stretch of the stream.
public struct TimeRange: Hashable, Sendable {
  public var start: Timestamp
  public var duration: Duration

  public init(start: Timestamp, duration: Duration) {
    self.start = start
    self.duration = duration
  }

  /// From `start` to `end`.
  public init(from start: Timestamp, to end: Timestamp) {
    self.init(start: start, duration: end - start)
  }

  public var end: Timestamp { start + duration }
}

extension Duration {
  /// The length in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

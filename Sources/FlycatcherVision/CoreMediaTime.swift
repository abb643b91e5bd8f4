// Core Media's time, as far as Vision's interface speaks of it: code that was written for Apple's systems compiles.
package import Flycatcher

/// A moment or a length of time: `value` / `timescale` seconds.
public struct CMTime: Hashable, Sendable {
  /// The number of units.
  public var value: Int64
  /// The number of units in a second, 1 or more.
  public var timescale: Int32

  /// No time at all.
  public static let zero = CMTime(value: 0, timescale: 1_000_000_000)

  /// Creates a time from a number of units and the number of them in a second; 1 where that is below 1.
  public init(value: Int64, timescale: Int32) {
    self.value = value
    self.timescale = max(timescale, 1)
  }

  /// Creates the multiple of 1 / `preferredTimescale` seconds that is nearest to a number of seconds.
  public init(seconds: Double, preferredTimescale: Int32) {
    let scale = max(preferredTimescale, 1)
    let units = (seconds * Double(scale)).rounded()
    self.init(value: units.isNaN ? 0 : Int64(max(min(units, 9.2e18), -9.2e18)), timescale: scale)
  }

  /// The time in seconds.
  public var seconds: Double { Double(value) / Double(timescale) }

  package init(_ timestamp: Timestamp) {
    self.init(value: timestamp.nanoseconds, timescale: 1_000_000_000)
  }

  package init(_ duration: Duration) {
    self.init(seconds: duration.seconds, preferredTimescale: 1_000_000_000)
  }

  package var duration: Duration {
    .seconds(value / Int64(timescale)) + .nanoseconds(value % Int64(timescale) * 1_000_000_000 / Int64(timescale))
  }
}

/// A stretch of time.
public struct CMTimeRange: Hashable, Sendable {
  /// The moment at which the stretch begins.
  public var start: CMTime
  /// The length of the stretch.
  public var duration: CMTime

  /// Creates a stretch from its beginning and its length.
  public init(start: CMTime, duration: CMTime) {
    self.start = start
    self.duration = duration
  }

  /// The moment at which the stretch ends.
  public var end: CMTime {
    CMTime(seconds: start.seconds + duration.seconds, preferredTimescale: max(start.timescale, duration.timescale))
  }

  package init(_ range: TimeRange) {
    self.init(start: CMTime(range.start), duration: CMTime(range.duration))
  }

  /// Creates the moment of one frame.
  package init(at timestamp: Timestamp) {
    self.init(start: CMTime(timestamp), duration: .zero)
  }
}

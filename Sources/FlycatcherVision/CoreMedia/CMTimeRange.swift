// Core Media's stretch of time.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

package import Flycatcher

/// A stretch of time: its start belongs to it, its end does not.
public struct CMTimeRange: Hashable, Sendable {
  /// The moment at which the stretch begins.
  public var start: CMTime
  /// The length of the stretch; ``CMTime/positiveInfinity`` and ``CMTime/indefinite`` mean that it has no end.
  public var duration: CMTime

  /// The stretch of no length at the beginning.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// The stretch that is none.
  public static let invalid = CMTimeRange(start: .invalid, duration: .invalid)

  /// Creates the invalid stretch.
  public init() { self = .invalid }

  /// Creates a stretch from its beginning and its length.
  public init(start: CMTime, duration: CMTime) {
    self.start = start
    self.duration = duration
  }

  /// Creates a stretch from its beginning and its end; an end that is not known, or never comes, is kept as it is.
  public init(start: CMTime, end: CMTime) {
    self.init(start: start, duration: end - start)
  }

  /// The moment at which the stretch ends.
  public var end: CMTime { start + duration }

  /// A Boolean value indicating whether both times are valid and the length is not negative.
  public var isValid: Bool { start.isValid && duration.isValid && duration >= .zero }
  /// A Boolean value indicating whether the stretch is valid and has no length.
  public var isEmpty: Bool { isValid && duration == .zero }
  /// A Boolean value indicating whether the start or the length is not known.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

  /// Returns a Boolean value indicating whether a moment lies in the stretch.
  public func containsTime(_ time: CMTime) -> Bool {
    guard isValid, time.isNumeric else { return false }
    return time >= start && (duration.isIndefinite || duration.isPositiveInfinity || time < end)
  }

  /// Returns the stretch that two stretches have in common; ``zero`` where there is none.
  public func intersection(_ other: CMTimeRange) -> CMTimeRange {
    guard isValid, other.isValid else { return .invalid }
    let (from, to) = (CMTimeMaximum(start, other.start), CMTimeMinimum(end, other.end))
    return from < to ? CMTimeRange(start: from, end: to) : .zero
  }

  /// Returns the stretch from the earlier start of two stretches to the later end.
  public func union(_ other: CMTimeRange) -> CMTimeRange {
    guard isValid, other.isValid else { return .invalid }
    return CMTimeRange(start: CMTimeMinimum(start, other.start), end: CMTimeMaximum(end, other.end))
  }

  package init(_ range: TimeRange) {
    self.init(start: CMTime(range.start), duration: CMTime(range.duration))
  }

  /// Creates the moment of one frame.
  package init(at timestamp: Timestamp) {
    self.init(start: CMTime(timestamp), duration: .zero)
  }
}

/// Returns the stretch of a beginning and a length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}

/// Returns the stretch from one moment to another.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }

/// Returns the moment at which a stretch ends.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// Returns a Boolean value indicating whether a moment lies in a stretch.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }

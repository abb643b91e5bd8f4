// Core Media's time: a number of units of a fraction of a second, and the times that are no numbers.
package import Flycatcher

/// The number of units of a time.
public typealias CMTimeValue = Int64
/// The number of units in a second.
public typealias CMTimeScale = Int32
/// The number of a timeline, for times that cannot be compared by their values.
public typealias CMTimeEpoch = Int64

/// The marks of a time: numeric or not, exact or rounded.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  /// The bits, by Core Media's numbers.
  public let rawValue: UInt32

  /// Creates a set of marks from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The time is valid; without this mark nothing else counts.
  public static let valid = CMTimeFlags(rawValue: 1)
  /// The time is the nearest one to the result of a computation, not the result itself.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  /// The time is later than all others.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  /// The time is earlier than all others.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  /// The time is not known, as the end of a live stream.
  public static let indefinite = CMTimeFlags(rawValue: 16)
  /// The three marks of a time without a number.
  public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// A moment or a length of time: `value` / `timescale` seconds, exact, or a time that is no number.
///
/// A moment is in stream time: 0 is the beginning of the stream. Apple's type counts from wherever its source counts.
public struct CMTime: Sendable {
  /// The number of units.
  public var value: CMTimeValue
  /// The number of units in a second, 1 or more where the time is a number.
  public var timescale: CMTimeScale
  /// The marks of the time.
  public var flags: CMTimeFlags
  /// The number of the timeline; 0 unless set, and kept by arithmetic.
  public var epoch: CMTimeEpoch

  /// The time of no length, and the beginning of a stream.
  public static let zero = CMTime(value: 0, timescale: 1, flags: .valid, epoch: 0)
  /// The time that is none.
  public static let invalid = CMTime(value: 0, timescale: 0, flags: [], epoch: 0)
  /// The time that is not known; of a setting, that it sets no limit.
  public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// The time later than all others.
  public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// The time earlier than all others.
  public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

  /// Creates the invalid time.
  public init() { self = .invalid }

  /// Creates a time from all of its parts, which are not checked.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// Creates a time from a number of units and the number of them in a second; invalid where that is not positive.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self = timescale > 0 ? CMTime(value: value, timescale: timescale, flags: .valid, epoch: 0) : .invalid
  }

  /// Creates the multiple of 1 / `preferredTimescale` seconds that is nearest to a number of seconds.
  ///
  /// Marked as rounded where it is not that number of seconds; infinite where the number does not fit; invalid where
  /// `seconds` is not a number or the scale not positive.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    let units = (seconds * Double(preferredTimescale)).rounded()
    guard preferredTimescale > 0, !units.isNaN else {
      self = .invalid
      return
    }
    guard let value = Int64(exactly: units) else {
      self = units > 0 ? .positiveInfinity : .negativeInfinity
      return
    }
    self.init(value: value, timescale: preferredTimescale)
    if units / Double(preferredTimescale) != seconds { flags.insert(.hasBeenRounded) }
  }

  /// The time in seconds; infinite, or not a number, where the time is.
  public var seconds: Double {
    if isNumeric { return Double(value) / Double(timescale) }
    if isPositiveInfinity { return .infinity }
    return isNegativeInfinity ? -.infinity : .nan
  }

  /// A Boolean value indicating whether this is a time at all.
  public var isValid: Bool { flags.contains(.valid) }
  /// A Boolean value indicating whether this is a number of seconds: neither invalid nor indefinite nor infinite.
  public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0 }
  /// A Boolean value indicating whether the time is not known.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// A Boolean value indicating whether the time is later than all others.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// A Boolean value indicating whether the time is earlier than all others.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// A Boolean value indicating whether the time is the nearest one to a result that cannot be told exactly.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }
}

extension CMTime {
  package init(_ timestamp: Timestamp) {
    self.init(value: timestamp.nanoseconds, timescale: 1_000_000_000)
  }

  package init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let sum = nanoseconds.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000)
    let isTooLong = nanoseconds.overflow || sum.overflow
    self = isTooLong ? .positiveInfinity : CMTime(value: sum.partialValue, timescale: 1_000_000_000)
  }

  /// The nearest number of nanoseconds; `nil` where the time is no number, or does not fit.
  private var nanoseconds: Int64? {
    guard isNumeric else { return nil }
    return Int64(exactly: (Int128(value) * 1_000_000_000).dividedAndRounded(by: Int128(timescale)))
  }

  /// The time as the trackers count it; `nil` where it is no number, or does not fit.
  package var duration: Duration? { nanoseconds.map { .nanoseconds($0) } }

  /// The moment as the trackers count it; `nil` where it is no number, or does not fit.
  package var timestamp: Timestamp? { nanoseconds.map { Timestamp(nanoseconds: $0) } }
}

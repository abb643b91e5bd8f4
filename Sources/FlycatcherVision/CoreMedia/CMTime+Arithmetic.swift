// Sums, products and comparisons of times, exact wherever the result is a time.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

extension CMTime: Comparable, Hashable {
  /// Returns a Boolean value indicating whether two times are the same moment: 1/2 s and 2/4 s are.
  public static func == (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) == 0 }

  /// Returns a Boolean value indicating whether one time is earlier than another.
  ///
  /// Core Media's order: negative infinity, numbers, indefinite, positive infinity, invalid.
  public static func < (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) < 0 }

  /// Feeds the moment, in lowest terms, to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    guard isNumeric else { return }
    let divisor = greatestCommonDivisor(Int128(value).magnitude, UInt128(timescale.magnitude))
    hasher.combine(epoch)
    hasher.combine(Int128(value) / Int128(divisor))
    hasher.combine(Int128(timescale) / Int128(divisor))
  }

  /// Returns the sum of two times; see ``CMTimeAdd(_:_:)``.
  public static func + (left: CMTime, right: CMTime) -> CMTime { CMTimeAdd(left, right) }

  /// Returns the difference of two times; see ``CMTimeSubtract(_:_:)``.
  public static func - (left: CMTime, right: CMTime) -> CMTime { CMTimeSubtract(left, right) }

  /// Returns the time in units of another scale.
  ///
  /// - Parameters:
  ///   - newTimescale: The number of units in a second, 1 or more.
  ///   - method: The way of rounding, where the time is no whole number of these units.
  /// - Returns: The time, marked as rounded where it had to be; the time itself where it is no number.
  public func convertScale(_ newTimescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
    CMTimeConvertScale(self, timescale: newTimescale, method: method)
  }

  /// The place in Core Media's order of times that are no numbers among themselves and the numbers.
  fileprivate var rank: Int {
    if !isValid { return 4 }
    if isNegativeInfinity { return 0 }
    if isPositiveInfinity { return 3 }
    return isNumeric ? 1 : 2
  }

  fileprivate var negated: CMTime {
    guard isNumeric else {
      if isPositiveInfinity { return .negativeInfinity }
      return isNegativeInfinity ? .positiveInfinity : self
    }
    guard value != .min else { return .positiveInfinity }
    return CMTime(value: -value, timescale: timescale, flags: flags, epoch: epoch)
  }

  /// Creates the time of a fraction of seconds in the units of the fraction if they fit, else in the finest that do.
  fileprivate init(_ numerator: Int128, over denominator: Int128, like time: CMTime, hasBeenRounded: Bool) {
    var (numerator, denominator, isRounded) = (numerator, denominator, hasBeenRounded)
    if denominator > Int128(Int32.max) || Int64(exactly: numerator) == nil {
      let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
      (numerator, denominator) = (numerator / divisor, denominator / divisor)
    }
    if denominator > Int128(Int32.max) {
      let scale = Int128(Int32.max)
      let product = numerator.multipliedReportingOverflow(by: scale)
      let coarse =
        product.overflow
        ? (numerator / denominator) * scale
        : product.partialValue.dividedAndRounded(by: denominator)
      (numerator, denominator, isRounded) = (coarse, scale, true)
    }
    while Int64(exactly: numerator) == nil, denominator > 1 {
      (numerator, denominator, isRounded) = (numerator / 2, max(denominator / 2, 1), true)
    }
    guard let value = Int64(exactly: numerator), let scale = Int32(exactly: denominator) else {
      self = numerator > 0 ? .positiveInfinity : .negativeInfinity
      return
    }
    self.init(value: value, timescale: scale, flags: .valid, epoch: time.epoch)
    if isRounded { flags.insert(.hasBeenRounded) }
  }
}

/// Returns the sum of two times, exact wherever a time can hold it.
///
/// Where the scales differ, the result has their least common multiple as its scale. Marked as rounded where that does
/// not fit, or where one of the times is. A time that is no number makes the sum invalid, indefinite or infinite, in
/// this order; infinities of both signs give an invalid time.
public func CMTimeAdd(_ left: CMTime, _ right: CMTime) -> CMTime {
  guard left.isNumeric, right.isNumeric else {
    guard left.isValid, right.isValid else { return .invalid }
    if left.isIndefinite || right.isIndefinite { return .indefinite }
    guard left.rank == right.rank || left.isNumeric || right.isNumeric else { return .invalid }
    return left.isNumeric ? right : left
  }
  let divisor = Int128(greatestCommonDivisor(UInt128(left.timescale.magnitude), UInt128(right.timescale.magnitude)))
  let scale = Int128(left.timescale) / divisor * Int128(right.timescale)
  let sum =
    Int128(left.value) * (scale / Int128(left.timescale)) + Int128(right.value) * (scale / Int128(right.timescale))
  return CMTime(sum, over: scale, like: left, hasBeenRounded: left.hasBeenRounded || right.hasBeenRounded)
}

/// Returns the difference of two times, as ``CMTimeAdd(_:_:)`` returns sums.
public func CMTimeSubtract(_ left: CMTime, _ right: CMTime) -> CMTime { CMTimeAdd(left, right.negated) }

/// Returns a multiple of a time, exact wherever a time can hold it.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  CMTimeMultiplyByRatio(time, multiplier: multiplier, divisor: 1)
}

/// Returns a time multiplied by a fraction, exact wherever a time can hold it; invalid where the divisor is 0.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  guard divisor != 0 else { return .invalid }
  guard time.isNumeric else {
    return (multiplier < 0) != (divisor < 0) ? time.negated : time
  }
  let sign: Int128 = divisor < 0 ? -1 : 1
  let product = Int128(time.value) * Int128(multiplier) * sign
  let parts = Int128(divisor) * sign
  // In its own units where that is exact.
  if product % parts == 0 {
    return CMTime(product / parts, over: Int128(time.timescale), like: time, hasBeenRounded: time.hasBeenRounded)
  }
  return CMTime(product, over: Int128(time.timescale) * parts, like: time, hasBeenRounded: time.hasBeenRounded)
}

/// Returns a time multiplied by a number, to the nearest unit of its scale.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
  guard time.isNumeric else { return multiplier < 0 ? time.negated : time }
  return CMTime(seconds: time.seconds * multiplier, preferredTimescale: time.timescale)
}

/// Returns −1 where the first time is earlier, 1 where it is later, and 0 where both are the same moment.
public func CMTimeCompare(_ left: CMTime, _ right: CMTime) -> Int32 {
  guard left.isNumeric, right.isNumeric else { return sign(left.rank, right.rank) }
  guard left.epoch == right.epoch else { return sign(left.epoch, right.epoch) }
  return sign(Int128(left.value) * Int128(right.timescale), Int128(right.value) * Int128(left.timescale))
}

/// Returns the earlier one of two times.
public func CMTimeMinimum(_ left: CMTime, _ right: CMTime) -> CMTime { right < left ? right : left }

/// Returns the later one of two times.
public func CMTimeMaximum(_ left: CMTime, _ right: CMTime) -> CMTime { right > left ? right : left }

/// Returns a time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  time.isNegativeInfinity || (time.isNumeric && time.value < 0) ? time.negated : time
}

/// Returns the time of a number of units; invalid where the scale is not positive.
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// Returns the multiple of 1 / `preferredTimescale` seconds that is nearest to a number of seconds.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: CMTimeScale) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// Returns a time in seconds; infinite, or not a number, where the time is.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }

/// The ways of rounding a time to a whole number of units, by Core Media's numbers.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest, halves away from zero.
  case roundHalfAwayFromZero = 1
  /// Toward zero.
  case roundTowardZero = 2
  /// Away from zero.
  case roundAwayFromZero = 3
  /// Toward zero where the scale becomes coarser, away from zero where it becomes finer.
  case quickTime = 4
  /// Toward the later time.
  case roundTowardPositiveInfinity = 5
  /// Toward the earlier time.
  case roundTowardNegativeInfinity = 6

  /// The way of rounding that is used where none is chosen.
  public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

/// Returns a time in units of another scale; marked as rounded where it had to be.
///
/// - Parameters:
///   - time: The time; returned as it is where it is no number.
///   - newTimescale: The number of units in a second, 1 or more; the result is invalid otherwise.
///   - method: The way of rounding.
public func CMTimeConvertScale(
  _ time: CMTime, timescale newTimescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime {
  guard time.isNumeric else { return time }
  guard newTimescale > 0 else { return .invalid }
  let (whole, rest) = (Int128(time.value) * Int128(newTimescale)).quotientAndRemainder(
    dividingBy: Int128(time.timescale))
  let isUpward = rest > 0
  let away = whole + (isUpward ? 1 : -1)
  let units: Int128 =
    switch method {
    case _ where rest == 0: whole
    case .roundHalfAwayFromZero: 2 * rest.magnitude >= UInt128(time.timescale) ? away : whole
    case .roundTowardZero: whole
    case .roundAwayFromZero: away
    case .quickTime: newTimescale < time.timescale ? whole : away
    case .roundTowardPositiveInfinity: isUpward ? away : whole
    case .roundTowardNegativeInfinity: isUpward ? whole : away
    }
  guard let value = Int64(exactly: units) else { return units > 0 ? .positiveInfinity : .negativeInfinity }
  var result = CMTime(value: value, timescale: newTimescale, flags: time.flags, epoch: time.epoch)
  if rest != 0 { result.flags.insert(.hasBeenRounded) }
  return result
}

private func sign<Value: Comparable>(_ left: Value, _ right: Value) -> Int32 {
  left < right ? -1 : left > right ? 1 : 0
}

private func greatestCommonDivisor(_ left: UInt128, _ right: UInt128) -> UInt128 {
  var (left, right) = (left, right)
  while right != 0 { (left, right) = (right, left % right) }
  return max(left, 1)
}

extension Int128 {
  /// Returns the quotient to the nearest whole number, halves away from zero; the divisor is positive.
  func dividedAndRounded(by divisor: Int128) -> Int128 {
    let (whole, rest) = quotientAndRemainder(dividingBy: divisor)
    guard 2 * rest.magnitude >= divisor.magnitude else { return whole }
    return whole + (rest < 0 ? -1 : 1)
  }
}

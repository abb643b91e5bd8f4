// Sixteen pixels at once, for the few places where a plain loop is not turned into vector code.

/// Sixteen neighboring 8-bit samples: a row of a tile.
typealias PixelVector = SIMD16<UInt8>

extension PixelVector {
  /// The samples from `index` on. Any sixteen bytes are a valid vector, and the load itself is checked against the bounds.
  @inline(__always)
  @safe
  init(_ row: Span<UInt8>, at index: Int) {
    self = unsafe row.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: PixelVector.self)
  }

  /// The samples from `index` on, all of which the row must hold: for loops over what was checked as a whole, where most of the time would go into
  /// checks.
  @inline(__always)
  @unsafe
  init(unchecked row: Span<UInt8>, at index: Int) {
    self = unsafe row.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: PixelVector.self)
  }

  /// The samples of an array from `index` on.
  @inline(__always)
  init(_ samples: [UInt8], at index: Int) { self.init(samples.span, at: index) }

  /// Writes the samples to a row from `index` on. Any bytes are samples, and the bounds are checked.
  @inline(__always)
  @safe
  func write(to row: inout MutableSpan<UInt8>, at index: Int) {
    var bytes = unsafe row.mutableBytes
    bytes.storeBytes(of: self, toByteOffset: index, as: PixelVector.self)
  }

  /// Eight numbers of sixteen bits.
  typealias Lanes = SIMD8<UInt16>

  /// The samples at even places, and those at odd ones; the first byte is the lower one of a number.
  @inline(__always)
  var even: Lanes { lanes & 0x00FF }
  @inline(__always)
  var odd: Lanes { lanes &>> 8 }

  /// The higher bytes of the numbers for even places and of those for odd ones.
  @inline(__always)
  @safe
  init(highBytesOf even: Lanes, _ odd: Lanes) {
    self = unsafe unsafeBitCast((even &>> 8) | (odd & 0xFF00), to: PixelVector.self)
  }

  /// The samples as numbers of sixteen bits; any bytes are valid ones.
  @inline(__always)
  @safe
  private var lanes: Lanes { unsafe unsafeBitCast(self, to: Lanes.self) }

  /// |a − b| for each sample.
  @inline(__always)
  static func difference(_ a: PixelVector, _ b: PixelVector) -> PixelVector {
    larger(a, b) &- a.replacing(with: b, where: b .< a)
  }

  /// The larger of both for each sample; `pointwiseMax` is not always compiled in place.
  @inline(__always)
  static func larger(_ a: PixelVector, _ b: PixelVector) -> PixelVector { a.replacing(with: b, where: a .< b) }

  /// Returns 1 where any sample is at least that of another vector, and 0 elsewhere, without a branch.
  @inline(__always)
  func reaches(_ other: PixelVector) -> Int {
    let words = PixelVector(repeating: 0).replacing(with: PixelVector(repeating: 1), where: self .>= other).words
    let any = words.x | words.y
    return Int(truncatingIfNeeded: (any | (0 &- any)) &>> 63)
  }

  /// Returns a bit for each sample, that of the first one lowest: 1 where it is at least that of another vector.
  ///
  /// The multiplication gathers the lowest bits of a word's eight bytes in its highest byte; the first byte is the lowest one of a word, as on every
  /// machine that this is built for.
  @inline(__always)
  func mask(atLeast other: PixelVector) -> UInt32 {
    let words = PixelVector(repeating: 0).replacing(with: PixelVector(repeating: 1), where: self .>= other).words
    guard words.x | words.y != 0 else { return 0 }
    let gather: UInt64 = 0x0102_0408_1020_4080
    return UInt32(truncatingIfNeeded: (words.x &* gather) &>> 56)
      | UInt32(truncatingIfNeeded: (words.y &* gather) &>> 56) &<< 8
  }

  /// The sum of all samples.
  @inline(__always)
  var total: Int {
    let (even, words): (UInt64, SIMD2<UInt64>) = (0x00FF_00FF_00FF_00FF, words)
    let sum = (words.x & even) &+ (words.x &>> 8 & even) &+ (words.y & even) &+ (words.y &>> 8 & even)
    return Int(truncatingIfNeeded: (sum &* 0x0001_0001_0001_0001) &>> 48)
  }

  /// The sum of all samples, and the sums of them times their places, 0 to 15, and times the squares of those.
  ///
  /// A multiplication gathers the weighted sum of four numbers of sixteen bits in the highest of them: no sum of eight samples times the squares of
  /// their places is longer than that.
  @inline(__always)
  var moments: (sum: Int, first: Int, second: Int) {
    let words = words
    let (low, high) = (Self.moments(words.x), Self.moments(words.y))
    return (
      low.sum &+ high.sum, low.first &+ high.first &+ 8 &* high.sum,
      low.second &+ high.second &+ 16 &* high.first &+ 64 &* high.sum
    )
  }

  /// The same for eight samples.
  @inline(__always)
  private static func moments(_ word: UInt64) -> (sum: Int, first: Int, second: Int) {
    let bytes: UInt64 = 0x00FF_00FF_00FF_00FF
    let (even, odd) = (word & bytes, word &>> 8 & bytes)
    let sum = ((even &+ odd) &* 0x0001_0001_0001_0001) &>> 48
    // The factor of the first number stands highest.
    let first = (even &* 0x0000_0002_0004_0006 &+ odd &* 0x0001_0003_0005_0007) &>> 48
    let second = (even &* 0x0000_0004_0010_0024 &+ odd &* 0x0001_0009_0019_0031) &>> 48
    return (Int(truncatingIfNeeded: sum), Int(truncatingIfNeeded: first), Int(truncatingIfNeeded: second))
  }

  /// The samples at places in a range, each no more than `limit`; 0 elsewhere.
  @inline(__always)
  func limited(to limit: UInt8, in range: Range<Int>) -> PixelVector {
    let places = PixelVector(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    let limits = PixelVector(repeating: limit)
    let small = replacing(with: limits, where: limits .< self)
    let (first, end) = (UInt8(truncatingIfNeeded: range.lowerBound), UInt8(truncatingIfNeeded: range.upperBound))
    return small.replacing(
      with: 0, where: (places .< PixelVector(repeating: first)) .| (places .>= PixelVector(repeating: end)))
  }

  /// The samples as two words; any bytes are valid ones.
  @inline(__always)
  @safe
  private var words: SIMD2<UInt64> { unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self) }
}

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

  /// The samples of an array from `index` on.
  @inline(__always)
  init(_ samples: [UInt8], at index: Int) { self.init(samples.span, at: index) }

  /// |a − b| for each sample.
  @inline(__always)
  static func difference(_ a: PixelVector, _ b: PixelVector) -> PixelVector {
    larger(a, b) &- a.replacing(with: b, where: b .< a)
  }

  /// The larger of both for each sample; `pointwiseMax` is not always compiled in place.
  @inline(__always)
  static func larger(_ a: PixelVector, _ b: PixelVector) -> PixelVector { a.replacing(with: b, where: a .< b) }

  /// A bit for each sample, that of the first one lowest: whether it is at least that of another vector.
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

  /// The samples as two words; any bytes are valid ones.
  @inline(__always)
  @safe
  private var words: SIMD2<UInt64> { unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self) }
}

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

  /// The sum of all samples.
  @inline(__always)
  var total: Int {
    let wide = SIMD16<UInt16>(truncatingIfNeeded: self)
    return Int(wide.wrappedSum())
  }
}

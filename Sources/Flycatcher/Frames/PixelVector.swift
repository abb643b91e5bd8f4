// Sixteen pixels at once: the loads, stores and differences that the row kernels are made of.

/// Sixteen neighboring 8-bit samples.
typealias PixelVector = SIMD16<UInt8>

extension PixelVector {
  /// The samples from `index` on. Any sixteen bytes are a valid vector, and the load itself is checked against the
  /// bounds.
  @inline(__always)
  @safe
  init(_ row: Span<UInt8>, at index: Int) {
    self = unsafe row.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: PixelVector.self)
  }

  /// |a − b| for each sample.
  @inline(__always)
  static func difference(_ a: PixelVector, _ b: PixelVector) -> PixelVector {
    pointwiseMax(a, b) &- pointwiseMin(a, b)
  }

  /// This vector moved one level toward `target` wherever they differ.
  @inline(__always)
  func stepped(toward target: PixelVector) -> PixelVector {
    let one = PixelVector(repeating: 1)
    let up = pointwiseMin(pointwiseMax(target, self) &- self, one)
    let down = pointwiseMin(pointwiseMax(target, self) &- target, one)
    return self &+ up &- down
  }

  /// This vector plus `offset`, stopping at the ends of the range.
  @inline(__always)
  func shifted(by offset: Int16) -> PixelVector {
    let plus = PixelVector(repeating: UInt8(clamping: offset))
    let minus = PixelVector(repeating: UInt8(clamping: 0 - Int(offset)))
    let raised = pointwiseMin(self, PixelVector(repeating: 255) &- plus) &+ plus
    return pointwiseMax(raised, minus) &- minus
  }

  /// Whether any sample is above that of `threshold`.
  @inline(__always)
  func exceeds(_ threshold: PixelVector) -> Bool {
    let excess = pointwiseMax(self, threshold) &- threshold
    let words = unsafe unsafeBitCast(excess, to: SIMD2<UInt64>.self)
    return (words[0] | words[1]) != 0
  }

  /// The sum of all samples.
  @inline(__always)
  var total: Int {
    let wide = SIMD16<UInt16>(truncatingIfNeeded: self)
    return Int(wide.wrappedSum())
  }
}

extension MutableSpan<UInt8> {
  /// Writes sixteen samples from `index` on.
  @inline(__always)
  mutating func store(_ vector: PixelVector, at index: Int) {
    var raw = unsafe mutableBytes
    raw.storeBytes(of: vector, toByteOffset: index, as: PixelVector.self)
  }
}

// Eight complex numbers side by side, the numbers of the Fourier transforms.

/// Eight complex numbers. One lane holds two real feature channels, one as real and one as imaginary part, so that one
/// transform serves sixteen channels and no calculation ever crosses lanes.
struct ComplexLanes: BitwiseCopyable, Sendable {
  var real: SIMD8<Float>
  var imaginary: SIMD8<Float>

  static let zero = ComplexLanes(real: .zero, imaginary: .zero)

  @inline(__always)
  init(real: SIMD8<Float>, imaginary: SIMD8<Float>) {
    self.real = real
    self.imaginary = imaginary
  }

  @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(real: a.real + b.real, imaginary: a.imaginary + b.imaginary) }

  @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(real: a.real - b.real, imaginary: a.imaginary - b.imaginary) }

  @inline(__always)
  static func * (a: Self, factor: Float) -> Self { Self(real: a.real * factor, imaginary: a.imaginary * factor) }

  /// The product with one complex number.
  @inline(__always)
  func times(_ cosine: Float, _ sine: Float) -> Self {
    Self(real: real * cosine - imaginary * sine, imaginary: real * sine + imaginary * cosine)
  }

  /// The product with `sign * i`.
  @inline(__always)
  func turned(_ sign: Float) -> Self { Self(real: imaginary * -sign, imaginary: real * sign) }

  /// The numbers in half the memory: of each part the sign, the exponent and the first bits, rounded.
  @inline(__always)
  var rounded: SIMD16<UInt16> {
    let bits = SIMD16(lowHalf: real.bits, highHalf: imaginary.bits)
    return SIMD16<UInt16>(truncatingIfNeeded: (bits &+ SIMD16(repeating: 0x8000)) &>> SIMD16(repeating: 16))
  }

  /// The numbers that were rounded to these.
  @inline(__always)
  init(rounded: SIMD16<UInt16>) {
    let bits = SIMD16<UInt32>(truncatingIfNeeded: rounded) &<< SIMD16(repeating: 16)
    self.init(real: SIMD8(bits: bits.lowHalf), imaginary: SIMD8(bits: bits.highHalf))
  }
}

extension SIMD8<Float> {
  /// The numbers as words; every word is a number.
  @inline(__always)
  @safe
  fileprivate var bits: SIMD8<UInt32> { unsafe unsafeBitCast(self, to: SIMD8<UInt32>.self) }

  @inline(__always)
  @safe
  fileprivate init(bits: SIMD8<UInt32>) { self = unsafe unsafeBitCast(bits, to: SIMD8<Float>.self) }
}

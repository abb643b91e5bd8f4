// Eight complex numbers side by side: what the transforms and filters of the object tracker calculate with.

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
}

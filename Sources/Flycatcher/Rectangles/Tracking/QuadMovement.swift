// The movement of a quad: all corners together, or its shape with them.

extension PixelQuad {
  /// The movements of the corners that leave the shape alone, as four orthogonal unit vectors: right, down, larger,
  /// turned. The coordinates of the corners one after the other.
  var movementsOfTheWhole: [SIMD8<Double>] {
    let middle = (a + b + c + d) / 4
    var (right, down) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
    var (larger, turned) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
    for k in 0..<4 {
      let arm = SIMD2<Double>(self[k] - middle)
      (right[2 * k], down[2 * k + 1]) = (0.5, 0.5)
      (larger[2 * k], larger[2 * k + 1]) = (arm.x, arm.y)
      (turned[2 * k], turned[2 * k + 1]) = (-arm.y, arm.x)
    }
    let length = max(1e-9, (larger * larger).sum().squareRoot())
    return [right, down, larger / length, turned / length]
  }

  /// The coordinates of the corners one after the other, less those of another.
  func difference(from other: PixelQuad) -> SIMD8<Double> {
    var difference = SIMD8<Double>.zero
    for k in 0..<4 {
      let step = SIMD2<Double>(self[k] - other[k])
      (difference[2 * k], difference[2 * k + 1]) = (step.x, step.y)
    }
    return difference
  }

  /// Each corner's way from where another quad has it.
  func movement(from other: PixelQuad) -> PixelQuad { PixelQuad.zero.moved(by: difference(from: other)) }

  /// The same without the change of shape.
  func movementOfTheWhole(from other: PixelQuad) -> PixelQuad {
    let difference = difference(from: other)
    var whole = SIMD8<Double>.zero
    for mode in other.movementsOfTheWhole { whole += mode * (mode * difference).sum() }
    return PixelQuad.zero.moved(by: whole)
  }

  /// The same moved, turned and scaled so that it lies on another as well as its shape allows.
  func moved(onto other: PixelQuad) -> PixelQuad {
    let (middle, place) = ((a + b + c + d) / 4, (other.a + other.b + other.c + other.d) / 4)
    var (cosine, sine, length) = (Float(0), Float(0), Float(0))
    for k in 0..<4 {
      let (u, v) = (self[k] - middle, other[k] - place)
      cosine += (u * v).sum()
      sine += u.x * v.y - u.y * v.x
      length += (u * u).sum()
    }
    guard length > 0 else { return other }
    (cosine, sine) = (cosine / length, sine / length)
    var moved = self
    for k in 0..<4 {
      let u = self[k] - middle
      moved[k] = place + SIMD2(u.x * cosine - u.y * sine, u.x * sine + u.y * cosine)
    }
    return moved
  }

  func moved(by step: SIMD8<Double>) -> PixelQuad {
    var moved = self
    for k in 0..<4 { moved[k] += SIMD2(Float(step[2 * k]), Float(step[2 * k + 1])) }
    return moved
  }

  /// Returns the difference in direction: 0 where all sides run the same ways, up to 8.
  func turning(from other: PixelQuad) -> Float {
    var sum: Float = 0
    for k in 0..<4 {
      let (u, v) = (self[k + 1] - self[k], other[k + 1] - other[k])
      let lengths = ((u * u).sum() * (v * v).sum()).squareRoot()
      sum += lengths > 0 ? 1 - (u * v).sum() / lengths : 2
    }
    return sum
  }
}

// What lies around a blob: it stays where it is behind a flying ball and goes along with what is carried.
import Glibc

/// Samples on two rings around a blob.
struct Surroundings: Sendable {
  /// Unit vectors of the sixteen directions.
  private static let directions = (0..<16).map { step in
    SIMD2(cos(Double(step) * Double.pi / 8), sin(Double(step) * Double.pi / 8))
  }

  private var inner = PixelVector()
  private var outer = PixelVector()
  /// Mean difference to the background, in gray levels: small where nothing but the background is around.
  private(set) var strangeness = 0.0

  init() {}

  init(of blob: Blob, _ picture: borrowing Plane, _ mask: borrowing MotionMask) {
    var total = 0
    for (index, direction) in Self.directions.enumerated() {
      let near = sample(picture, mask, blob, direction, distance: 2 * blob.minor + 2)
      let far = sample(picture, mask, blob, direction, distance: 2.7 * blob.minor + 3)
      inner[index] = near.value
      outer[index] = far.value
      total += near.difference + far.difference
    }
    strangeness = Double(total) / 32
  }

  private func sample(
    _ picture: borrowing Plane, _ mask: borrowing MotionMask, _ blob: Blob, _ direction: SIMD2<Double>, distance: Double
  ) -> (value: UInt8, difference: Int) {
    let x = Int(min(max(blob.x + direction.x * distance, 0), Double(picture.width - 1)))
    let y = Int(min(max(blob.y + direction.y * distance, 0), Double(picture.height - 1)))
    let value = picture.row(y)[x]
    return (value, Int(absoluteDifference(value, mask.light.lit(mask.background[y * mask.width + x]))))
  }

  /// Mean difference to another blob's surroundings, in gray levels.
  func difference(to other: Surroundings) -> Double {
    let sum = PixelVector.difference(inner, other.inner).total + PixelVector.difference(outer, other.outer).total
    return Double(sum) / 32
  }
}

// The object's box while it is calculated with: center and size, in pixels of the stored frame.
import Glibc

/// A box by its center and size in pixels.
struct PixelBox: Hashable, Sendable {
  var centerX: Double
  var centerY: Double
  var width: Double
  var height: Double

  /// Geometric mean of the sides.
  var size: Double { (width * height).squareRoot() }

  /// Moves to where a filter's answer has its peak.
  mutating func move(_ peak: ResponsePeak, cell: Double) {
    centerX += peak.x * cell
    centerY += peak.y * cell
  }

  mutating func move(x: Double, y: Double) {
    centerX += x
    centerY += y
  }

  /// Whether it has any part in common with another box.
  func touches(_ other: PixelBox) -> Bool {
    abs(centerX - other.centerX) < (width + other.width) / 2
      && abs(centerY - other.centerY) < (height + other.height) / 2
  }

  mutating func scale(_ factor: Double) {
    width *= factor
    height *= factor
  }

  /// Goes along with a picture that is stretched.
  mutating func stretch(x: Double, y: Double) {
    centerX *= x
    centerY *= y
    width *= x
    height *= y
  }

  /// Comes nearer to proportions (width to height), by a share of the difference on a scale of ratios; the size stays.
  mutating func relax(to proportions: Double, by share: Double) {
    let factor = exp(log(width / height / proportions) * share / 2)
    width /= factor
    height *= factor
  }

  /// Keeps the center within half a picture of the picture, and each side between half a pixel and two pictures, so that
  /// no nomination and no sequence of frames leads to a number that cannot be calculated with.
  mutating func limit(pictureWidth: Int, pictureHeight: Int) {
    let (limitX, limitY) = (Double(pictureWidth), Double(pictureHeight))
    centerX = max(-limitX / 2, min(centerX, limitX * 1.5))
    centerY = max(-limitY / 2, min(centerY, limitY * 1.5))
    let shrink = min(1, 2 * limitX / width, 2 * limitY / height)
    if shrink < 1 { scale(shrink) }
    width = max(width, Self.leastSide)
    height = max(height, Self.leastSide)
  }

  private static let leastSide = 0.5
}

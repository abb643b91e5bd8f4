// The box of a tracked object: moved by its filter, and kept within reason.
import Glibc

extension PixelBox {
  /// Moves to the peak of a filter's response.
  ///
  /// - Parameter cell: The side of a cell of the response in pixels.
  mutating func move(_ peak: ResponsePeak, cell: Double) {
    centerX += peak.x * cell
    centerY += peak.y * cell
  }

  /// Approaches proportions (width to height) by a share of the difference on a logarithmic scale; the size stays.
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

// The one conversion between pixels of the stored picture and places in the upright one.

/// The size and the orientation of a stored picture, which convert its pixels into places in the upright picture and back.
///
/// Pixels are counted from the outer corner of the first one, in the stored picture; places are normalized, in the upright
/// one.
package struct PictureGeometry: Hashable, Sendable {
  /// The size of the stored picture in pixels.
  package let size: SIMD2<Double>
  /// The orientation of the stored picture.
  package let orientation: Orientation

  /// Creates the geometry of a picture.
  ///
  /// - Parameters:
  ///   - width: The width of the stored picture in pixels, above 0.
  ///   - height: The height of the stored picture in pixels, above 0.
  ///   - orientation: The orientation of the stored picture.
  package init(width: Int, height: Int, orientation: Orientation) {
    size = SIMD2(Double(width), Double(height))
    self.orientation = orientation
  }

  init(_ frame: borrowing Frame) {
    self.init(width: frame.width, height: frame.height, orientation: frame.orientation)
  }

  /// The size of the upright picture in pixels.
  package var uprightSize: SIMD2<Double> {
    let (width, height) = orientation.uprightSize(width: size.x, height: size.y)
    return SIMD2(width, height)
  }

  // MARK: Points

  /// Returns the place in pixels of a place in the upright picture.
  package func stored(_ place: Point) -> SIMD2<Double> {
    let stored = orientation.stored(place)
    return SIMD2(stored.x, stored.y) * size
  }

  /// Returns the place in the upright picture of a place in pixels.
  package func upright(_ pixel: SIMD2<Double>) -> Point {
    let stored = pixel / size
    return orientation.upright(Point(x: stored.x, y: stored.y))
  }

  // MARK: Boxes

  /// Returns the box in pixels of a rectangle in the upright picture.
  func stored(_ box: Rectangle) -> PixelBox {
    let stored = orientation.stored(box)
    return PixelBox(
      centerX: (stored.x + stored.width / 2) * size.x, centerY: (stored.y + stored.height / 2) * size.y,
      width: stored.width * size.x, height: stored.height * size.y)
  }

  /// Returns the rectangle in the upright picture of a box in pixels.
  func upright(_ box: PixelBox) -> Rectangle {
    orientation.upright(
      Rectangle(
        x: (box.centerX - box.width / 2) / size.x, y: (box.centerY - box.height / 2) / size.y,
        width: box.width / size.x, height: box.height / size.y))
  }

  /// Returns the rectangle in the upright picture of whole pixels.
  package func upright(_ pixels: PixelRectangle) -> Rectangle {
    orientation.upright(
      Rectangle(
        x: Double(pixels.x) / size.x, y: Double(pixels.y) / size.y, width: Double(pixels.width) / size.x,
        height: Double(pixels.height) / size.y))
  }

  /// Returns the pixels that a box in the upright picture touches; `nil` where it touches none of the picture.
  package func pixels(touchedBy box: Rectangle) -> PixelRectangle? {
    PixelRectangle(clipping: orientation.stored(box), width: Int(size.x), height: Int(size.y))
  }

  // MARK: Quads

  /// Returns the corners in pixels of a quad in the upright picture, in the same order.
  func corners(_ quad: Quad) -> PixelQuad {
    func corner(_ place: Point) -> SIMD2<Float> { SIMD2<Float>(stored(place)) }
    return PixelQuad(
      a: corner(quad.topLeft), b: corner(quad.topRight), c: corner(quad.bottomRight), d: corner(quad.bottomLeft))
  }

  /// Returns the quad in pixels, clockwise, and a Boolean value indicating whether its corners had to be counted the other
  /// way around for that.
  func stored(_ quad: Quad) -> (quad: PixelQuad, isReversed: Bool) {
    let given = corners(quad)
    return given.area < 0 ? (given.reversed, true) : (given, false)
  }

  /// Returns the quad in the upright picture of one in pixels: the inverse of `stored(_:)`.
  func upright(_ pixels: PixelQuad, isReversed: Bool) -> Quad {
    let q = isReversed ? pixels.reversed : pixels
    return Quad(topLeft: upright(q.a), topRight: upright(q.b), bottomRight: upright(q.c), bottomLeft: upright(q.d))
  }

  private func upright(_ pixel: SIMD2<Float>) -> Point { upright(SIMD2<Double>(pixel)) }

  /// Returns a Boolean value indicating whether a quad found in the picture must be counted the other way around to run
  /// clockwise in the upright picture, and the quad from the corner on that then comes first: the one nearest to the
  /// upright picture's top left.
  func numbering(_ quad: PixelQuad) -> (isReversed: Bool, quad: PixelQuad) {
    let isReversed: Bool
    switch orientation {
    case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: isReversed = true
    case .up, .down, .left, .right: isReversed = false
    }
    let uprightSize = uprightSize
    func rank(_ corner: Int) -> Double {
      let place = upright(quad[corner])
      return place.x * uprightSize.x + place.y * uprightSize.y
    }
    let first = (0..<4).min { rank($0) < rank($1) } ?? 0
    return (isReversed, quad.rotated(by: first))
  }
}

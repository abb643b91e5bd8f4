// The orientation of a stored picture, and the conversion between stored and upright places.

/// The orientation of a stored picture: the eight values of the EXIF orientation tag, by its numbers and with the names
/// of Apple's `CGImagePropertyOrientation`.
public enum Orientation: Int, CaseIterable, Sendable {
  /// Stored upright (1).
  case up = 1
  /// Mirrored left to right (2).
  case upMirrored
  /// Rotated by 180° (3).
  case down
  /// Mirrored top to bottom (4).
  case downMirrored
  /// Mirrored about the diagonal from the top left to the bottom right (5).
  case leftMirrored
  /// To be rotated by 90° clockwise to stand upright (6).
  case right
  /// Mirrored about the diagonal from the top right to the bottom left (7).
  case rightMirrored
  /// To be rotated by 90° counterclockwise to stand upright (8).
  case left

  /// A Boolean value indicating whether width and height change places on the way to the upright picture.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// Returns the width and the height of the upright picture of a stored one.
  package func uprightSize<Length>(width: Length, height: Length) -> (width: Length, height: Length) {
    swapsAxes ? (height, width) : (width, height)
  }

  /// Returns the place in the upright picture of a place in the stored one.
  public func upright(_ stored: Point) -> Point {
    let (x, y) = (stored.x, stored.y)
    return switch self {
    case .up: Point(x: x, y: y)
    case .upMirrored: Point(x: 1 - x, y: y)
    case .down: Point(x: 1 - x, y: 1 - y)
    case .downMirrored: Point(x: x, y: 1 - y)
    case .leftMirrored: Point(x: y, y: x)
    case .right: Point(x: 1 - y, y: x)
    case .rightMirrored: Point(x: 1 - y, y: 1 - x)
    case .left: Point(x: y, y: 1 - x)
    }
  }

  /// Returns the place in the stored picture of a place in the upright one: the inverse of `upright(_:)`.
  public func stored(_ upright: Point) -> Point {
    let (x, y) = (upright.x, upright.y)
    return switch self {
    case .right: Point(x: y, y: 1 - x)
    case .left: Point(x: 1 - y, y: x)
    default: self.upright(upright)  // each of the others undoes itself
    }
  }

  /// Returns the rectangle in the upright picture of a rectangle in the stored one.
  public func upright(_ stored: Rectangle) -> Rectangle {
    Rectangle(
      from: upright(Point(x: stored.x, y: stored.y)), to: upright(Point(x: stored.maxX, y: stored.maxY)))
  }

  /// Returns the rectangle in the stored picture of a rectangle in the upright one.
  public func stored(_ upright: Rectangle) -> Rectangle {
    Rectangle(
      from: stored(Point(x: upright.x, y: upright.y)), to: stored(Point(x: upright.maxX, y: upright.maxY)))
  }
}

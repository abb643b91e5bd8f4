// Which way is up in a stored picture, and the way between stored and upright places.

/// How the stored picture must be turned to stand upright: the eight values of the EXIF orientation tag, by their
/// numbers.
public enum Orientation: Int, CaseIterable, Sendable {
  case up = 1
  case upMirrored
  case down
  case downMirrored
  case leftMirrored
  case right
  case rightMirrored
  case left

  /// Whether width and height change places on the way to the upright picture.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// Where a place of the stored picture lies in the upright one.
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

  /// Where a place of the upright picture lies in the stored one: the inverse of `upright(_:)`.
  public func stored(_ upright: Point) -> Point {
    let (x, y) = (upright.x, upright.y)
    return switch self {
    case .right: Point(x: y, y: 1 - x)
    case .left: Point(x: 1 - y, y: x)
    default: self.upright(upright)  // each of the others undoes itself
    }
  }

  /// A rectangle of the upright picture in the stored one.
  public func stored(_ upright: Rectangle) -> Rectangle {
    Rectangle(
      from: stored(Point(x: upright.x, y: upright.y)), to: stored(Point(x: upright.maxX, y: upright.maxY)))
  }

  /// A rectangle of the stored picture in the upright one.
  public func upright(_ stored: Rectangle) -> Rectangle {
    Rectangle(
      from: upright(Point(x: stored.x, y: stored.y)), to: upright(Point(x: stored.maxX, y: stored.maxY)))
  }
}

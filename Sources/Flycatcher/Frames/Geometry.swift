// Places in a picture, normalized: (0, 0) is the outer corner of the top-left pixel, (1, 1) that of the bottom-right
// one.

/// A place in the picture: x to the right, y down, both 0 to 1 inside the picture.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// An upright rectangle in the picture, named by its top-left corner and its size.
public struct Rectangle: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Between two opposite corners.
  init(from first: Point, to second: Point) {
    self.init(
      x: min(first.x, second.x), y: min(first.y, second.y), width: abs(first.x - second.x),
      height: abs(first.y - second.y))
  }

  /// The whole picture.
  public static let picture = Rectangle(x: 0, y: 0, width: 1, height: 1)

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }

  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x <= maxX && point.y >= y && point.y <= maxY
  }

  /// Whether all four numbers are finite, the area is positive and the rectangle lies inside the picture.
  public var isInsidePicture: Bool {
    x.isFinite && y.isFinite && width.isFinite && height.isFinite
      && width > 0 && height > 0 && x >= 0 && y >= 0 && maxX <= 1 + 1e-9 && maxY <= 1 + 1e-9
  }
}

// Places in a picture, normalized: (0, 0) is the outer corner of the top-left pixel, (1, 1) that of the bottom-right
// one.

/// A place in a picture, as fractions of its width and height.
///
/// (0, 0) is the outer corner of the top-left pixel and (1, 1) that of the bottom-right one; the center of the first
/// pixel of a picture of 640 × 480 lies at (0.5 / 640, 0.5 / 480).
public struct Point: Hashable, Sendable {
  /// The distance from the left edge, a fraction of the picture's width; 0 to 1 inside the picture.
  public var x: Double
  /// The distance from the top edge, a fraction of the picture's height; 0 to 1 inside the picture.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// An upright rectangle in a picture: its top-left corner and its size, as fractions of the picture's width and height.
public struct Rectangle: Hashable, Sendable {
  /// The left edge, a fraction of the picture's width.
  public var x: Double
  /// The top edge, a fraction of the picture's height.
  public var y: Double
  /// The width, a fraction of the picture's width.
  public var width: Double
  /// The height, a fraction of the picture's height.
  public var height: Double

  /// Creates a rectangle from its top-left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates the rectangle between two opposite corners, whichever they are.
  public init(from corner: Point, to opposite: Point) {
    self.init(
      x: min(corner.x, opposite.x), y: min(corner.y, opposite.y), width: abs(corner.x - opposite.x),
      height: abs(corner.y - opposite.y))
  }

  /// The whole picture.
  public static let picture = Rectangle(x: 0, y: 0, width: 1, height: 1)

  /// The right edge, a fraction of the picture's width.
  public var maxX: Double { x + width }
  /// The bottom edge, a fraction of the picture's height.
  public var maxY: Double { y + height }

  /// Returns a Boolean value indicating whether a point lies in the rectangle or on its edge.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x <= maxX && point.y >= y && point.y <= maxY
  }

  /// A Boolean value indicating whether all four numbers are finite, the area is positive and the rectangle lies inside
  /// the picture.
  public var isInsidePicture: Bool {
    x.isFinite && y.isFinite && width.isFinite && height.isFinite
      && width > 0 && height > 0 && x >= 0 && y >= 0 && maxX <= 1 + 1e-9 && maxY <= 1 + 1e-9
  }
}

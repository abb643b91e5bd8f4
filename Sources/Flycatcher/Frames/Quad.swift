// Four corners in a picture, normalized.

/// The four corners of a rectangle seen in perspective, named as they lie on the rectangle itself.
public struct Quad: Hashable, Codable, Sendable {
  /// The top-left corner of the rectangle.
  public var topLeft: Point
  /// The top-right corner of the rectangle.
  public var topRight: Point
  /// The bottom-right corner of the rectangle.
  public var bottomRight: Point
  /// The bottom-left corner of the rectangle.
  public var bottomLeft: Point

  /// Creates a quad from its corners.
  public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The corners in order around the quad, from `topLeft` on.
  public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }
}

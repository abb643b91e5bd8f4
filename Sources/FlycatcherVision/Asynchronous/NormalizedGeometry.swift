// Normalized places and rectangles of the asynchronous requests, from the lower-left corner.
public import Foundation

/// The corner of a picture from which pixels are counted.
public enum CoordinateOrigin: Hashable, Sendable {
  /// The lower-left corner, y upward, as in normalized places.
  case lowerLeft
  /// The upper-left corner, y downward, as on screens.
  case upperLeft
}

/// A place, normalized, from the lower-left corner.
public struct NormalizedPoint: Hashable, Sendable {
  /// The distance from the left edge, a fraction of the width.
  public var x: CGFloat
  /// The distance from the lower edge, a fraction of the height.
  public var y: CGFloat

  /// The lower-left corner.
  public static let zero = NormalizedPoint(x: 0, y: 0)

  /// Creates a place.
  public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }

  /// Creates a place from another type's.
  public init(normalizedPoint: CGPoint) { self.init(x: normalizedPoint.x, y: normalizedPoint.y) }

  /// Creates the place, normalized to a region of a picture, of a place in pixels from the lower-left corner.
  ///
  /// - Parameters:
  ///   - imagePoint: The place in pixels.
  ///   - imageSize: The size of the picture in pixels.
  ///   - regionOfInterest: The region.
  public init(imagePoint: CGPoint, in imageSize: CGSize, normalizedTo regionOfInterest: NormalizedRect = .fullImage) {
    let inPicture = CGPoint(x: imagePoint.x / imageSize.width, y: imagePoint.y / imageSize.height)
    self.init(
      normalizedPoint: VNNormalizedPointForImagePointUsingRegionOfInterest(inPicture, 1, 1, regionOfInterest.cgRect))
  }

  /// The same place as a `CGPoint`.
  public var cgPoint: CGPoint { CGPoint(x: x, y: y) }

  /// Returns the place in pixels.
  ///
  /// - Parameters:
  ///   - imageSize: The size of the picture in pixels.
  ///   - origin: The corner from which pixels are counted; default the lower-left one.
  public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGPoint {
    let upward = origin == .lowerLeft ? y : 1 - y
    return CGPoint(x: x * imageSize.width, y: upward * imageSize.height)
  }

  /// Returns the same place counted from the other edge.
  public func verticallyFlipped() -> NormalizedPoint { NormalizedPoint(x: x, y: 1 - y) }
}

/// A rectangle, normalized, from the lower-left corner.
public struct NormalizedRect: Hashable, Sendable {
  /// The lower-left corner of the rectangle and its size, as fractions of the picture's.
  public var cgRect: CGRect

  /// The whole picture.
  public static let fullImage = NormalizedRect(x: 0, y: 0, width: 1, height: 1)

  /// Creates a rectangle from its lower-left corner and its size.
  public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
    cgRect = CGRect(x: x, y: y, width: width, height: height)
  }

  /// Creates a rectangle from another type's.
  public init(normalizedRect: CGRect) { cgRect = normalizedRect }

  /// Creates the normalized rectangle of one in pixels from the lower-left corner.
  ///
  /// - Parameters:
  ///   - imageRect: The rectangle in pixels.
  ///   - imageSize: The size of the picture in pixels.
  public init(imageRect: CGRect, in imageSize: CGSize) {
    self.init(
      x: imageRect.origin.x / imageSize.width, y: imageRect.origin.y / imageSize.height,
      width: imageRect.size.width / imageSize.width, height: imageRect.size.height / imageSize.height)
  }

  /// The lower-left corner.
  public var origin: CGPoint { cgRect.origin }
  /// The width, a fraction of the picture's.
  public var width: CGFloat { cgRect.size.width }
  /// The height, a fraction of the picture's.
  public var height: CGFloat { cgRect.size.height }

  /// Returns the rectangle in pixels.
  ///
  /// - Parameters:
  ///   - imageSize: The size of the picture in pixels.
  ///   - origin: The corner from which pixels are counted; default the lower-left one.
  public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGRect {
    let rect = origin == .lowerLeft ? self : verticallyFlipped()
    return CGRect(
      x: rect.origin.x * imageSize.width, y: rect.origin.y * imageSize.height, width: width * imageSize.width,
      height: height * imageSize.height)
  }

  /// Returns the same rectangle with its upper edge counted from the upper edge of the picture.
  public func verticallyFlipped() -> NormalizedRect {
    NormalizedRect(x: origin.x, y: 1 - origin.y - height, width: width, height: height)
  }
}

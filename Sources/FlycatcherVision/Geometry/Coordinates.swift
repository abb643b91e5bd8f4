// The one place where Flycatcher's places, from the top-left corner of the picture, and Vision's, from the lower-left
// corner of the region of interest, are converted into each other.
package import Flycatcher
package import Foundation

/// A region of interest and the way between places in the picture and places in it.
package struct Coordinates {
  /// The region, from the top-left corner of the picture.
  package let region: Rectangle

  /// The whole picture.
  package static let picture = Coordinates(CGRect(x: 0, y: 0, width: 1, height: 1))

  /// Creates the coordinates of a region.
  ///
  /// - Parameter regionOfInterest: The region, from the lower-left corner of the picture.
  package init(_ regionOfInterest: CGRect) {
    region = Rectangle(
      x: Double(regionOfInterest.origin.x), y: 1 - Double(regionOfInterest.origin.y + regionOfInterest.size.height),
      width: Double(regionOfInterest.size.width), height: Double(regionOfInterest.size.height))
  }

  package func inRegion(_ point: Point) -> CGPoint {
    CGPoint(x: (point.x - region.x) / region.width, y: 1 - (point.y - region.y) / region.height)
  }

  package func inRegion(_ box: Rectangle) -> CGRect {
    let corner = inRegion(Point(x: box.x, y: box.maxY))
    return CGRect(x: corner.x, y: corner.y, width: box.width / region.width, height: box.height / region.height)
  }

  /// Returns a curve of places in the picture as one of places in the region: both axes change linearly, so that the
  /// least-squares fit to points remains that of the converted points.
  package func inRegion(_ curve: Quadratic) -> Quadratic {
    let (x, width, height) = (region.x, region.width, region.height)
    return Quadratic(
      a: -curve.a * width * width / height, b: -(2 * curve.a * x + curve.b) * width / height,
      c: 1 - (curve(x) - region.y) / height)
  }

  package func inPicture(_ point: CGPoint) -> Point {
    Point(x: region.x + Double(point.x) * region.width, y: region.y + (1 - Double(point.y)) * region.height)
  }

  package func inPicture(_ box: CGRect) -> Rectangle {
    let corner = inPicture(CGPoint(x: box.origin.x, y: box.origin.y + box.size.height))
    return Rectangle(
      x: corner.x, y: corner.y, width: Double(box.size.width) * region.width,
      height: Double(box.size.height) * region.height)
  }
}

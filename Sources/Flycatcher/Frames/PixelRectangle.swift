// A rectangle of whole pixels.

/// A rectangle of whole pixels of a stored picture.
package struct PixelRectangle: Hashable, Sendable {
  /// The number of its first column.
  package var x: Int
  /// The number of its first row.
  package var y: Int
  /// The number of columns.
  package var width: Int
  /// The number of rows.
  package var height: Int

  /// Creates a rectangle from its first pixel and its size.
  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Creates the rectangle of the pixels that a region of interest touches, always at least one of the picture.
  ///
  /// - Parameters:
  ///   - region: The region in the stored picture, normalized.
  ///   - width: The width of the picture in pixels, above 0.
  ///   - height: The height of the picture in pixels, above 0.
  ///   - alignment: The number of which the first column and the first row are multiples: 2 where chroma samples begin.
  init(_ region: Rectangle, width: Int, height: Int, alignment: Int = 1) {
    func first(_ edge: Double, _ length: Int) -> Int {
      min(max(Int(edge * Double(length)), 0), length - 1) / alignment * alignment
    }
    func end(_ edge: Double, _ length: Int, after first: Int) -> Int {
      min(max(Int((edge * Double(length)).rounded(.up)), first + 1), length)
    }
    (x, y) = (first(region.x, width), first(region.y, height))
    (self.width, self.height) = (end(region.maxX, width, after: x) - x, end(region.maxY, height, after: y) - y)
  }

  /// Creates the rectangle of the pixels that a box touches; `nil` where it touches none of the picture.
  ///
  /// - Parameters:
  ///   - box: The box in the stored picture, normalized; what lies beyond the picture is cut off.
  ///   - width: The width of the picture in pixels.
  ///   - height: The height of the picture in pixels.
  init?(clipping box: Rectangle, width: Int, height: Int) {
    let (left, top) = ((max(box.x, 0) * Double(width)).rounded(.down), (max(box.y, 0) * Double(height)).rounded(.down))
    let right = (min(box.maxX, 1) * Double(width)).rounded(.up)
    let bottom = (min(box.maxY, 1) * Double(height)).rounded(.up)
    guard right > left, bottom > top, let x = Int(exactly: left), let y = Int(exactly: top),
      let endX = Int(exactly: right), let endY = Int(exactly: bottom)
    else { return nil }
    self.init(x: x, y: y, width: endX - x, height: endY - y)
  }
}

// Drawings of a program's own on the frames that go on.
public import Flycatcher

/// A drawing of a program's own on every frame that goes on, after the overlay.
///
/// Give it to a session by ``SessionOptions/drawing``. It is called on a thread of the session, once for each frame, after
/// the trackers have analyzed it.
public protocol FrameDrawing: AnyObject, Sendable {
  /// Draws what lies over a frame.
  ///
  /// - Parameters:
  ///   - canvas: The surface over the frame, transparent but for the overlay; valid during the call only.
  ///   - time: The presentation time of the frame in stream time.
  func draw(on canvas: borrowing FrameCanvas, at time: Timestamp)
}

/// A surface over a frame. Places are relative to the upright picture, from its top-left corner.
public struct FrameCanvas: ~Copyable {
  private let sheet: OverlaySheet
  /// The limit of places and radii, as fractions of the picture: beyond it nothing can be drawn.
  private static let limit = 1e4

  init(_ sheet: OverlaySheet) { self.sheet = sheet }

  /// The width of the upright picture in pixels.
  public var width: Double { sheet.uprightWidth }
  /// The height of the upright picture in pixels.
  public var height: Double { sheet.uprightHeight }

  /// Draws a chain of straight lines.
  ///
  /// - Parameters:
  ///   - places: The ends of the lines; fewer than two draw nothing.
  ///   - color: The color of the lines.
  ///   - width: The width of the lines, a fraction of the picture's shorter side.
  ///   - isDashed: Whether the lines are dashed.
  public func line(_ places: [Point], _ color: OverlayColor, width: Double, isDashed: Bool = false) {
    let pixels = pixels(width)
    sheet.draw(spots(places), color, width: pixels, dash: isDashed ? (on: pixels * 4, off: pixels * 4) : nil)
  }

  /// Draws the outline of a box, as ``line(_:_:width:isDashed:)`` draws lines.
  public func outline(_ box: Rectangle, _ color: OverlayColor, width: Double, isDashed: Bool = false) {
    line(
      [
        Point(x: box.x, y: box.y), Point(x: box.maxX, y: box.y), Point(x: box.maxX, y: box.maxY),
        Point(x: box.x, y: box.maxY), Point(x: box.x, y: box.y),
      ], color, width: width, isDashed: isDashed)
  }

  /// Draws filled discs of one color.
  ///
  /// - Parameters:
  ///   - centers: The centers of the discs.
  ///   - radius: Their radius, a fraction of the picture's shorter side, below 10,000; others draw nothing.
  ///   - color: The color of the discs.
  public func dots(_ centers: [Point], radius: Double, _ color: OverlayColor) {
    guard radius < Self.limit else { return }
    sheet.dots(spots(centers), radius: pixels(radius), color)
  }

  /// Writes a text on a dark ground beside a place, where it covers no other text.
  ///
  /// - Parameters:
  ///   - text: The text, in one line.
  ///   - place: The place.
  ///   - size: The size of the letters, a fraction of the picture's shorter side.
  ///   - color: The color of the dot before the text.
  public func label(_ text: String, at place: Point, size: Double, _ color: OverlayColor) {
    sheet.label(text, at: sheet.spot(place), gap: 0, size: pixels(size), color, opacity: color.opacity)
  }

  /// Lays a gray picture over the frame.
  ///
  /// - Parameters:
  ///   - luma: The brightness of the picture's pixels, row by row, `width` to a row.
  ///   - width: The number of pixels in a row; each covers one of the frame's.
  ///   - corner: The place of its top-left corner.
  ///   - opacity: Its opacity, 0 to 1.
  public func picture(_ luma: [UInt8], width: Int, at corner: Point, opacity: Double = 1) {
    guard width > 0, luma.count >= width else { return }
    sheet.lay(
      Thumbnail(gray: luma, width: width, height: luma.count / width), at: sheet.spot(corner), opacity: opacity)
  }

  private func pixels(_ fraction: Double) -> Double { max(fraction * sheet.shorterSide, 0.5) }

  /// Places so far off that they cannot be drawn are left out.
  private func spots(_ places: [Point]) -> [Spot] {
    places.filter { abs($0.x) < Self.limit && abs($0.y) < Self.limit }.map { sheet.spot($0) }
  }
}

extension Thumbnail {
  fileprivate init(gray luma: [UInt8], width: Int, height: Int) {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for y in luma.prefix(width * height) { pixels += [y, y, y, 255] }
    self.init(uuid: ObservationUUID(), width: width, height: height, pixels: pixels)
  }
}

// The gestures of the mouse: boxes dragged over objects or regions, objects clicked away.
package import Flycatcher
package import GStreamerSupport

/// Makes requests of what happens in a video window.
///
/// Dragging with the left button nominates what is in the box; with Shift held, the box is the region of interest, and a click with Shift takes
/// the region back. A click with the right button drops what lies there, or breaks off the dragging of a box.
package struct PointerGestures: Sendable {
  /// A box while it is being dragged.
  package struct Band: Hashable, Sendable {
    package var box: Rectangle
    /// A Boolean value indicating whether it is to be the region of interest, not a nomination.
    package var isRegion: Bool
  }

  private struct Drag {
    let start: Point
    var end: Point
    let isRegion: Bool

    /// In each direction, in pixels.
    var extent: (x: Double, y: Double) { (abs(end.x - start.x), abs(end.y - start.y)) }
  }

  private let geometry: PictureGeometry
  /// In pixels of the stored picture.
  private var drag: Drag?
  /// Some windows tell of the key alone, others with each press of a button.
  private var isShiftHeld = false

  /// A box must be larger than this many pixels in both directions, and a click smaller.
  private static let leastExtent = 4.0

  /// - Parameters:
  ///   - width: The width of the stored picture, to which the events' places refer, as is `height`.
  ///   - orientation: The orientation of the stored picture; requests are relative to the upright one.
  package init(width: Int, height: Int, orientation: Orientation) {
    geometry = PictureGeometry(width: max(width, 1), height: max(height, 1), orientation: orientation)
  }

  /// The box that is being dragged, once it is large enough to be one.
  package var band: Band? {
    drag.flatMap { drag in box(drag).map { Band(box: $0, isRegion: drag.isRegion) } }
  }

  /// - Returns: The request that the event completes, if any.
  package mutating func take(_ event: NavigationEvent) -> PointedRequest? {
    switch event {
    case .shift(let isHeld): isShiftHeld = isHeld
    case .press(button: 1, let x, let y, let isShifted):
      let place = Point(x: x, y: y)
      drag = Drag(start: place, end: place, isRegion: isShifted || isShiftHeld)
    case .press(button: 3, let x, let y, _):
      guard drag == nil else {
        drag = nil
        return nil
      }
      let place = geometry.upright(SIMD2(x, y))
      return Rectangle.picture.contains(place) ? .drop(place) : nil
    case .move(let x, let y): drag?.end = Point(x: x, y: y)
    case .release(button: 1, let x, let y):
      drag?.end = Point(x: x, y: y)
      defer { drag = nil }
      return drag.flatMap(request)
    case .press, .release: break
    }
    return nil
  }

  private func request(_ drag: Drag) -> PointedRequest? {
    if let box = box(drag) { return drag.isRegion ? .region(box) : .nominate(box) }
    let isClick = max(drag.extent.x, drag.extent.y) < Self.leastExtent
    return isClick && drag.isRegion ? .region(nil) : nil
  }

  /// Returns the dragged box, cut off at the edges of the picture; `nil` if it is too small to be meant.
  private func box(_ drag: Drag) -> Rectangle? {
    func inside(_ place: Point) -> SIMD2<Double> {
      SIMD2(min(max(place.x, 0), geometry.size.x), min(max(place.y, 0), geometry.size.y))
    }
    let (start, end) = (inside(drag.start), inside(drag.end))
    guard min(abs(start.x - end.x), abs(start.y - end.y)) >= Self.leastExtent else { return nil }
    return Rectangle(from: geometry.upright(start), to: geometry.upright(end))
  }
}

import Testing

@testable import Flycatcher

@Suite struct OrientationTests {
  @Test(arguments: Orientation.allCases)
  func storedUndoesUpright(_ orientation: Orientation) {
    let place = Point(x: 0.2, y: 0.7)
    let back = orientation.stored(orientation.upright(place))
    #expect(abs(back.x - place.x) < 1e-12 && abs(back.y - place.y) < 1e-12)
  }

  @Test(arguments: Orientation.allCases)
  func pixelsTurnWithThePicture(_ orientation: Orientation) {
    let ratios = ratios(1.25, orientation)
    #expect(ratios?.stored == 1.25)
    #expect(ratios?.ofPart == 1.25)
    #expect(ratios?.upright == (orientation.swapsAxes ? 0.8 : 1.25))
  }

  /// The shapes of a frame's pixels: as it has them, as a part of it does, and upright.
  private func ratios(
    _ ratio: Double, _ orientation: Orientation = .up
  ) -> (stored: Double, ofPart: Double, upright: Double)? {
    let pixels: [UInt8] = [1, 2]
    guard let plane = Plane(pixels.span, width: 2, height: 1, rowStride: 2) else { return nil }
    let frame = Frame(luma: plane, timestamp: .zero, orientation: orientation, pixelAspectRatio: ratio)
    guard let part = frame.cropped(PixelRectangle(x: 0, y: 0, width: 1, height: 1)) else { return nil }
    return (frame.pixelAspectRatio, part.pixelAspectRatio, frame.uprightPixelAspectRatio)
  }

  @Test(arguments: [0, -1, .infinity, .nan])
  func pixelsOfNoShapeAreSquare(_ ratio: Double) {
    #expect(ratios(ratio)?.stored == 1)
  }

  @Test func cameraTurnedClockwiseHasItsTopAtTheLeft() {
    // EXIF 6 (`right`): the stored picture's left edge is the upright picture's top.
    let top = Orientation.right.upright(Point(x: 0, y: 0.5))
    #expect(top == Point(x: 0.5, y: 0))
  }
}

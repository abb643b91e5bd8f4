import Testing

@testable import Flycatcher

@Suite struct PictureGeometryTests {
  @Test(arguments: Orientation.allCases)
  func placesBoxesAndQuadsComeBack(_ orientation: Orientation) {
    let geometry = PictureGeometry(width: 640, height: 480, orientation: orientation)
    let place = Point(x: 0.3, y: 0.9)
    let back = geometry.upright(geometry.stored(place))
    #expect(abs(back.x - place.x) + abs(back.y - place.y) < 1e-12)

    let box = Rectangle(x: 0.1, y: 0.2, width: 0.3, height: 0.4)
    let boxBack: Rectangle = geometry.upright(geometry.stored(box))
    #expect(abs(boxBack.x - box.x) + abs(boxBack.y - box.y) < 1e-12)
    #expect(abs(boxBack.width - box.width) + abs(boxBack.height - box.height) < 1e-12)

    let quad = Quad(
      topLeft: Point(x: 0.1, y: 0.2), topRight: Point(x: 0.7, y: 0.1), bottomRight: Point(x: 0.8, y: 0.9),
      bottomLeft: Point(x: 0.2, y: 0.8))
    let (pixels, isReversed) = geometry.stored(quad)
    #expect(pixels.area > 0)
    let quadBack = geometry.upright(pixels, isReversed: isReversed)
    for (corner, expected) in zip(quadBack.corners, quad.corners) {
      #expect(abs(corner.x - expected.x) + abs(corner.y - expected.y) < 1e-6)
    }
  }

  @Test(arguments: Orientation.allCases)
  func theUprightPictureStandsOnItsFeet(_ orientation: Orientation) {
    let geometry = PictureGeometry(width: 640, height: 480, orientation: orientation)
    let isOnItsSide = [.leftMirrored, .right, .rightMirrored, .left].contains(orientation)
    #expect(geometry.uprightSize == (isOnItsSide ? SIMD2(480, 640) : SIMD2(640, 480)))
  }

  @Test func aRegionIsRoundedOutward() {
    let region = Rectangle(x: 0.15, y: 0.25, width: 0.3, height: 0.3)
    #expect(PixelRectangle(region, width: 10, height: 10) == PixelRectangle(x: 1, y: 2, width: 4, height: 4))
    #expect(
      PixelRectangle(region, width: 10, height: 10, alignment: 2) == PixelRectangle(x: 0, y: 2, width: 5, height: 4))
  }

  @Test func aRegionHoldsAtLeastOnePixel() {
    let corner = Rectangle(x: 1, y: 1, width: 0, height: 0)
    #expect(PixelRectangle(corner, width: 7, height: 5) == PixelRectangle(x: 6, y: 4, width: 1, height: 1))
  }

  @Test func aBoxIsCutOffAtThePicture() {
    let geometry = PictureGeometry(width: 100, height: 50, orientation: .up)
    let crossing = Rectangle(x: -0.5, y: 0.81, width: 0.7, height: 3)
    #expect(geometry.pixels(touchedBy: crossing) == PixelRectangle(x: 0, y: 40, width: 20, height: 10))
    #expect(geometry.pixels(touchedBy: Rectangle(x: 1.5, y: 0, width: 1, height: 1)) == nil)
    #expect(geometry.pixels(touchedBy: Rectangle(x: .nan, y: 0, width: 1, height: .infinity)) == nil)
  }
}

import Testing

@testable import Flycatcher

@Suite struct RectifiedPictureTests {
  /// A quad of a drawn scene, upright picture's fractions.
  private let pixels = PixelQuad(a: SIMD2(60, 40), b: SIMD2(190, 52), c: SIMD2(180, 150), d: SIMD2(50, 130))

  /// Bright left to right by the place on the quad itself, dark at its top left.
  private func scene() -> RectangleScene {
    var scene = RectangleScene(width: 240, height: 180)
    scene.draw(pixels) { u, v in u < 0 && v < 0 ? 30 : 140 + 80 * u }
    return scene
  }

  private func quad() -> Quad {
    let points = [pixels.a, pixels.b, pixels.c, pixels.d].map { Point(x: Double($0.x) / 240, y: Double($0.y) / 180) }
    return Quad(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
  }

  private func rectify(_ quad: Quad, orientation: Orientation = .up, longestSide: Int = 4096) -> RectifiedPicture? {
    let scene = scene()
    guard
      let plane = Plane(scene.pixels.span, width: 240, height: 180, rowStride: 240)
    else { return nil }
    let frame = Frame(luma: plane, timestamp: .zero, orientation: orientation)
    return RectifiedPicture(quad, in: frame, longestSide: longestSide)
  }

  /// Largest difference between the picture and what was drawn, away from the edges.
  private func error(_ picture: RectifiedPicture) -> Double {
    var worst = 0.0
    for row in 0..<9 {
      for column in 0..<9 {
        let (u, v) = (-0.88 + 0.22 * Double(column), -0.88 + 0.22 * Double(row))
        guard abs(u) > 0.1 || v > 0.1, abs(v) > 0.1 || u > 0.1 else { continue }
        let x = Int((u + 1) / 2 * Double(picture.width))
        let y = Int((v + 1) / 2 * Double(picture.height))
        let truth = u < 0 && v < 0 ? 30 : 140 + 80 * (2 * (Double(x) + 0.5) / Double(picture.width) - 1)
        worst = max(worst, abs(Double(picture.luma[y * picture.width + x]) - truth))
      }
    }
    return worst
  }

  @Test func theQuadIsSeenFromStraightAheadAtTheSizeOfItsSides() throws {
    let picture = try #require(rectify(quad()))
    #expect(picture.width == 132 && picture.height == 99)  // of the longer sides, 131.5 and 98.5 pixels
    #expect(picture.blueDifference == nil)
    #expect(error(picture) < 3)
  }

  @Test(arguments: [(1.0, 100, 50), (1.5, 150, 50), (0.5, 100, 100)])
  func pixelsOfTheResultAreSquare(_ ratio: Double, _ width: Int, _ height: Int) {
    let luma = [UInt8](repeating: 90, count: 200 * 100)
    guard let plane = Plane(luma.span, width: 200, height: 100, rowStride: 200) else { return }
    let quad = Quad(
      topLeft: Point(x: 0.25, y: 0.25), topRight: Point(x: 0.75, y: 0.25), bottomRight: Point(x: 0.75, y: 0.75),
      bottomLeft: Point(x: 0.25, y: 0.75))
    let frame = Frame(luma: plane, timestamp: .zero, pixelAspectRatio: ratio)
    let size = RectifiedPicture.size(of: quad, in: frame)
    #expect(size?.width == width && size?.height == height)
  }

  @Test func aReducedPictureIsTheMeanOfWhatItCovers() throws {
    let picture = try #require(rectify(quad(), longestSide: 44))
    #expect(picture.width == 44 && picture.height == 33)
    #expect(error(picture) < 4)
  }

  @Test(arguments: Orientation.allCases)
  func theCornersAreThoseOfTheUprightPicture(_ orientation: Orientation) throws {
    func turned(_ point: Point) -> Point { orientation.upright(point) }
    let stored = quad()
    let upright = Quad(
      topLeft: turned(stored.topLeft), topRight: turned(stored.topRight), bottomRight: turned(stored.bottomRight),
      bottomLeft: turned(stored.bottomLeft))
    #expect(error(try #require(rectify(upright, orientation: orientation))) < 3)
  }

  @Test func whatLiesBeyondThePictureIsBlack() throws {
    var far = quad()
    far.topLeft = Point(x: -0.4, y: 0.2)
    far.bottomLeft = Point(x: -0.4, y: 0.8)
    let picture = try #require(rectify(far))
    #expect(picture.luma[picture.height / 2 * picture.width] == 16)
    #expect(picture.luma[picture.height / 2 * picture.width + picture.width * 9 / 10] > 100)
  }

  @Test func cornersThatMakeNoRectangleAreRefused() {
    var crossed = quad()
    swap(&crossed.topLeft, &crossed.topRight)
    #expect(rectify(crossed) == nil)
    var endless = quad()
    endless.topLeft.x = .nan
    #expect(rectify(endless) == nil)
    endless.topLeft.x = 1e12
    #expect(rectify(endless) == nil)
  }
}

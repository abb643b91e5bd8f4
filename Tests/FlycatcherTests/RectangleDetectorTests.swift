import Testing

@testable import Flycatcher

@Suite struct RectangleDetectorTests {
  private func detector(_ change: (inout RectangleDetector.Settings) -> Void = { _ in }) throws -> RectangleDetector {
    var settings = RectangleDetector.Settings()
    settings.maximumObservations = 0
    change(&settings)
    return try RectangleDetector(settings)
  }

  /// Error of the most confident detection, whichever corner comes first.
  private func error(_ detection: RectangleDetector.Detection, _ truth: PixelQuad, _ scene: RectangleScene) -> Float {
    (0..<4).map { scene.error(detection.corners, truth.rotated(by: $0)) }.min() ?? .infinity
  }

  @Test(arguments: [(1, 0), (0.966, 0.259), (0.707, 0.707), (0.5, 0.866), (0.174, 0.985)] as [(Float, Float)])
  func findsCornersToAFractionOfAPixelAtAnyRotation(_ turn: (Float, Float)) throws {
    let truth = PixelQuad(middle: SIMD2(121.3, 88.6), size: SIMD2(110, 80), cosine: turn.0, sine: turn.1, depth: 0.15)
    var scene = RectangleScene()
    scene.draw(truth) { _, _ in 200 }
    scene.addNoise(2)
    var detector = try detector()
    let found = try #require(try scene.detect(&detector).first)
    #expect(error(found, truth, scene) < 0.4)
    #expect(found.confidence > 0.6)
  }

  @Test func namesTheCornersFromTheTopLeftClockwise() throws {
    let truth = PixelQuad(middle: SIMD2(120, 90), size: SIMD2(100, 70))
    var scene = RectangleScene()
    scene.draw(truth) { _, _ in 30 }
    var detector = try detector()
    let found = try #require(try scene.detect(&detector).first)
    #expect(scene.error(found.corners, truth) < 0.4)
  }

  @Test func findsARectangleWhoseEdgesArePartlyCovered() throws {
    let truth = PixelQuad(middle: SIMD2(120, 90), size: SIMD2(120, 90), cosine: 0.985, sine: 0.174)
    var scene = RectangleScene()
    scene.draw(truth) { _, _ in 210 }
    for middle in [SIMD2<Float>(112, 45), SIMD2(180, 84), SIMD2(66, 98)] {
      scene.draw(PixelQuad(middle: middle, size: SIMD2(24, 30), cosine: 0.8, sine: 0.6)) { _, _ in 60 }
    }
    var detector = try detector()
    let found = try #require(try scene.detect(&detector).first)
    #expect(error(found, truth, scene) < 1)
  }

  @Test func findsAScreenThatThePictureCutsACornerOff() throws {
    let truth = PixelQuad(a: SIMD2(104, 18), b: SIMD2(245.5, 24), c: SIMD2(229, 140), d: SIMD2(108, 136))
    var scene = RectangleScene()
    scene.draw(truth) { _, _ in 200 }
    scene.addNoise(2)
    var detector = try detector()
    let found = try #require(try scene.detect(&detector).first)
    #expect(error(found, truth, scene) < 1)
  }

  @Test func findsARectangleOfLowContrast() throws {
    let truth = PixelQuad(middle: SIMD2(118, 92), size: SIMD2(120, 100), cosine: 0.94, sine: 0.342)
    var scene = RectangleScene { x, _ in 90 + Float(x) * 0.1 }
    scene.draw(truth) { _, _ in 122 }
    scene.addNoise(2.5)
    var detector = try detector()
    let found = try #require(try scene.detect(&detector).first)
    #expect(error(found, truth, scene) < 1.5)
  }

  @Test func findsACardOnGrainOfManyLongFaintEdges() throws {
    let truth = PixelQuad(middle: SIMD2(240, 180), size: SIMD2(130, 96), cosine: 0.94, sine: 0.342, depth: 0.05)
    var scene = RectangleScene(width: 480, height: 360) { x, y in
      130 + (y % 8 < 4 ? 14 : 0) + Float(x) * 0.02
    }
    scene.draw(truth) { _, _ in 225 }
    // Something on its rim, so that no side is one piece.
    for k in 0..<4 {
      let middle = (truth[k] + truth[k + 1]) / 2
      scene.draw(PixelQuad(middle: middle, size: SIMD2(14, 14), cosine: 0.8, sine: 0.6)) { _, _ in 137 }
    }
    scene.addNoise(2)
    var detector = try detector()
    let found = try #require(try scene.detect(&detector).first)
    #expect(error(found, truth, scene) < 1)
  }

  // Where patches change the sense of a side's contrast three times, a corner is known less well.
  @Test(arguments: [(64, 200, 1), (80, 60, 3)])
  func findsACardBeforeWhatIsBrighterHereAndDarkerThere(
    _ patch: (width: Int, height: Int, tolerance: Float)
  ) throws {
    let truth = PixelQuad(middle: SIMD2(120, 90), size: SIMD2(130, 96), cosine: 0.985, sine: 0.174)
    var scene = RectangleScene { x, y in (x / patch.width + y / patch.height).isMultiple(of: 2) ? 40 : 220 }
    scene.draw(truth) { _, _ in 130 }
    scene.addNoise(2)
    var detector = try detector()
    let found = try #require(try scene.detect(&detector).first)
    #expect(error(found, truth, scene) < patch.tolerance)
  }

  @Test func takesTheOuterEdgeOfADrawnFrame() throws {
    let truth = PixelQuad(middle: SIMD2(120, 90), size: SIMD2(140, 110))
    var scene = RectangleScene { _, _ in 200 }
    scene.draw(truth) { u, v in abs(u) > 0.96 || abs(v) > 0.95 ? 40 : 200 }
    var detector = try detector { $0.maximumObservations = 1 }
    let found = try #require(try scene.detect(&detector).first)
    #expect(error(found, truth, scene) < 0.6)
  }

  @Test func prefersATableToItsCells() throws {
    let truth = PixelQuad(middle: SIMD2(120, 90), size: SIMD2(160, 140))
    var scene = RectangleScene { _, _ in 210 }
    scene.draw(truth) { u, v in
      let (p, q) = ((u + 1) * 1.5, (v + 1) * 1.5)
      let isLine = abs(p - p.rounded()) < 0.03 || abs(q - q.rounded()) < 0.03
      return isLine ? 50 : 210
    }
    var detector = try detector()
    let found = try scene.detect(&detector)
    #expect(error(try #require(found.first), truth, scene) < 1.5)
    #expect(found.count <= 8)
  }

  @Test func isNotSureOfAnythingWhereThereIsNoRectangle() throws {
    var scene = RectangleScene { x, y in
      let (dx, dy) = (Float(x) - 120, Float(y) - 90)
      return (dx * dx + dy * dy).squareRoot() < 60 ? 180 : 70 + Float(y) * 0.2
    }
    scene.addNoise(4)
    var detector = try detector()
    #expect(try scene.detect(&detector).allSatisfy { $0.confidence < 0.5 })
  }

  @Test(arguments: [0, 40])
  func findsNextToEveryOneOfManyCards(_ most: Int) throws {
    var scene = RectangleScene(width: 640, height: 480) { x, _ in 70 + Float(x) * 0.03 }
    var truth: [PixelQuad] = []
    for index in 0..<100 {
      let middle = SIMD2(Float(index % 10), Float(index / 10)) * SIMD2(64, 48) + SIMD2(32, 24)
      truth.append(PixelQuad(middle: middle, size: SIMD2(44, 32), cosine: 0.9991, sine: 0.0424))
      scene.draw(truth[index]) { _, _ in index.isMultiple(of: 3) ? 15 : 200 }
    }
    scene.addNoise(2)
    var detector = try detector { ($0.minimumSize, $0.maximumObservations) = (0.05, most) }
    let found = try scene.detect(&detector)
    let exact = found.filter { detection in truth.contains { error(detection, $0, scene) < 1.5 } }
    if most == 0 { #expect(exact.count >= 90) } else { #expect(found.count == most && exact.count > most / 2) }
  }

  @Test func thousandRectanglesStayWithinBounds() throws {
    var noise = Noise(seed: 7)
    var scene = RectangleScene(width: 480, height: 360) { _, _ in 128 }
    for _ in 0..<1000 {
      let middle = SIMD2(noise.uniform() * 480, noise.uniform() * 360)
      let (cosine, gray) = (noise.uniform(), noise.uniform() * 255)
      let size = SIMD2(10 + noise.uniform() * 20, 10 + noise.uniform() * 20)
      scene.draw(PixelQuad(middle: middle, size: size, cosine: cosine, sine: (1 - cosine * cosine).squareRoot())) {
        _, _ in
        gray
      }
    }
    var picture = GradientPicture()
    var finder = LineSegmentFinder()
    var lines = EdgeLines()
    try scene.withFrame { frame in
      picture.update(frame.luma, region: PixelRectangle(.picture, width: 480, height: 360), longestSide: 500)
    }
    finder.find(in: picture)
    lines.gather(finder.segments, minimumCovered: 12)
    #expect(finder.segments.count > 300 && finder.segments.count <= RectangleDetector.Parameters().effort.segments)
    #expect(lines.lines.count <= EdgeLines.maximumCount)
    var detector = try detector { $0.minimumSize = 0 }
    #expect(try scene.detect(&detector).count <= 152)
    let usual = RectangleScene(width: 480, height: 360) { x, y in Float((x / 60 + y / 60) % 2) * 90 + 60 }
    let (dense, sparse) = try (time { _ = try scene.detect(&detector) }, time { _ = try usual.detect(&detector) })
    #expect(dense < sparse * 12 + .milliseconds(5))
  }

  @Test func manyRectanglesInRowsAreFound() throws {
    let scene = RectangleScene(width: 1280, height: 720) { x, y in
      let (column, row) = (x % 32, y % 28)
      return column > 3 && column < 28 && row > 5 && row < 24 ? 200 : 90
    }
    var detector = try detector {
      $0.minimumSize = 0.02
      $0.maximumObservations = 0
    }
    let found = try scene.detect(&detector)
    #expect(found.count >= 100)
    for one in found {
      #expect(abs(one.corners.topRight.x - one.corners.topLeft.x - 24.0 / 1280) < 1.5 / 1280)
      #expect(abs(one.corners.bottomLeft.y - one.corners.topLeft.y - 18.0 / 720) < 1.5 / 720)
    }
  }

  private func time(_ body: () throws -> Void) throws -> Duration {
    try (0..<5).map { _ in try ContinuousClock().measure(body) }.min() ?? .zero
  }

  @Test(arguments: [(1, 1), (2, 1), (1, 300), (300, 1), (5, 5), (16, 16)])
  func tinyPicturesHaveNoRectangle(_ size: (Int, Int)) throws {
    let scene = RectangleScene(width: size.0, height: size.1)
    var detector = try detector()
    #expect(try scene.detect(&detector).isEmpty)
  }

  @Test func keepsToSizeAspectAndNumber() throws {
    let (large, narrow) = (
      PixelQuad(middle: SIMD2(70, 90), size: SIMD2(90, 80)), PixelQuad(middle: SIMD2(180, 90), size: SIMD2(40, 110))
    )
    var scene = RectangleScene()
    scene.draw(large) { _, _ in 190 }
    scene.draw(narrow) { _, _ in 20 }
    var usual = try detector()
    #expect(try scene.detect(&usual).map { error($0, large, scene) < 1 } == [true])
    var loose = try detector { $0.minimumAspectRatio = 0.3 }
    #expect(try scene.detect(&loose).count == 2)
    var slim = try detector { ($0.minimumAspectRatio, $0.maximumAspectRatio) = (0.3, 0.5) }
    #expect(try scene.detect(&slim).map { error($0, narrow, scene) < 1 } == [true])
    var one = try detector { ($0.minimumAspectRatio, $0.maximumObservations) = (0.3, 1) }
    #expect(try scene.detect(&one).count == 1)
    var huge = try detector { $0.minimumSize = 0.6 }
    #expect(try scene.detect(&huge).isEmpty)
  }

  @Test func looksOnlyAtTheRegionOfInterest() throws {
    let (left, right) = (
      PixelQuad(middle: SIMD2(60, 90), size: SIMD2(80, 80)), PixelQuad(middle: SIMD2(180, 90), size: SIMD2(80, 80))
    )
    var scene = RectangleScene()
    scene.draw(left) { _, _ in 190 }
    scene.draw(right) { _, _ in 190 }
    var detector = try detector { $0.regionOfInterest = Rectangle(x: 0.5, y: 0, width: 0.5, height: 1) }
    let found = try scene.detect(&detector)
    #expect(found.count == 1)
    #expect(error(try #require(found.first), right, scene) < 0.5)
  }

  @Test func turnedPicturesGiveUprightCorners() throws {
    let truth = PixelQuad(middle: SIMD2(80, 60), size: SIMD2(100, 70))
    var scene = RectangleScene()
    scene.draw(truth) { _, _ in 200 }
    var detector = try detector()
    for orientation in Orientation.allCases {
      let found = try #require(try scene.detect(&detector, orientation: orientation).first)
      let upright = found.corners.corners
      let stored = upright.map { orientation.stored($0) }
      for place in stored {
        let nearest = (0..<4).map { k in
          let v = SIMD2(Float(place.x) * 240, Float(place.y) * 180) - truth[k]
          return (v * v).sum().squareRoot()
        }.min()
        #expect(try #require(nearest) < 0.6)
      }
      #expect(upright[0].x < upright[1].x && upright[1].y < upright[2].y && upright[3].x < upright[2].x)
    }
  }

  @Test func interleavedSamplesGiveTheSame() throws {
    let truth = PixelQuad(middle: SIMD2(120, 90), size: SIMD2(100, 70), cosine: 0.94, sine: 0.342)
    var scene = RectangleScene()
    scene.draw(truth) { _, _ in 200 }
    var detector = try detector()
    let plain = try scene.detect(&detector)
    var doubled: [UInt8] = []
    for pixel in scene.pixels { doubled += [pixel, 7] }
    guard let plane = Plane(doubled.span, width: 240, height: 180, rowStride: 480, pixelStride: 2) else {
      throw EmptyPicture()
    }
    #expect(detector.detect(in: Frame(luma: plane, timestamp: .zero)) == plain)
  }

  @Test func settingsOutOfRangeAreNamed() {
    func message(_ change: (inout RectangleDetector.Settings) -> Void) -> String {
      var settings = RectangleDetector.Settings()
      change(&settings)
      do {
        _ = try RectangleDetector(settings)
        return ""
      } catch {
        return error.description
      }
    }
    #expect(message { _ in } == "")
    #expect(message { $0.minimumAspectRatio = -0.1 }.contains("minimumAspectRatio is -0.1"))
    #expect(message { $0.maximumAspectRatio = 0.2 }.contains("maximumAspectRatio is 0.2"))
    #expect(message { $0.quadratureTolerance = 60 }.contains("quadratureTolerance is 60"))
    #expect(message { $0.minimumSize = .nan }.contains("minimumSize is nan"))
    #expect(message { $0.minimumConfidence = 2 }.contains("minimumConfidence is 2"))
    #expect(message { $0.maximumObservations = -1 }.contains("maximumObservations is -1"))
    #expect(message { $0.regionOfInterest.width = 2 }.contains("regionOfInterest"))
  }
}

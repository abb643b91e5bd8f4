// Pictures and regions of any size: tiny, thin, huge. Nothing need be found in them, and nothing may break.
import Flycatcher
import Testing

@Suite struct PictureSizesTests {
  /// Widths and heights: a few pixels, around the powers of two that pyramids and tiles stop at, and long and thin.
  static let sizes: [(Int, Int)] =
    [1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 31, 32, 33].flatMap { width in
      [1, 2, 3, 5, 8, 17, 33].map { (width, $0) }
    } + [(4, 12000), (12000, 4), (1, 70000), (70000, 1), (9, 3001), (3001, 9), (2, 32768), (700, 40), (40, 700)]

  /// A picture with edges, flat parts and noise; `step` bytes from a sample to the next.
  static func picture(_ width: Int, _ height: Int, step: Int = 1, seed: Int = 0) -> [UInt8] {
    var state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<width * height * step).map { index in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      let (x, y) = (index / step % width, index / step / width)
      let isInside = 5 * x > width && 5 * x < 4 * width && 5 * y > height && 5 * y < 4 * height
      return (isInside ? 200 : 40) &+ UInt8(truncatingIfNeeded: state >> 60)
    }
  }

  static func withFrame<Result>(
    _ width: Int, _ height: Int, step: Int = 1, number: Int = 0, orientation: Orientation = .up,
    _ body: (borrowing Frame) throws -> Result
  ) throws -> Result {
    let pixels = picture(width, height, step: step, seed: number)
    let plane = Plane(pixels.span, width: width, height: height, rowStride: width * step, pixelStride: step)
    guard let plane else { throw NoPlane() }
    let time = Timestamp(nanoseconds: Int64(number) * 40_000_000)
    return try body(Frame(luma: plane, timestamp: time, orientation: orientation))
  }

  struct NoPlane: Error {}

  private func isFinite(_ quad: Quad) -> Bool { quad.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite } }

  @Test func rectanglesAreLookedForInPicturesOfAnySize() throws {
    var settings = RectangleDetector.Settings()
    (settings.minimumSize, settings.minimumAspectRatio, settings.maximumObservations) = (0, 0, 0)
    var detectors = [try RectangleDetector(), try RectangleDetector(settings)]
    for (width, height) in Self.sizes {
      for step in [1, 2] {
        for index in detectors.indices {
          let found = try Self.withFrame(width, height, step: step) { detectors[index].detect(in: $0) }
          #expect(found.allSatisfy { isFinite($0.corners) }, "\(width) × \(height)")
        }
      }
    }
  }

  /// The first of these is a single row of a picture of 1080.
  @Test(arguments: [
    Rectangle(x: 0, y: 0.9995, width: 1, height: 0.0005), Rectangle(x: 0.9999, y: 0, width: 0.0001, height: 1),
    Rectangle(x: 0, y: 0, width: 1, height: 1e-12), Rectangle(x: 1 - 1e-9, y: 1 - 1e-9, width: 1e-9, height: 1e-9),
    Rectangle(x: 0.3, y: 0.5, width: 1e-300, height: 0.5), Rectangle(x: 0, y: 0.2, width: 1, height: 0.007),
  ])
  func rectanglesAreLookedForInRegionsOfAnyShape(_ region: Rectangle) throws {
    for minimumSize in [0.2, 0] {
      var settings = RectangleDetector.Settings()
      (settings.regionOfInterest, settings.minimumSize, settings.maximumObservations) = (region, minimumSize, 0)
      var detector = try RectangleDetector(settings)
      for orientation in [Orientation.up, .right] {
        let found = try Self.withFrame(1920, 1080, orientation: orientation) { detector.detect(in: $0) }
        #expect(found.isEmpty)
      }
    }
  }

  @Test func rectanglesAreTrackedInPicturesOfAnySize() throws {
    let quads = [
      Quad(
        topLeft: Point(x: 0.2, y: 0.2), topRight: Point(x: 0.8, y: 0.2), bottomRight: Point(x: 0.8, y: 0.8),
        bottomLeft: Point(x: 0.2, y: 0.8)),
      Quad(
        topLeft: Point(x: -0.5, y: 0.1), topRight: Point(x: 1.4, y: 0.2), bottomRight: Point(x: 1.2, y: 4),
        bottomLeft: Point(x: 0.1, y: 3)),
    ]
    for (width, height) in Self.sizes {
      var settings = RectangleTracker.Settings()
      settings.detection = RectangleDetector.Settings()
      var tracker = try RectangleTracker(settings)
      for quad in quads { _ = try tracker.nominate(quad) }
      for number in 0..<6 {
        // The size changes in mid-stream, both ways.
        let (w, h) = number % 3 == 2 ? (height, width) : (width, height)
        let seen = try Self.withFrame(w, h, step: 1 + number % 2, number: number) { try tracker.track($0) }
        for case .rectangle(let rectangle) in seen {
          #expect(isFinite(rectangle.corners) && (0...1).contains(rectangle.confidence), "\(width) × \(height)")
        }
      }
    }
  }

  @Test func rectanglesAreRectifiedFromPicturesOfAnySize() throws {
    let corners = Quad(
      topLeft: Point(x: -0.5, y: 0.1), topRight: Point(x: 1.4, y: 0.2), bottomRight: Point(x: 1.2, y: 4),
      bottomLeft: Point(x: 0.1, y: 3))
    for (width, height) in Self.sizes where width * height < 40_000 {
      for orientation in [Orientation.up, .leftMirrored] {
        let picture = try Self.withFrame(width, height, orientation: orientation) {
          RectifiedPicture(corners, in: $0, longestSide: 40)
        }
        let rectified = try #require(picture)
        #expect(rectified.luma.count == rectified.width * rectified.height)
        #expect(max(rectified.width, rectified.height) <= 40)
      }
    }
  }

  @Test(arguments: ObjectTracker.TrackingLevel.allCases)
  func objectsAreTrackedInPicturesOfAnySize(_ level: ObjectTracker.TrackingLevel) throws {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    settings.maximumThreads = 1
    let boxes = [
      Rectangle(x: 0.2, y: 0.2, width: 0.6, height: 0.6), .picture,
      Rectangle(x: 0, y: 0, width: 1e-300, height: 1e-300),
      Rectangle(x: 0.999, y: 0.4, width: 1e-9, height: 0.6),
    ]
    for (width, height) in Self.sizes where width + height > 60 || (width + 3 * height) % 7 < 2 {
      var tracker = try ObjectTracker(settings)
      for box in boxes { try tracker.nominate(box) }
      for number in 0..<4 {
        let (w, h) = number == 3 ? (height, width) : (width, height)
        let seen = try Self.withFrame(w, h, step: 1 + number % 2, number: number) { try tracker.track($0) }
        for case .object(let object) in seen {
          let box = object.boundingBox
          let numbers = [box.x, box.y, box.width, box.height, object.confidence]
          #expect(numbers.allSatisfy(\.isFinite) && (0...1).contains(object.confidence), "\(width) × \(height): \(box)")
        }
      }
    }
  }
}

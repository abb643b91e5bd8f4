import Flycatcher
import Testing

@testable import FlycatcherPipeline

@Suite struct OverlayLimitsTests {
  private static let garbage: [Point] = [
    Point(x: .nan, y: 0.5), Point(x: 0.5, y: .infinity), Point(x: -1e300, y: 1e300), Point(x: 1e9, y: 0.5),
    Point(x: -40, y: 70), Point(x: 0, y: 0), Point(x: 1, y: 1),
  ]

  @Test(arguments: OverlayStyle.TrajectoryStyle.allCases, [(1, 1), (2, 1), (16, 16), (641, 359)])
  func garbageDrawsNothingWrong(_ trajectoryStyle: OverlayStyle.TrajectoryStyle, _ size: (Int, Int)) {
    var style = OverlayStyle()
    style.trajectoryStyle = trajectoryStyle
    style.regionOfInterest = .picture
    var painter = OverlayPainter(style: style, orientation: .right)
    var observation = flight(Self.garbage, radius: .nan)
    observation.confidence = .nan
    let quad = Quad(
      topLeft: Self.garbage[0], topRight: Self.garbage[2], bottomRight: Self.garbage[3], bottomLeft: Self.garbage[4])
    let box = Rectangle(x: -1e12, y: .nan, width: 1e300, height: -1)
    painter.add(
      report(
        0.6, .trajectory(observation), .trajectory(flight([])), .trajectory(flight([arc[0]])),
        .object(
          ObjectObservation(
            uuid: ObservationUUID(), label: "\u{0}\n" + String(repeating: "x", count: 10_000), state: .tracked,
            time: .zero, confidence: .infinity, boundingBox: box)),
        .object(
          ObjectObservation(
            uuid: ObservationUUID(), state: .tracked, time: .zero, confidence: 1,
            boundingBox: Rectangle(x: -1e12, y: -1e12, width: 2e12, height: 2e12))),
        .rectangle(
          RectangleObservation(uuid: ObservationUUID(), state: .lost, time: .zero, confidence: -1, corners: quad))))
    let images = painter.images(at: Timestamp(seconds: 0.6), width: size.0, height: size.1)
    #expect(!images.isEmpty)
    check(images, size.0, size.1)
    #expect(painter.images(at: Timestamp(seconds: 0.6), width: 0, height: 100).isEmpty)
    #expect(painter.images(at: Timestamp(seconds: 0.6), width: 100, height: -5).isEmpty)
    #expect(painter.images(at: Timestamp(seconds: 0.6), width: 1 << 40, height: 100).isEmpty)
    #expect(!painter.images(at: Timestamp(seconds: 0.6), width: size.0, height: size.1).isEmpty)
  }

  /// An arc of such a radius took Cairo for ever.
  @Test(.timeLimit(.minutes(1)), arguments: [Double.infinity, .nan, 1e300, 1e60, 1e4])
  func dotsThatAreTooLargeDrawNothing(_ radius: Double) throws {
    let sheet = try #require(OverlaySheet(width: 64, height: 48, orientation: .up))
    let canvas = FrameCanvas(sheet)
    canvas.dots([Point(x: 0.5, y: 0.5)], radius: radius, OverlayColor(0xFFFFFF))
    #expect(sheet.images().isEmpty)
    canvas.dots([Point(x: 0.5, y: 0.5)], radius: 100, OverlayColor(0xFFFFFF))
    #expect(!sheet.images().isEmpty)
  }

  /// Tiles lie inside the frame, do not overlap, hold all their bytes, and no color is brighter than its alpha.
  private func check(_ images: [OverlayImage], _ width: Int, _ height: Int) {
    for (index, image) in images.enumerated() {
      #expect(image.x >= 0 && image.y >= 0 && image.width > 0 && image.height > 0)
      #expect(image.x + image.width <= width && image.y + image.height <= height)
      #expect(image.pixels.count == image.width * image.height * 4)
      for other in images[(index + 1)...] where index > 0 {
        let isApart =
          other.x >= image.x + image.width || image.x >= other.x + other.width || other.y >= image.y + image.height
          || image.y >= other.y + other.height
        #expect(isApart || width < 700)
      }
      let isPremultiplied = stride(from: 0, to: image.pixels.count, by: 4).allSatisfy { pixel in
        image.pixels[pixel..<pixel + 3].allSatisfy { $0 <= image.pixels[pixel + 3] }
      }
      #expect(isPremultiplied)
    }
  }

  @Test func nothingSeenNothingDrawn() {
    var painter = OverlayPainter(style: OverlayStyle(), orientation: .up)
    painter.add(report(0))
    #expect(painter.images(at: .zero, width: 640, height: 360).isEmpty)
    painter.add(report(0.5, .trajectory(flight(arc))))
    #expect(!painter.images(at: Timestamp(seconds: 0.6), width: 640, height: 360).isEmpty)
    painter.reset()
    #expect(painter.images(at: Timestamp(seconds: 0.6), width: 640, height: 360).isEmpty)
  }

  @Test func tilesCoverLittleMoreThanTheDrawing() {
    var painter = OverlayPainter(style: plainStyle, orientation: .up)
    painter.add(report(0.5, .trajectory(flight(arc))))
    let images = painter.images(at: Timestamp(seconds: 0.5), width: 1920, height: 1080)
    check(images, 1920, 1080)
    let area = images.reduce(0) { $0 + $1.width * $1.height }
    #expect(area < 1920 * 1080 / 12)
  }

  @Test func memoryDoesNotGrowWithTheStream() {
    var painter = OverlayPainter(style: plainStyle, orientation: .up)
    let (uuid, box) = (ObservationUUID(), Rectangle(x: 0.1, y: 0.1, width: 0.2, height: 0.2))
    for step in 0..<3000 {
      let seconds = Double(step) * 0.001
      painter.add(
        report(
          seconds, .trajectory(flight(arc)),
          .object(
            ObjectObservation(
              uuid: uuid, state: .tracked, time: Timestamp(seconds: seconds), confidence: 1, boundingBox: box))))
    }
    #expect(painter.flights.count <= 256)
    #expect(painter.objects.count == 1)
    #expect((painter.objects[uuid]?.centers.count ?? 0) <= 600)
    var trail = TrajectoryTrail(number: 1, time: .zero)
    trail.add(flight((0..<5000).map { Point(x: Double($0) / 5000, y: 0.5) }), at: .zero)
    #expect(trail.points.count == TrajectoryTrail.limit)
  }

  @Test func aCopyOfThePainterDrawsTheSame() {
    var painter = OverlayPainter(style: OverlayStyle(), orientation: .up)
    painter.add(report(0.5, .trajectory(flight(arc))))
    _ = painter.images(at: Timestamp(seconds: 0.5), width: 640, height: 360)
    var copy = painter
    copy.reset()
    copy.add(report(0.5, .trajectory(flight(arc.map { Point(x: $0.x, y: $0.y + 0.3) }))))
    let other = Painting(copy.images(at: Timestamp(seconds: 0.65), width: 640, height: 360), 640, 360)
    let one = Painting(painter.images(at: Timestamp(seconds: 0.65), width: 640, height: 360), 640, 360)
    #expect(one.color(arc[0]).alpha == 255)
    #expect(other.color(arc[0]).alpha == 0)
  }

  @Test func settingsOutOfRangeAreNamed() throws {
    try OverlayStyle().validate()
    func message(_ change: (inout OverlayStyle) -> Void) -> String {
      var style = OverlayStyle()
      change(&style)
      do {
        try style.validate()
        return "valid"
      } catch {
        return error.description
      }
    }
    #expect(message { $0.lineWidth = 0 }.contains("lineWidth is 0"))
    #expect(message { $0.fontSize = .nan }.contains("fontSize"))
    #expect(message { $0.opacity = 1.5 }.contains("from 0 to 1"))
    #expect(message { $0.palette = [] }.contains("palette"))
    #expect(message { $0.trailDuration = .zero }.contains("trailDuration"))
    #expect(message { $0.pointColor.red = 2 }.contains("color"))
    #expect(
      message { $0.regionOfInterest = Rectangle(x: 0.5, y: 0, width: 0.8, height: 1) }.contains("regionOfInterest"))
  }
}

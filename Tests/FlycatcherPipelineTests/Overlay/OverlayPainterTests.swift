import Flycatcher
import Testing

@testable import FlycatcherPipeline

@Suite struct OverlayPainterTests {
  private func paint(
    _ style: OverlayStyle, _ reports: [FrameReport], at seconds: Double = 0.5, width: Int = 640, height: Int = 360,
    orientation: Orientation = .up
  ) -> Painting {
    var painter = OverlayPainter(style: style, orientation: orientation)
    for report in reports { painter.add(report) }
    return Painting(painter.images(at: Timestamp(seconds: seconds), width: width, height: height), width, height)
  }

  @Test func pointsAreRedAndTheCurveBetweenThemIsGreen() {
    let painting = paint(plainStyle, [report(0.5, .trajectory(flight(arc)))], width: 1280, height: 720)
    for place in arc {
      let color = painting.color(place)
      #expect(color.alpha == 255 && color.red > 220 && color.green < 90)
    }
    for index in 0..<5 {
      let x = arc[index].x + 0.08
      let color = painting.color(Point(x: x, y: 0.3 + 1.5 * (x - 0.5) * (x - 0.5)))
      #expect(color.alpha > 200 && color.green > 150 && color.red < 90)
    }
    #expect(painting.color(640, 600).alpha == 0)
    #expect(painting.color(40, 200).alpha == 0)
  }

  @Test func theCurveEndsWithTheFlight() {
    let painting = paint(plainStyle, [report(0.5, .trajectory(flight(arc)))])
    for x in [0.04, 0.96] {
      #expect(painting.color(Point(x: x, y: 0.3 + 1.5 * (x - 0.5) * (x - 0.5))).alpha == 0)
    }
  }

  @Test func aFlightStraightUpHasACurveToo() {
    let places = (0...6).map { Point(x: 0.5, y: 0.9 - 0.2 * Double($0) + 0.012 * Double($0 * $0)) }
    let painting = paint(plainStyle, [report(0.6, .trajectory(flight(places)))], at: 0.6, width: 1280, height: 720)
    let middle = Point(x: 0.5, y: 0.9 - 0.2 * 0.5 + 0.012 * 0.25)
    let color = painting.color(middle)
    #expect(color.green > 150 && color.red < 90)
  }

  @Test func pointsStyleDrawsNoCurve() {
    var style = plainStyle
    style.trajectoryStyle = .points
    let painting = paint(style, [report(0.5, .trajectory(flight(arc)))])
    #expect(painting.color(arc[2]).red > 220)
    let x = arc[2].x + 0.08
    #expect(painting.color(Point(x: x, y: 0.3 + 1.5 * (x - 0.5) * (x - 0.5))).alpha == 0)
  }

  @Test func cometFadesTowardItsTail() {
    var style = plainStyle
    style.trajectoryStyle = .comet
    style.trailDuration = .milliseconds(500)
    let painting = paint(style, [report(0.5, .trajectory(flight(arc)))])
    let (head, middle, tail) = (
      painting.color(arc[5]).alpha, painting.color(arc[3]).alpha, painting.color(arc[1]).alpha
    )
    #expect(head > middle && middle > tail)
    #expect(head > 200)
    #expect(paint(style, [report(0.5, .trajectory(flight(arc)))], at: 1.1).isEmpty)
  }

  @Test func lowConfidenceIsDashed() {
    func gaps(_ confidence: Double) -> Int {
      let places = (0...5).map { Point(x: 0.1 + 0.16 * Double($0), y: 0.5) }
      let painting = paint(plainStyle, [report(0.5, .trajectory(flight(places, confidence: confidence)))])
      return (70..<570).count { painting.color($0, 180).alpha == 0 }
    }
    #expect(gaps(0.9) == 0)
    #expect(gaps(0.5) == 0)
    #expect(gaps(0.3) > 100)
  }

  @Test func fadesInAndOutByStreamTime() {
    var style = plainStyle
    style.fadeIn = .milliseconds(200)
    style.linger = .milliseconds(400)
    style.fadeOut = .milliseconds(400)
    var painter = OverlayPainter(style: style, orientation: .up)
    painter.add(report(0.5, .trajectory(flight(arc, .init(), .ended))))
    func alpha(_ seconds: Double) -> Int {
      Painting(painter.images(at: Timestamp(seconds: seconds), width: 640, height: 360), 640, 360).color(arc[2]).alpha
    }
    let rising = [0.5, 0.6, 0.7].map(alpha)
    #expect(rising[0] > 40 && rising[0] < rising[1] && rising[1] < rising[2])
    #expect(rising[2] == 255)
    #expect(alpha(0.89) == 255)
    let falling = [0.95, 1.1, 1.25].map(alpha)
    #expect(falling[0] > falling[1] && falling[1] > falling[2])
    #expect(falling[2] > 0 && falling[2] < 120)
    #expect(alpha(1.31) == 0)
    #expect(painter.flights.isEmpty)
  }

  @Test func aFlightStillGoingOnStaysOverAGap() {
    let reports = [report(0.5, .trajectory(flight(arc)))]
    #expect(!paint(plainStyle, reports, at: 1.5).isEmpty)
    #expect(paint(plainStyle, reports, at: 4).isEmpty)
  }

  @Test func regionOfInterestHasABlueOutline() {
    var style = plainStyle
    style.regionOfInterest = Rectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    let painting = paint(style, [])
    for place in [Point(x: 0.25, y: 0.5), Point(x: 0.75, y: 0.5), Point(x: 0.5, y: 0.25), Point(x: 0.5, y: 0.75)] {
      let color = painting.color(place)
      #expect(color.blue > 120 && color.red < 60)
    }
    #expect(painting.color(320, 180).alpha == 0)
    #expect(painting.color(20, 20).alpha == 0)
  }

  @Test func wholePictureAsRegionIsOutlinedInsideIt() {
    var style = plainStyle
    style.regionOfInterest = .picture
    let painting = paint(style, [])
    #expect(painting.color(0, 100).blue > 150)
    #expect(painting.color(639, 100).blue > 150)
    #expect(painting.color(100, 359).blue > 150)
  }

  @Test(arguments: Orientation.allCases)
  func placesAreTurnedIntoTheStoredPicture(_ orientation: Orientation) {
    let painting = paint(
      plainStyle, [report(0.5, .trajectory(flight(arc)))], width: 400, height: 300, orientation: orientation)
    for place in arc {
      let color = painting.color(orientation.stored(place))
      #expect(color.red > 200 && color.green < 100)
    }
  }

  @Test func everyFlightHasItsColor() {
    var style = plainStyle
    style.coloring = .identity
    let lower = arc.map { Point(x: $0.x, y: $0.y + 0.3) }
    let painting = paint(style, [report(0.5, .trajectory(flight(arc)), .trajectory(flight(lower)))])
    let (one, other) = (painting.color(arc[2]), painting.color(lower[2]))
    #expect(one.red == 0xE6 && one.green == 0x9F && one.blue == 0)
    #expect(other.red == 0x56 && other.green == 0xB4 && other.blue == 0xE9)
  }

  @Test func labelsTellNumberAndConfidence() {
    var style = plainStyle
    let without = paint(style, [report(0.5, .trajectory(flight(arc)))], width: 1280, height: 720)
    style.showsLabels = true
    let with = paint(style, [report(0.5, .trajectory(flight(arc)))], width: 1280, height: 720)
    func white(_ painting: Painting) -> Int {
      var count = 0
      for y in 0..<720 { for x in 0..<1280 where painting.color(x, y).blue > 240 { count += 1 } }
      return count
    }
    #expect(white(without) == 0)
    #expect(white(with) > 80)
    #expect(hundredths(0.975) == "0.98" && hundredths(1) == "1.00" && hundredths(.nan) == "0.00")
  }

  @Test func updatesExtendAndTheEndReplacesTheFlight() {
    let uuid = ObservationUUID()
    let all = flight(arc, uuid, .ended)
    var update = flight(arc, uuid, .updated)
    update.detectedPoints = Array(update.detectedPoints.suffix(3))
    var trail = TrajectoryTrail(number: 1, time: .zero)
    var began = flight(arc, uuid, .began)
    began.detectedPoints = Array(began.detectedPoints.prefix(4))
    trail.add(began, at: Timestamp(seconds: 0.3))
    trail.add(update, at: Timestamp(seconds: 0.5))
    #expect(trail.points == all.detectedPoints)
    trail.add(all, at: Timestamp(seconds: 0.7))
    #expect(trail.points == all.detectedPoints)
    #expect(trail.presence.hasEnded)
  }
}

import Flycatcher
import Testing

@testable import FlycatcherPipeline

@Suite struct OverlayBoxTests {
  private func object(
    _ uuid: ObservationUUID, _ state: TrackingState, x: Double = 0.4, seconds: Double, confidence: Double = 0.9
  ) -> Observation {
    .object(
      ObjectObservation(
        uuid: uuid, label: "player 7", state: state, time: Timestamp(seconds: seconds), confidence: confidence,
        boundingBox: Rectangle(x: x, y: 0.4, width: 0.2, height: 0.3)))
  }

  private func paint(_ painter: inout OverlayPainter, _ seconds: Double) -> Painting {
    Painting(painter.images(at: Timestamp(seconds: seconds), width: 640, height: 360), 640, 360)
  }

  /// Pixels along the top edge of the box at (0.4, 0.4) that are not drawn on.
  private func gaps(_ painting: Painting) -> Int { (260..<380).count { painting.color($0, 144).alpha == 0 } }

  @Test(arguments: [
    (TrackingState.tracked, 0.9, false), (.nominated, 0.9, false), (.recovered, 0.9, false), (.tracked, 0.3, true),
    (.predicted, 0.9, true), (.lost, 0.9, true),
  ])
  func boxesAreDashedUnlessSurelySeen(_ state: TrackingState, _ confidence: Double, _ isDashed: Bool) {
    var painter = OverlayPainter(style: plainStyle, orientation: .up)
    painter.add(report(1, object(ObservationUUID(), state, seconds: 1, confidence: confidence)))
    let painting = paint(&painter, 1)
    #expect((gaps(painting) > 20) == isDashed)
    #expect(painting.color(320, 200).alpha == 0)
  }

  @Test func pastCentersLeaveATrailThatFades() {
    var painter = OverlayPainter(style: plainStyle, orientation: .up)
    let uuid = ObservationUUID()
    for step in 0...10 {
      let seconds = Double(step) * 0.1
      painter.add(report(seconds, object(uuid, .tracked, x: 0.1 + 0.04 * Double(step), seconds: seconds)))
    }
    let painting = paint(&painter, 1)
    let y = Int(0.55 * 360)
    let (new, old) = (painting.color(Int(0.58 * 640), y).alpha, painting.color(Int(0.34 * 640), y).alpha)
    #expect(new > old && old > 20)
    #expect(painting.color(Int(0.22 * 640), y).alpha == 0)
  }

  @Test func boxesVanishWhenTheirObjectEnds() {
    var painter = OverlayPainter(style: plainStyle, orientation: .up)
    let uuid = ObservationUUID()
    painter.add(report(1, object(uuid, .tracked, seconds: 1)))
    painter.add(report(1.1, object(uuid, .ended, seconds: 1.1)))
    #expect(!paint(&painter, 1.2).isEmpty)
    #expect(paint(&painter, 1.7).isEmpty)
    #expect(painter.objects.isEmpty)
  }

  @Test func rectanglesHaveOutlineAndCornerMarks() {
    var painter = OverlayPainter(style: plainStyle, orientation: .up)
    let quad = Quad(
      topLeft: Point(x: 0.2, y: 0.2), topRight: Point(x: 0.8, y: 0.2), bottomRight: Point(x: 0.8, y: 0.8),
      bottomLeft: Point(x: 0.2, y: 0.8))
    painter.add(
      report(
        0,
        .rectangle(
          RectangleObservation(
            uuid: ObservationUUID(), state: .tracked, time: .zero, confidence: 0.9, corners: quad))))
    let painting = paint(&painter, 0)
    func thickness(_ x: Int) -> Int { (60..<84).count { painting.color(x, $0).alpha > 128 } }
    #expect(thickness(320) >= 1)
    #expect(thickness(480) > thickness(320))
    #expect(painting.color(320, 180).alpha == 0)
  }

  /// A frame whose left half is bright, red and whose right half is dark, gray.
  private func show(_ painter: inout OverlayPainter) {
    let width = 640
    let height = 360
    let luma = (0..<width * height).map { UInt8($0 % width < 320 ? 81 : 40) }
    let blue = (0..<width * height / 4).map { UInt8($0 % 320 < 160 ? 90 : 128) }
    let red = (0..<width * height / 4).map { UInt8($0 % 320 < 160 ? 240 : 128) }
    guard let luma = Plane(luma.span, width: width, height: height, rowStride: width),
      let blue = Plane(blue.span, width: 320, height: 180, rowStride: 320),
      let red = Plane(red.span, width: 320, height: 180, rowStride: 320),
      let frame = Frame(luma: luma, blueDifference: blue, redDifference: red, timestamp: .zero)
    else { return }
    painter.look(at: frame)
  }

  private func rectangle(
    _ uuid: ObservationUUID, _ state: TrackingState, _ confidence: Double, x: Double = 0.25
  ) -> Observation {
    let (left, right) = (x, x + 0.5)
    return .rectangle(
      RectangleObservation(
        uuid: uuid, state: state, time: .zero, confidence: confidence,
        corners: Quad(
          topLeft: Point(x: left, y: 0.1), topRight: Point(x: right, y: 0.1), bottomRight: Point(x: right, y: 0.5),
          bottomLeft: Point(x: left, y: 0.5))))
  }

  @Test func thumbnailShowsTheRectangleInTheCorner() {
    var style = plainStyle
    style.showsThumbnail = true
    var painter = OverlayPainter(style: style, orientation: .up)
    #expect(!painter.wantsPixels)
    painter.add(report(0, rectangle(ObservationUUID(), .tracked, 0.9)))
    #expect(painter.wantsPixels)
    show(&painter)
    let painting = paint(&painter, 0)
    // 115 pixels wide, 52 high, 9 from the edges; red on the left, dark on the right.
    let (left, right) = (painting.color(535, 325), painting.color(610, 325))
    #expect(left.alpha == 255 && left.red > 220 && left.green < 40 && left.blue < 40)
    #expect(right.alpha == 255 && abs(right.red - 28) < 4 && abs(right.green - 28) < 4 && abs(right.blue - 28) < 4)
    #expect(painting.color(635, 355).alpha == 0 && painting.color(500, 325).alpha == 0)
    painter.reset()
    #expect(paint(&painter, 0).isEmpty)
  }

  @Test func thumbnailStaysWithItsRectangleAndIsOffByDefault() {
    #expect(!OverlayStyle().showsThumbnail)
    var plain = OverlayPainter(style: plainStyle, orientation: .up)
    plain.add(report(0, rectangle(ObservationUUID(), .tracked, 0.9)))
    #expect(!plain.wantsPixels)
    var style = plainStyle
    style.showsThumbnail = true
    var painter = OverlayPainter(style: style, orientation: .up)
    let (first, second) = (ObservationUUID(), ObservationUUID())
    painter.add(report(0, rectangle(first, .tracked, 0.8, x: 0)))
    show(&painter)
    painter.add(report(0.1, rectangle(first, .tracked, 0.7, x: 0), rectangle(second, .tracked, 0.95, x: 0.5)))
    show(&painter)
    #expect(painter.thumbnail?.uuid == first)
    painter.add(report(0.2, rectangle(first, .lost, 0, x: 0), rectangle(second, .tracked, 0.95, x: 0.5)))
    show(&painter)
    #expect(painter.thumbnail?.uuid == second)
    #expect(paint(&painter, 0.2).color(535, 325).red < 60)
    painter.add(report(0.3, rectangle(second, .ended, 0, x: 0.5)))
    _ = paint(&painter, 60)
    #expect(painter.thumbnail == nil)
  }

  @Test func halfARectangleOutsideIsDrawnAsFarAsItIsInside() {
    var painter = OverlayPainter(style: plainStyle, orientation: .up)
    let quad = Quad(
      topLeft: Point(x: 0.5, y: 0.2), topRight: Point(x: 90, y: 0.2), bottomRight: Point(x: 90, y: 0.8),
      bottomLeft: Point(x: 0.5, y: 0.8))
    painter.add(
      report(
        0,
        .rectangle(
          RectangleObservation(
            uuid: ObservationUUID(), state: .tracked, time: .zero, confidence: 0.9, corners: quad))))
    let painting = paint(&painter, 0)
    #expect(painting.color(630, 72).alpha > 128)
    #expect(painting.color(320, 180).alpha > 128)
  }
}

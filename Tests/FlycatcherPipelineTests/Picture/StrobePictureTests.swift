import DemoScene
import Flycatcher
import Foundation
import Testing

@testable import FlycatcherPipeline

@Suite struct StrobePictureTests {
  /// A white ball over blue, from left to right.
  private func throwing(gravity: Double = 1.6) throws -> DemoScene {
    let ball = Ball.thrown(
      from: Point(x: 0.08, y: 0.7), to: Point(x: 0.92, y: 0.7), start: 0.1, duration: 0.8, radius: 0.022,
      color: Color(0xFFFFFF), gravity: gravity)
    let scene = Scene(backdrop: .plain(Color(0x203080)), balls: [ball], noise: 1)
    return try DemoScene(scene, width: 240, height: 136, duration: 1.1)
  }

  private func picture(
    _ clip: DemoScene, _ reports: [FrameReport]? = nil, isGray: Bool = false, orientation: Orientation = .up
  ) throws -> DecodedPicture {
    let path = temporaryPath("png")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let picture = try StrobePicture(path: path)
    try feed(clip, reports ?? TruthReports(clip).reports, to: picture, isGray: isGray, orientation: orientation)
    try picture.write()
    return try #require(DecodedPicture(path))
  }

  @Test func ballsCurveAndBackgroundAreWhereTheyWere() throws {
    let clip = try throwing()
    let image = try picture(clip)
    let plot = image.plot
    let centers = try #require(clip.truth.first).centers.map(\.location)
    // The ball's pixels a little above and below the curve, somewhere along it.
    let bright = centers.filter { center in
      [-0.022, 0.022].contains { offset in
        let color = image.color(Point(x: center.x, y: center.y + offset), plot)
        return color.red > 150 && color.green > 150
      }
    }
    #expect(bright.count >= 10)
    // The curve in the palette's first color, orange.
    let orange = centers.filter { center in
      let color = image.color(center, plot)
      return color.red > 180 && color.blue < 90
    }
    #expect(orange.count > centers.count * 3 / 4)
    let ground = image.color(Point(x: 0.5, y: 0.9), plot)
    #expect(abs(ground.red - 0x20) < 8 && abs(ground.green - 0x30) < 8 && abs(ground.blue - 0x80) < 10)
  }

  @Test func ballsFromBeforeTheFirstReportAreShown() throws {
    let clip = try throwing()
    let image = try picture(clip, TruthReports(clip, doubt: 10).reports)
    let plot = image.plot
    // The first ten points are in no report but the last, long after their frames went by.
    let early = try #require(clip.truth.first).centers.prefix(10).map(\.location)
    let bright = early.filter { center in
      [-0.022, 0.022].contains { offset in
        let color = image.color(Point(x: center.x, y: center.y + offset), plot)
        return color.red > 150 && color.green > 150
      }
    }
    #expect(bright.count >= 3)
  }

  @Test func ballsDoNotRunTogether() throws {
    let clip = try throwing()
    let flight = try #require(clip.truth.first)
    let image = try picture(clip)
    let plot = image.plot
    // Along the path, a radius' share above the curve: balls and ground take turns.
    let row = stride(from: 0.1, through: 0.9, by: 0.002).map { x -> Bool in
      let center = flight.centers.min { abs($0.location.x - x) < abs($1.location.x - x) }?.location ?? Point(x: x, y: 0)
      return image.color(Point(x: x, y: center.y - 0.02), plot).red > 120
    }
    let changes = zip(row, row.dropFirst()).count { $0 != $1 }
    #expect(changes >= 16)
  }

  @Test func whatMovesAwayIsNotInTheBackground() throws {
    let walker = Figure(feet: Point(x: 0.1, y: 0.9), speed: 0.8, height: 0.5, shirt: Color(0xFFFFFF))
    let scene = Scene(backdrop: .plain(Color(0x203080)), figures: [walker], noise: 0)
    let clip = try DemoScene(scene, width: 240, height: 136, duration: 1)
    let image = try picture(clip)
    let plot = image.plot
    for x in stride(from: 0.05, through: 0.95, by: 0.05) {
      #expect(image.color(Point(x: x, y: 0.62), plot).red < 60)
    }
  }

  @Test func svgHoldsTheCurvesAndTheBackground() throws {
    let path = temporaryPath("svg")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let picture = try StrobePicture(path: path)
    let clip = try throwing()
    try feed(clip, TruthReports(clip).reports, to: picture)
    try picture.write()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("<?xml"))
    #expect(text.contains("<image") && text.contains("image/png;base64"))
    #expect(text.contains("stroke:rgb(90.196078%,62.352941%,0%)"))
    #expect(text.hasSuffix("</svg>\n"))
    try XMLCheck.parse(text)
  }

  @Test func grayStreamsMakeGrayPictures() throws {
    let image = try picture(try throwing(), isGray: true)
    let ground = image.color(Point(x: 0.5, y: 0.9), image.plot)
    #expect(ground.red == ground.green && ground.green == ground.blue)
  }

  @Test func theUprightPictureIsDrawn() throws {
    // The stored pictures lie on their left side: what the reports say is relative to the upright ones.
    let clip = try throwing()
    let reports = TruthReports(clip).reports.map { report -> FrameReport in
      var report = report
      report.observations = report.observations.map { observation in
        guard case .trajectory(var flight) = observation else { return observation }
        for index in flight.detectedPoints.indices {
          flight.detectedPoints[index].location = Orientation.right.upright(flight.detectedPoints[index].location)
        }
        return .trajectory(flight)
      }
      return report
    }
    let image = try picture(clip, reports, orientation: .right)
    let plot = image.plot
    #expect(plot.bottom - plot.top > plot.right - plot.left)
    let centers = try #require(clip.truth.first).centers.map { Orientation.right.upright($0.location) }
    #expect(centers.count { image.color($0, plot).red > 170 } > centers.count * 3 / 4)
    #expect(image.color(Point(x: 0.08, y: 0.5), plot).red < 60)
  }

  @Test func hundredsOfFlightsStayBounded() throws {
    let clip = try throwing()
    let points = (0...5).map { Point(x: 0.1 + 0.15 * Double($0), y: 0.5) }
    let reports = (0..<50).map { frame in
      FrameReport(
        frame: frame, time: clip.timestamp(frame),
        observations: (0..<10).flatMap { _ -> [Observation] in
          let uuid = ObservationUUID()
          return [.trajectory(flight(points, uuid)), .trajectory(flight(points, uuid, .ended))]
        })
    }
    let image = try picture(clip, reports)
    #expect(image.height < 1400)
    var state = StrobeState()
    let luma = [UInt8](repeating: 50, count: 64)
    for report in reports {
      guard let plane = Plane(luma.span, width: 8, height: 8, rowStride: 8) else { break }
      state.add(Frame(luma: plane, timestamp: report.time), report, history: 4, maximumTrajectories: 30)
    }
    #expect(state.flights.count == 30)
    #expect(state.flightCount == 500)
    for frame in 50..<150 {
      guard let plane = Plane(luma.span, width: 8, height: 8, rowStride: 8) else { break }
      let time = clip.timestamp(frame)
      state.add(
        Frame(luma: plane, timestamp: time),
        FrameReport(frame: frame, time: time, observations: [.trajectory(flight(points))]), history: 4,
        maximumTrajectories: 30)
    }
    #expect(state.flights.count <= 60)
  }

  @Test(arguments: [(1, 1), (1, 300), (17, 16)])
  func tinyPicturesAreDrawn(_ width: Int, _ height: Int) throws {
    let path = temporaryPath("png")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let picture = try StrobePicture(path: path)
    let luma = [UInt8](repeating: 50, count: width * height)
    for number in 0..<20 {
      guard let plane = Plane(luma.span, width: width, height: height, rowStride: width) else {
        throw CancellationError()
      }
      let time = Timestamp(seconds: Double(number) * 0.1)
      picture.observe(
        Frame(luma: plane, timestamp: time),
        FrameReport(
          frame: number, time: time,
          observations: number == 8
            ? [.trajectory(flight(arc, radius: 0.4)), .trajectory(flight([Point(x: .nan, y: 9)], radius: .nan))] : []))
    }
    try picture.write()
    #expect(DecodedPicture(path) != nil)
  }

  @Test func largeFramesAreReduced() throws {
    let (width, height) = (4096, 2160)
    let luma = [UInt8](repeating: 128, count: width * height)
    guard let plane = Plane(luma.span, width: width, height: height, rowStride: width) else {
      throw CancellationError()
    }
    let layout = StoredPicture.Layout(Frame(luma: plane, timestamp: .zero))
    #expect(layout.width * layout.height <= StoredPicture.Layout.limit + layout.width + layout.height)
    #expect(layout.reduction == 3)
  }
}

import Flycatcher
import Foundation
import Testing

/// A flight of exact points, in pixels of a picture of 1000 × 500.
private func flight(
  from place: (x: Double, y: Double) = (100, 400), velocity: (x: Double, y: Double) = (400, -600),
  acceleration: Double = 981, start: Double = 0, rate: Double = 60, count: Int = 60, noise: Double = 0,
  radius: Double = 0.01
) -> TrajectoryObservation {
  var random = SplitMix(state: 5)
  let points = (0..<count).map { index in
    let t = Double(index) / rate
    let x = place.x + velocity.x * t + noise * random.normal()
    let y = place.y + velocity.y * t + acceleration / 2 * t * t + noise * random.normal()
    return TrajectoryObservation.DetectedPoint(
      time: Timestamp(seconds: start + t), location: Point(x: x / 1000, y: y / 500), radius: radius)
  }
  return TrajectoryObservation(
    uuid: ObservationUUID(), state: .ended, time: points[count - 1].time, confidence: 1,
    timeRange: TimeRange(from: points[0].time, to: points[count - 1].time), detectedPoints: points,
    projectedPoints: [], equationCoefficients: Quadratic(a: 0, b: 0, c: 0), movingAverageRadius: radius)
}

private func measure(
  _ flight: TrajectoryObservation, playbackRate: Double? = nil, _ change: (inout MeasurementSettings) -> Void = { _ in }
) throws -> TrajectoryMeasures {
  var settings = MeasurementSettings()
  change(&settings)
  var measurer = try TrajectoryMeasurer(settings)
  let measures = measurer.measure(flight, width: 1000, height: 500, playbackRate: playbackRate)
  return try #require(measures)
}

extension Estimate {
  fileprivate func isAbout(_ value: Double, within: Double = 1e-6) -> Bool { abs(self.value - value) <= within }
}

@Suite struct TrajectoryMeasurerTests {
  /// The share of the drag, in percent, is larger than the largest integer.
  @Test func absurdSpeedIsRefused() throws {
    let fast = flight(from: (0, 250), velocity: (327_680_000, 0), acceleration: 1, rate: 32, count: 20)
    let measures = try measure(fast) { settings in
      settings.ball = .tableTennis
      settings.gravity = 1000
    }
    #expect(measures.refusal?.contains("% of gravity") == true, "\(measures.refusal ?? "")")
  }

  /// A picture of 700 columns that is shown as wide as one of 1000.
  @Test(arguments: [
    MeasurementSettings.Scale.gravity, .ballDiameter(0.2),
    .length(from: Point(x: 0.1, y: 0.9), to: Point(x: 0.3, y: 0.9), meters: 2),
    .court(
      corners: Quad(
        topLeft: Point(x: 0.3, y: 0.5), topRight: Point(x: 0.7, y: 0.5), bottomRight: Point(x: 0.9, y: 0.95),
        bottomLeft: Point(x: 0.1, y: 0.95)), size: MeasurementSettings.CourtSize(width: 6, length: 8)),
  ])
  func pixelsThatAreNotSquareAreMeasuredAsTheyAreShown(_ scale: MeasurementSettings.Scale) throws {
    let square = try measure(flight()) { $0.scale = scale }
    var settings = MeasurementSettings()
    settings.scale = scale
    var measurer = try TrajectoryMeasurer(settings)
    let found = measurer.measure(flight(), width: 700, height: 500, pixelAspectRatio: 10.0 / 7)
    let squeezed = try #require(found)
    #expect(squeezed.method == square.method && squeezed.refusal == square.refusal)
    for (one, other) in [(square.meters, squeezed.meters), (square.pixels, squeezed.pixels)] {
      #expect(one.count == other.count)
      for (quantity, estimate) in one {
        let bound = 1e-4 * max(abs(estimate.value), 1)
        #expect(other[quantity]?.isAbout(estimate.value, within: bound) == true, "\(quantity)")
      }
    }
  }

  @Test func pixelsAreMeasuredAlways() throws {
    let measures = try measure(flight()) { $0.scale = .none }
    #expect(measures.meters.isEmpty && measures.method == nil && measures.refusal == nil)
    let pixels = measures.pixels
    #expect(pixels[.launchSpeed]?.isAbout(hypot(400, 600)) == true)
    #expect(pixels[.launchAngle]?.isAbout(atan2(600, 400) * 180 / .pi) == true)
    #expect(pixels[.apexX]?.isAbout(100 + 400 * 600 / 981) == true)
    #expect(pixels[.apexY]?.isAbout(400 - 600 * 600 / 981 / 2) == true)
    #expect(pixels[.apexSpeed]?.isAbout(400) == true)
    #expect(pixels[.height]?.isAbout(600 * 600 / 981 / 2) == true)
    #expect(pixels[.hangTime]?.isAbout(1200 / 981) == true)
    #expect(pixels[.acceleration]?.isAbout(981) == true)
    #expect(measures.yCoefficients.count == 3 && abs(measures.yCoefficients[2] - 490.5) < 1e-6)
  }

  @Test func gravityTellsTheScale() throws {
    let meters = try measure(flight()).meters
    // 981 px/s² are 9.80665 m/s².
    let scale = 981 / 9.80665
    #expect(meters[.launchSpeed]?.isAbout(hypot(400, 600) / scale, within: 1e-3) == true)
    #expect(meters[.pixelsPerMeter]?.isAbout(scale, within: 1e-2) == true)
    #expect(meters[.range]?.isAbout(400 * 59 / 60 / scale, within: 1e-3) == true)
  }

  @Test func aVerticalThrowIsMeasured() throws {
    let measures = try measure(flight(from: (500, 400), velocity: (0, -600), noise: 0.2))
    let scale = 981 / 9.80665
    #expect(measures.meters[.launchSpeed]?.isAbout(600 / scale, within: 0.1) == true, "\(measures)")
    #expect(measures.meters[.launchAngle]?.isAbout(90, within: 3) == true)
  }

  @Test func aBallThatRollsHasNoScale() throws {
    let measures = try measure(flight(velocity: (400, 0), acceleration: 0, noise: 0.2))
    #expect(measures.meters.isEmpty)
    #expect(measures.refusal?.contains("downward") == true)
  }

  @Test func whatIsNotPulledDownClearlyHasNoScale() throws {
    let rising = try measure(flight(velocity: (400, 0), acceleration: -981))
    #expect(rising.meters.isEmpty)
    #expect(
      rising.refusal?.contains("does not point downward") == true, "\(rising.refusal ?? "")")
    let unsure = try measure(flight(velocity: (400, 0), acceleration: 20, noise: 2))
    #expect(unsure.meters.isEmpty)
    #expect(unsure.refusal?.contains("is not known to 10 %") == true, "\(unsure.refusal ?? "")")
  }

  @Test func theAirRefusesAFastTableTennisBall() throws {
    let measures = try measure(flight(noise: 0.1)) { $0.ball = .tableTennis }
    #expect(measures.meters.isEmpty)
    #expect(measures.refusal?.contains("slows a tableTennis by") == true, "\(measures.refusal ?? "")")
    #expect(try measure(flight(noise: 0.1)) { $0.ball = .shot }.method == .gravity)
  }

  @Test func aLengthInThePlaneOfFlightTellsTheScale() throws {
    let measures = try measure(flight(noise: 0.2)) {
      $0.scale = .length(from: Point(x: 0.1, y: 0.9), to: Point(x: 0.3, y: 0.9), meters: 2)
    }
    #expect(measures.method == .scale)
    #expect(measures.meters[.acceleration]?.isAbout(9.81, within: 0.2) == true)
    let speed = try #require(measures.meters[.launchSpeed])
    #expect(speed.isAbout(hypot(400, 600) / 100, within: 3 * speed.standardDeviation))
    #expect(speed.standardDeviation > 0.01 * speed.value, "the length is not exact")
  }

  @Test func theBallTellsTheScale() throws {
    // A radius of 10 pixels.
    let measures = try measure(flight(noise: 0.1)) { $0.scale = .ballDiameter(0.2) }
    #expect(measures.method == .ballDiameter)
    #expect(measures.meters[.pixelsPerMeter]?.isAbout(100) == true)
  }

  @Test(arguments: [30.0, 60, 120, 240])
  func theFrameRateDoesNotChangeTheSpeed(_ rate: Double) throws {
    let speed = try #require(try measure(flight(rate: rate, count: Int(rate))).meters[.launchSpeed])
    #expect(speed.isAbout(hypot(400, 600) * 9.80665 / 981, within: 1e-3))
  }

  @Test func theCaptureRateMakesSlowMotionReal() throws {
    // Taken at 240 frames a second, shown at 30.
    let slow = flight(velocity: (50, -75), acceleration: 981.0 / 64, rate: 30, count: 200)
    let measures = try measure(slow, playbackRate: 30) { $0.captureRate = 240 }
    #expect(measures.meters[.launchSpeed]?.isAbout(hypot(400, 600) * 9.80665 / 981, within: 1e-3) == true)
    #expect(measures.pixels[.duration]?.isAbout(199.0 / 240, within: 1e-9) == true)
  }

  @Test func timingErrorsCountTwiceInAnAcceleration() throws {
    let measures = try measure(flight(noise: 0.01)) {
      $0.timingError = 0.01
      $0.scale = .none
    }
    let acceleration = try #require(measures.pixels[.acceleration])
    let speed = try #require(measures.pixels[.launchSpeed])
    #expect(abs(acceleration.standardDeviation / acceleration.value - 0.02) < 0.001)
    #expect(abs(speed.standardDeviation / speed.value - 0.01) < 0.001)
  }

  @Test func aBounceLeavesAShareOfTheSpeed() throws {
    var measurer = try TrajectoryMeasurer()
    let time = 0.8
    let down = -200 + 981 * time
    let (x, y) = (100 + 300 * time, 100 - 200 * time + 981 / 2 * time * time)
    let before = flight(from: (100, 100), velocity: (300, -200), count: 47, noise: 0.2)
    // The first point after the bounce is seen a frame later.
    let later = 1.0 / 60
    let after = flight(
      from: (x + 280 * later, y - 0.75 * down * later + 981 / 2 * later * later),
      velocity: (280, -0.75 * down + 981 * later), start: time + later, count: 40, noise: 0.2)
    _ = measurer.measure(before, width: 1000, height: 500)
    let second = measurer.measure(after, width: 1000, height: 500)
    let measures = try #require(second)
    #expect(measures.bounceOf == before.uuid)
    let restitution = try #require(measures.pixels[.restitution])
    #expect(abs(restitution.value - 0.75) < 3 * restitution.standardDeviation, "\(restitution)")
    #expect(restitution.standardDeviation < 0.05)
  }

  @Test func aFlightElsewhereIsNoBounce() throws {
    var measurer = try TrajectoryMeasurer()
    _ = measurer.measure(flight(from: (100, 100), count: 40), width: 1000, height: 500)
    let other = flight(from: (700, 300), start: 0.7)
    let measures = measurer.measure(other, width: 1000, height: 500)
    #expect(measures != nil && measures?.bounceOf == nil)
  }

  @Test func aFlightUnderWayIsMeasuredByAllItsPoints() throws {
    var measurer = try TrajectoryMeasurer()
    let whole = flight(noise: 0.2)
    var measures: TrajectoryMeasures?
    for end in 8...60 {
      var part = whole
      part.state = end == 8 ? .began : .updated
      part.detectedPoints = Array(whole.detectedPoints[end - 8..<end])
      measures = measurer.measure(part, width: 1000, height: 500)
    }
    var again = try TrajectoryMeasurer()
    let atOnce = again.measure(whole, width: 1000, height: 500)
    #expect(measures == atOnce)
  }

  @Test func tooFewPointsAreNotMeasured() throws {
    var measurer = try TrajectoryMeasurer()
    let measures = measurer.measure(flight(count: 4), width: 1000, height: 500)
    #expect(measures == nil)
  }

  /// Points marked by hand in a real film, with a rope of one meter; skipped where the data are not at hand.
  @Test func aRealThrowFallsWithGravity() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["DATA"] ?? root + "/../shared/data"
    guard let data = FileManager.default.contents(atPath: path + "/measures/balltoss.json") else { return }
    struct Marked: Decodable {
      var width: Double
      var height: Double
      var frameDuration: Double
      var points: [[Double]]
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let marked = try decoder.decode(Marked.self, from: data)
    var observation = flight(count: 5)
    observation.detectedPoints = marked.points.map { point in
      TrajectoryObservation.DetectedPoint(
        time: Timestamp(seconds: point[0] * marked.frameDuration),
        location: Point(x: point[1] / marked.width, y: point[2] / marked.height), radius: .nan)
    }
    var settings = MeasurementSettings()
    settings.scale = .length(
      from: Point(x: 272.2 / marked.width, y: 446.1 / marked.height),
      to: Point(x: 273.2 / marked.width, y: 47.4 / marked.height), meters: 1)
    // A frame time of two digits is good to one percent.
    settings.timingError = 0.01
    var measurer = try TrajectoryMeasurer(settings)
    let found = measurer.measure(observation, width: Int(marked.width), height: Int(marked.height))
    let measures = try #require(found)
    let acceleration = try #require(measures.meters[.acceleration])
    print("balltoss: g = \(acceleration.value) ± \(acceleration.standardDeviation) m/s²")
    #expect(abs(acceleration.value - 9.81) < 2 * acceleration.standardDeviation)
    #expect(acceleration.standardDeviation < 0.05 * acceleration.value)
  }
}

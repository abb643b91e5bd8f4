import Flycatcher
import Foundation
import Testing

/// The accuracy of measures, from pixels to meters: sixty rendered flights, detected and measured.
@Suite struct MeasuredFamilyTests {
  private struct Result {
    var gravity: [Bool] = []
    var gravityAngle: [Bool] = []
    var court: [Bool] = []
    var landing: [Bool] = []
    /// By gravity, and by the court.
    var covered: [Bool] = []
    var coveredByCourt: [Bool] = []
    var missed = 0
    /// Speeds that are off by more than 2 % and do not say that they are lower bounds.
    var unsaidBounds = 0
  }

  private static func share(_ values: [Bool]) -> Double {
    Double(values.count(where: { $0 })) / Double(max(values.count, 1))
  }

  @Test func speedsAnglesAndLandingsLieAtTheTruthAsOftenAsTheySay() throws {
    var random = SplitMix(state: 2)
    var result = Result()
    for number in 0..<60 {
      let flight = RenderedFlight(number: number, &random)
      var court = MeasurementSettings()
      court.scale = .court(corners: flight.corners(error: 1, &random), size: flight.court)
      // As good as a lens is known.
      court.focalLength = flight.focalLength / Double(RenderedFlight.width) * (1 + 0.005 * random.normal())
      court.ball = flight.ballRadius > 0.1 ? .basketball : .tennis
      guard let (measures, t) = try flight.filmed([MeasurementSettings(), court], seed: UInt64(number)),
        let speed = measures[0].meters[.launchSpeed], let angle = measures[0].meters[.launchAngle],
        let courtSpeed = measures[1].meters[.launchSpeed], let x = measures[1].meters[.landingX],
        let y = measures[1].meters[.landingY]
      else {
        result.missed += 1
        continue
      }
      let truth = (speed: flight.speed(t), angle: flight.angle(t))
      if flight.planeAngle <= 10 {
        result.gravity.append(abs(speed.value / truth.speed - 1) < 0.02)
        result.gravityAngle.append(abs(angle.value - truth.angle) < 1)
        result.covered.append(abs(speed.value - truth.speed) < speed.standardDeviation)
      } else if !measures[0].isLowerBound, abs(speed.value / truth.speed - 1) > 0.02 {
        result.unsaidBounds += 1
      }
      result.court.append(abs(courtSpeed.value / truth.speed - 1) < 0.04)
      result.landing.append(hypot(x.value - flight.landing.x, y.value - flight.landing.y) < 0.3)
      result.coveredByCourt.append(abs(courtSpeed.value - truth.speed) < courtSpeed.standardDeviation)
      if ProcessInfo.processInfo.environment["FLYCATCHER_PRINT_FAMILY"] != nil {
        print(
          number, flight.framesPerSecond, "plane \(flight.planeAngle) n \(measures[0].pixels[.duration]?.value ?? 0)",
          "gravity \(speed.value / truth.speed - 1) sd \(speed.standardDeviation / truth.speed) angle \(angle.value - truth.angle)",
          "court \(courtSpeed.value / truth.speed - 1) sd \(courtSpeed.standardDeviation / truth.speed)",
          "landing \(hypot(x.value - flight.landing.x, y.value - flight.landing.y)) bound \(measures[0].isLowerBound)")
      }
    }
    print(
      """
      \(result.missed) missed; gravity (\(result.gravity.count) flights): speed within 2 % \(Self.share(result.gravity)), \
      angle within 1° \(Self.share(result.gravityAngle)), within one deviation \(Self.share(result.covered)); \
      bounds not told \(result.unsaidBounds); court (\(result.court.count)): speed within 4 % \(Self.share(result.court)), \
      landing within 0.3 m \(Self.share(result.landing)), within one deviation \(Self.share(result.coveredByCourt))
      """)
    #expect(result.missed <= 2)
    #expect(Self.share(result.gravity) >= 0.95)
    #expect(Self.share(result.gravityAngle) >= 0.95)
    #expect(result.unsaidBounds == 0)
    #expect(Self.share(result.court) >= 0.95)
    #expect(Self.share(result.landing) >= 0.9)
    #expect((0.6...0.75).contains(Self.share(result.covered + result.coveredByCourt)))
  }

  /// The same flight, filmed at 30, 60 and 120 frames a second, and in slow motion: 240 frames a second shown as 30.
  @Test func theSpeedIsTheSameAtAnyFrameRate() throws {
    var random = SplitMix(state: 9)
    var flight = RenderedFlight(number: 0, &random)
    var ratios: [Double] = []
    for (rate, shown) in [(30.0, 30.0), (60, 60), (120, 120), (240, 30)] {
      flight.framesPerSecond = rate
      var settings = MeasurementSettings()
      if shown != rate { settings.captureRate = rate }
      let filmed = try #require(try flight.filmed([settings], seed: 3, framesPerSecond: shown))
      let speed = try #require(filmed.measures[0].meters[.launchSpeed])
      ratios.append(speed.value / flight.speed(filmed.first))
    }
    print("speed beside the truth at 30, 60, 120 frames/s and eightfold slow motion: \(ratios)")
    let (low, high) = (try #require(ratios.min()), try #require(ratios.max()))
    #expect(high / low < 1.02 && abs(low - 1) < 0.02 && abs(high - 1) < 0.02, "\(ratios)")
  }

  /// A camera that leaves out frames as the light wants it: times from one frame to the next are one to three of its own.
  @Test func theSpeedIsTheSameAtAVaryingFrameRate() throws {
    var random = SplitMix(state: 9)
    var flight = RenderedFlight(number: 0, &random)
    flight.framesPerSecond = 120
    let (whole, varying) = (
      try #require(try flight.filmed([MeasurementSettings()], seed: 3)),
      try #require(try flight.filmed([MeasurementSettings()], seed: 3) { [1, 3, 4, 7].contains($0 % 9) })
    )
    let ratios = try [whole, varying].map { filmed in
      try #require(filmed.measures[0].meters[.launchSpeed]).value / flight.speed(filmed.first)
    }
    print("speed beside the truth at 120 frames/s, and with five of nine of them: \(ratios)")
    #expect(ratios.allSatisfy { abs($0 - 1) < 0.01 })
  }
}

import Flycatcher
import Foundation
import Testing

/// The stated standard deviations beside the errors that are made, over many flights whose points are off by known errors.
@Suite struct CoverageTests {
  /// The lenses that are not known, as the settings take them to be: 0.8 of the width, give or take 12 %.
  private static func lens(_ random: inout SplitMix) -> Double { 0.8 * exp(0.12 * random.normal()) }

  /// Errors of a point: those of the camera, which are new in every frame, and those of the wall behind the ball, which stay
  /// alike over the distance of a ball.
  private struct PointErrors {
    var new: Double
    var lasting: Double
    var reach: Double
    private var last = 0.0

    init(new: Double, lasting: Double, reach: Double) { (self.new, self.lasting, self.reach) = (new, lasting, reach) }

    mutating func next(after distance: Double, _ random: inout SplitMix) -> Double {
      let share = exp(-distance / reach)
      last = share * last + (1 - share * share).squareRoot() * lasting * random.normal()
      return last + new * random.normal()
    }
  }

  /// Returns the shares of flights whose launch speed lies within one stated deviation of the truth, and within two.
  private func coverage(lasting: Double, knowsLens: Bool) throws -> (one: Double, two: Double) {
    var random = SplitMix(state: 31)
    var deviations: [Double] = []
    for number in 0..<400 {
      var flight = RenderedFlight(number: 2 * number, &random)
      flight.focalLength = Double(RenderedFlight.width) * Self.lens(&random)
      guard flight.planeAngle <= 10 else { continue }
      var (x, y) = (
        PointErrors(new: 0.07, lasting: lasting, reach: 40), PointErrors(new: 0.07, lasting: lasting, reach: 40)
      )
      var (points, previous): ([TrajectoryObservation.DetectedPoint], (x: Double, y: Double)?) = ([], nil)
      for index in 0..<Int(flight.duration * flight.framesPerSecond) {
        let time = Double(index) / flight.framesPerSecond
        let seen = flight.picture(flight.place(time))
        let distance = previous.map { hypot(seen.x - $0.x, seen.y - $0.y) } ?? .infinity
        previous = (seen.x, seen.y)
        let place = Point(
          x: (seen.x + x.next(after: distance, &random)) / Double(RenderedFlight.width),
          y: (seen.y + y.next(after: distance, &random)) / Double(RenderedFlight.height))
        points.append(.init(time: Timestamp(seconds: time), location: place, radius: 0.01))
      }
      guard points.count >= 12, let first = points.first, let last = points.last else { continue }
      var settings = MeasurementSettings()
      if knowsLens { settings.focalLength = flight.focalLength / Double(RenderedFlight.width) }
      var measurer = try TrajectoryMeasurer(settings)
      let measures = measurer.measure(
        TrajectoryObservation(
          uuid: ObservationUUID(), state: .ended, time: last.time, confidence: 1,
          timeRange: TimeRange(from: first.time, to: last.time), detectedPoints: points, projectedPoints: [],
          equationCoefficients: Quadratic(a: 0, b: 0, c: 0), movingAverageRadius: 0.01),
        width: RenderedFlight.width, height: RenderedFlight.height)
      guard let speed = measures?.meters[.launchSpeed] else { continue }
      deviations.append(abs(speed.value - flight.speed(0)) / speed.standardDeviation)
    }
    #expect(deviations.count > 250)
    let share = { (limit: Double) in Double(deviations.count { $0 < limit }) / Double(deviations.count) }
    print(
      "speed by gravity, errors that last \(lasting) px, lens known \(knowsLens): \(share(1)) within one deviation, \(share(2)) within two"
    )
    return (share(1), share(2))
  }

  /// As before rendered walls, where errors of 0.047 px last.
  @Test(arguments: [0.047, 0.06], [true, false])
  func speedsByGravityLieWithinOneDeviationTwoTimesInThree(_ lasting: Double, _ knowsLens: Bool) throws {
    let (one, two) = try coverage(lasting: lasting, knowsLens: knowsLens)
    #expect((0.6...0.75).contains(one))
    #expect(two > 0.9)
  }

  /// So few points hardly tell that nothing lasts.
  @Test func deviationsAreStatedALittleTooLargeWhereNoErrorLasts() throws {
    let (one, _) = try coverage(lasting: 0, knowsLens: true)
    #expect((0.68...0.82).contains(one))
  }
}

import Flycatcher
import Foundation
import Testing

@Suite struct CourtMeasuresTests {
  /// A flight before a camera, seen exactly.
  private func scene() -> (flight: RenderedFlight, observation: TrajectoryObservation) {
    var flight = RenderedFlight()
    flight.start = SIMD3(-2, 6, 1)
    flight.velocity = SIMD3(3, 2, 6)
    flight.camera = SIMD3(0, -4, 3)
    flight.pitch = 0.15
    flight.court = MeasurementSettings.CourtSize(width: 6, length: 8)
    flight.courtMiddle = SIMD2(0, 7)
    let points = (0..<60).map { index in
      let seen = flight.picture(flight.place(Double(index) / 60))
      return TrajectoryObservation.DetectedPoint(
        time: Timestamp(seconds: Double(index) / 60),
        location: Point(x: seen.x / Double(RenderedFlight.width), y: seen.y / Double(RenderedFlight.height)),
        radius: 0.01)
    }
    let observation = TrajectoryObservation(
      uuid: ObservationUUID(), state: .ended, time: points[59].time, confidence: 1,
      timeRange: TimeRange(from: points[0].time, to: points[59].time), detectedPoints: points, projectedPoints: [],
      equationCoefficients: Quadratic(a: 0, b: 0, c: 0), movingAverageRadius: 0.01)
    return (flight, observation)
  }

  private func measure(_ scale: MeasurementSettings.Scale, focalLength: Double? = nil) throws -> TrajectoryMeasures {
    var settings = MeasurementSettings()
    settings.scale = scale
    settings.focalLength = focalLength
    var measurer = try TrajectoryMeasurer(settings)
    let measures = measurer.measure(
      scene().observation, width: RenderedFlight.width, height: RenderedFlight.height)
    return try #require(measures)
  }

  @Test(arguments: [true, false])
  func theCornersTellWhereTheCameraStands(_ knowsLens: Bool) throws {
    let flight = scene().flight
    var random = SplitMix(state: 1)
    let measures = try measure(
      .court(corners: flight.corners(error: 0, &random), size: flight.court),
      focalLength: knowsLens ? flight.focalLength / Double(RenderedFlight.width) : nil)
    #expect(measures.method == .court, "\(measures.refusal ?? "")")
    let speed = try #require(measures.meters[.launchSpeed])
    let tolerance = knowsLens ? 0.01 : 0.1
    #expect(abs(speed.value - 7) < tolerance, "\(speed)")
    #expect(speed.standardDeviation > 0)
    let x = try #require(measures.meters[.launchX])
    let z = try #require(measures.meters[.launchZ])
    #expect(abs(x.value - 1) < tolerance && abs(z.value - 1) < tolerance)
    let landing = [measures.meters[.landingX]?.value ?? 0, measures.meters[.landingY]?.value ?? 0]
    var point = flight
    point.ballRadius = 0
    #expect(hypot(landing[0] - point.landing.x, landing[1] - point.landing.y) < tolerance)
  }

  @Test func everyPointHasItsPlaceInSpace() throws {
    let flight = scene().flight
    var random = SplitMix(state: 1)
    let measures = try measure(
      .court(corners: flight.corners(error: 0, &random), size: flight.court),
      focalLength: flight.focalLength / Double(RenderedFlight.width))
    #expect(measures.places.count == 60)
    for (index, place) in measures.places.enumerated() {
      let truth = flight.place(Double(index) / 60)
      #expect(abs(place.time - Double(index) / 60) < 1e-6 && abs(place.z - truth.z) < 0.01, "\(place)")
      #expect(abs(place.x - (truth.x - flight.courtMiddle.x + 3)) < 0.01)
    }
  }

  @Test func cornersThatGoTheOtherWayAreRefused() throws {
    let flight = scene().flight
    var random = SplitMix(state: 1)
    let corners = flight.corners(error: 0, &random)
    let mirrored = Quad(
      topLeft: corners.topRight, topRight: corners.topLeft, bottomRight: corners.bottomLeft,
      bottomLeft: corners.bottomRight)
    #expect(throws: FlycatcherError.self) { try measure(.court(corners: mirrored, size: flight.court)) }
  }

  @Test func aFlightBehindTheCameraIsRefused() throws {
    // A ceiling seen from below, said to be a floor: what falls over it would be behind the camera.
    let flight = scene().flight
    let ceiling = Quad(
      topLeft: Point(x: 0.1, y: 0.02), topRight: Point(x: 0.9, y: 0.02), bottomRight: Point(x: 0.7, y: 0.3),
      bottomLeft: Point(x: 0.3, y: 0.3))
    let measures = try measure(.court(corners: ceiling, size: flight.court), focalLength: 0.8)
    #expect(measures.meters.isEmpty)
    #expect(measures.refusal?.isEmpty == false)
  }

  @Test func withoutATrackedRectangleThereAreNoMeters() throws {
    let measures = try measure(.court(corners: nil, size: scene().flight.court))
    #expect(measures.refusal?.contains("No rectangle") == true)
  }
}

import DemoScene
import Flycatcher
import Testing

@Suite struct TrajectoryDetectorTests {
  @Test func tossIsOneFlightWithItsPlaces() throws {
    let clip = try clip([toss()])
    let watched = try watch(clip)
    let flight = try #require(watched.flights.first)
    let truth = try #require(clip.truth.first)
    #expect(watched.flights.count == 1)
    #expect(flight.confidence > 0.8)
    #expect(flight.detectedPoints.count >= truth.centers.count * 8 / 10)
    let errors = distances(flight, truth, clip)
    #expect(errors.reduce(0, +) / Double(errors.count) < 0.9, "mean distance in pixels")
    #expect(abs(flight.movingAverageRadius - 0.012) < 0.003)
  }

  @Test func statesAndPointsOfAFlight() throws {
    let watched = try watch(clip([toss()]))
    let first = try #require(watched.observations.first)
    #expect(first.state == .began)
    #expect(watched.observations.dropFirst().dropLast().allSatisfy { $0.state == .updated })
    #expect(watched.observations.last?.state == .ended)
    #expect(Set(watched.observations.map(\.uuid)).count == 1)
    for observation in watched.observations {
      #expect(observation.detectedPoints.map(\.time) == observation.detectedPoints.map(\.time).sorted())
      #expect(observation.projectedPoints.count == 5)
      for (projected, detected) in zip(observation.projectedPoints, observation.detectedPoints.suffix(5)) {
        #expect(projected.x == detected.location.x)
        #expect(abs(projected.y - observation.equationCoefficients(projected.x)) < 1e-12)
      }
      if observation.state != .ended { #expect(observation.detectedPoints.count <= 6) }
      #expect(observation.timeRange.end == observation.detectedPoints.last?.time)
      #expect((0...1).contains(observation.confidence))
    }
  }

  @Test(arguments: [5, 8, 15])
  func lengthSaysWhenAFlightIsReportedAndHowMuchItHolds(_ length: Int) throws {
    var settings = TrajectoryDetector.Settings()
    settings.trajectoryLength = length
    let watched = try watch(clip([toss()]), settings)
    let first = try #require(watched.observations.first)
    #expect(first.detectedPoints.count == length)
    #expect(first.timeRange.duration.seconds < Double(length + 5) / 30)
  }

  @Test func bounceStartsANewTrajectory() throws {
    var ball = toss(from: Point(x: 0.1, y: 0.3), to: Point(x: 0.3, y: 0.85), start: 0.2, duration: 0.6)
    ball.bounce(2, restitution: 0.8)
    let clip = try clip([ball], duration: 2.6)
    let watched = try watch(clip)
    #expect(clip.truth.count == 3)
    #expect(watched.flights.count == 3)
    for (flight, truth) in zip(watched.flights, clip.truth) {
      #expect(distances(flight, truth, clip).count >= truth.centers.count / 2)
    }
  }

  @Test func severalAtOnce() throws {
    let other = Ball.thrown(
      from: Point(x: 0.9, y: 0.5), to: Point(x: 0.1, y: 0.6), start: 0.4, duration: 1.0, radius: 0.016,
      color: Color(0x101418), gravity: 2.6)
    let watched = try watch(clip([toss(), other]))
    #expect(watched.flights.count == 2)
  }

  @Test func returnAfterLeavingThePictureIsANewTrajectory() throws {
    let ball = Ball.thrown(
      from: Point(x: 0.3, y: 0.8), to: Point(x: 0.6, y: 0.8), start: 0.2, duration: 1.8, radius: 0.014,
      color: Color(0xF2E640), gravity: 2.4)
    let clip = try clip([ball], duration: 2.3)
    #expect(clip.truth.count == 2)
    #expect(try watch(clip).flights.count == 2)
  }

  @Test func returnSoonAfterLeavingThePictureIsANewTrajectory() throws {
    let ball = Ball.thrown(
      from: Point(x: 0.2, y: 0.8), to: Point(x: 0.7, y: 0.8), start: 0.2, duration: 1.663, radius: 0.008,
      color: Color(0xF2E640), gravity: 2.4)
    let clip = try clip([ball], duration: 2.1)
    #expect(clip.truth.count == 2)
    #expect(try watch(clip).flights.count == 2)
  }

  @Test func straightRiseAndFallIsOneFlightWithFiniteCoefficients() throws {
    let ball = Ball.thrown(
      from: Point(x: 0.5, y: 0.9), to: Point(x: 0.501, y: 0.9), start: 0.2, duration: 1.5, radius: 0.016,
      color: Color(0xF2E640), gravity: 2.4)
    let watched = try watch(clip([ball], duration: 1.9))
    #expect(watched.flights.count == 1)
    for observation in watched.observations {
      let curve = observation.equationCoefficients
      #expect(curve.a.isFinite && curve.b.isFinite && curve.c.isFinite)
    }
  }

  @Test func walkersAndLeavesAreNoFlights() throws {
    let scene = Scene(
      figures: [
        Figure(feet: Point(x: 0.1, y: 0.9), speed: 0.12, height: 0.4),
        Figure(feet: Point(x: 0.8, y: 0.95), speed: -0.09, height: 0.45),
      ], foliage: [Foliage(center: Point(x: 0.7, y: 0.25), radius: 0.12, sway: 0.006)])
    let clip = try DemoScene(scene, width: 320, height: 180, duration: 3)
    #expect(try watch(clip).observations.isEmpty)
  }

  @Test func radiusLimitsAreKept() throws {
    let large = Ball.thrown(
      from: Point(x: 0.9, y: 0.5), to: Point(x: 0.1, y: 0.6), start: 0.4, duration: 1.0, radius: 0.03,
      color: Color(0x101418), gravity: 2.6)
    let clip = try clip([toss(radius: 0.012), large])
    var settings = TrajectoryDetector.Settings()
    settings.objectMinimumNormalizedRadius = 0.02
    #expect(try watch(clip, settings).flights.map { $0.movingAverageRadius > 0.02 } == [true])
    settings = .init()
    settings.objectMaximumNormalizedRadius = 0.02
    #expect(try watch(clip, settings).flights.map { $0.movingAverageRadius < 0.02 } == [true])
  }

  @Test func regionOfInterestLimitsWhatIsSeenAndResultsStayRelativeToThePicture() throws {
    let clip = try clip([toss()])
    var settings = TrajectoryDetector.Settings()
    settings.regionOfInterest = Rectangle(x: 0.4, y: 0, width: 0.6, height: 1)
    let flight = try #require(try watch(clip, settings).flights.first)
    #expect(flight.detectedPoints.allSatisfy { $0.location.x > 0.4 })
    let errors = distances(flight, try #require(clip.truth.first), clip)
    #expect(errors.reduce(0, +) / Double(errors.count) < 0.9)
    settings.regionOfInterest = Rectangle(x: 0, y: 0, width: 1, height: 0.1)
    #expect(try watch(clip, settings).observations.isEmpty)
  }

  @Test func spacingIsJudgedOnTimestamps() throws {
    let clip = try clip([toss()], framesPerSecond: 60)
    var settings = TrajectoryDetector.Settings()
    settings.frameAnalysisSpacing = .milliseconds(33)
    let flight = try #require(try watch(clip, settings).flights.first)
    let steps = zip(flight.detectedPoints, flight.detectedPoints.dropFirst()).map { ($1.time - $0.time).seconds }
    #expect(steps.allSatisfy { $0 > 0.033 })
  }

  @Test func smallestRadiusAllowsAReducedPictureWithTheSamePlaces() throws {
    let clip = try clip([toss(radius: 0.05)], width: 640, height: 360)
    var settings = TrajectoryDetector.Settings()
    settings.objectMinimumNormalizedRadius = 0.03
    let flight = try #require(try watch(clip, settings).flights.first)
    let errors = distances(flight, try #require(clip.truth.first), clip)
    #expect(errors.reduce(0, +) / Double(errors.count) < 4)
  }

  @Test func droppedFramesDoNotBreakAFlight() throws {
    let clip = try clip([toss()])
    let watched = try watch(clip) { $0 % 7 != 3 }
    #expect(watched.flights.count == 1)
  }

  /// The largest distance within one frame of the truth, in pixels, of each point that lies in a frame of the flight.
  private func distances(_ flight: TrajectoryObservation, _ truth: TrueTrajectory, _ clip: DemoScene) -> [Double] {
    flight.detectedPoints.compactMap { point in
      guard let place = truth.centers.first(where: { clip.timestamp($0.frame) == point.time })?.location else {
        return nil
      }
      let dx = (point.location.x - place.x) * Double(clip.width)
      let dy = (point.location.y - place.y) * Double(clip.height)
      return (dx * dx + dy * dy).squareRoot()
    }
  }
}

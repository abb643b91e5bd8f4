import DemoScene
import Testing

@testable import Flycatcher

@Suite struct TrajectoryInputTests {
  typealias Change = @Sendable (inout TrajectoryDetector.Settings) -> Void

  /// A setting, part of what is said about it, and what makes it wrong.
  static let wrong: [(name: String, range: String, change: Change)] = [
    ("trajectoryLength", "from 5 to 500", { $0.trajectoryLength = 4 }),
    ("trajectoryLength", "from 5 to 500", { $0.trajectoryLength = 501 }),
    ("frameAnalysisSpacing", "0 or more", { $0.frameAnalysisSpacing = .seconds(-1) }),
    ("objectMinimumNormalizedRadius", "from 0 to 1", { $0.objectMinimumNormalizedRadius = -0.1 }),
    ("objectMinimumNormalizedRadius", "from 0 to 1", { $0.objectMinimumNormalizedRadius = .nan }),
    ("objectMaximumNormalizedRadius", "from 0 to 1", { $0.objectMaximumNormalizedRadius = 1.1 }),
    (
      "objectMinimumNormalizedRadius", "objectMaximumNormalizedRadius",
      { ($0.objectMinimumNormalizedRadius, $0.objectMaximumNormalizedRadius) = (0.2, 0.1) }
    ),
    ("regionOfInterest", "inside the picture", { $0.regionOfInterest.x = 0.5 }),
    ("regionOfInterest", "positive area", { $0.regionOfInterest.width = 0 }),
    ("regionOfInterest", "positive area", { $0.regionOfInterest.x = .nan }),
    ("targetFrameTime", "0 or more", { $0.targetFrameTime = .milliseconds(-3) }),
    ("minimumConfidence", "from 0 to 1", { $0.minimumConfidence = 2 }),
  ]

  @Test(arguments: wrong.indices)
  func settingsOutsideTheirRangeAreNamedWithIt(_ number: Int) throws {
    let (name, range, change) = Self.wrong[number]
    var settings = TrajectoryDetector.Settings()
    change(&settings)
    let error = #expect(throws: FlycatcherError.self) { try TrajectoryDetector(settings) }
    #expect(error?.code == .settingOutOfRange)
    #expect(error?.description.hasPrefix(name) == true)
    #expect(error?.description.contains(range) == true)
  }

  @Test func timesThatDoNotIncreaseAreRefusedAndTheFlightGoesOn() throws {
    let clip = try clip([toss()])
    var detector = try TrajectoryDetector()
    var seen: [TrajectoryObservation] = []
    for index in 0..<clip.frameCount {
      let pixels = clip.frame(index)
      seen += trajectories(try detector.watch(pixels, of: clip, at: clip.timestamp(index)))
      #expect(throws: FlycatcherError.self) { try detector.watch(pixels, of: clip, at: clip.timestamp(index)) }
      if index > 5 {
        #expect(throws: FlycatcherError.self) { try detector.watch(pixels, of: clip, at: clip.timestamp(index - 3)) }
      }
    }
    seen += trajectories(detector.finish())
    #expect(seen.count { $0.state == .ended } == 1)
  }

  @Test(arguments: [(1, 1), (1, 40), (15, 15), (16, 16), (17, 31), (33, 16), (161, 91)])
  func anySizeIsTaken(width: Int, height: Int) throws {
    var detector = try TrajectoryDetector()
    for index in 0..<20 {
      let pixels = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ index &* 57) }
      let bytes = pixels.span
      if let plane = Plane(bytes, width: width, height: height, rowStride: width) {
        _ = try detector.track(Frame(luma: plane, timestamp: Timestamp(seconds: Double(index) / 30)))
      }
    }
    _ = detector.finish()
  }

  @Test func changedSizeEndsWhatWasGoingOn() throws {
    let small = try clip([toss()])
    let large = try clip([toss()], width: 320, height: 180)
    var detector = try TrajectoryDetector()
    var seen: [TrajectoryObservation] = []
    for index in 0..<30 {
      seen += trajectories(try detector.watch(small.frame(index), of: small, at: small.timestamp(index)))
    }
    for index in 30..<large.frameCount {
      seen += trajectories(try detector.watch(large.frame(index), of: large, at: large.timestamp(index)))
    }
    seen += trajectories(detector.finish())
    #expect(seen.count { $0.state == .ended } == 2)
  }

  @Test func jumpInTimeEndsWhatWasGoingOn() throws {
    let clip = try clip([toss()])
    var detector = try TrajectoryDetector()
    var seen: [TrajectoryObservation] = []
    for index in 0..<clip.frameCount {
      let late = index < 25 ? 0.0 : 100
      seen += trajectories(
        try detector.watch(clip.frame(index), of: clip, at: Timestamp(seconds: clip.timestamp(index).seconds + late)))
    }
    #expect(seen.first { $0.state == .ended }?.detectedPoints.last.map { $0.time.seconds < 1 } == true)
  }

  @Test func noiseAloneIsNoFlight() throws {
    let clip = try DemoScene(Scene(noise: 12), width: 160, height: 96, duration: 1.5)
    #expect(try watch(clip).observations.isEmpty)
  }

  @Test func flickerAndALampAreNoFlight() throws {
    let clip = try clip([], duration: 2)
    var detector = try TrajectoryDetector()
    for index in 0..<clip.frameCount {
      let gain = 1 + 0.08 * (index % 5 < 2 ? 1 : -1) + (index > 30 ? 0.3 : 0)
      let pixels = clip.frame(index).map { UInt8(min(Double($0) * gain, 255)) }
      #expect(try detector.watch(pixels, of: clip, at: clip.timestamp(index)).isEmpty)
    }
  }

  @Test(arguments: Orientation.allCases)
  func gravityPointsDownInTheUprightPicture(_ orientation: Orientation) throws {
    let clip = try clip([toss()], width: 240, height: 240)
    var detector = try TrajectoryDetector()
    var seen: [TrajectoryObservation] = []
    for index in 0..<clip.frameCount {
      let stored = turned(clip.frame(index), size: 240, orientation)
      let bytes = stored.span
      if let plane = Plane(bytes, width: 240, height: 240, rowStride: 240) {
        let frame = Frame(luma: plane, timestamp: clip.timestamp(index), orientation: orientation)
        seen += trajectories(try detector.track(frame))
      }
    }
    seen += trajectories(detector.finish())
    let flight = try #require(seen.first { $0.state == .ended })
    let truth = try #require(clip.truth.first)
    for point in flight.detectedPoints {
      guard let place = truth.centers.first(where: { clip.timestamp($0.frame) == point.time }) else { continue }
      #expect(abs(point.location.x - place.location.x) < 0.015 && abs(point.location.y - place.location.y) < 0.015)
    }
  }

  /// The upright square picture's luma as a camera with that orientation stores it.
  private func turned(_ pixels: [UInt8], size: Int, _ orientation: Orientation) -> [UInt8] {
    var stored = [UInt8](repeating: 0, count: size * size)
    for y in 0..<size {
      for x in 0..<size {
        let place = orientation.upright(
          Point(x: (Double(x) + 0.5) / Double(size), y: (Double(y) + 0.5) / Double(size)))
        stored[y * size + x] = pixels[Int(place.y * Double(size)) * size + Int(place.x * Double(size))]
      }
    }
    return stored
  }

  @Test func slowAnalysisIsDoneOnACoarserPictureAndFastOnAFinerOne() {
    var pace = AnalysisPace(target: .milliseconds(5))
    for _ in 0..<3 { pace.record(.milliseconds(9)) }
    #expect(pace.level == 1)
    for _ in 0..<100 { pace.record(.milliseconds(9)) }
    #expect(pace.level == 3)
    for _ in 0..<200 { pace.record(.microseconds(500)) }
    #expect(pace.level == 0)
  }

  @Test func halvedPicturesAreMeansOfTheirSamples() {
    let (width, height) = (70, 50)
    let samples = (0..<width * height).map { UInt8(($0 * 37 + $0 / width * 11) & 0xFF) }
    let bytes = samples.span
    var scratch = HalvedRows()
    for halvings in 0...3 {
      var picture = TilePicture()
      if let plane = Plane(bytes, width: width, height: height, rowStride: width) {
        picture.take(plane, halvings: halvings, scratch: &scratch)
      }
      #expect(picture.width == width >> halvings && picture.height == height >> halvings)
      #expect(picture.stride % TilePicture.tile == 0)
      let side = 1 << halvings
      var sum = 0
      for y in 0..<side {
        for x in 0..<side { sum += Int(samples[(4 * side + y) * width + 6 * side + x]) }
      }
      #expect(abs(Int(picture.sample(6, 4)) - sum / (side * side)) <= 1)
    }
  }
}

// What real cameras and streams do to a flight: repeated pictures, posts in the way, colors as bright as the wall, high rates, long times.
import DemoScene
import Foundation
import Testing

@_spi(Evaluation) @testable import Flycatcher

@Suite struct TrajectoryConditionsTests {
  /// A model of one measurement, whose weight or bias decides.
  @Test(arguments: [(weight: 0.0, bias: 4.0, count: 1), (0, -4, 0), (-100, 0, 0), (100, 0, 1)])
  func theAcceptanceModelDecidesWhatIsAFlight(_ model: (weight: Double, bias: Double, count: Int)) throws {
    let clip = try clip([toss()])
    var detector = try TrajectoryDetector()
    detector.acceptance = try #require(
      AcceptanceModel(
        names: ["pull"], mean: [0], scale: [1], weights: [model.weight], quadraticTerms: [], bias: model.bias))
    var seen: [TrajectoryObservation] = []
    for index in 0..<clip.frameCount {
      seen += trajectories(try detector.watch(clip.frame(index), of: clip, at: clip.timestamp(index)))
    }
    seen += trajectories(detector.finish())
    #expect(seen.count { $0.state == .ended } == model.count)
  }

  @Test func repeatedPicturesDoNotStopAFlight() throws {
    let clip = try clip([toss()])
    var detector = try TrajectoryDetector()
    var seen: [TrajectoryObservation] = []
    for index in 0..<clip.frameCount {
      let pixels = clip.frame(index)
      for half in 0..<2 {
        let time = Timestamp(seconds: clip.timestamp(index).seconds + Double(half) / 60)
        seen += trajectories(try detector.watch(pixels, of: clip, at: time))
      }
    }
    seen += trajectories(detector.finish())
    let flights = seen.filter { $0.state == .ended }
    let truth = try #require(clip.truth.first)
    #expect(flights.count == 1)
    #expect((flights.first?.detectedPoints.count ?? 0) >= truth.centers.count * 7 / 10)
    #expect(Set(seen.filter { $0.state != .ended }.map(\.time)).count == seen.count { $0.state != .ended })
  }

  @Test func aPictureThatStaysEndsTheFlight() throws {
    let clip = try clip([toss()])
    var detector = try TrajectoryDetector()
    var seen: [TrajectoryObservation] = []
    for index in 0..<60 {
      let pixels = clip.frame(min(index, 25))
      seen += trajectories(try detector.watch(pixels, of: clip, at: clip.timestamp(index)))
    }
    #expect(seen.first?.state == .began)
    #expect(seen.last?.state == .ended)
  }

  @Test func colorAloneShowsAFlight() throws {
    let clip = try clip([toss(radius: 0.03)])
    var detector = try TrajectoryDetector()
    var seen: [TrajectoryObservation] = []
    for index in 0..<clip.frameCount {
      var pixels = clip.frame(index)
      for place in 0..<clip.width * clip.height { pixels[place] = 120 }
      seen += trajectories(try detector.watch(pixels, of: clip, at: clip.timestamp(index)))
    }
    seen += trajectories(detector.finish())
    let flight = try #require(seen.last)
    let truth = try #require(clip.truth.first)
    #expect(seen.count { $0.state == .ended } == 1)
    #expect(flight.detectedPoints.count >= truth.centers.count / 2)
    for point in flight.detectedPoints {
      let center = truth.centers.first { clip.timestamp($0.frame) == point.time }
      if let place = center?.location { #expect(abs(point.location.x - place.x) < 0.015) }
    }
  }

  @Test func whatPassesBehindAPostIsOneFlight() throws {
    let clip = try clip([toss()])
    var detector = try TrajectoryDetector()
    var seen: [TrajectoryObservation] = []
    let (width, columns) = (clip.width, 118..<160)
    for index in 0..<clip.frameCount {
      var pixels = clip.frame(index)
      for y in 0..<clip.height {
        for x in columns {
          pixels[y * width + x] = 60
          pixels[width * clip.height + y / 2 * (width / 2) + x / 2] = 128
          pixels[width * clip.height * 5 / 4 + y / 2 * (width / 2) + x / 2] = 128
        }
      }
      seen += trajectories(try detector.watch(pixels, of: clip, at: clip.timestamp(index)))
    }
    seen += trajectories(detector.finish())
    let flights = seen.filter { $0.state == .ended }
    #expect(flights.count == 1)
    #expect((flights.first?.detectedPoints.first?.location.x ?? 1) < 0.4)
    #expect((flights.first?.detectedPoints.last?.location.x ?? 0) > 0.7)
  }

  @Test(arguments: [24.0, 50, 120, 240])
  func everyFrameRateIsTaken(_ rate: Double) throws {
    let clip = try clip([toss()], duration: 1.6, framesPerSecond: rate)
    let flights = try watch(clip).flights
    #expect(flights.count == 1)
    #expect((flights.first?.confidence ?? 0) > 0.8)
  }

  /// A picture in which something changes with every frame: none passes for the one before, shown again.
  private func restless(_ clip: DemoScene, _ index: Int) -> [UInt8] {
    var pixels = clip.frame(index)
    let left = index.isMultiple(of: 2) ? 10 : 24
    for y in clip.height - 16..<clip.height - 6 {
      for x in left..<left + 10 { pixels[y * clip.width + x] = index.isMultiple(of: 3) ? 210 : 40 }
    }
    return pixels
  }

  private func watchRestless(
    _ clip: DemoScene, _ settings: TrajectoryDetector.Settings = .init(),
    _ change: (Int, inout [UInt8]) -> Void = { _, _ in }
  ) throws -> Watched {
    var detector = try TrajectoryDetector(settings)
    var watched = Watched()
    for index in 0..<clip.frameCount {
      var pixels = restless(clip, index)
      change(index, &pixels)
      watched.observations += trajectories(try detector.watch(pixels, of: clip, at: clip.timestamp(index)))
    }
    watched.observations += trajectories(detector.finish())
    return watched
  }

  @Test(arguments: [480.0, 1000])
  func aFastFilmInWhichMoreMovesIsTaken(_ rate: Double) throws {
    let ball = toss(from: Point(x: 0.2, y: 0.6), to: Point(x: 0.9, y: 0.7), start: 0.1, duration: 0.7, radius: 0.03)
    let clip = try clip([ball], duration: 0.9, width: 160, height: 96, framesPerSecond: rate)
    let flights = try watchRestless(clip).flights
    #expect(flights.count == 1)
    #expect((flights.first?.detectedPoints.count ?? 0) > Int(0.4 * rate))
  }

  /// Something hidden for a while is hidden as long in a film of more frames.
  @Test(arguments: [30.0, 60, 120, 240])
  func whatIsHiddenForAWhileIsOneFlight(_ rate: Double) throws {
    let ball = toss(from: Point(x: 0.2, y: 0.6), to: Point(x: 0.9, y: 0.7), start: 0.1, duration: 0.8, radius: 0.03)
    let clip = try clip([ball], duration: 1.0, width: 160, height: 96, framesPerSecond: rate)
    let empty = try DemoScene(Scene(balls: []), width: 160, height: 96, framesPerSecond: rate, duration: 1)
    let flights = try watchRestless(clip) { index, pixels in
      guard (0.4..<0.53).contains(clip.timestamp(index).seconds) else { return }
      pixels = restless(empty, index)
    }.flights
    #expect(flights.count == 1)
    #expect((flights.first?.timeRange.duration.seconds ?? 0) > 0.6)
  }

  /// A disc that swings for ever is followed, and must be forgotten.
  @Test func aPendulumIsNotFollowedForEver() throws {
    let clip = try DemoScene(Scene(balls: []), width: 160, height: 96, framesPerSecond: 30, duration: 0.1)
    let background = clip.frame(0)
    var detector = try TrajectoryDetector()
    var most = 0
    for index in 0..<3000 {
      let time = Double(index) / 30
      let angle = 0.6 * sin(2.5 * time)
      let (x, y) = (80 + 70 * sin(angle), 5 + 75 * cos(angle))
      var pixels = background
      for row in Int(y) - 6...Int(y) + 6 {
        for column in Int(x) - 6...Int(x) + 6 where hypot(Double(column) - x, Double(row) - y) < 5 {
          pixels[row * clip.width + column] = 230
        }
      }
      _ = try detector.watch(pixels, of: clip, at: Timestamp(seconds: time))
      most = max(most, detector.associator.tracks.map(\.points.count).max() ?? 0)
    }
    #expect(most > 200, "followed at all")
    #expect(most <= Associator.mostPoints + 24)
  }

  @Test func aPictureThatIsLookedAtMoreCoarselyEndsNothing() throws {
    let clip = try clip([toss(radius: 0.03)])
    var detector = try TrajectoryDetector()
    var seen: [TrajectoryObservation] = []
    for index in 0..<clip.frameCount {
      // What is too slow three times is looked at more coarsely from then on.
      if index == 22 {
        var settings = detector.settings
        settings.targetFrameTime = .nanoseconds(1)
        try detector.apply(settings)
      }
      if index == 26 { try detector.apply(TrajectoryDetector.Settings()) }
      seen += trajectories(try detector.watch(clip.frame(index), of: clip, at: clip.timestamp(index)))
    }
    seen += trajectories(detector.finish())
    #expect(seen.count { $0.state == .began } == 1)
    #expect(seen.count { $0.state == .ended } == 1)
    #expect((seen.last?.timeRange.duration.seconds ?? 0) > 0.8)
  }

  /// A row is padded to whole tiles, and the padding is no part of the picture.
  @Test(arguments: [337, 342, 352])
  func whatLeavesToTheRightIsSeenAsWhatLeavesToTheLeft(_ width: Int) throws {
    func last(_ from: Double, _ to: Double) throws -> Double {
      // In no frame is just half of it outside.
      let ball = toss(from: Point(x: from, y: 0.6), to: Point(x: to, y: 0.7), start: 0.31, duration: 1, radius: 0.025)
      let clip = try clip([ball], duration: 1.6, width: width, height: 192)
      let flight = try #require(try watch(clip).flights.first)
      return flight.detectedPoints.map(\.location.x).reduce(to > 1 ? -1 : 2) { to > 1 ? max($0, $1) : min($0, $1) }
    }
    let (right, left) = (try last(0.5, 1.1), try last(0.5, -0.1))
    #expect(right <= 1)
    #expect(abs(1 - right - left) < 0.006, "\(right), \(left)")
  }

  @Test func aRegionThatIsChangedEndsWhatIsUnderWay() throws {
    let clip = try clip([toss()])
    var detector = try TrajectoryDetector()
    var seen: [TrajectoryObservation] = []
    for index in 0..<clip.frameCount {
      if index == 24 {
        _ = try detector.take(.region(Rectangle(x: 0, y: 0, width: 1, height: 0.99)))
        // The stream goes on: what comes out of order is refused as before.
        #expect(throws: FlycatcherError.self) {
          try detector.watch(clip.frame(0), of: clip, at: clip.timestamp(index - 4))
        }
      }
      seen += trajectories(try detector.watch(clip.frame(index), of: clip, at: clip.timestamp(index)))
    }
    seen += trajectories(detector.finish())
    let first = try #require(seen.first)
    let own = seen.filter { $0.uuid == first.uuid }.map(\.state)
    #expect(first.state == .began)
    #expect(own.last == .ended)
    #expect(own.count { $0 == .ended } == 1)
  }

  @Test(arguments: [0.5, 2, 5])
  func framesAreAnalyzedAsFarApartAsIsAskedFor(_ spacing: Double) throws {
    let clip = try clip([])
    var settings = TrajectoryDetector.Settings()
    settings.frameAnalysisSpacing = .seconds(spacing)
    var detector = try TrajectoryDetector(settings)
    let pixels = clip.frame(0)
    var analyzed: Set<Double> = []
    for index in 0..<330 {
      _ = try detector.watch(pixels, of: clip, at: Timestamp(seconds: Double(index) / 30))
      if let time = detector.associator.past.last?.time { analyzed.insert(time) }
    }
    // The first frame has none to be compared with.
    #expect(analyzed.count == Int(10.9 / spacing))
  }

  /// A lamp on alternating current, sampled by a camera; one of the periods is that in which rows take turns.
  @Test(arguments: [3, 4, 8])
  func aFlickeringLampMovesNothing(_ period: Int) throws {
    let clip = try clip([toss()])
    let watched = try watchLit(clip) { index, _ in
      1 + 0.08 * sin(2 * Double.pi * Double(index) / Double(period) + 0.6)
    }
    let flight = try #require(watched.observations.last)
    let truth = try #require(clip.truth.first)
    #expect(watched.flights.count == 1)
    #expect(flight.detectedPoints.count >= truth.centers.count * 8 / 10)
  }

  /// The same lamp where a camera exposes one row after the other: bands wander over the picture, as many of them as are asked for.
  @Test(arguments: [0.5, 1.8])
  func bandsOfLightHideNothing(_ bands: Double) throws {
    let clip = try DemoScene(
      Scene(backdrop: .court, balls: [toss(start: 0.5, duration: 1, radius: 0.02)], noise: 1.5), width: 640,
      height: 360, framesPerSecond: 30, duration: 2)
    let watched = try watchLit(clip) { index, row in
      1 + 0.1 * sin(2 * Double.pi * (Double(index) * 0.343 + bands * row))
    }
    let flight = try #require(watched.flights.first)
    let truth = try #require(clip.truth.first)
    #expect(watched.flights.count == 1)
    #expect(flight.detectedPoints.count >= truth.centers.count * 8 / 10)
    for point in flight.detectedPoints {
      let center = truth.centers.first { clip.timestamp($0.frame) == point.time }
      if let place = center?.location { #expect(abs(point.location.x - place.x) < 0.005) }
    }
  }

  /// Lets a detector watch a clip in a light that is another in each frame, and each row from 0 to 1.
  private func watchLit(_ clip: DemoScene, by light: (_ frame: Int, _ row: Double) -> Double) throws -> Watched {
    var detector = try TrajectoryDetector()
    var watched = Watched()
    for index in 0..<clip.frameCount {
      var pixels = clip.frame(index)
      for y in 0..<clip.height {
        let gain = light(index, Double(y) / Double(clip.height))
        for place in y * clip.width..<(y + 1) * clip.width {
          pixels[place] = UInt8(min(Double(pixels[place]) * gain, 255))
        }
      }
      watched.observations += trajectories(try detector.watch(pixels, of: clip, at: clip.timestamp(index)))
    }
    watched.observations += trajectories(detector.finish())
    return watched
  }

  @Test func strongNoiseIsKnownFromTheFirstFramesOn() throws {
    let clip = try DemoScene(
      Scene(balls: [toss(start: 0.1, radius: 0.03)], noise: 12), width: 256, height: 144, framesPerSecond: 30,
      duration: 1.3)
    let flights = try watch(clip).flights
    #expect(flights.count == 1)
    #expect((flights.first?.detectedPoints.first?.time.seconds ?? 1) < 0.4)
  }

  @Test func hoursIntoTheStreamNothingIsDifferent() throws {
    let clip = try clip([toss()])
    var detector = try TrajectoryDetector()
    var seen: [TrajectoryObservation] = []
    for index in 0..<clip.frameCount {
      let time = Timestamp(nanoseconds: clip.timestamp(index).nanoseconds + 100 * 3600 * 1_000_000_000)
      seen += trajectories(try detector.watch(clip.frame(index), of: clip, at: time))
    }
    seen += trajectories(detector.finish())
    let late = seen.filter { $0.state == .ended }
    let early = try watch(clip).flights
    #expect(late.count == 1)
    #expect(late.first?.detectedPoints.count == early.first?.detectedPoints.count)
    #expect(abs((late.first?.confidence ?? 0) - (early.first?.confidence ?? 1)) < 1e-3)
  }

  @Test func nothingGrowsWithTheStream() throws {
    let clip = try clip([toss(), toss(from: Point(x: 0.9, y: 0.6), to: Point(x: 0.2, y: 0.7))], width: 160, height: 96)
    let pictures = (0..<clip.frameCount).map { clip.frame($0) }
    var detector = try TrajectoryDetector()
    var points = 0
    for index in 0..<4000 {
      _ = try detector.watch(
        pictures[index % pictures.count], of: clip, at: Timestamp(seconds: Double(index) / 30))
      points = max(points, detector.associator.tracks.reduce(0) { $0 + $1.points.count })
    }
    #expect(points < 5000, "points of everything that is followed at once")
  }

  @Test func aPictureOf8KIsTaken() throws {
    let (width, height) = (7680, 4320)
    var detector = try TrajectoryDetector()
    var pixels = [UInt8](repeating: 90, count: width * height * 3 / 2)
    for index in 0..<3 {
      for y in 2000..<2100 {
        for x in 1000 + 100 * index..<1100 + 100 * index { pixels[y * width + x] = 220 }
      }
      let bytes = pixels.span
      let luma = width * height
      let quarter = luma / 4
      let plane = Plane(bytes.extracting(0..<luma), width: width, height: height, rowStride: width)
      let blue = Plane(
        bytes.extracting(luma..<luma + quarter), width: width / 2, height: height / 2, rowStride: width / 2)
      let red = Plane(
        bytes.extracting(luma + quarter..<luma + 2 * quarter), width: width / 2, height: height / 2,
        rowStride: width / 2)
      let time = Timestamp(seconds: Double(index) / 30)
      if let plane, let blue, let red,
        let frame = Frame(luma: plane, blueDifference: blue, redDifference: red, timestamp: time)
      {
        _ = try detector.track(frame)
      }
    }
    #expect(!detector.finder.candidates.isEmpty)
  }
}

// Films that no camera should send and some do: nothing but noise, a picture that turns black, interlaced fields, cuts, bumps.
import DemoScene
import Testing

@testable import Flycatcher

@Suite struct BadFilmTests {
  /// Lets a detector watch pictures that are made one by one.
  private func watch(
    _ clip: DemoScene, count: Int? = nil, _ picture: (Int) throws -> [UInt8]
  ) throws -> Watched {
    var detector = try TrajectoryDetector()
    var watched = Watched()
    for index in 0..<(count ?? clip.frameCount) {
      let time = clip.timestamp(index)
      watched.observations += trajectories(try detector.watch(try picture(index), of: clip, at: time))
    }
    watched.observations += trajectories(detector.finish())
    return watched
  }

  /// A court with balls and the sensor's noise.
  private func court(_ balls: [Ball] = [], duration: Double = 3) throws -> DemoScene {
    try DemoScene(
      Scene(backdrop: .court, balls: balls, noise: 1.5), width: 320, height: 180, framesPerSecond: 30,
      duration: duration)
  }

  /// The picture as it is when the camera points a little to the side; its border repeats.
  private func moved(_ pixels: [UInt8], of clip: DemoScene, x: Int, y: Int) -> [UInt8] {
    var result = pixels
    var start = 0
    for (width, height, part) in [(clip.width, clip.height, 1), (clip.width / 2, clip.height / 2, 2)] + [
      (clip.width / 2, clip.height / 2, 2)
    ] {
      for v in 0..<height {
        for u in 0..<width {
          let (a, b) = (min(max(u + x / part, 0), width - 1), min(max(v + y / part, 0), height - 1))
          result[start + v * width + u] = pixels[start + b * width + a]
        }
      }
      start += width * height
    }
    return result
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func nothingButNoiseIsNoFlight(_ seed: UInt64) throws {
    let clip = try court(duration: 4)
    var generator = Lehmer(seed: seed)
    let watched = try watch(clip) { _ in (0..<clip.byteCount).map { _ in generator.byte() } }
    #expect(watched.observations.isEmpty)
  }

  @Test func aPictureThatTurnsBlackAndBackBeginsNothing() throws {
    let clip = try court([toss(start: 2, radius: 0.02)], duration: 3.4)
    let black =
      [UInt8](repeating: 16, count: clip.width * clip.height)
      + [UInt8](repeating: 128, count: clip.width * clip.height / 2)
    let watched = try watch(clip) { (25..<40).contains($0) ? black : clip.frame($0) }
    #expect(watched.flights.count == 1)
    let first = try #require(watched.flights.first?.detectedPoints.first)
    #expect(first.time.seconds >= 1.95, "the flight begins with the ball's, not with the picture's return")
  }

  @Test func aFadeToBlackAndBackBeginsNothing() throws {
    let clip = try court(duration: 3)
    let watched = try watch(clip) { index in
      let light = min(max(abs(Double(index) - 45) / 15 - 0.3, 0), 1)
      return clip.frame(index).enumerated().map { place, sample in
        let dark = place < clip.width * clip.height ? 16.0 : 128
        return UInt8(dark + (Double(sample) - dark) * light)
      }
    }
    #expect(watched.observations.isEmpty)
  }

  @Test func interlacedFieldsShowOneFlight() throws {
    let fields = try DemoScene(
      Scene(backdrop: .court, balls: [toss(radius: 0.02)], noise: 1.5), width: 320, height: 180, framesPerSecond: 60,
      duration: 1.8)
    let clip = try court(duration: 1.75)
    let watched = try watch(clip) { index in
      // Even rows are of one moment, odd ones of the next.
      var pixels = fields.frame(2 * index)
      let late = fields.frame(2 * index + 1)
      for (first, width, height) in [(0, 320, 180), (320 * 180, 160, 90), (320 * 180 * 5 / 4, 160, 90)] {
        for y in stride(from: 1, to: height, by: 2) {
          let row = first + y * width..<first + (y + 1) * width
          pixels.replaceSubrange(row, with: late[row])
        }
      }
      return pixels
    }
    #expect(watched.flights.count == 1)
    let truth = try #require(fields.truth.first)
    #expect((watched.flights.first?.detectedPoints.count ?? 0) >= truth.centers.count / 2 * 7 / 10)
  }

  @Test func aCutEndsEveryFlightAndBeginsNone() throws {
    let ball = toss(start: 0.2, duration: 1.4, radius: 0.02)
    let one = try court([ball], duration: 2.5)
    let two = try DemoScene(
      Scene(backdrop: .plain(Color(0x305070)), balls: [toss(start: 1.4, radius: 0.02)], noise: 1.5), width: 320,
      height: 180, framesPerSecond: 30, duration: 2.7)
    let cut = 30
    let watched = try watch(two) { $0 < cut ? one.frame($0) : two.frame($0) }
    let flights = watched.flights
    #expect(flights.count == 2)
    for flight in flights {
      let frames = flight.detectedPoints.map { Int(($0.time.seconds * 30).rounded()) }
      #expect(frames.allSatisfy { $0 < cut } || frames.allSatisfy { $0 > cut }, "\(frames)")
    }
    let end = watched.observations.first { $0.state == .ended }
    #expect(end.map { $0.time.seconds <= Double(cut) / 30 + 1e-6 } == true, "the cut itself ends the flight")
  }

  /// Something large that comes before most of the background is no cut.
  @Test func whatCoversMostOfThePictureEndsNoFlight() throws {
    let ball = toss(
      from: Point(x: 0.1, y: 0.3), to: Point(x: 0.9, y: 0.3), start: 0.4, duration: 0.9, radius: 0.02)
    let clip = try court([ball], duration: 2)
    let watched = try watch(clip) { index in
      var pixels = clip.frame(index)
      // A dark sheet comes up within a quarter of a second, and stays.
      let height = Int(0.63 * Double(clip.height) * min(max(Double(index - 18) / 8, 0), 1))
      for sample in (clip.height - height) * clip.width..<clip.height * clip.width { pixels[sample] = 30 }
      return pixels
    }
    let flights = watched.flights
    try #require(flights.count == 1)
    let places = flights[0].detectedPoints.map(\.location.x)
    #expect((places.min() ?? 1) < 0.2 && (places.max() ?? 0) > 0.8, "\(places)")
  }

  /// What was lost before a cut goes on in nothing that is seen after it.
  @Test func aCutForgetsWhatWasLost() throws {
    let one = try court([toss(start: 0.5, duration: 0.6, radius: 0.02)], duration: 2.5)
    let two = try DemoScene(
      Scene(backdrop: .plain(Color(0x305070)), noise: 1.5), width: 320, height: 180, framesPerSecond: 30, duration: 2.5)
    // Nothing is as sure as this.
    var settings = TrajectoryDetector.Settings()
    settings.minimumConfidence = 1
    var detector = try TrajectoryDetector(settings)
    for index in 0..<60 { _ = try detector.watch(one.frame(index), of: one, at: one.timestamp(index)) }
    #expect(!detector.associator.lost.isEmpty)
    _ = try detector.watch(two.frame(60), of: two, at: two.timestamp(60))
    #expect(detector.associator.lost.isEmpty)
  }

  @Test(arguments: [SIMD2(3, 2), SIMD2(-8, 6), SIMD2(24, -20)])
  func aBumpedCameraReportsNothingAndIsFoundAgain(_ way: SIMD2<Int>) throws {
    let bump = 30
    // Half a second after the bump a ball flies.
    let clip = try court([toss(start: 1.5, radius: 0.02)], duration: 3)
    let watched = try watch(clip) { index in
      let pixels = clip.frame(index)
      return index < bump ? pixels : moved(pixels, of: clip, x: way.x, y: way.y)
    }
    #expect(watched.flights.count == 1)
    let truth = try #require(clip.truth.first)
    let flight = try #require(watched.flights.first)
    #expect(flight.detectedPoints.first.map { $0.time.seconds >= 1.45 } == true)
    #expect(flight.detectedPoints.count >= truth.centers.count * 8 / 10)
  }

  @Test func fullChromaIsAveragedLikeHalfChroma() throws {
    // The same noisy colors at full size, and as means of four.
    let (width, height) = (128, 96)
    var generator = Lehmer(seed: 7)
    let luma = [UInt8](repeating: 120, count: width * height)
    let full = (0..<width * height).map { _ in 108 + generator.byte() % 40 }
    var quarter = [UInt8](repeating: 0, count: width * height / 4)
    for y in 0..<height / 2 {
      for x in 0..<width / 2 {
        let place = 2 * y * width + 2 * x
        let sum = Int(full[place]) + Int(full[place + 1]) + Int(full[place + width]) + Int(full[place + width + 1])
        quarter[y * width / 2 + x] = UInt8((sum + 2) / 4)
      }
    }
    var tall = [UInt8](repeating: 0, count: width * height / 2)
    for y in 0..<height {
      for x in 0..<width / 2 {
        tall[y * width / 2 + x] = UInt8((Int(full[y * width + 2 * x]) + Int(full[y * width + 2 * x + 1]) + 1) / 2)
      }
    }
    let expected = colors(luma, quarter, width, height, chroma: (width / 2, height / 2))
    for (chroma, size) in [(full, (width, height)), (tall, (width / 2, height))] {
      let seen = colors(luma, chroma, width, height, chroma: size)
      let worst = zip(seen, expected).map { abs($0 - $1) }.max() ?? 255
      #expect(worst <= 1, "\(size)")
    }
  }

  /// Containers round the time of a frame in different ways: those that count in nanoseconds, in 90,000ths of a second, and others.
  @Test(arguments: [24.0, 25, 30, 50, 60, 120]) func whatStandsBecomesBackgroundHoweverTimesAreRounded(_ rate: Double) {
    let frames = [-1e-9, 0, 1e-9].map { framesOfForeground(interval: 1 / rate + $0) }
    #expect(frames[0] > Int(0.7 * rate))
    #expect(frames == [frames[0], frames[0], frames[0]])
  }

  /// The number of frames for which a square that appears, and stays, is foreground.
  private func framesOfForeground(interval: Double) -> Int {
    let (width, height) = (128, 96)
    var foreground = Foreground()
    var count = 0
    for index in 0..<Int(1.5 / interval) {
      var pixels = [UInt8](repeating: 80, count: width * height)
      for y in 20..<60 where index >= 5 {
        for x in 30..<70 { pixels[y * width + x] = 180 }
      }
      let bytes = pixels.span
      guard let plane = Plane(bytes, width: width, height: height, rowStride: width) else { continue }
      let frame = Frame(luma: plane, timestamp: Timestamp(seconds: Double(index) * interval))
      _ = foreground.update(frame, halvings: 0, interval: interval)
      if foreground.isForeground(50, 40, .background) { count += 1 }
    }
    return count
  }

  /// The blue differences that the foreground stage sees, at every fourth pixel.
  private func colors(
    _ luma: [UInt8], _ chroma: [UInt8], _ width: Int, _ height: Int, chroma size: (width: Int, height: Int)
  ) -> [Float] {
    var foreground = Foreground()
    for index in 0..<2 {
      let (bytes, samples) = (luma.span, chroma.span)
      if let plane = Plane(bytes, width: width, height: height, rowStride: width),
        let blue = Plane(samples, width: size.width, height: size.height, rowStride: size.width),
        let red = Plane(samples, width: size.width, height: size.height, rowStride: size.width),
        let frame = Frame(
          luma: plane, blueDifference: blue, redDifference: red, timestamp: Timestamp(seconds: Double(index) / 30))
      {
        _ = foreground.update(frame, halvings: 0, interval: 1.0 / 30)
      }
    }
    var seen: [Float] = []
    for y in stride(from: 2, to: height, by: 4) {
      for x in stride(from: 2, to: width, by: 4) { seen.append(foreground.color(x: x, y: y).y) }
    }
    return seen
  }
}

/// A multiplicative congruential generator (Lehmer 1951): the same noise in every run.
struct Lehmer {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 2 &+ 1 }

  mutating func byte() -> UInt8 {
    state = state &* 0xda94_2042_e4dd_58b5
    return UInt8(truncatingIfNeeded: state >> 56)
  }
}

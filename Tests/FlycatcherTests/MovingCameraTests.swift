// A camera that drifts, is held in a hand or follows the play: how a frame lies over the background, and the flights that are seen.
import Foundation
import Testing

@testable import Flycatcher

@Suite struct MovingCameraTests {
  /// A picture with structure everywhere, moved and lit as asked for.
  private func picture(movedBy offset: SIMD2<Double>, gain: Double = 1, bias: Double = 0) -> TilePicture {
    let (width, height) = (320, 240)
    var picture = TilePicture()
    picture.resize(width: width, height: height)
    for y in 0..<height {
      for x in 0..<picture.stride {
        let (u, v) = (Double(x) - offset.x, Double(y) - offset.y)
        let value = 120 + 40 * wave(u / 11) * wave(v / 13 + 0.4) + 30 * wave(u / 37 + v / 29)
        picture.pixels[y * picture.stride + x] = UInt8(min(max(gain * value + bias, 0), 255).rounded())
      }
    }
    return picture
  }

  /// A smooth periodic function.
  private func wave(_ x: Double) -> Double {
    let part = x - x.rounded(.down)
    return 16 * part * part * (1 - part) * (1 - part) * 2 - 1
  }

  @Test(arguments: [SIMD2(0.4, -0.3), SIMD2(-0.8, 0.6), SIMD2(0, 0)])
  func aMovedCameraIsFoundToATenthOfAPixel(_ offset: SIMD2<Double>) {
    var registration = Registration()
    let background = picture(movedBy: SIMD2(0, 0))
    let isLaid = registration.update(picture(movedBy: offset), background)
    #expect(isLaid)
    let isStillLaid = registration.update(picture(movedBy: offset), background)
    #expect(isStillLaid)
    #expect(abs(registration.motion.displacement.x - offset.x) < 0.1, "\(registration.motion)")
    #expect(abs(registration.motion.displacement.y - offset.y) < 0.1, "\(registration.motion)")
  }

  @Test func aCameraThatDriftsIsFollowed() {
    var registration = Registration()
    let background = picture(movedBy: SIMD2(0, 0))
    for step in 1...10 {
      let isLaid = registration.update(picture(movedBy: SIMD2(0.7, -0.5) * Double(step)), background)
      #expect(isLaid)
    }
    #expect(
      abs(registration.motion.displacement.x - 7) < 0.2 && abs(registration.motion.displacement.y + 5) < 0.2,
      "\(registration.motion)")
    var frame = picture(movedBy: SIMD2(7, -5))
    var laid = TilePicture()
    laid.take(&frame, laidBy: registration.luma(width: frame.width), over: background)
    #expect(difference(laid, background) < 2)
  }

  @Test func aChangeOfLightIsTakenOut() {
    var registration = Registration()
    let background = picture(movedBy: SIMD2(0, 0))
    var frame = picture(movedBy: SIMD2(0, 0), gain: 1.06, bias: -4)
    let isLaid = registration.update(frame, background)
    #expect(isLaid)
    #expect(abs(registration.gain - 1.06) < 0.02)
    var laid = TilePicture()
    laid.take(&frame, laidBy: registration.luma(width: frame.width), over: background)
    #expect(abs(Int(laid.sample(100, 100)) - Int(background.sample(100, 100))) <= 2)
  }

  @Test func anotherSceneIsNotLaidOverTheOld() {
    var registration = Registration()
    var other = picture(movedBy: SIMD2(0, 0))
    for index in other.pixels.indices { other.pixels[index] = index / 7 % 5 < 2 ? 10 : 240 }
    let isLaid = registration.update(other, picture(movedBy: SIMD2(0, 0)))
    #expect(!isLaid)
  }

  /// A dark picture with four lights and a bright ball.
  private func night(_ ball: SIMD2<Double>?) -> TilePicture {
    var picture = TilePicture()
    picture.resize(width: 320, height: 240)
    let lights = [SIMD2(31.0, 40), SIMD2(250.0, 60), SIMD2(90.0, 210), SIMD2(290.0, 190)].map { ($0, 3.0, 90.0) }
    for y in 0..<240 {
      for x in 0..<picture.stride {
        var value = 16.0
        for (center, radius, level) in lights + (ball.map { [($0, 14, 230)] } ?? []) {
          let covered = min(max(radius + 0.5 - magnitude(SIMD2(Double(x), Double(y)) - center), 0), 1)
          value += covered * (level - value)
        }
        picture.pixels[y * picture.stride + x] = UInt8(value.rounded())
      }
    }
    return picture
  }

  @Test(arguments: [SIMD2(1.5, -1), SIMD2(5, -3), SIMD2(0, -8)])
  func whatMovesInTheDarkIsNotTheCamera(_ velocity: SIMD2<Double>) {
    var registration = Registration()
    let start = SIMD2(120.0, 150)
    // The film begins while the ball is there.
    let background = night(start)
    for step in 1...14 {
      let isLaid = registration.update(night(start + velocity * Double(step)), background)
      #expect(isLaid)
      #expect(magnitude(registration.motion.displacement) <= 0.5, "frame \(step): \(registration.motion)")
    }
  }

  @Test func whereNothingIsSeenTheCameraDoesNotGoOn() {
    var registration = Registration()
    let background = picture(movedBy: SIMD2(0, 0))
    for step in 1...4 { _ = registration.update(picture(movedBy: SIMD2(1.5, 1) * Double(step)), background) }
    #expect(magnitude(registration.motion.displacement) > 5)
    // The light goes off.
    for _ in 0..<10 {
      let isLaid = registration.update(night(nil), night(nil))
      #expect(isLaid)
    }
    #expect(magnitude(registration.motion.displacement) < 0.1, "\(registration.motion)")
  }

  @Test(arguments: [SIMD2(0.0, 0.02), SIMD2(0.01, 0), SIMD2(-0.008, -0.03)])
  func aCameraThatIsHeldInAHandIsFollowed(_ turn: SIMD2<Double>) {
    var registration = Registration()
    var motion = PictureMotion()
    let background = picture(motion)
    for step in 1...12 {
      let share = Double(step) / 12
      motion = PictureMotion(displacement: share * SIMD2(17, -9), zoom: share * turn.x, roll: share * turn.y)
      let isLaid = registration.update(picture(motion), background)
      #expect(isLaid)
    }
    for corner in [SIMD2(0, 0), SIMD2(319, 0), SIMD2(160, 120), SIMD2(319, 239)] as [SIMD2<Double>] {
      let truth = corner + motion.way(from: corner - SIMD2(160, 120))
      #expect(magnitude(registration.place(of: corner) - truth) < 0.15, "\(corner)")
    }
    var (frame, laid) = (picture(motion), TilePicture())
    laid.take(&frame, laidBy: registration.luma(width: frame.width), over: background)
    #expect(difference(laid, background) < 2)
  }

  /// A floor with bright lines, moved as asked for.
  private func lines(movedBy offset: SIMD2<Double>) -> TilePicture {
    var picture = TilePicture()
    picture.resize(width: 320, height: 240)
    /// How much of a pixel one of the lines covers, which are three pixels wide.
    func cover(_ place: Double, _ spacing: Double) -> Double {
      let part = place - (place / spacing).rounded(.down) * spacing
      return min(max(2 - abs(part - spacing / 2), 0), 1)
    }
    for y in 0..<240 {
      for x in 0..<picture.stride {
        let (u, v) = (Double(x) - offset.x, Double(y) - offset.y)
        let value = 0.6 * scene(SIMD2(u, v)) + 100 * max(cover(u + 0.2 * v, 83), cover(v - 0.1 * u, 71))
        picture.pixels[y * picture.stride + x] = UInt8(value.rounded())
      }
    }
    return picture
  }

  @Test(arguments: [SIMD2(2.6, -1.3), SIMD2(-6, 4.5), SIMD2(9.3, 8)])
  func aCameraThatMovesAtOnceIsFound(_ offset: SIMD2<Double>) {
    var registration = Registration()
    let background = lines(movedBy: SIMD2(0, 0))
    let isLaidAtRest = registration.update(background, background)
    #expect(isLaidAtRest && registration.isStill)
    for _ in 0..<2 {
      let isLaid = registration.update(lines(movedBy: offset), background)
      #expect(isLaid && registration.isMoving)
    }
    for corner in [SIMD2(20, 20), SIMD2(299, 20), SIMD2(160, 120), SIMD2(299, 219)] as [SIMD2<Double>] {
      #expect(magnitude(registration.place(of: corner) - corner - offset) < 0.2, "\(corner): \(registration.motion)")
    }
  }

  /// A road with faint structure and some dots of paint, and on it a car, striped and bright, with its middle at a place.
  private func road(movedBy offset: SIMD2<Double>, car: SIMD2<Double>) -> TilePicture {
    var picture = TilePicture()
    picture.resize(width: 320, height: 240)
    for y in 0..<240 {
      for x in 0..<picture.stride {
        let place = SIMD2(Double(x), Double(y))
        let way = place - car
        let (u, v) = (Double(x) - offset.x, Double(y) - offset.y)
        let dot = magnitude(SIMD2(u - (u / 64).rounded() * 64, v - (v / 48).rounded() * 48))
        let ground = 90 + 3 * wave(u / 5) * wave(v / 7 + 0.3) + 80 * min(max(2.5 - dot, 0), 1)
        let stripe = wave(way.x / 25) + wave(way.y / 30) > 0 ? 230.0 : 40
        let isCar = abs(way.x) < 50 && abs(way.y) < 65
        picture.pixels[y * picture.stride + x] = UInt8((isCar ? stripe : ground).rounded())
      }
    }
    return picture
  }

  /// A camera that drifts is known to move, and would be free to go along.
  @Test(arguments: [SIMD2(0.3, 0), SIMD2(-0.1, 0.25)])
  func aCameraThatDriftsDoesNotFollowWhatPasses(_ drift: SIMD2<Double>) {
    var registration = Registration()
    let background = road(movedBy: SIMD2(0, 0), car: SIMD2(150, 400))
    for step in 0..<70 {
      let offset = drift * Double(step)
      _ = registration.update(road(movedBy: offset, car: SIMD2(150, 400 - 7 * Double(step))), background)
      #expect(magnitude(registration.motion.displacement - offset) < 2, "frame \(step): \(registration.motion)")
    }
    #expect(registration.isMoving)
  }

  @Test func anEarlierMotionIsTheSameSeenFromElsewhere() {
    var motion = PictureMotion(displacement: SIMD2(20, -7), zoom: 0.01, roll: -0.02)
    let (middle, change) = (SIMD2(160.0, 120), SIMD2(-16.0, 32))
    let place = SIMD2(40.0, 200)
    let known = place + motion.way(from: place - middle)
    motion.moveMiddle(by: change)
    let moved = place - change
    #expect(magnitude(moved + motion.way(from: moved - middle) - known) < 1e-9)
  }

  @Test func whatComesIntoSightIsTakenIn() {
    var (old, new) = (TilePicture(), TilePicture())
    old.resize(width: 70, height: 40)
    new.resize(width: 70, height: 40)
    for y in 0..<40 {
      for x in 0..<old.stride {
        old.pixels[y * old.stride + x] = UInt8(2 * x + y)
        new.pixels[y * new.stride + x] = 250
      }
    }
    var moved = old
    let way = TileOffset(columns: 1, rows: -1)
    moved.moveOrigin(by: way)
    moved.fill(newAfter: way, from: new)
    #expect(moved.sample(10, 20) == old.sample(26, 4))
    #expect(moved.sample(53, 39) == old.sample(69, 23))
    for (x, y) in [(54, 20), (69, 39), (10, 15), (0, 0)] { #expect(moved.sample(x, y) == 250, "\(x), \(y)") }
    var unmoved = old
    unmoved.moveOrigin(by: TileOffset())
    unmoved.fill(newAfter: TileOffset(), from: new)
    for y in 0..<40 { for x in 0..<70 { #expect(unmoved.sample(x, y) == old.sample(x, y)) } }
  }

  /// How a camera moves: pixels a frame, the deviation of its shake in pixels, and the angle it is turned by.
  private static let cameras: [(pan: Double, shake: Double, roll: Double)] = [
    (0, 2, 0.006), (2.5, 1, 0.003), (-4, 0, 0),
  ]

  @Test(arguments: cameras)
  func aFlightBeforeACameraThatMovesIsSeen(_ camera: (pan: Double, shake: Double, roll: Double)) throws {
    let seen = try flights(before: camera, hasBall: true)
    let flight = try #require(seen.first)
    #expect(seen.count == 1)
    #expect(flight.detectedPoints.count >= 20, "\(flight.detectedPoints.count)")
    for point in flight.detectedPoints {
      let index = Int((point.time.seconds * 30).rounded())
      let truth = Self.ball(index)
      let shown = truth + Self.motion(index, camera).way(from: truth - SIMD2(160, 120))
      let found = SIMD2(320 * point.location.x - 0.5, 240 * point.location.y - 0.5)
      #expect(magnitude(found - shown) < 1.5, "frame \(index)")
    }
  }

  @Test(arguments: cameras)
  func aCameraThatMovesIsNoFlight(_ camera: (pan: Double, shake: Double, roll: Double)) throws {
    #expect(try flights(before: camera, hasBall: false).isEmpty)
  }

  /// The movement of a camera in a frame.
  private static func motion(_ index: Int, _ camera: (pan: Double, shake: Double, roll: Double)) -> PictureMotion {
    let time = Double(index) / 30
    return PictureMotion(
      displacement: SIMD2(
        -camera.pan * Double(index) + 1.4 * camera.shake * (cos(9 * time) - 1), 1.4 * camera.shake * sin(7 * time)),
      zoom: 0, roll: camera.roll * sin(5 * time))
  }

  /// The place of a ball in the scene.
  private static func ball(_ index: Int) -> SIMD2<Double> {
    let time = Double(index - 12) / 30
    return SIMD2(60 + 190 * time, 190 - 330 * time + 300 * time * time)
  }

  private func flights(
    before camera: (pan: Double, shake: Double, roll: Double), hasBall: Bool
  ) throws -> [TrajectoryObservation] {
    var detector = try TrajectoryDetector()
    var seen: [TrajectoryObservation] = []
    for index in 0..<48 {
      let ball = hasBall && index >= 12 && index < 42 ? Self.ball(index) : nil
      let samples = picture(Self.motion(index, camera), ball: ball).pixels
      guard let luma = Plane(samples.span, width: 320, height: 240, rowStride: 320) else { continue }
      seen += trajectories(try detector.track(Frame(luma: luma, timestamp: Timestamp(seconds: Double(index) / 30))))
    }
    return (seen + trajectories(detector.finish())).filter { $0.state == .ended }
  }

  /// The scene as a camera that has moved shows it, with a bright ball of radius 5.
  private func picture(_ motion: PictureMotion, ball: SIMD2<Double>? = nil) -> TilePicture {
    var picture = TilePicture()
    picture.resize(width: 320, height: 240)
    let scale = 1 + motion.zoom
    let size = scale * scale + motion.roll * motion.roll
    for y in 0..<240 {
      for x in 0..<picture.stride {
        let from = SIMD2(Double(x) - 160, Double(y) - 120) - motion.displacement
        let place =
          SIMD2(scale * from.x + motion.roll * from.y, scale * from.y - motion.roll * from.x) / size + SIMD2(160, 120)
        var value = scene(place)
        if let ball { value += (235 - value) * min(max(5.5 - magnitude(place - ball), 0), 1) }
        picture.pixels[y * picture.stride + x] = UInt8(value.rounded())
      }
    }
    return picture
  }

  private func scene(_ place: SIMD2<Double>) -> Double {
    120 + 40 * wave(place.x / 41) * wave(place.y / 53 + 0.4) + 30 * wave(place.x / 97 + place.y / 79)
  }

  private func difference(_ one: TilePicture, _ two: TilePicture) -> Double {
    var total = 0
    for y in 20..<220 {
      for x in 20..<300 { total += abs(Int(one.sample(x, y)) - Int(two.sample(x, y))) }
    }
    return Double(total) / (200 * 280)
  }
}

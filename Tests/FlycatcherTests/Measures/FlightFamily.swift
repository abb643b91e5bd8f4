// Rendered flights before a camera that is known exactly.
import Flycatcher
import Foundation

/// A generator of random numbers that is the same in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func uniform(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  mutating func normal() -> Double { (-2 * log(uniform(1e-12...1))).squareRoot() * cos(2 * .pi * uniform(0...1)) }
}

/// A ball thrown before a camera, in meters and seconds: x to the right, y away from the camera, z upward from the floor.
struct RenderedFlight {
  static let width = 960
  static let height = 540
  /// Still frames before and after the flight.
  static let stillFrames = 12

  var start = SIMD3<Double>(0, 0, 0)
  var velocity = SIMD3<Double>(0, 0, 0)
  var duration = 0.0
  var ballRadius = 0.12
  var framesPerSecond = 60.0
  /// Pixels.
  var focalLength = 768.0
  var camera = SIMD3<Double>(0, 0, 0)
  /// Radians downward.
  var pitch = 0.0
  /// The rectangle on the floor: its middle and its size.
  var courtMiddle = SIMD2<Double>(0, 0)
  var court = MeasurementSettings.CourtSize(width: 1, length: 1)
  static let gravity = 9.80665

  /// The place and velocity at a time since the launch.
  func place(_ t: Double) -> SIMD3<Double> { start + velocity * t - SIMD3(0, 0, Self.gravity / 2 * t * t) }
  func speed(_ t: Double) -> Double {
    let v = velocity - SIMD3(0, 0, Self.gravity * t)
    return (v * v).sum().squareRoot()
  }
  func angle(_ t: Double) -> Double {
    atan2(velocity.z - Self.gravity * t, hypot(velocity.x, velocity.y)) * 180 / .pi
  }

  /// The place in the picture in pixels from its top left corner, and the pixels to a meter there.
  func picture(_ place: SIMD3<Double>) -> (x: Double, y: Double, scale: Double) {
    let q = place - camera
    let depth = q.y * cos(pitch) - q.z * sin(pitch)
    let down = -(q.z * cos(pitch) + q.y * sin(pitch))
    let scale = focalLength / depth
    return (Double(Self.width) / 2 + q.x * scale, Double(Self.height) / 2 + down * scale, scale)
  }

  /// The angle between the plane of flight and that of the picture, degrees.
  var planeAngle: Double {
    let across = hypot(velocity.x, velocity.y)
    // The normal of an upright plane is horizontal; the camera's axis is tilted.
    let cosine = abs(velocity.x) / across * cos(pitch)
    return acos(min(cosine, 1)) * 180 / .pi
  }

  /// Where the ball would meet the floor, from the rectangle's first corner, the second side running toward the camera.
  var landing: SIMD2<Double> {
    let time =
      (velocity.z + (velocity.z * velocity.z + 2 * Self.gravity * (start.z - ballRadius)).squareRoot()) / Self.gravity
    let place = place(time)
    return SIMD2(place.x - courtMiddle.x + court.width / 2, court.length / 2 - (place.y - courtMiddle.y))
  }

  /// The rectangle's corners in the picture, each coordinate off by a normal error of so many pixels.
  func corners(error: Double, _ random: inout SplitMix) -> Quad {
    func corner(_ x: Double, _ y: Double) -> Point {
      let seen = picture(SIMD3(courtMiddle.x + x * court.width / 2, courtMiddle.y + y * court.length / 2, 0))
      return Point(
        x: (seen.x + error * random.normal()) / Double(Self.width),
        y: (seen.y + error * random.normal()) / Double(Self.height))
    }
    return Quad(topLeft: corner(-1, 1), topRight: corner(1, 1), bottomRight: corner(1, -1), bottomLeft: corner(-1, -1))
  }

  /// One flight of the family.
  init(number: Int, _ random: inout SplitMix) {
    let isFlat = number % 2 == 0
    let distance = exp(random.uniform(log(2)...log(30)))
    let yaw = random.uniform(isFlat ? 0...8 : 10...40) * .pi / 180 * (random.uniform(0...1) < 0.5 ? -1 : 1)
    pitch = random.uniform(isFlat ? 0...5 : 6...20) * .pi / 180
    focalLength = Double(Self.width) * random.uniform(0.7...0.95)
    framesPerSecond = [30, 60, 120, 240][number / 2 % 4]
    ballRadius = distance < 6 ? 0.033 : 0.121
    let (across, upright) = (Double(Self.width) / focalLength * distance, Double(Self.height) / focalLength * distance)
    let angle = random.uniform(25...75) * .pi / 180
    var speed = (random.uniform(0.25...0.7) * across * Self.gravity / sin(2 * angle)).squareRoot()
    var rise = pow(speed * sin(angle), 2) / 2 / Self.gravity
    if rise > 0.7 * upright {
      speed *= (0.7 * upright / rise).squareRoot()
      rise = 0.7 * upright
    }
    duration = 2 * speed * sin(angle) / Self.gravity
    let side = random.uniform(0...1) < 0.5 ? -1.0 : 1
    velocity = SIMD3(
      side * speed * cos(angle) * cos(yaw), speed * cos(angle) * sin(yaw), speed * sin(angle))
    let low = random.uniform(0.3...1.2)
    start = SIMD3(-velocity.x * duration / 2, -velocity.y * duration / 2, low)
    // The camera looks at the middle of the flight.
    let middle = low + rise / 2
    camera = SIMD3(0, -distance * cos(pitch), middle + distance * sin(pitch))
    court = MeasurementSettings.CourtSize(width: 0.6 * across, length: 0.5 * across)
    // The court lies where the camera sees the floor, at most a little farther than the flight.
    courtMiddle = SIMD2(0, 0.1 * distance)
  }

  init() {}
}

extension RenderedFlight {
  /// Films the flight with a detector, and measures it.
  ///
  /// - Parameter isLeftOut: Returns a Boolean value indicating whether the frame of a number is not there.
  /// - Returns: The observation with the most points that has ended, and the time of the launch in the film.
  func filmed(
    _ settings: [MeasurementSettings], seed: UInt64, framesPerSecond shown: Double? = nil,
    without isLeftOut: (Int) -> Bool = { _ in false }
  ) throws -> (measures: [TrajectoryMeasures], first: Double)? {
    var detector = try TrajectoryDetector()
    let camera = FilmCamera(seed: seed)
    let count = 2 * Self.stillFrames + Int(duration * framesPerSecond)
    var ended: [TrajectoryObservation] = []
    for number in 0..<count where !isLeftOut(number) {
      let t = Double(number - Self.stillFrames) / framesPerSecond
      let luma = camera.picture(number, flight: self, at: t)
      let time = Double(number) / (shown ?? framesPerSecond)
      guard let plane = Plane(luma.span, width: Self.width, height: Self.height, rowStride: Self.width) else {
        return nil
      }
      ended += try detector.track(Frame(luma: plane, timestamp: Timestamp(seconds: time))).ended
    }
    ended += detector.finish().ended
    guard let best = ended.max(by: { $0.detectedPoints.count < $1.detectedPoints.count }) else { return nil }
    let measures = try settings.compactMap { settings in
      var measurer = try TrajectoryMeasurer(settings)
      return measurer.measure(
        best, width: Self.width, height: Self.height, playbackRate: shown ?? framesPerSecond)
    }
    let first = (best.detectedPoints[0].time.seconds * (shown ?? framesPerSecond)).rounded() - Double(Self.stillFrames)
    return measures.count == settings.count ? (measures, first / framesPerSecond) : nil
  }
}

extension [Observation] {
  var ended: [TrajectoryObservation] {
    compactMap { observation in
      guard case .trajectory(let flight) = observation, flight.state == .ended else { return nil }
      return flight
    }
  }
}

/// Renders frames: a wall with a texture, noise, and a ball with a shutter that is open for a quarter of each frame.
struct FilmCamera {
  private let wall: [UInt8]
  private let noise: [Int8]
  private static let exposure = 0.25
  private static let moments = 5

  init(seed: UInt64) {
    var random = SplitMix(state: seed)
    let (width, height) = (RenderedFlight.width, RenderedFlight.height)
    let waves = (0..<6).map { _ in
      (random.uniform(0.003...0.05), random.uniform(0.003...0.05), random.uniform(0...6), random.uniform(2...9))
    }
    var wall = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let value = waves.reduce(80.0) { $0 + $1.3 * sin($1.0 * Double(x) + $1.1 * Double(y) + $1.2) }
        wall[y * width + x] = UInt8(value)
      }
    }
    self.wall = wall
    noise = (0..<65_536).map { _ in Int8(max(min((random.normal() * 1.5).rounded(), 100), -100)) }
  }

  func picture(_ number: Int, flight: RenderedFlight, at time: Double) -> [UInt8] {
    var pixels = wall
    let offset = number &* 7919
    for index in pixels.indices {
      pixels[index] = UInt8(clamping: Int(pixels[index]) + Int(noise[(index &+ offset) & 0xFFFF]))
    }
    guard time >= 0, time <= flight.duration else { return pixels }
    let (width, height) = (RenderedFlight.width, RenderedFlight.height)
    let moments = (0..<Self.moments).map { moment -> (x: Double, y: Double, radius: Double) in
      let share = (Double(moment) + 0.5) / Double(Self.moments) - 0.5
      let seen = flight.picture(flight.place(time + share * Self.exposure / flight.framesPerSecond))
      return (seen.x, seen.y, seen.scale * flight.ballRadius)
    }
    let reach = (moments.map(\.radius).max() ?? 0) + 2
    let (xs, ys) = (moments.map(\.x), moments.map(\.y))
    let left = max(Int((xs.min() ?? 0) - reach), 0)
    let right = min(Int((xs.max() ?? 0) + reach), width - 1)
    let top = max(Int((ys.min() ?? 0) - reach), 0)
    let bottom = min(Int((ys.max() ?? 0) + reach), height - 1)
    guard left <= right, top <= bottom else { return pixels }
    for y in top...bottom {
      for x in left...right {
        var coverage = 0.0
        for moment in moments {
          let distance = hypot(Double(x) + 0.5 - moment.x, Double(y) + 0.5 - moment.y)
          coverage += min(max(moment.radius - distance + 0.5, 0), 1)
        }
        coverage /= Double(moments.count)
        let old = Double(pixels[y * width + x])
        pixels[y * width + x] = UInt8(old + (205 - old) * coverage)
      }
    }
    return pixels
  }
}

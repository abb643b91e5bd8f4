import DemoScene
import Flycatcher
import Testing

@Suite struct DemoSceneTests {
  /// A gray ball on a dark ground, without noise.
  private func plain(_ ball: Ball, shutter: Double = 0.5) throws -> DemoScene {
    let scene = Scene(backdrop: .plain(Color(0x303030)), balls: [ball], noise: 0, shutter: shutter)
    return try DemoScene(scene, width: 320, height: 180, duration: 1)
  }

  /// The weighted centroid of what differs from the ground, in pixels, and the weight of all of it.
  private func centroid(_ clip: DemoScene, _ frame: Int) -> (x: Double, y: Double, weight: Double) {
    let pixels = clip.frame(frame)
    let ground = Double(pixels[0])
    var (x, y, weight) = (0.0, 0.0, 0.0)
    for row in 0..<clip.height {
      for column in 0..<clip.width {
        let difference = Double(pixels[row * clip.width + column]) - ground
        x += difference * (Double(column) + 0.5)
        y += difference * (Double(row) + 0.5)
        weight += difference
      }
    }
    return (x / weight, y / weight, weight)
  }

  @Test func truthIsWhereTheBallIsDrawn() throws {
    let ball = Ball.thrown(
      from: Point(x: 0.1, y: 0.6), to: Point(x: 0.9, y: 0.55), start: 0, duration: 0.8, radius: 0.02,
      color: Color(0xFFFFFF), gravity: 1.6)
    let clip = try plain(ball)
    let flight = try #require(clip.truth.first)
    #expect(clip.truth.count == 1)
    #expect(flight.centers.count == 48)
    #expect(flight.radius == 0.02)
    for center in flight.centers.dropFirst().dropLast() {
      let seen = centroid(clip, center.frame)
      // The sphere is lit from the top left, which draws the weighted centroid there by a small part of the radius.
      #expect(abs(seen.x - center.location.x * 320) < 0.5)
      #expect(abs(seen.y - center.location.y * 180) < 0.7)
    }
  }

  @Test func truthFollowsGravityExactly() throws {
    let ball = Ball.thrown(
      from: Point(x: 0.1, y: 0.6), to: Point(x: 0.9, y: 0.6), start: 0, duration: 0.8, radius: 0.02,
      color: Color(0xFFFFFF), gravity: 1.6)
    let centers = try #require(try plain(ball).truth.first).centers
    for (one, (two, three)) in zip(centers, zip(centers.dropFirst(), centers.dropFirst(2))) {
      let bend = one.location.y - 2 * two.location.y + three.location.y
      #expect(abs(bend - 1.6 / 3600) < 1e-9)
    }
  }

  @Test func openShutterSmearsTheBallWithoutLosingLight() throws {
    let ball = Ball.thrown(
      from: Point(x: 0.1, y: 0.5), to: Point(x: 0.9, y: 0.5), start: 0, duration: 0.25, radius: 0.012,
      color: Color(0xFFFFFF), gravity: 0.1)
    let (sharp, blurred) = (try plain(ball, shutter: 0), try plain(ball, shutter: 1))
    let (one, other) = (centroid(sharp, 7), centroid(blurred, 7))
    #expect(abs(one.weight - other.weight) < one.weight * 0.06)
    #expect(abs(one.x - other.x) < 0.3)
    func width(_ clip: DemoScene) -> Int {
      let pixels = clip.frame(7)
      return (0..<clip.width).count { column in
        (0..<clip.height).contains { pixels[$0 * clip.width + column] > pixels[0] + 3 }
      }
    }
    #expect(width(sharp) < 11)
    #expect(width(blurred) > 20)
  }

  @Test func aBounceAndAReturnIntoThePictureStartNewFlights() throws {
    var bouncing = Ball.thrown(
      from: Point(x: 0.1, y: 0.3), to: Point(x: 0.3, y: 0.9), start: 0, duration: 0.3, radius: 0.02,
      color: Color(0xFFFFFF), gravity: 6)
    bouncing.bounce(2, restitution: 0.5)
    let flights = try plain(bouncing).truth
    #expect(flights.count == 3)
    for flight in flights { #expect(flight.centers.allSatisfy { $0.location.y <= 0.9 + 1e-9 }) }

    let returning = Ball.thrown(
      from: Point(x: 0.2, y: 0.5), to: Point(x: 0.8, y: 0.5), start: 0, duration: 1, radius: 0.02,
      color: Color(0xFFFFFF), gravity: 6)
    #expect(try plain(returning).truth.count == 2)
  }

  @Test func courtHoldsWhatItPromises() throws {
    let clip = try DemoScene(width: 320, height: 180)
    #expect(clip.frameCount == 360)
    let long = clip.truth.filter { $0.centers.count >= 20 }
    func travel(_ flight: TrueTrajectory) -> Double {
      flight.centers[flight.centers.count - 1].location.x - flight.centers[0].location.x
    }
    #expect(long.contains { travel($0) > 0.6 })
    #expect(long.contains { travel($0) < -0.6 })
    #expect(long.contains { abs(travel($0)) < 0.01 })
    #expect(Dictionary(grouping: long, by: \.ball).values.contains { $0.count >= 4 })
    #expect(long.contains { $0.radius < 0.004 && travel($0) > 0.8 })
    #expect(clip.truth.allSatisfy { flight in flight.centers.allSatisfy { Rectangle.picture.contains($0.location) } })
  }

  @Test func sameSeedSamePixels() throws {
    let (one, same, other) = (
      try DemoScene(width: 64, height: 36, seed: 3), try DemoScene(width: 64, height: 36, seed: 3),
      try DemoScene(width: 64, height: 36, seed: 4)
    )
    #expect(one.frame(40) == same.frame(40))
    #expect(one.truth == same.truth)
    #expect(one.frame(40) != other.frame(40))
    #expect(one.truth != other.truth)
    #expect(one.frame(40) != one.frame(41))
  }

  @Test func noiseHasTheDeviationAskedFor() throws {
    let scene = Scene(backdrop: .plain(Color(0x808080)), noise: 3)
    let clip = try DemoScene(scene, width: 160, height: 90, duration: 0.1)
    let luma = clip.frame(0)[..<(160 * 90)].map(Double.init)
    let mean = luma.reduce(0, +) / Double(luma.count)
    let variance = luma.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(luma.count)
    #expect(abs(variance.squareRoot() - 3) < 0.2)
  }

  @Test(arguments: [(16, 16), (17, 33), (321, 181)])
  func oddSizesAreFilled(_ width: Int, _ height: Int) throws {
    let clip = try DemoScene(width: width, height: height, duration: 0.1)
    let pixels = clip.frame(3)
    #expect(pixels.count == width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2))
    #expect(pixels[..<(width * height)].allSatisfy { $0 > 0 })
  }

  @Test func shortBufferIsLeftAlone() throws {
    let clip = try DemoScene(width: 64, height: 36, duration: 0.1)
    var pixels = [UInt8](repeating: 7, count: clip.byteCount - 1)
    var span = pixels.mutableSpan
    clip.render(0, into: &span)
    #expect(pixels.allSatisfy { $0 == 7 })
  }

  @Test func valuesOutOfRangeAreNamed() {
    #expect { try DemoScene(width: 8) } throws: { "\($0)".contains("width is 8") }
    #expect { try DemoScene(duration: .nan) } throws: { "\($0)".contains("duration") }
    #expect { try DemoScene(framesPerSecond: 0) } throws: { "\($0)".contains("framesPerSecond") }
  }
}

import Testing

@testable import Flycatcher

@Suite struct RectangleTrackerTests {
  /// A thing that moves, turns and comes nearer; t from 0 to 1.
  private func path(_ t: Float) -> PixelQuad {
    let sine = 0.1 + 0.3 * t
    return PixelQuad(
      middle: SIMD2(100 + 50 * t, 80 + 20 * t), size: SIMD2(100 + 20 * t, 76), cosine: (1 - sine * sine).squareRoot(),
      sine: sine, depth: 0.2 * t)
  }

  private func background(_ x: Int, _ y: Int) -> Float {
    80 + 0.2 * Float(x) + (x / 30 + y / 25).isMultiple(of: 2).gray
  }

  private func scene(_ quad: PixelQuad?, paint: (Float, Float) -> Float = texture) -> RectangleScene {
    var scene = RectangleScene(background: background)
    if let quad { scene.draw(quad, paint: paint) }
    return scene
  }

  private func tracker(_ quad: PixelQuad, _ scene: RectangleScene) throws -> (RectangleTracker, ObservationUUID) {
    var tracker = try RectangleTracker()
    let uuid = try tracker.nominate(scene.normalized(quad))
    return (tracker, uuid)
  }

  @Test func followsATexturedThingInPerspectiveToAFractionOfAPixel() throws {
    var (tracker, uuid) = try tracker(path(0), scene(nil))
    for n in 0...12 {
      var scene = scene(path(Float(n) / 12))
      scene.addNoise(2, seed: UInt64(n + 1))
      let seen = try #require(try scene.track(&tracker, seconds: Double(n) / 25).first)
      #expect(seen.uuid == uuid)
      #expect(seen.state == (n == 0 ? .nominated : .tracked))
      #expect(scene.error(seen.corners, path(Float(n) / 12)) < 0.6)
      #expect(seen.confidence > 0.7)
    }
  }

  @Test func followsABlankThingByItsEdges() throws {
    var (tracker, _) = try tracker(path(0), scene(nil))
    for n in 0...12 {
      var scene = scene(path(Float(n) / 12)) { _, _ in 225 }
      scene.addNoise(2, seed: UInt64(n + 1))
      let seen = try #require(try scene.track(&tracker, seconds: Double(n) / 25).first)
      #expect(seen.state == (n == 0 ? .nominated : .tracked))
      #expect(scene.error(seen.corners, path(Float(n) / 12)) < 1.5)
    }
  }

  @Test func blankThingKeepsItsEdgesWhileTheBackgroundStaysBehind() throws {
    // A white card carried across a floor of light and dark tiles, all darker than it.
    let floor = { (x: Int, y: Int) -> Float in (x / 28 + y / 28).isMultiple(of: 2) ? 40 : 130 }
    let quads = (0...20).map {
      PixelQuad(middle: SIMD2(80 + 4 * Float($0), 90), size: SIMD2(80, 110), cosine: 0.98, sine: 0.199)
    }
    var tracker = try RectangleTracker()
    for (n, quad) in quads.enumerated() {
      var scene = RectangleScene(background: floor)
      scene.draw(quad) { _, _ in 230 }
      scene.addNoise(2, seed: UInt64(n + 1))
      if n == 0 { _ = try tracker.nominate(scene.normalized(quad)) }
      let seen = try #require(try scene.track(&tracker, seconds: Double(n) / 25).first)
      #expect(seen.state == (n == 0 ? .nominated : .tracked))
      #expect(scene.error(seen.corners, quad) < 2)
    }
  }

  @Test func blankThingIsFollowedByItsEdgesWhereTheirSenseChanges() throws {
    // A gray card carried from a dark floor to a bright one: nothing but where the edges are stays the same.
    let floor = { (x: Int, y: Int) -> Float in x < 120 ? 50 : 205 }
    let quads = (0...28).map {
      PixelQuad(middle: SIMD2(55 + 4.5 * Float($0), 90), size: SIMD2(80, 110), cosine: 0.98, sine: 0.199)
    }
    var tracker = try RectangleTracker()
    for (n, quad) in quads.enumerated() {
      var scene = RectangleScene(background: floor)
      scene.draw(quad) { _, _ in 130 }
      scene.addNoise(2, seed: UInt64(n + 1))
      if n == 0 { _ = try tracker.nominate(scene.normalized(quad)) }
      let seen = try #require(try scene.track(&tracker, seconds: Double(n) / 25).first)
      #expect(seen.state == (n == 0 ? .nominated : .tracked))
      #expect(scene.error(seen.corners, quad) < 4)
    }
  }

  @Test func changeOfLightGlareAndCoverDoNotThrowItOff() throws {
    var (tracker, _) = try tracker(path(0), scene(nil))
    for n in 0...10 {
      let truth = path(Float(n) / 10)
      var scene = scene(truth)
      // A hand before a corner, a lamp on the thing, and the room gets darker.
      if n > 2 {
        scene.draw(PixelQuad(middle: truth.c - SIMD2(10, 8), size: SIMD2(36, 30), cosine: 0.8, sine: 0.6)) { _, _ in 20
        }
      }
      scene.adjust { x, y, value in
        let (dx, dy) = (Float(x) - 110, Float(y) - 70)
        let glare: Float = n > 4 && dx * dx + dy * dy < 200 ? 120 : 0
        return value * (1 - 0.04 * Float(n)) + glare
      }
      let seen = try #require(try scene.track(&tracker, seconds: Double(n) / 25).first)
      #expect(seen.state == (n == 0 ? .nominated : .tracked))
      #expect(scene.error(seen.corners, truth) < 1)
    }
  }

  @Test func cornerOutsideThePictureIsExtrapolated() throws {
    let quads = (0...12).map {
      PixelQuad(middle: SIMD2(120 + 6 * Float($0), 90), size: SIMD2(120, 90), cosine: 0.97, sine: 0.24)
    }
    var (tracker, _) = try tracker(quads[0], scene(nil))
    for (n, quad) in quads.enumerated() {
      let scene = scene(quad)
      let seen = try #require(try scene.track(&tracker, seconds: Double(n) / 25).first)
      #expect(scene.error(seen.corners, quad) < 1.5)
      if n == 12 { #expect(seen.corners.topRight.x > 1 && seen.state == .tracked) }
    }
  }

  @Test func saysSoWhenItIsGoneAndFindsItAgainUnderTheSameName() throws {
    var (tracker, uuid) = try tracker(path(0), scene(nil))
    var states: [TrackingState] = []
    for n in 0..<40 {
      // It is there for 8 frames, gone for 20, and back at another place.
      let quad = n < 8 ? path(0) : n < 28 ? nil : path(0.8)
      let scene = scene(quad)
      let seen = try #require(try scene.track(&tracker, seconds: Double(n) / 25).first)
      #expect(seen.uuid == uuid)
      states.append(seen.state)
      if n == 39 { #expect(scene.error(seen.corners, path(0.8)) < 1) }
    }
    #expect(states[1..<8].allSatisfy { $0 == .tracked })
    #expect(states[8] == .predicted && states[27] == .lost)
    let back = try #require(states.firstIndex(of: .recovered))
    #expect(back >= 28 && back < 39)
    #expect(states.last == .tracked)
  }

  /// What is not seen is occluded at first and leaves with a half-life of the prediction duration, at any rate of frames.
  @Test(arguments: [(0.4, 25.0), (0.4, 120.0), (1.0, 25.0), (0.2, 10.0), (0.0, 25.0)])
  func isLostOnceItIsLikelierGoneThanCovered(duration: Double, rate: Double) throws {
    var settings = RectangleTracker.Settings()
    settings.predictionDuration = .seconds(duration)
    var tracker = try RectangleTracker(settings)
    _ = try tracker.nominate(scene(nil).normalized(path(0)))
    var (lastSeen, lost) = (0.0, Double?.none)
    for n in 0...Int(1.5 * rate) {
      let time = Double(n) / rate
      let seen = try #require(try scene(n < 8 ? path(0) : nil).track(&tracker, seconds: time).first)
      #expect((0...1).contains(seen.confidence))
      if n < 8 {
        #expect(seen.state != .predicted && seen.state != .lost && seen.confidence >= 0.5)
        lastSeen = time
      } else if seen.state == .lost {
        #expect(seen.confidence < 0.01)
        lost = lost ?? time
      } else {
        #expect(seen.state == .predicted && lost == nil)
      }
    }
    let after = try #require(lost) - lastSeen
    #expect(after > duration - 1e-6 && after < duration + 2.5 / rate, "\(after) s")
  }

  @Test func detectsFollowsAndEndsUnderOneName() throws {
    var settings = RectangleTracker.Settings()
    settings.detection = RectangleDetector.Settings()
    settings.detectionInterval = .milliseconds(200)
    settings.maximumLostDuration = .milliseconds(200)
    var tracker = try RectangleTracker(settings)
    var seen: [RectangleObservation] = []
    for n in 0..<30 {
      var scene = RectangleScene { _, _ in 90 }
      if n < 12 { scene.draw(path(Float(n) / 12)) { u, v in max(abs(u), abs(v)) > 0.85 ? 220 : texture(u, v) } }
      let observations = try scene.track(&tracker, seconds: Double(n) / 25)
      #expect(observations.count <= 1)
      seen += observations
      if n == 11 { #expect(scene.error(try #require(observations.first).corners, path(11.0 / 12)) < 1.5) }
    }
    #expect(Set(seen.map(\.uuid)).count == 1)
    #expect(seen.first?.state == .nominated)
    #expect(seen.last?.state == .ended)
    #expect(seen.count { $0.state == .ended } == 1)
  }

  @Test func takesUpAPageAndThePictureOnItFromOneDetection() throws {
    let page = PixelQuad(middle: SIMD2(120, 90), size: SIMD2(130, 100))
    let picture = PixelQuad(middle: SIMD2(120, 90), size: SIMD2(118, 88))
    var scene = RectangleScene { _, _ in 90 }
    scene.draw(page) { _, _ in 150 }
    scene.draw(picture) { _, _ in 230 }
    var settings = RectangleTracker.Settings()
    settings.detection = RectangleDetector.Settings()
    settings.detection?.maximumObservations = 0
    var tracker = try RectangleTracker(settings)
    let observations = try scene.track(&tracker, seconds: 0)
    for truth in [page, picture] {
      #expect(observations.contains { scene.error($0.corners, truth) < 1 })
    }
  }

  @Test func keepsItsPlaceWhenThePictureChangesSize() throws {
    let quad = path(0)
    var (tracker, _) = try tracker(quad, scene(nil))
    _ = try scene(quad).track(&tracker, seconds: 0)
    _ = try scene(quad).track(&tracker, seconds: 0.04)
    var larger = RectangleScene(width: 360, height: 270) { x, y in background(x * 2 / 3, y * 2 / 3) }
    let grown = PixelQuad(a: quad.a * 1.5, b: quad.b * 1.5, c: quad.c * 1.5, d: quad.d * 1.5)
    larger.draw(grown, paint: texture)
    let seen = try #require(try larger.track(&tracker, seconds: 0.08).first)
    #expect(seen.state == .tracked)
    #expect(larger.error(seen.corners, grown) < 1)
  }

  @Test func cornersKeepTheOrderTheyWereGivenIn() throws {
    let quad = path(0)
    let reversed = PixelQuad(a: quad.b, b: quad.a, c: quad.d, d: quad.c)
    var (tracker, _) = try tracker(reversed, scene(nil))
    _ = try scene(quad).track(&tracker, seconds: 0)
    let seen = try #require(try scene(quad).track(&tracker, seconds: 0.04).first)
    #expect(seen.state == .tracked)
    #expect(scene(nil).error(seen.corners, reversed) < 0.5)
  }

  @Test func nothingToHoldOnToIsLostNotInvented() throws {
    let plain = RectangleScene()
    var (tracker, _) = try tracker(path(0), plain)
    var last: RectangleObservation?
    for n in 0..<20 { last = try plain.track(&tracker, seconds: Double(n) / 25).first }
    #expect(last?.state == .lost)
  }

  @Test func timeMustGoOn() throws {
    var (tracker, _) = try tracker(path(0), scene(nil))
    _ = try scene(path(0)).track(&tracker, seconds: 1)
    #expect(throws: FlycatcherError.self) { try scene(path(0)).track(&tracker, seconds: 1) }
    #expect(try scene(path(0)).track(&tracker, seconds: 1.04).count == 1)
    tracker.reset()
    #expect(try scene(path(0)).track(&tracker, seconds: 0).isEmpty)
  }

  @Test func impossibleNominationsAreRefusedByName() throws {
    func message(_ numbers: [Double]) throws -> String {
      var tracker = try RectangleTracker()
      let p = (0..<4).map { Point(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
      do {
        _ = try tracker.nominate(Quad(topLeft: p[0], topRight: p[1], bottomRight: p[2], bottomLeft: p[3]))
        return ""
      } catch {
        return error.description
      }
    }
    #expect(try message([0.2, 0.2, 0.8, 0.2, 0.8, 0.8, 0.2, 0.8]) == "")
    #expect(try message([0, 0, 1, 0, 1, 1, 0, 1]) == "", "as large as the picture")
    #expect(try message([-0.3, 0.2, 0.8, 0.2, 0.8, 0.8, -0.2, 0.8]) == "", "partly outside")
    #expect(try message([0.2, 0.2, 0.8, 0.8, 0.8, 0.2, 0.2, 0.8]).contains("in order"), "crosses itself")
    #expect(try message([0.2, 0.2, 0.8, 0.2, 0.4, 0.3, 0.2, 0.8]).contains("in order"), "hollow")
    #expect(try message([0.2, 0.2, 0.8, 0.2, 0.8, 0.201, 0.2, 0.201]).contains("flat"))
    #expect(try message([0.5, 0.5, 0.501, 0.5, 0.501, 0.501, 0.5, 0.501]).contains("a few pixels"), "tiny")
    #expect(try message([1.2, 0.2, 1.8, 0.2, 1.8, 0.8, 1.2, 0.8]).contains("partly in the picture"))
    #expect(try message([.nan, 0.2, 0.8, 0.2, 0.8, 0.8, 0.2, 0.8]).contains("finite"))
    #expect(try message([-1e9, 0.2, 0.8, 0.2, 0.8, 0.8, 0.2, 0.8]).contains("from -4 to 5"))
  }

  @Test func settingsOutOfRangeAreNamed() {
    var settings = RectangleTracker.Settings()
    settings.detectionInterval = .seconds(-1)
    #expect(throws: FlycatcherError.self) { try RectangleTracker(settings) }
    settings = RectangleTracker.Settings()
    settings.detection = RectangleDetector.Settings()
    settings.detection?.minimumSize = 7
    #expect(throws: FlycatcherError.self) { try RectangleTracker(settings) }
  }
}

extension Bool {
  fileprivate var gray: Float { self ? 15 : 0 }

  @Test func droppedRectangleEndsOnce() throws {
    var scene = RectangleScene()
    let (left, right) = (
      PixelQuad(middle: SIMD2(60, 90), size: SIMD2(80, 80)), PixelQuad(middle: SIMD2(180, 90), size: SIMD2(80, 80))
    )
    scene.draw(left, paint: texture)
    scene.draw(right, paint: texture)
    var tracker = try RectangleTracker()
    let (first, second) = (try tracker.nominate(scene.normalized(left)), try tracker.nominate(scene.normalized(right)))
    _ = try scene.track(&tracker, seconds: 0)
    let drops = [tracker.drop(first), tracker.drop(first), tracker.drop(ObservationUUID())]
    #expect(drops == [true, false, false])
    let states = try scene.track(&tracker, seconds: 0.1)
    #expect(
      Set(states.map { [$0.uuid == first ? "first" : "second", $0.state.rawValue] }) == [
        ["first", "ended"], ["second", "tracked"],
      ])
    #expect(try scene.track(&tracker, seconds: 0.2).map(\.uuid) == [second])
    tracker.drop(second)
    let last = tracker.finish()
    #expect(last.count == 1 && tracker.finish().isEmpty)
  }
}

import Testing

@testable import Flycatcher

/// Things with nothing on them, or with what changes: only the outline tells where they are.
@Suite struct PlainCardTests {
  private func isNear(_ seen: RectangleObservation, _ truth: PixelQuad, _ scene: RectangleScene) -> Float {
    (0..<4).map { scene.error(seen.corners, truth.rotated(by: $0)) }.min() ?? .infinity
  }

  /// There and back on a straight way, partly beyond the picture's edge.
  @Test(arguments: 0..<16)
  func plainCardOnAPlainGroundTakesAllItsEdgesAlong(_ trial: Int) throws {
    var noise = Noise(seed: UInt64(3 + trial))
    let isDetected = trial.isMultiple(of: 2)
    let size = SIMD2(70 + 40 * noise.uniform(), 60 + 30 * noise.uniform())
    let from = SIMD2(80 + 80 * noise.uniform(), 70 + 40 * noise.uniform())
    let step = SIMD2(12 * noise.uniform() - 6, 10 * noise.uniform() - 5)
    let (sine, depth) = (trial % 4 < 2 ? 0 : 0.5 * noise.uniform(), 0.2 * noise.uniform())
    var settings = RectangleTracker.Settings()
    if isDetected { settings.detection = RectangleDetector.Settings() }
    var tracker = try RectangleTracker(settings)
    for n in 0..<32 {
      let phase = Float(n < 14 ? n : max(0, 28 - n))
      let truth = PixelQuad(
        middle: from + step * phase, size: size, cosine: (1 - sine * sine).squareRoot(), sine: sine, depth: depth)
      var scene = RectangleScene { _, _ in 60 }
      scene.draw(truth) { _, _ in 220 }
      if trial % 8 < 4 { scene.addNoise(2, seed: UInt64(n + 1)) }
      if n == 0, !isDetected { _ = try tracker.nominate(scene.normalized(truth)) }
      let seen = try #require(try scene.track(&tracker, seconds: Double(n) / 25).first)
      #expect(seen.state == (n == 0 ? .nominated : .tracked))
      #expect(isNear(seen, truth, scene) < 2.5)
    }
  }

  @Test func confidenceFallsWithEverySideThatIsNotSeen() throws {
    let card = PixelQuad(middle: SIMD2(120, 90), size: SIMD2(110, 80))
    func confidence(hidden: Int) throws -> Double {
      var tracker = try RectangleTracker()
      var last = 0.0
      for n in 0...2 {
        var scene = RectangleScene { _, _ in 60 }
        scene.draw(card) { _, _ in 220 }
        // A cloth of the card's own brightness over its sides: there is no edge any more.
        let cloths = [
          PixelQuad(middle: SIMD2(120, 160), size: SIMD2(400, 80)),
          PixelQuad(middle: SIMD2(120, 20), size: SIMD2(400, 80)),
          PixelQuad(middle: SIMD2(30, 90), size: SIMD2(90, 300)),
        ]
        for cloth in cloths.prefix(n == 0 ? 0 : hidden) { scene.draw(cloth) { _, _ in 220 } }
        scene.addNoise(2, seed: UInt64(n + 1))
        if n == 0 { _ = try tracker.nominate(scene.normalized(card)) }
        let seen = try #require(try scene.track(&tracker, seconds: Double(n) / 25).first)
        if seen.state == .tracked { #expect(scene.error(seen.corners, card) < 2) }
        last = seen.confidence
      }
      return last
    }
    let values = try (0...3).map { try confidence(hidden: $0) }
    #expect(values[0] > 0.9)
    #expect(zip(values, values[1...]).allSatisfy { $0 > $1 } && values[3] < 0.5, "\(values)")
  }

  @Test func plainCardThatIsTakenAwayIsNotTracked() throws {
    let card = PixelQuad(middle: SIMD2(120, 90), size: SIMD2(110, 80), cosine: 0.98, sine: 0.199)
    var tracker = try RectangleTracker()
    var states: [TrackingState] = []
    for n in 0..<40 {
      var scene = RectangleScene { x, y in (x / 24 + y / 24).isMultiple(of: 2) ? 60 : 95 }
      let isThere = n < 5 || n >= 25
      let shift: Float = n < 25 ? 0 : 30
      let truth = PixelQuad(middle: SIMD2(120 + shift, 90), size: SIMD2(110, 80), cosine: 0.98, sine: 0.199)
      if isThere { scene.draw(truth) { _, _ in 220 } }
      scene.addNoise(2, seed: UInt64(n + 1))
      if n == 0 { _ = try tracker.nominate(scene.normalized(card)) }
      let seen = try #require(try scene.track(&tracker, seconds: Double(n) / 25).first)
      states.append(seen.state)
      if n == 39 { #expect(scene.error(seen.corners, truth) < 1) }
    }
    #expect(states[1..<5].allSatisfy { $0 == .tracked })
    #expect(states[5..<25].allSatisfy { $0 == .predicted || $0 == .lost })
    #expect(states[24] == .lost && states[39] == .tracked)
  }

  @Test func reflectionOnABlankSheetIsNotTakenForItsSurface() throws {
    let sheet = PixelQuad(middle: SIMD2(120, 90), size: SIMD2(130, 100), cosine: 0.98, sine: 0.199)
    var tracker = try RectangleTracker()
    for n in 0...16 {
      var scene = RectangleScene { x, y in (x / 24 + y / 24).isMultiple(of: 2) ? 60 : 95 }
      let truth = PixelQuad(
        middle: SIMD2(120 + 2 * Float(n), 90 - Float(n)), size: SIMD2(130, 100), cosine: 0.98, sine: 0.199)
      scene.draw(truth) { _, _ in 160 }
      // The lamp's reflection goes another way than the sheet, and the room gets darker all at once.
      let spot = SIMD2(150 - 4 * Float(n), 70 + 3 * Float(n))
      scene.adjust { x, y, value in
        let away = SIMD2(Float(x), Float(y)) - spot
        let glare = max(0, 1 - (away * away).sum() / 1600)
        return (value + 90 * glare * glare) * (n > 8 ? 0.65 : 1)
      }
      scene.addNoise(2, seed: UInt64(n + 1))
      if n == 0 { _ = try tracker.nominate(scene.normalized(sheet)) }
      let seen = try #require(try scene.track(&tracker, seconds: Double(n) / 25).first)
      #expect(seen.state == (n == 0 ? .nominated : .tracked))
      #expect(scene.error(seen.corners, truth) < 1.5)
    }
  }

  @Test func screenIsFollowedWhileItsPictureChanges() throws {
    var tracker = try RectangleTracker()
    for n in 0...36 {
      let truth = PixelQuad(
        middle: SIMD2(110 + 1.5 * Float(n % 20), 90), size: SIMD2(140, 100), cosine: 0.985, sine: 0.174)
      var scene = RectangleScene { _, _ in 120 }
      // A dark bezel, and every twelfth frame another picture within.
      let shift = Float(n / 12) * 0.37
      scene.draw(truth) { u, v in max(abs(u), abs(v)) > 0.86 ? 25 : texture(u + shift, v * (1 + shift) - shift) }
      scene.addNoise(2, seed: UInt64(n + 1))
      if n == 0 { _ = try tracker.nominate(scene.normalized(truth)) }
      let seen = try #require(try scene.track(&tracker, seconds: Double(n) / 25).first)
      guard n % 20 != 0 else { continue }  // where it jumps back
      #expect(seen.state == .tracked)
      #expect(scene.error(seen.corners, truth) < 2)
    }
  }

  @Test func blurredEdgesAreStillEdges() throws {
    var tracker = try RectangleTracker()
    for n in 0...14 {
      let truth = PixelQuad(
        middle: SIMD2(100 + 2 * Float(n), 90), size: SIMD2(120, 90), cosine: 0.985, sine: 0.174)
      var scene = RectangleScene(width: 260) { _, _ in 70 }
      scene.draw(truth) { _, _ in 200 }
      scene.blur(times: n)
      scene.addNoise(2, seed: UInt64(n + 1))
      if n == 0 { _ = try tracker.nominate(scene.normalized(truth)) }
      let seen = try #require(try scene.track(&tracker, seconds: Double(n) / 25).first)
      #expect(seen.state == (n == 0 ? .nominated : .tracked))
      #expect(scene.error(seen.corners, truth) < 2)
    }
  }
}

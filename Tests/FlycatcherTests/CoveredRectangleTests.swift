import Foundation
import Testing

@testable import Flycatcher

/// An occluder before a tracked rectangle, and glare on it, must not take its corners along unnoticed.
@Suite struct CoveredRectangleTests {
  private static let frames = 60

  private func card(_ n: Int) -> PixelQuad {
    let t = Float(n) / Float(Self.frames)
    return PixelQuad(
      middle: SIMD2(165 + 12 * t, 122 - 8 * t), size: SIMD2(150, 104), cosine: 0.98, sine: 0.199, depth: 0.1 + 0.1 * t)
  }

  /// Follows the card; the changes are made to each frame.
  private func follow(
    paint: (Float, Float) -> Float, change: (Int, inout RectangleScene) -> Void
  ) throws -> [(state: TrackingState, error: Float, confidence: Double)] {
    var tracker = try RectangleTracker()
    var seen: [(TrackingState, Float, Double)] = []
    for n in 0..<Self.frames {
      var scene = RectangleScene(width: 320, height: 240) { x, y in (x / 30 + y / 25).isMultiple(of: 2) ? 70 : 100 }
      scene.draw(card(n), paint: paint)
      change(n, &scene)
      scene.addNoise(2, seed: UInt64(n + 1))
      if n == 0 { _ = try tracker.nominate(scene.normalized(card(0))) }
      for observation in try scene.track(&tracker, seconds: Double(n) / 25) {
        seen.append((observation.state, scene.error(observation.corners, card(n)), observation.confidence))
      }
    }
    return seen
  }

  /// A strip half as wide as the card, upright, from left to right.
  private func strip(_ gray: Float, step: Float) -> (Int, inout RectangleScene) -> Void {
    { n, scene in
      let middle = step * Float(n) - 60
      scene.draw(PixelQuad(middle: SIMD2(middle, 120), size: SIMD2(78, 400))) { _, _ in gray }
    }
  }

  @Test(arguments: [25, 130, 205] as [Float])
  func stripBeforeAPatternLeavesTheCornersWhereTheyAre(_ gray: Float) throws {
    let seen = try follow(paint: texture, change: strip(gray, step: 7))
    #expect(!seen.contains { $0.state == .tracked && $0.error > 6 })
    #expect(seen.count { $0.error < 3 } > 50)
  }

  @Test(arguments: [25, 60, 150] as [Float])
  func stripBeforeABlankSheetIsNotTakenForItsSide(_ gray: Float) throws {
    let seen = try follow(paint: { _, _ in 225 }, change: strip(gray, step: 7))
    #expect(!seen.contains { $0.state == .tracked && $0.error > 6 })
    #expect(seen.count { $0.error < 6 } > 45)
    let last = try #require(seen.last)
    #expect(last.state == .tracked && last.error < 2)
  }

  /// What is on a card: detail everywhere, in one part, or none.
  enum Face: CaseIterable {
    case detailed, partlyDetailed, blank

    func paint(_ u: Float, _ v: Float) -> Float {
      switch self {
      case .detailed: texture(u, v)
      case .partlyDetailed: u < -0.2 && v < 0.3 ? texture(u, v) : 215
      case .blank: 225
      }
    }
  }

  /// A bar that passes before a card.
  struct Bar {
    /// Upright, lying or aslant.
    var across: SIMD2<Float>
    /// Its width, as a share of the card's, or of its height where it lies.
    var share: Float
    /// The least share of frames in which the corners must lie within 5 px.
    var least = 0.97
  }

  @Test(arguments: [
    Bar(across: SIMD2(1, 0), share: 0.25), Bar(across: SIMD2(0, 1), share: 0.25),
    Bar(across: SIMD2(0.8, 0.6), share: 0.25),
    Bar(across: SIMD2(1, 0), share: 0.45), Bar(across: SIMD2(0, 1), share: 0.45),
    // It leaves less than half of the outline for half a second.
    Bar(across: SIMD2(0.8, 0.6), share: 0.45, least: 0.9),
  ])
  func cornersStayUnderABar(_ bar: Bar) throws {
    let isLying = bar.across.x == 0
    let width = bar.share * (isLying ? 104 : 150)
    var (within, frames) = (0, 0)
    for gray in [20, 70, 130, 205] as [Float] {
      for face in Face.allCases {
        let seen = try follow(paint: face.paint) { n, scene in
          let passed = Float(n) / 25 - 0.9
          let middle = SIMD2(165, 120) + (isLying ? SIMD2(0, 130 * passed) : SIMD2(180 * passed, 0))
          scene.draw(PixelQuad(middle: middle, size: SIMD2(width, 600), cosine: bar.across.x, sine: bar.across.y)) {
            _, _ in gray
          }
        }
        within += seen.count { $0.error < 5 && $0.state != .lost }
        frames += seen.count
      }
    }
    #expect(Double(within) / Double(frames) >= bar.least)
  }

  @Test func glareOverTheSurfaceMovesNoCorner() throws {
    // Up to 2.2 times as bright as at first: more than half of the face is white.
    let seen = try follow(paint: texture) { n, scene in
      let gain = 1 + 1.2 * min(1, Float(n) / 20)
      scene.adjust { _, _, value in value * gain }
    }
    #expect(!seen.contains { $0.error > 1.5 })
  }

  /// The confidence is the probability that the corners are right, roughly also in scenes that the fit has not seen.
  @Test func confidenceSaysHowOftenTheCornersAreRight() throws {
    let films = try [25, 60, 130, 205].flatMap { gray in
      [
        try follow(paint: texture, change: strip(gray, step: 7)),
        try follow(paint: { _, _ in 225 }, change: strip(gray, step: 7)),
      ]
    }
    let said = films.joined().filter { $0.state == .tracked || $0.state == .predicted }
    let mean = said.reduce(0) { $0 + $1.confidence } / Double(said.count)
    // Corners up to 3 px off leave nine tenths of a card of 150 x 104 in common.
    let right = Double(said.count { $0.error < 3 }) / Double(said.count)
    #expect(abs(mean - right) < 0.15, "\(mean) and \(right)")
    #expect(!said.contains { $0.error > 6 && $0.confidence > 0.9 })
  }

  @Test func afterACutNothingIsTracked() throws {
    let seen = try follow(paint: texture) { n, scene in
      guard n >= 20 else { return }
      scene.adjust { x, y, _ in 90 + 50 * sin(Float(x * x + 3 * y) / 400) }
    }
    #expect(seen[1..<20].allSatisfy { $0.state == .tracked && $0.confidence > 0.9 })
    #expect(seen[20...].allSatisfy { $0.state != .tracked && $0.confidence < 0.5 })
  }
}

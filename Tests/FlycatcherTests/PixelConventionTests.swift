// Places count from the outer corner of the first pixel, in all trackers and all orientations: an error of half a pixel
// shows in the mean of signed distances, which noise leaves near 0.
import Testing

@testable import Flycatcher

@Suite struct PixelConventionTests {
  /// The mean of signed distances, in pixels of the stored picture.
  private func mean(_ distances: [SIMD2<Double>]) -> SIMD2<Double> {
    distances.reduce(.zero, +) / Double(max(distances.count, 1))
  }

  /// A flat disc on a parabola, each pixel as bright as its part of the disc: its centroid is its center.
  private func disc(at center: SIMD2<Double>, radius: Double) -> RectangleScene {
    var scene = RectangleScene(width: 320, height: 180)
    scene.adjust { x, y, value in
      var inside = 0
      for k in 0..<64 {
        let place = SIMD2(Double(x) + (Double(k % 8) + 0.5) / 8, Double(y) + (Double(k / 8) + 0.5) / 8) - center
        if (place * place).sum() <= radius * radius { inside += 1 }
      }
      return value + 110 * Float(inside) / 64
    }
    return scene
  }

  @Test(arguments: [Orientation.up, .upMirrored], [1, -1] as [Double])
  func detectedPointsAreNotOffset(_ orientation: Orientation, _ direction: Double) throws {
    func center(_ frame: Int) -> SIMD2<Double> {
      let t = Double(frame - 10)
      return SIMD2(160 + direction * (6.13 * t - 100), 140 - 8.31 * t + 0.243 * t * t)
    }
    var detector = try TrajectoryDetector()
    var seen: [TrajectoryObservation] = []
    for frame in 0..<50 {
      let scene = disc(at: frame < 10 ? SIMD2(-50, -50) : center(frame), radius: 5)
      seen += trajectories(
        try scene.withFrame(seconds: Double(frame) / 30, orientation: orientation) { try detector.track($0) })
    }
    seen += trajectories(detector.finish())
    let flight = try #require(seen.first { $0.state == .ended })
    let distances = flight.detectedPoints.map { point in
      let stored = orientation.stored(point.location)
      return SIMD2(stored.x * 320, stored.y * 180) - center(Int((point.time.seconds * 30).rounded()))
    }
    let offset = mean(distances)
    #expect(distances.count > 10 && abs(offset.x) < 0.15 && abs(offset.y) < 0.15, "\(offset)")
  }

  /// A card that covers whole pixels has its corners at whole numbers.
  @Test(arguments: Orientation.allCases)
  func cornersLieOnTheEdgesOfPixels(_ orientation: Orientation) throws {
    var scene = RectangleScene()
    let truth = [SIMD2(60.0, 50), SIMD2(180, 50), SIMD2(180, 140), SIMD2(60, 140)]
    scene.adjust { x, y, value in (60..<180).contains(x) && (50..<140).contains(y) ? 200 : value }
    var detector = try RectangleDetector()
    let found = try #require(try scene.detect(&detector, orientation: orientation).first)
    for corner in found.corners.corners {
      let stored = orientation.stored(corner)
      let place = SIMD2(stored.x * 240, stored.y * 180)
      let nearest = truth.map { place - $0 }.min { ($0 * $0).sum() < ($1 * $1).sum() } ?? .zero
      #expect(abs(nearest.x) < 0.2 && abs(nearest.y) < 0.2, "\(place)")
    }
  }

  /// Nominated corners come back as they were given, and stay there while nothing moves.
  @Test func nominatedCornersStay() throws {
    var scene = RectangleScene()
    let truth = PixelQuad(middle: SIMD2(120, 90), size: SIMD2(110, 80), cosine: 0.966, sine: 0.259)
    scene.draw(truth, paint: texture)
    var tracker = try RectangleTracker()
    _ = try tracker.nominate(scene.normalized(truth))
    for frame in 0..<8 {
      let corners = try #require(try scene.track(&tracker, seconds: Double(frame) / 30).first).corners
      #expect(scene.error(corners, truth) < 0.15)
    }
  }
}

import Flycatcher
import Testing

@testable import FlycatcherPipeline

@Suite struct TrajectoryCurveTests {
  private func points(_ count: Int, _ place: (Double) -> Point) -> [TrajectoryObservation.DetectedPoint] {
    (0..<count).map {
      TrajectoryObservation.DetectedPoint(
        time: Timestamp(seconds: 100 + Double($0) / 60), location: place(Double($0) / 60), radius: 0.005)
    }
  }

  @Test func runsThroughAParabola() throws {
    let throwing = { (t: Double) in Point(x: 0.1 + 0.5 * t, y: 0.8 - 1.2 * t + 0.8 * t * t) }
    let curve = try #require(TrajectoryCurve(points(40, throwing), aspect: 16.0 / 9))
    for t in stride(from: 0, through: 39.0 / 60, by: 0.01) {
      let (place, truth) = (curve.place(at: 100 + t), throwing(t))
      #expect(abs(place.x - truth.x) < 1e-9 && abs(place.y - truth.y) < 1e-9)
    }
  }

  @Test func followsAPathThatALensHasBent() throws {
    let bent = { (t: Double) in
      let (x, y) = (0.05 + 0.9 * t - 0.5, 0.8 - 1.2 * t + 1.1 * t * t - 0.5)
      let pull = 1 - 0.3 * (x * x + y * y)
      return Point(x: 0.5 + x * pull, y: 0.5 + y * pull)
    }
    let curve = try #require(TrajectoryCurve(points(60, bent), aspect: 16.0 / 9))
    for t in stride(from: 0.02, through: 0.96, by: 0.02) {
      let (place, truth) = (curve.place(at: 100 + t), bent(t))
      #expect(abs(place.x - truth.x) < 1e-3 && abs(place.y - truth.y) < 1e-3)
    }
  }

  @Test func fewPointsAndEqualTimesAreNoTrouble() throws {
    #expect(TrajectoryCurve([], aspect: 1) == nil)
    #expect(TrajectoryCurve(points(1) { _ in Point(x: 0, y: 0) }, aspect: 1) == nil)
    let two = try #require(TrajectoryCurve(points(2) { Point(x: $0, y: $0) }, aspect: 1))
    #expect(abs(two.place(at: 100 + 1.0 / 120).x - 1.0 / 120) < 1e-9)
    #expect(two.chain(3).count == 3)
  }
}

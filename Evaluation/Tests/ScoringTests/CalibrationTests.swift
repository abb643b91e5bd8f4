import Testing

@testable import Scoring

@Suite struct CalibrationTests {
  @Test func confidenceThatIsRightAsOftenAsItSaysHasNoError() {
    let forecasts = (0..<10).map { Forecast(0.75, isRight: $0 % 4 != 0 || $0 == 8) }
    let diagram = ReliabilityDiagram(forecasts + (0..<10).map { Forecast(0.25, isRight: $0 < 2) })
    #expect(diagram.bins[7] == .init(count: 10, meanConfidence: 0.75, shareRight: 0.8))
    #expect(diagram.bins[2] == .init(count: 10, meanConfidence: 0.25, shareRight: 0.2))
    #expect(abs(diagram.expectedCalibrationError - 0.05) < 1e-12)
    #expect(diagram.bins.compactMap { $0 }.count == 2)
  }

  @Test func confidenceOfOneLiesInTheLastBin() {
    let diagram = ReliabilityDiagram([Forecast(1, isRight: false)])
    #expect(diagram.bins[9]?.count == 1)
    #expect(diagram.expectedCalibrationError == 1)
    #expect(ReliabilityDiagram([]).expectedCalibrationError.isNaN)
  }

  @Test func precisionRisesAndRecallFallsWithTheMinimumConfidence() {
    let arcs = (0..<2).map { index in
      Arc(radius: 5, points: (0..<12).map { TimedPlace($0, Double(10 * $0), Double(100 * index + 50)) })
    }
    let truth = TrajectoryTruth(name: "clip", width: 640, height: 480, fps: 30, frames: 60, arcs: arcs)
    let elsewhere = (0..<12).map { TimedPlace($0, Double(10 * $0), 400) }
    let tracks = [
      Track(points: arcs[0].points, confidence: 0.9), Track(points: arcs[1].points, confidence: 0.3),
      Track(points: elsewhere, confidence: 0.6),
    ]
    let scorer = TrajectoryScorer(truth)
    let curve = PrecisionRecallCurve([(scorer, tracks)], steps: 10)
    let at = { (minimum: Int) in (curve.samples[minimum].precision, curve.samples[minimum].recall) }
    #expect(at(0) == (2.0 / 3, 1))
    #expect(at(5) == (0.5, 0.5))
    #expect(at(8) == (1, 0.5))
    #expect(curve.best?.minimumConfidence == 0)
    #expect(scorer.forecasts(tracks).map(\.isRight) == [true, true, false])
  }
}

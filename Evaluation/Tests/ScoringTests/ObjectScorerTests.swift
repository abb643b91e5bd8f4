import Scoring
import Testing

@Suite struct ObjectScorerTests {
  private let truth = ObjectTruth(
    name: "clip", width: 100, height: 100, frames: 4,
    boxes: [[10, 10, 20, 20], [10, 10, 20, 20], nil, [10, 10, 20, 20]])

  private func line(_ frame: Int, _ state: String, x: Double = 0.1, confidence: Double? = nil) -> ObservationLine {
    var line = ObservationLine()
    line.type = "object"
    line.uuid = "a"
    line.frame = frame
    line.state = state
    line.confidence = confidence
    line.boundingBox = .init(x: x, y: 0.1, width: 0.2, height: 0.2)
    return line
  }

  @Test func perfectTrackScoresTwentyOfTwentyOneSteps() {
    let figures = truth.score([line(0, "nominated"), line(1, "tracked"), line(2, "predicted"), line(3, "tracked")])
    #expect(abs(figures.auc - 20.0 / 21) < 1e-12)
    #expect(figures.overlap == 1 && figures.precision20 == 1)
    #expect(figures.falseHold == 0 && figures.falseLoss == 0 && figures.missing == 0)
  }

  @Test func holdsOnNothingAndLossesInSightAreCounted() {
    let figures = truth.score([line(0, "nominated"), line(1, "tracked", x: 0.6), line(2, "tracked"), line(3, "lost")])
    #expect(figures.falseHold == 2 && figures.falseLoss == 1 && figures.missing == 0)
    #expect(abs(figures.overlap - 1.0 / 3) < 1e-12)
    #expect(truth.score([line(0, "nominated")]).missing == 2)
  }

  @Test func confidenceIsJudgedByWhetherTheBoxLiesOnTheObject() {
    let figures = truth.score([
      line(0, "nominated", confidence: 1), line(1, "tracked", x: 0.2, confidence: 0.6),
      line(2, "predicted", confidence: 0.4), line(3, "lost", confidence: 0.1),
    ])
    // The first box is given, a lost object claims none. Half the width off is an overlap of a third.
    #expect(figures.forecasts == [Forecast(0.6, isRight: true), Forecast(0.4, isRight: false)])
    #expect(figures.falseHoldShare == 0 && abs(figures.falseLossShare - 1.0 / 3) < 1e-12)
  }
}

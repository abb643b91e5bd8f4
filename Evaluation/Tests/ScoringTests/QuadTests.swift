import Scoring
import Testing

private let square = Quad([Place(0, 0), Place(10, 0), Place(10, 10), Place(0, 10)])

@Suite struct QuadTests {
  @Test func overlapOfShiftedSquaresIsThatOfTheirAreas() {
    let shifted = Quad(square.corners.map { Place($0.x + 5, $0.y) })
    #expect(abs(square.overlap(shifted) - 1.0 / 3) < 1e-12)
    #expect(square.overlap(square) == 1)
    #expect(square.overlap(Quad(square.corners.map { Place($0.x + 20, $0.y) })) == 0)
  }

  @Test func overlapDoesNotDependOnTheDirectionOfTheCorners() {
    #expect(square.overlap(Quad(square.corners.reversed())) == 1)
  }

  @Test func shapeThatIsNotConvexHasNoOverlap() {
    let crossed = Quad([Place(0, 0), Place(10, 10), Place(10, 0), Place(0, 10)])
    #expect(square.overlap(crossed) == 0)
  }

  @Test func cornerDistanceInAnyOrderIsThatOfTheBestNumbering() {
    let turned = Quad(Array(square.corners[2...] + square.corners[..<2]))
    #expect(square.cornerDistance(turned, anyOrder: true) == 0)
    #expect(square.cornerDistance(turned, anyOrder: false) > 10)
    #expect(square.cornerDistance(Quad(square.corners.reversed()), anyOrder: true) == 0)
  }
}

@Suite struct ObjectScorerTests {
  private let truth = ObjectTruth(
    name: "clip", width: 100, height: 100, frames: 4,
    boxes: [[10, 10, 20, 20], [10, 10, 20, 20], nil, [10, 10, 20, 20]])

  private func line(_ frame: Int, _ state: String, x: Double = 0.1) -> ObservationLine {
    var line = ObservationLine()
    line.type = "object"
    line.uuid = "a"
    line.frame = frame
    line.state = state
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
}

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

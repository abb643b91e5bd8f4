import Scoring
import Testing

@testable import Scenes

@Suite struct DrawnMotionsTests {
  private let film = TrajectoryTruth(
    name: "film", width: 322, height: 182, fps: 30, frames: 90, arcs: [Arc(radius: 3, points: [TimedPlace(0, 5, 5)])])
  private let layout = I420Layout(width: 322, height: 182)

  @Test func theFilmKeepsItsOwnFlightsAndGetsNoOthers() {
    let motions = DrawnThings.motions(over: film, seed: 4)
    #expect(motions.truth.name == "film+motions")
    #expect(DrawnThings.Kind.film(of: motions.truth.name) == "film")
    #expect(motions.truth.arcs == film.arcs)
  }

  /// Each law moves something, from the first frame to the last, and the same seed moves the same.
  @Test(arguments: 0..<16) func somethingMovesInMostFrames(_ seed: UInt64) {
    func frames(_ seed: UInt64) -> [[UInt8]] {
      let motions = DrawnThings.motions(over: film, seed: seed)
      return (0..<film.frames).map { frame in
        var bytes = [UInt8](repeating: 128, count: layout.byteCount)
        motions.draw(frame: frame, on: &bytes, layout)
        return bytes
      }
    }
    let drawn = frames(seed)
    #expect(drawn == frames(seed))
    #expect(drawn != frames(seed + 1))
    let changes = zip(drawn, drawn.dropFirst()).count { $0 != $1 }
    #expect(changes > film.frames / 4)
  }
}

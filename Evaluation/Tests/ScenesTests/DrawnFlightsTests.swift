import Scoring
import Testing

@testable import Scenes

@Suite struct DrawnFlightsTests {
  private let film = TrajectoryTruth(
    name: "film", width: 322, height: 182, fps: 30, frames: 120, arcs: [Arc(radius: 3, points: [TimedPlace(0, 5, 5)])])

  private func gray(_ layout: I420Layout) -> [UInt8] { [UInt8](repeating: 128, count: layout.byteCount) }

  @Test func theFilmKeepsItsOwnFlightsAndGetsOthers() throws {
    let flights = DrawnThings.flights(over: film, seed: 4)
    #expect(flights.truth.name == "film+flights")
    #expect(DrawnThings.Kind.film(of: flights.truth.name) == "film")
    #expect(DrawnThings.Kind.film(of: "film") == nil)
    #expect(flights.truth.arcs.first == film.arcs.first)
    #expect(flights.truth.arcs.count > 1)
    #expect(DrawnThings.flights(over: film, seed: 4).truth == flights.truth)
    #expect(DrawnThings.flights(over: film, seed: 5).truth != flights.truth)
  }

  /// Where a ball was drawn, the picture is another; far from all of them it is as it was.
  @Test(arguments: 0..<8) func ballsAreDrawnWhereTheTruthSays(_ seed: UInt64) {
    let flights = DrawnThings.flights(over: film, seed: seed)
    let layout = I420Layout(width: 322, height: 182)
    let places = flights.truth.arcs.dropFirst().flatMap(\.points)
    #expect(!places.isEmpty)
    var changed = 0
    for frame in 0..<film.frames {
      var bytes = gray(layout)
      flights.draw(frame: frame, on: &bytes, layout)
      let seen = places.filter { $0.frame == frame }.map(\.place)
      // The shutter opens before the middle of a frame and closes after it.
      let isNear = places.contains { abs($0.frame - frame) < 2 }
      let ignored = flights.truth.ignored?.contains { ($0.firstFrame...$0.lastFrame).contains(Double(frame)) } ?? false
      // A ball whose middle is outside still shows its edge.
      let inside = (16..<166).reduce(0) { count, row in
        count + (16..<306).count { bytes[row * layout.lumaStride + $0] != 128 }
      }
      if !isNear, !ignored { #expect(inside == 0) }
      changed += seen.count { bytes[Int($0.y.rounded()) * layout.lumaStride + Int($0.x.rounded())] != 128 }
    }
    #expect(Double(changed) > 0.9 * Double(places.count))
  }
}

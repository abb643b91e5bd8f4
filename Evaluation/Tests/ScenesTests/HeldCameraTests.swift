import Scoring
import Testing

@testable import Scenes

@Suite struct HeldCameraTests {
  private let film = TrajectoryTruth(
    name: "film", width: 322, height: 182, fps: 30, frames: 60,
    arcs: [Arc(radius: 4, points: (0..<60).map { TimedPlace($0, 60 + 3.3 * Double($0), 91 + 20 * sine($0)) })],
    ignored: [IgnoredBox(frames: 3...20, left: 10, top: 20, right: 30, bottom: 50)])

  private static func sine(_ frame: Int) -> Double { Double(frame % 20 - 10) / 10 }

  @Test func theSameSeedMovesAlike() {
    #expect(HeldCamera(over: film, seed: 3).truth == HeldCamera(over: film, seed: 3).truth)
    #expect(HeldCamera(over: film, seed: 3).truth != HeldCamera(over: film, seed: 4).truth)
    #expect(HeldCamera(over: film, seed: 3).truth.name == "film+held")
  }

  /// A bright disc is found where the truth says, in luma and in color.
  @Test(arguments: 0..<4) func whatIsSeenLiesWhereTheTruthSays(_ seed: UInt64) throws {
    let camera = HeldCamera(over: film, seed: seed)
    let (from, to) = (I420Layout(width: 322, height: 182), camera.layout)
    let arc = try #require(camera.truth.arcs.first)
    #expect(arc.points.count >= 40)
    var places: Set<Place> = []
    for point in arc.points {
      let center = film.arcs[0].points[point.frame].place
      var bytes = [UInt8](repeating: 20, count: from.byteCount)
      for y in 0..<182 {
        for x in 0..<322 where Place(Double(x), Double(y)).distance(to: center) < 6 {
          bytes[y * from.lumaStride + x] = 220
          bytes[from.planes.blue.lowerBound + y / 2 * from.chromaStride + x / 2] = 220
        }
      }
      let seen = camera.frame(point.frame, of: bytes)
      #expect(seen.count == to.byteCount)
      guard (10..<Double(to.width - 10)).contains(point.place.x), (10..<Double(to.height - 10)).contains(point.place.y)
      else { continue }
      let luma = middle(seen, to.planes.luma.lowerBound, to.width, to.height, to.lumaStride)
      #expect(luma.distance(to: point.place) < 0.4, "frame \(point.frame)")
      let blue = middle(seen, to.planes.blue.lowerBound, to.chromaWidth, to.chromaHeight, to.chromaStride)
      #expect(Place(2 * blue.x + 0.5, 2 * blue.y + 0.5).distance(to: point.place) < 1, "frame \(point.frame)")
      places.insert(Place(point.place.x - center.x, point.place.y - center.y))
    }
    #expect(places.count > 30)
    #expect(camera.truth.ignored?.isEmpty == false)
  }

  /// The mean place of what is bright.
  private func middle(_ bytes: [UInt8], _ start: Int, _ width: Int, _ height: Int, _ stride: Int) -> Place {
    var (x, y, weight) = (0.0, 0.0, 0.0)
    for row in 0..<height {
      for column in 0..<width {
        let value = Double(bytes[start + row * stride + column]) - 20
        guard value > 0 else { continue }
        (x, y, weight) = (x + value * Double(column), y + value * Double(row), weight + value)
      }
    }
    return Place(x / max(weight, 1), y / max(weight, 1))
  }
}

import Scenes
import Scoring
import Testing

@Suite struct ChangedFilmTests {
  private let truth = TrajectoryTruth(
    name: "film", width: 640, height: 360, fps: 30, frames: 24,
    arcs: [
      Arc(radius: 4, points: (0..<12).map { TimedPlace($0, Double(10 * $0), 100) }),
      Arc(radius: 4, points: (14..<20).map { TimedPlace($0, 300, Double(10 * $0)) }),
    ],
    ignored: [IgnoredBox(frames: 6...23, left: 10, top: 20, right: 30, bottom: 40)])

  @Test func oneOfSixFramesIsLeftOut() {
    let thinned = FilmChange.thinned.truth(truth)
    #expect(thinned.frames == 20 && abs(thinned.fps - 25) < 1e-9)
    #expect(thinned.arcs[0].points.map(\.frame) == Array(0..<10))
    #expect(thinned.arcs[0].points.map(\.place.x) == [0, 10, 20, 40, 50, 60, 70, 80, 100, 110])
    #expect(thinned.ignored?.first?.firstFrame == 5 && thinned.ignored?.first?.lastFrame == 19)
  }

  @Test func whatIsRepeatedIsWhereItIsShownFirst() {
    let padded = FilmChange.padded.truth(truth)
    #expect(padded.frames == 30 && padded.fps == 37.5)
    #expect(padded.arcs[0].points.map(\.frame) == [0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13])
    #expect(padded.arcs[0].points.map(\.place) == truth.arcs[0].points.map(\.place))
  }

  @Test func whatHasTooFewFramesLeftCountsNeitherWay() throws {
    let slow = FilmChange.slow.truth(truth)
    #expect(slow.frames == 12 && slow.fps == 15)
    #expect(slow.arcs.map(\.points.count) == [6])
    let box = try #require(slow.ignored?.last)
    #expect(box.firstFrame == 7 && box.lastFrame == 9 && box.left == 288 && box.bottom == 192)
  }

  @Test func inASmallFilmPlacesAreThoseOfTheirPixels() {
    let small = FilmChange.small.truth(truth)
    #expect(small.width == 320 && small.height == 180 && small.arcs[0].radius == 2)
    #expect(small.arcs[0].points[1].place == Place(4.75, 49.75))
    let layout = FilmChange.small.layout(I420Layout(width: 640, height: 360))
    #expect(layout.width == 320 && layout.height == 180)
  }

  @Test func noiseIsOfTheSizeThatIsSaid() {
    let layout = I420Layout(width: 64, height: 48)
    let gray = [UInt8](repeating: 128, count: layout.byteCount)
    var (one, two) = (gray, gray)
    FilmChange.noisy.change(frame: 0, &one, layout)
    FilmChange.noisy.change(frame: 1, &two, layout)
    #expect(one != two)
    let luma = layout.planes.luma
    let squares = one[luma].reduce(0.0) { $0 + (Double($1) - 128) * (Double($1) - 128) }
    #expect(abs((squares / Double(luma.count)).squareRoot() - 9) < 0.5)
    #expect(one[luma.upperBound...] == gray[luma.upperBound...])
  }
}

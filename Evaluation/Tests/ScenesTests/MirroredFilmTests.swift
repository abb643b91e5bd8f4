import Scenes
import Scoring
import Testing

@Suite struct MirroredFilmTests {
  @Test func whatIsTrueLiesOnTheOtherSide() {
    let arc = Arc(radius: 3, points: [TimedPlace(0, 2, 5), TimedPlace(1, 10, 6)])
    let box = IgnoredBox(frames: 0...4, left: 1, top: 2, right: 5, bottom: 9)
    let truth = TrajectoryTruth(
      name: "film", width: 20, height: 10, fps: 25, frames: 5, arcs: [arc], ignored: [box])
    let mirrored = truth.mirrored
    #expect(mirrored.arcs[0].points == [TimedPlace(0, 17, 5), TimedPlace(1, 9, 6)])
    #expect(mirrored.ignored == [IgnoredBox(frames: 0...4, left: 14, top: 2, right: 18, bottom: 9)])
    #expect(mirrored.mirrored == truth)
  }

  @Test(arguments: [(6, 4), (7, 5), (1, 1)])
  func eachRowIsReversedWithoutItsPadding(_ width: Int, _ height: Int) {
    let layout = I420Layout(width: width, height: height)
    let frame = (0..<layout.byteCount).map { UInt8($0 % 251) }
    var mirrored = frame
    layout.mirror(&mirrored)
    for y in 0..<height {
      for x in 0..<width {
        #expect(mirrored[y * layout.lumaStride + x] == frame[y * layout.lumaStride + width - 1 - x])
      }
    }
    let blue = layout.planes.blue.lowerBound
    #expect(mirrored[blue] == frame[blue + layout.chromaWidth - 1])
    layout.mirror(&mirrored)
    #expect(mirrored == frame)
  }
}

import Flycatcher
import Testing

@Suite struct OrientationTests {
  @Test(arguments: Orientation.allCases)
  func storedUndoesUpright(_ orientation: Orientation) {
    let place = Point(x: 0.2, y: 0.7)
    let back = orientation.stored(orientation.upright(place))
    #expect(abs(back.x - place.x) < 1e-12 && abs(back.y - place.y) < 1e-12)
  }

  @Test func cameraTurnedClockwiseHasItsTopAtTheLeft() {
    // EXIF 6 (`right`): the stored picture's left edge is the upright picture's top.
    let top = Orientation.right.upright(Point(x: 0, y: 0.5))
    #expect(top == Point(x: 0.5, y: 0))
  }
}

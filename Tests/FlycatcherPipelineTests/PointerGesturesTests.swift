import Flycatcher
import GStreamerSupport
import Testing

@testable import FlycatcherPipeline

/// The requests of navigation events, in the order in which the sinks of GStreamer send them.
@Suite struct PointerGesturesTests {
  private func gestures(_ orientation: Orientation = .up) -> PointerGestures {
    PointerGestures(width: 200, height: 100, orientation: orientation)
  }

  private func ask(_ gestures: inout PointerGestures, _ events: [NavigationEvent]) -> [PointedRequest] {
    events.compactMap { gestures.take($0) }
  }

  private func drag(
    from: (Double, Double), to: (Double, Double), isShifted: Bool = false
  ) -> [NavigationEvent] {
    [
      .press(button: 1, x: from.0, y: from.1, isShifted: isShifted), .move(x: to.0, y: to.1),
      .release(button: 1, x: to.0, y: to.1),
    ]
  }

  @Test(arguments: [((20.0, 10.0), (60.0, 40.0)), ((60, 40), (20, 10)), ((20, 40), (60, 10))])
  func aDraggedBoxNominatesWhateverItsDirection(_ from: (Double, Double), _ to: (Double, Double)) {
    var gestures = gestures()
    let asked = ask(&gestures, drag(from: from, to: to))
    #expect(asked == [.nominate(Rectangle(from: Point(x: 0.1, y: 0.1), to: Point(x: 0.3, y: 0.4)))])
    #expect(gestures.band == nil)
  }

  @Test func theBoxIsShownWhileItIsDragged() {
    var gestures = gestures()
    _ = gestures.take(.press(button: 1, x: 20, y: 10, isShifted: true))
    #expect(gestures.band == nil)
    _ = gestures.take(.move(x: 60, y: 40))
    let box = Rectangle(from: Point(x: 0.1, y: 0.1), to: Point(x: 0.3, y: 0.4))
    #expect(gestures.band == PointerGestures.Band(box: box, isRegion: true))
  }

  /// As `ximagesink` does: the moves of a moment come before its presses.
  @Test func aMoveBeforeThePressIsNothing() {
    var gestures = gestures()
    #expect(gestures.take(.move(x: 60, y: 40)) == nil)
    #expect(gestures.band == nil)
    let asked = ask(
      &gestures, [.press(button: 1, x: 20, y: 10, isShifted: false), .release(button: 1, x: 60, y: 40)])
    #expect(asked.count == 1)
  }

  @Test func shiftMakesItTheRegion() {
    var gestures = gestures()
    let box = Rectangle(from: Point(x: 0.1, y: 0.1), to: Point(x: 0.3, y: 0.4))
    #expect(ask(&gestures, drag(from: (20, 10), to: (60, 40), isShifted: true)) == [.region(box)])
    // As glimagesink tells it: with the key alone.
    let keyed = [.shift(isHeld: true)] + drag(from: (20, 10), to: (60, 40)) + [.shift(isHeld: false)]
    #expect(ask(&gestures, keyed) == [.region(box)])
    #expect(ask(&gestures, drag(from: (20, 10), to: (60, 40))) == [.nominate(box)])
    #expect(ask(&gestures, drag(from: (20, 10), to: (21, 10), isShifted: true)) == [.region(nil)])
  }

  @Test func whatReachesBeyondThePictureIsCutOff() {
    var gestures = gestures()
    let asked = ask(&gestures, drag(from: (-50, 20), to: (500, 400)))
    #expect(asked == [.nominate(Rectangle(from: Point(x: 0, y: 0.2), to: Point(x: 1, y: 1)))])
    #expect(ask(&gestures, drag(from: (300, 200), to: (500, 400))).isEmpty)
    #expect(ask(&gestures, [.press(button: 3, x: 201, y: 5, isShifted: false)]).isEmpty)
  }

  @Test func whatIsTooSmallToBeMeantAsksForNothing() {
    var gestures = gestures()
    #expect(ask(&gestures, drag(from: (20, 10), to: (20, 10))).isEmpty)
    #expect(ask(&gestures, drag(from: (20, 10), to: (60, 12))).isEmpty)
    #expect(ask(&gestures, drag(from: (20, 10), to: (60, 12), isShifted: true)).isEmpty)
    #expect(ask(&gestures, [.release(button: 1, x: 5, y: 5), .press(button: 2, x: 5, y: 5, isShifted: false)]).isEmpty)
  }

  @Test func theRightButtonDropsOrBreaksOff() {
    var gestures = gestures()
    #expect(ask(&gestures, [.press(button: 3, x: 50, y: 50, isShifted: false)]) == [.drop(Point(x: 0.25, y: 0.5))])
    let brokenOff: [NavigationEvent] = [
      .press(button: 1, x: 20, y: 10, isShifted: false), .move(x: 60, y: 40),
      .press(button: 3, x: 60, y: 40, isShifted: false), .release(button: 3, x: 60, y: 40),
      .release(button: 1, x: 60, y: 40),
    ]
    #expect(ask(&gestures, brokenOff).isEmpty)
  }

  @Test(arguments: Orientation.allCases)
  func placesAreThoseOfTheUprightPicture(_ orientation: Orientation) throws {
    var gestures = gestures(orientation)
    let asked = ask(&gestures, drag(from: (20, 10), to: (60, 40)))
    guard case .nominate(let box)? = asked.first else { return #expect(Bool(false), "\(asked)") }
    let stored = orientation.stored(box)
    #expect(abs(stored.x - 0.1) + abs(stored.y - 0.1) + abs(stored.width - 0.2) + abs(stored.height - 0.3) < 1e-12)
  }
}

/// The effect on the trackers.
@Suite struct PointedRequestTests {
  @Test func regionsAreForThoseThatHaveOne() throws {
    let region = Rectangle(x: 0.1, y: 0.2, width: 0.3, height: 0.4)
    var flights = try TrajectoryDetector()
    #expect(try flights.take(.region(region)))
    #expect(flights.settings.regionOfInterest == region)
    #expect(try flights.take(.region(nil)))
    #expect(flights.settings.regionOfInterest == .picture)
    #expect(try !flights.take(.nominate(region)))
    var settings = RectangleTracker.Settings()
    settings.detection = RectangleDetector.Settings()
    var rectangles = try RectangleTracker(settings)
    #expect(try rectangles.take(.region(region)))
    #expect(rectangles.settings.detection?.regionOfInterest == region)
    var nominatedOnly = try RectangleTracker()
    #expect(try !nominatedOnly.take(.region(region)))
  }

  @Test func theSmallestBoxUnderAClickIsDropped() throws {
    var objects = try ObjectTracker()
    #expect(try objects.take(.nominate(Rectangle(x: 0.1, y: 0.1, width: 0.6, height: 0.6))))
    #expect(try objects.take(.nominate(Rectangle(x: 0.2, y: 0.2, width: 0.1, height: 0.1))))
    let large = try #require(objects.uuids.first)
    #expect(try !objects.take(.drop(Point(x: 0.9, y: 0.9))))
    #expect(try objects.take(.drop(Point(x: 0.25, y: 0.25))))
    #expect(objects.uuids == [large])
    #expect(try objects.take(.drop(Point(x: 0.25, y: 0.25))))
    #expect(objects.uuids.isEmpty)
    #expect(try !objects.take(.drop(Point(x: 0.25, y: 0.25))))
  }
}

// The tuned numbers of the trackers, as the evaluation moves them.
import Testing

@_spi(Evaluation) @testable import Flycatcher

@Suite struct TunedNumbersTests {
  @Test func thereAreAtMostFortyAndEachCanBeMoved() throws {
    var detector = try TrajectoryDetector()
    let standard = detector.tunedNumbers
    #expect(standard.count <= 40)
    #expect(standard["registration.reach"] != nil)
    for (name, value) in standard {
      detector.tunedNumbers = [name: value * 1.25]
      #expect(detector.tunedNumbers[name] == value * 1.25, "\(name)")
      detector.reset()
      #expect(detector.tunedNumbers[name] == value * 1.25, "\(name) after a reset")
      detector.tunedNumbers = standard
    }
  }

  /// Each number reaches the objects that are nominated after it was moved.
  @Test(arguments: ObjectTracker.TrackingLevel.allCases)
  func thoseOfObjectsCanBeMoved(_ level: ObjectTracker.TrackingLevel) throws {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    var tracker = try ObjectTracker(settings)
    let standard = tracker.tunedNumbers
    for (name, value) in standard {
      tracker.tunedNumbers = [name: value * 1.25]
      #expect(tracker.tunedNumbers == standard.merging([name: value * 1.25]) { $1 }, "\(name)")
      tracker.tunedNumbers = standard
    }
    tracker.tunedNumbers = ["window.size": 4.5]
    let scene = ObjectsScene(width: 240, height: 180)
    let patch = ObjectsScene.Patch(x: 100, y: 70, width: 40, height: 40)
    try tracker.nominate(scene.relative(patch))
    _ = try scene.track(scene.render(patch), number: 0, &tracker)
    #expect(tracker.objects.first?.parameters.window.size == 4.5)
  }

  @Test func thoseOfRectanglesCanBeMoved() throws {
    let truth = PixelQuad(middle: SIMD2(120, 90), size: SIMD2(110, 80))
    var scene = RectangleScene()
    scene.draw(truth) { _, _ in 200 }
    var detector = try RectangleDetector()
    let standard = detector.tunedNumbers
    for (name, value) in standard {
      let moved = Double(Float(value * 1.25))
      detector.tunedNumbers = [name: moved]
      #expect(detector.tunedNumbers == standard.merging([name: moved]) { $1 }, "\(name)")
      detector.tunedNumbers = standard
    }
    #expect(try scene.detect(&detector).count == 1)
    detector.tunedNumbers = ["segments.minimumLength": 200]
    #expect(try scene.detect(&detector).isEmpty, "No side is as long.")

    var settings = RectangleTracker.Settings()
    settings.detection = RectangleDetector.Settings()
    var tracker = try RectangleTracker(settings)
    let ofTracking = tracker.tunedNumbers
    #expect(Set(ofTracking.keys).isDisjoint(with: standard.keys))
    for (name, value) in ofTracking {
      let moved = Double(Float(value * 1.25))
      tracker.tunedNumbers = [name: moved]
      #expect(tracker.tunedNumbers == ofTracking.merging([name: moved]) { $1 }, "\(name)")
      tracker.tunedNumbers = ofTracking
    }
    // Settings that come later leave the numbers as they are.
    tracker.parameters.detection.segments.minimumLength = 200
    try tracker.apply(settings)
    let seen = try scene.withFrame { try tracker.track($0) }
    #expect(seen.isEmpty)
  }
}

// The tuned numbers of the trajectory detector and of the object tracker, as the evaluation moves them.
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
}

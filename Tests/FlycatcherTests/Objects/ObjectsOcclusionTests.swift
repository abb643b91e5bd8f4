// Objects that pass behind something, turn into something else, or leave for good.
import Glibc
import Testing

@testable import Flycatcher

@Suite struct ObjectsOcclusionTests {
  typealias Patch = ObjectsScene.Patch

  private func tracker(_ level: ObjectTracker.TrackingLevel) throws -> ObjectTracker {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    return try ObjectTracker(settings)
  }

  /// A patch passes behind a screen that hides all of it for twelve frames, whatever its speed.
  @Test(arguments: ObjectTracker.TrackingLevel.allCases, [0.5, 2.0, 4.0])
  func objectThatPassesBehindAScreenKeepsItsIdentity(_ level: ObjectTracker.TrackingLevel, speed: Double) throws {
    let scene = ObjectsScene(width: 320, height: 160)
    var tracker = try tracker(level)
    func patch(_ frame: Int) -> Patch { Patch(x: 40 + speed * Double(frame), y: 60, width: 28, height: 24) }
    // Covered from frame 16 to 27.
    let screen = Patch(x: patch(16).x, y: 30, width: 28 + 11 * speed, height: 90)
    let uuid = try tracker.nominate(scene.relative(patch(0)))
    // A slow object would need a hundred frames to pass; for it the screen comes and goes.
    let isSlow = speed < 1
    let whole = isSlow ? 28 : 28 + Int(28 / speed)
    for frame in 0..<whole + 20 {
      let isThere = !isSlow || (16..<28).contains(frame)
      let pixels = scene.render(patch(frame), screen: isThere ? screen : nil)
      let seen = try #require(scene.track(pixels, number: frame, &tracker).first)
      #expect(seen.uuid == uuid)
      if (18..<27).contains(frame) {
        #expect(seen.state != .tracked && seen.state != .recovered, "frame \(frame) at \(speed)")
      }
      if frame >= whole + 15 {
        #expect(seen.state == .tracked, "frame \(frame) at \(speed)")
        #expect(scene.overlap(seen.boundingBox, patch(frame)) > 0.6, "frame \(frame) at \(speed)")
      }
    }
  }

  /// It moves out of the picture and does not come back: no box is said to hold it then, and it ends.
  @Test(arguments: ObjectTracker.TrackingLevel.allCases)
  func objectThatLeavesThePictureEnds(_ level: ObjectTracker.TrackingLevel) throws {
    let scene = ObjectsScene()
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    settings.maximumLostDuration = .seconds(2)
    var tracker = try ObjectTracker(settings)
    func patch(_ frame: Int) -> Patch { Patch(x: 90 + 3 * Double(frame), y: 44, width: 28, height: 24) }
    try tracker.nominate(scene.relative(patch(0)))
    var states: [TrackingState] = []
    for frame in 0..<120 {
      guard let seen = try scene.track(scene.render(patch(frame)), number: frame, &tracker).first else { break }
      // From frame 24 on, nothing of it is in the picture; a few frames are needed to be sure.
      if frame >= 28 { #expect(seen.state != .tracked && seen.state != .recovered, "frame \(frame)") }
      if states.last != seen.state { states.append(seen.state) }
    }
    #expect(states.last == .ended)
    #expect(states.contains(.lost))
    #expect(tracker.uuids.isEmpty)
  }

  /// Another thing of the same size comes to lie where the object was.
  @Test(arguments: ObjectTracker.TrackingLevel.allCases)
  func somethingElseInItsPlaceIsNotTakenForIt(_ level: ObjectTracker.TrackingLevel) throws {
    let scene = ObjectsScene()
    var tracker = try tracker(level)
    let patch = Patch(x: 60, y: 44, width: 28, height: 24)
    try tracker.nominate(scene.relative(patch))
    for frame in 0..<40 {
      let pixels = frame < 12 ? scene.render(patch) : scene.render(nil, screen: patch)
      let seen = try #require(scene.track(pixels, number: frame, &tracker).first)
      if frame >= 15 {
        #expect(seen.state != .tracked && seen.state != .recovered, "frame \(frame)")
        #expect(seen.confidence < 0.5)
      }
    }
  }

  /// A small object at rest is covered, and shows up again five sizes away.
  @Test(arguments: ObjectTracker.TrackingLevel.allCases)
  func whatReappearsFarAwayIsFound(_ level: ObjectTracker.TrackingLevel) throws {
    let scene = ObjectsScene(width: 240, height: 120)
    var tracker = try tracker(level)
    let (patch, other) = (Patch(x: 40, y: 54, width: 14, height: 12), Patch(x: 105, y: 54, width: 14, height: 12))
    try tracker.nominate(scene.relative(patch))
    var last: ObjectObservation?
    for frame in 0..<100 {
      let isCovered = frame >= 20
      let pixels = scene.render(
        isCovered ? other : patch, screen: isCovered ? Patch(x: 34, y: 48, width: 26, height: 24) : nil)
      last = try scene.track(pixels, number: frame, &tracker).first
    }
    let seen = try #require(last)
    #expect(seen.state == .tracked || seen.state == .recovered)
    #expect(scene.overlap(seen.boundingBox, other) > 0.5)
  }

  /// What looks like the object four sizes away is not believed at once, and is after some seconds, if the object was at rest, too.
  @Test func sightingIsBelievedWhereTheObjectCanHaveGot() {
    let search = ObjectTracker.Parameters.Search()
    func logOdds(_ distance: Double, growth: Double = 0, speed: Double = 0, seconds: Double) -> Double {
      search.displacementLogOdds(distance: distance, growth: growth, speed: speed, seconds: seconds)
    }
    #expect(logOdds(0, seconds: 0) == 0)
    #expect(logOdds(0.5, seconds: 0.04) > -0.5)
    #expect(logOdds(4, seconds: 0.04) < -5)
    #expect(logOdds(4, seconds: 5) > -1)
    #expect(logOdds(4, speed: 10, seconds: 0.4) > -1.5)
    #expect(logOdds(0, growth: log(0.8), seconds: 0.04) < -2)
    #expect(logOdds(0, growth: log(0.8), seconds: 3) > -0.5)
  }

  /// Its height shrinks to three quarters while its width stays.
  @Test func changeOfAspectIsFollowed() throws {
    let scene = ObjectsScene()
    var tracker = try tracker(.accurate)
    func patch(_ frame: Int) -> Patch {
      let height = 40 * (1 - 0.25 * min(Double(frame) / 40, 1))
      return Patch(x: 60, y: 60 - height / 2, width: 40, height: height)
    }
    try tracker.nominate(scene.relative(patch(0)))
    var last: ObjectObservation?
    for frame in 0..<50 { last = try scene.track(scene.render(patch(frame)), number: frame, &tracker).first }
    let box = try #require(last).boundingBox
    let aspect = box.height * Double(scene.height) / (box.width * Double(scene.width))
    #expect(abs(aspect / 0.75 - 1) < 0.1)
  }
}

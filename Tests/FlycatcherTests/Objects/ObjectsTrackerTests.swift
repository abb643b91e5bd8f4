// What the object tracker promises: follows, admits loss, recovers, keeps identities.
import Flycatcher
import Testing

@Suite struct ObjectsTrackerTests {
  typealias Patch = ObjectsScene.Patch

  private func tracker(_ level: ObjectTracker.TrackingLevel = .fast) throws -> ObjectTracker {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    return try ObjectTracker(settings)
  }

  /// A patch that moves 2 px to the right and 1 px down a frame.
  private func moving(_ frame: Int) -> Patch {
    Patch(x: 30 + 2 * Double(frame), y: 30 + Double(frame), width: 28, height: 24)
  }

  @Test(arguments: ObjectTracker.TrackingLevel.allCases, [true, false])
  func movingPatchIsFollowed(_ level: ObjectTracker.TrackingLevel, hasColor: Bool) throws {
    let scene = ObjectsScene(hasColor: hasColor)
    var tracker = try tracker(level)
    let uuid = try tracker.nominate(scene.relative(moving(0)), label: "patch")
    for frame in 0..<20 {
      let seen = try #require(scene.track(scene.render(moving(frame)), number: frame, &tracker).first)
      #expect(seen.uuid == uuid && seen.label == "patch")
      #expect(seen.state == (frame == 0 ? .nominated : .tracked))
      #expect(scene.overlap(seen.boundingBox, moving(frame)) > 0.75, "frame \(frame)")
      if frame > 0 { #expect(seen.confidence > 0.5) }
    }
  }

  @Test func growthIsFollowed() throws {
    let scene = ObjectsScene()
    var tracker = try tracker(.accurate)
    func patch(_ frame: Int) -> Patch {
      let side = 24 * (1 + 0.012 * Double(frame))
      return Patch(x: 80 - side / 2, y: 60 - side / 2, width: side, height: side)
    }
    try tracker.nominate(scene.relative(patch(0)))
    var last: ObjectObservation?
    for frame in 0..<24 { last = try scene.track(scene.render(patch(frame)), number: frame, &tracker).first }
    let box = try #require(last).boundingBox
    #expect(abs(box.width * Double(scene.width) / patch(23).width - 1) < 0.08)
  }

  @Test(arguments: ObjectTracker.TrackingLevel.allCases)
  func objectHiddenForTwelveFramesIsRecoveredUnderItsIdentity(_ level: ObjectTracker.TrackingLevel) throws {
    let scene = ObjectsScene()
    var tracker = try tracker(level)
    let patch = Patch(x: 60, y: 44, width: 28, height: 24)
    let screen = Patch(x: 40, y: 30, width: 70, height: 56)
    let uuid = try tracker.nominate(scene.relative(patch))
    for frame in 0..<40 {
      let isHidden = (15..<27).contains(frame)
      let pixels = scene.render(patch, screen: isHidden ? screen : nil)
      let seen = try #require(scene.track(pixels, number: frame, &tracker).first)
      #expect(seen.uuid == uuid)
      if isHidden { #expect(seen.state != .tracked && seen.state != .recovered, "frame \(frame)") }
      if frame >= 35 {
        #expect(seen.state == .tracked, "frame \(frame)")
        #expect(scene.overlap(seen.boundingBox, patch) > 0.6)
      }
    }
  }

  @Test func objectThatIsGoneIsPredictedThenLostThenFoundElsewhere() throws {
    let scene = ObjectsScene()
    var tracker = try tracker()
    let patch = Patch(x: 60, y: 44, width: 28, height: 24)
    let elsewhere = Patch(x: 16, y: 80, width: 28, height: 24)
    try tracker.nominate(scene.relative(patch))
    var states: [TrackingState] = []
    for frame in 0..<120 {
      let pixels = scene.render(frame < 6 ? patch : frame < 92 ? nil : elsewhere)
      let seen = try #require(scene.track(pixels, number: frame, &tracker).first)
      if states.last != seen.state { states.append(seen.state) }
      if frame == 119 { #expect(scene.overlap(seen.boundingBox, elsewhere) > 0.5) }
    }
    #expect(states == [.nominated, .tracked, .predicted, .lost, .recovered, .tracked])
  }

  @Test func objectThatStaysAwayEnds() throws {
    let scene = ObjectsScene()
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = .fast
    settings.maximumLostDuration = .seconds(1)
    var tracker = try ObjectTracker(settings)
    try tracker.nominate(scene.relative(moving(0)))
    var ends = 0
    for frame in 0..<120 {
      let seen = try scene.track(scene.render(frame < 10 ? moving(0) : nil), number: frame, &tracker)
      ends += seen.count { $0.state == .ended }
      if ends > 0 && seen.isEmpty { break }
    }
    #expect(ends == 1)
    #expect(tracker.uuids.isEmpty)
    let rest = tracker.finish()
    #expect(rest.isEmpty)
  }

  @Test func cutToAnotherSceneIsNoSighting() throws {
    let scene = ObjectsScene()
    var tracker = try tracker()
    try tracker.nominate(scene.relative(moving(0)))
    var held = 0
    for frame in 0..<32 {
      let pixels = frame < 10 ? scene.render(moving(frame)) : scene.render(nil, background: 9)
      let seen = try scene.track(pixels, number: frame, &tracker)
      if frame >= 10 { held += seen.count { $0.state == .tracked || $0.state == .recovered } }
    }
    #expect(held == 0)
  }

  @Test func pictureOfAnotherSizeGoesOnWithTheSameObject() throws {
    let small = ObjectsScene()
    let large = ObjectsScene(width: 320, height: 240)
    var tracker = try tracker()
    let uuid = try tracker.nominate(small.relative(moving(0)))
    for frame in 0..<10 { _ = try small.track(small.render(moving(frame)), number: frame, &tracker) }
    for frame in 10..<20 {
      let patch = moving(frame)
      let doubled = Patch(x: 2 * patch.x, y: 2 * patch.y, width: 2 * patch.width, height: 2 * patch.height)
      let seen = try large.track(large.render(doubled), number: frame, &tracker)
      #expect(seen.first?.uuid == uuid)
      #expect(seen.count == 1)
    }
  }

  @Test func orientationTurnsBoxesBothWays() throws {
    let scene = ObjectsScene()
    var tracker = try tracker()
    let stored = scene.relative(moving(0))
    let corner = Orientation.right.upright(Point(x: stored.x, y: stored.maxY))
    let upright = Rectangle(x: corner.x, y: corner.y, width: stored.height, height: stored.width)
    try tracker.nominate(upright)
    _ = try scene.track(scene.render(moving(0)), number: 0, &tracker, orientation: .right)
    let seen = try scene.track(scene.render(moving(0)), number: 1, &tracker, orientation: .right)
    let box = try #require(seen.first).boundingBox
    #expect(abs(box.x - upright.x) < 0.02 && abs(box.y - upright.y) < 0.02)
    #expect(abs(box.width - upright.width) < 0.02 && abs(box.height - upright.height) < 0.02)
  }

  @Test func timeMustIncrease() throws {
    let scene = ObjectsScene()
    var tracker = try tracker()
    _ = try scene.track(scene.render(nil), number: 3, &tracker)
    let error = #expect(throws: FlycatcherError.self) { _ = try scene.track(scene.render(nil), number: 3, &tracker) }
    #expect(error?.code == .timestampNotIncreasing)
    tracker.reset()
    _ = try scene.track(scene.render(nil), number: 0, &tracker)
  }
}

// One thing, one object: boxes of a detector that come twice, that shrink, and that leave an object out.
import Flycatcher
import Testing

@Suite struct ObjectsDuplicateTests {
  typealias Patch = ObjectsScene.Patch

  private let scene = ObjectsScene()
  private let patch = Patch(x: 60, y: 44, width: 28, height: 24)

  private func tracker() throws -> ObjectTracker {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = .fast
    settings.renominateInterval = .milliseconds(400)
    return try ObjectTracker(settings)
  }

  private func region(_ patch: Patch, _ type: String = "face") -> FrameRegion {
    FrameRegion(type: type, box: scene.relative(patch))
  }

  @Test func aThingThatIsDetectedTwiceInAFrameIsOneObject() throws {
    var tracker = try tracker()
    let wider = Patch(x: patch.x - 4, y: patch.y - 3, width: patch.width + 8, height: patch.height + 6)
    for frame in 0..<30 {
      let seen = try scene.track(
        scene.render(patch), number: frame, &tracker, regions: [region(patch), region(wider)])
      #expect(seen.count == 1, "frame \(frame)")
    }
  }

  @Test func boxesOfTwoTypesOnOnePlaceAreTwoObjects() throws {
    var tracker = try tracker()
    let seen = try scene.track(
      scene.render(patch), number: 0, &tracker, regions: [region(patch, "person"), region(patch, "face")])
    #expect(seen.map(\.label) == ["person", "face"])
  }

  @Test func aBoxWithinAnObjectOfItsTypeCorrectsTheObject() throws {
    var tracker = try tracker()
    var uuids: Set<ObservationUUID> = []
    for frame in 0..<24 {
      let isLarge = frame == 0
      let box = isLarge ? Patch(x: 46, y: 32, width: 56, height: 48) : patch
      let seen = try scene.track(scene.render(patch), number: frame, &tracker, regions: [region(box)])
      uuids.formUnion(seen.map(\.uuid))
      if frame >= 10 { #expect(scene.overlap(try #require(seen.first).boundingBox, patch) > 0.7, "frame \(frame)") }
    }
    #expect(uuids.count == 1)
  }

  /// A detector takes a wall around the face for a face, once; from then on it sees the face alone.
  @Test func anObjectThatTheDetectorLeavesOutForAnotherOnItsPlaceEnds() throws {
    var tracker = try tracker()
    var states: [ObservationUUID: [TrackingState]] = [:]
    for frame in 0..<60 {
      let regions = frame == 0 ? [region(Patch(x: 20, y: 4, width: 110, height: 100))] : [region(patch)]
      for object in try scene.track(scene.render(patch), number: frame, &tracker, regions: regions) {
        states[object.uuid, default: []].append(object.state)
      }
    }
    #expect(states.count == 2)
    #expect(states.values.contains { $0.last == .ended && $0.count(where: { $0 == .ended }) == 1 })
    #expect(tracker.uuids.count == 1)
  }

  @Test func anObjectNominatedByHandStays() throws {
    var tracker = try tracker()
    let uuid = try tracker.nominate(scene.relative(Patch(x: 20, y: 4, width: 110, height: 100)), label: "face")
    for frame in 0..<60 {
      _ = try scene.track(scene.render(patch), number: frame, &tracker, regions: [region(patch)])
    }
    #expect(tracker.uuids.contains(uuid))
  }

  /// The object leaves for good, is lost, and is nominated again where it was last seen.
  @Test(arguments: [false, true])
  func aLostObjectThatIsNominatedAgainIsRecovered(_ isByDetector: Bool) throws {
    var tracker = try tracker()
    let uuid = try tracker.nominate(scene.relative(patch), label: "face")
    var states: [TrackingState] = []
    let flat = [UInt8](repeating: 16, count: scene.render(nil).count)
    for frame in 0..<120 {
      let isBack = frame == 110
      var box = scene.relative(patch)
      if isBack, let lost = tracker.object(at: Point(x: box.x + box.width / 2, y: box.y + box.height / 2)) {
        #expect(lost == uuid)
      }
      if isBack, !isByDetector { try tracker.nominate(box) }
      box.x += 0.01
      let regions = isBack && isByDetector ? [FrameRegion(type: "face", box: box)] : []
      let isThere = frame < 10 || frame >= 110
      let seen = try scene.track(isThere ? scene.render(patch) : flat, number: frame, &tracker, regions: regions)
      #expect(seen.map(\.uuid) == [uuid], "frame \(frame)")
      states += seen.map(\.state)
    }
    #expect(states[109] == .lost)
    #expect(states[110] == .recovered && states[111] == .tracked)
    #expect(states.count { $0 == .nominated } == 1)
  }
}

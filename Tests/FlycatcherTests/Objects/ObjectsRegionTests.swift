// Boxes that come with the frames: which nominate, when, and which objects they are.
import Flycatcher
import Testing

@Suite struct ObjectsRegionTests {
  typealias Patch = ObjectsScene.Patch

  private let scene = ObjectsScene()
  private let patch = Patch(x: 60, y: 44, width: 28, height: 24)

  private func tracker(_ change: (inout ObjectTracker.Settings) -> Void = { _ in }) throws -> ObjectTracker {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = .fast
    change(&settings)
    return try ObjectTracker(settings)
  }

  private func region(_ patch: Patch, _ type: String = "car") -> FrameRegion {
    FrameRegion(type: type, box: scene.relative(patch))
  }

  @Test(arguments: [("*", true), ("face, car", true), ("car", true), ("face", false), ("", false)])
  func theTypeDecidesWhatNominates(_ types: String, _ isTaken: Bool) throws {
    var tracker = try tracker { $0.regionTypes = RegionTypes(types) }
    for frame in 0..<4 {
      let regions = frame == 1 ? [region(patch)] : []
      let seen = try scene.track(scene.render(patch), number: frame, &tracker, regions: regions)
      #expect(seen.count == (isTaken && frame > 0 ? 1 : 0), "frame \(frame)")
      #expect(seen.allSatisfy { $0.label == "car" && scene.overlap($0.boundingBox, patch) > 0.7 })
    }
    #expect(RegionTypes(types).description == types.replacing(" ", with: ""))
  }

  @Test func boxesAreTakenAtTheIntervalAndNoSooner() throws {
    // Each box lies a little to the side of the object: where it is taken, the object is put there.
    var tracker = try tracker { $0.renominateInterval = .milliseconds(400) }
    let beside = region(Patch(x: patch.x + 5, y: patch.y, width: patch.width, height: patch.height))
    var taken: [Int] = []
    var uuids: Set<ObservationUUID> = []
    for frame in 0..<31 {
      let seen = try scene.track(scene.render(patch), number: frame, &tracker, regions: [beside])
      if let box = seen.first?.boundingBox, abs(box.x - beside.box.x) < 1e-9 { taken.append(frame) }
      uuids.formUnion(seen.map(\.uuid))
    }
    #expect(taken == [0, 10, 20, 30])
    #expect(uuids.count == 1)
  }

  @Test func aBoxIsMatchedWithWhereTheObjectIsNow() throws {
    // From one frame to the next the object moves too far for its old place to tell that it is the same.
    var tracker = try tracker { $0.renominateInterval = .zero }
    var uuids: Set<ObservationUUID> = []
    for frame in 0..<6 {
      let place = Patch(x: 10 + 16 * Double(frame), y: 44, width: 28, height: 24)
      let seen = try scene.track(scene.render(place), number: frame, &tracker, regions: [region(place)])
      uuids.formUnion(seen.map(\.uuid))
      #expect(seen.count == 1)
    }
    #expect(uuids.count == 1)
  }

  @Test func whatIsNominatedByHandKeepsItsIdentity() throws {
    var tracker = try tracker()
    let uuid = try tracker.nominate(scene.relative(patch), label: "mine")
    _ = try scene.track(scene.render(patch), number: 0, &tracker)
    let seen = try scene.track(scene.render(patch), number: 1, &tracker, regions: [region(patch)])
    #expect(seen.map(\.uuid) == [uuid])
  }

  @Test func boxesThatCannotBeTakenAreNamedAndTheOthersFollowed() throws {
    var tracker = try tracker { $0.maximumObjects = 1 }
    let outside = FrameRegion(type: "car", box: Rectangle(x: 3, y: 0, width: 0.1, height: 0.1))
    let far = region(Patch(x: 4, y: 4, width: 20, height: 20))
    let crowd = Array(repeating: outside, count: 5000) + [region(patch), far]
    let seen = try scene.track(scene.render(patch), number: 0, &tracker, regions: crowd)
    #expect(seen.count == 1 && scene.overlap(seen[0].boundingBox, patch) > 0.9)
    #expect((1...8).contains(tracker.refusedRegions.count))
    #expect(tracker.refusedRegions.first?.description.contains("picture") == true)
    _ = try scene.track(scene.render(patch), number: 20, &tracker, regions: [region(patch), far])
    #expect(tracker.refusedRegions.map { $0.description.contains("maximumObjects") } == [true])
    _ = try scene.track(scene.render(patch), number: 21, &tracker)
    #expect(tracker.refusedRegions.isEmpty)
  }

  @Test func intervalAndTypesChangeWhileObjectsAreFollowed() throws {
    var tracker = try tracker { $0.regionTypes = RegionTypes("") }
    _ = try scene.track(scene.render(patch), number: 0, &tracker, regions: [region(patch)])
    #expect(tracker.uuids.isEmpty)
    var settings = tracker.settings
    settings.regionTypes = .all
    try tracker.apply(settings)
    _ = try scene.track(scene.render(patch), number: 1, &tracker, regions: [region(patch)])
    #expect(tracker.uuids.count == 1)
    settings.renominateInterval = .seconds(-1)
    let error = #expect(throws: FlycatcherError.self) { try tracker.apply(settings) }
    #expect(error?.description.hasPrefix("renominateInterval is") == true)
  }
}

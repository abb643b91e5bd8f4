// Nomination: what is refused and why, what is the same object, what renomination matches.
import Flycatcher
import Testing

@Suite struct ObjectsNominationTests {
  private let scene = ObjectsScene()
  private let left = ObjectsScene.Patch(x: 20, y: 30, width: 24, height: 24)
  private let right = ObjectsScene.Patch(x: 100, y: 60, width: 24, height: 24)

  private func tracker(maximumObjects: Int = 100) throws -> ObjectTracker {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = .fast
    settings.maximumObjects = maximumObjects
    return try ObjectTracker(settings)
  }

  @Test(arguments: [
    Rectangle(x: .nan, y: 0, width: 0.1, height: 0.1), Rectangle(x: 0, y: 0, width: .infinity, height: 0.1),
    Rectangle(x: 0.2, y: 0.2, width: 0, height: 0.1), Rectangle(x: 0.2, y: 0.2, width: 0.1, height: -0.1),
    Rectangle(x: 1, y: 0.2, width: 0.1, height: 0.1), Rectangle(x: -0.5, y: 0.2, width: 0.2, height: 0.1),
  ])
  func boxThatIsNoneInThePictureIsRefused(_ box: Rectangle) throws {
    var tracker = try tracker()
    let error = #expect(throws: FlycatcherError.self) { try tracker.nominate(box) }
    #expect(error?.description.contains("The box is") == true)
    #expect(tracker.uuids.isEmpty)
  }

  @Test func whatReachesBeyondThePictureIsCutOff() throws {
    var tracker = try tracker()
    try tracker.nominate(Rectangle(x: -0.1, y: 0.9, width: 0.3, height: 0.4))
    let seen = try #require(scene.track(scene.render(nil), number: 0, &tracker).first)
    #expect(abs(seen.boundingBox.x) < 1e-9 && abs(seen.boundingBox.maxY - 1) < 1e-9)
    #expect(abs(seen.boundingBox.width - 0.2) < 1e-9)
  }

  /// One pixel, the whole picture, a line: nothing to rely on, but nothing that breaks.
  @Test(arguments: [
    Rectangle(x: 0.5, y: 0.5, width: 1.0 / 160, height: 1.0 / 120), .picture,
    Rectangle(x: 0, y: 0.5, width: 1, height: 0.001), Rectangle(x: 0.3, y: 0.3, width: 1e-9, height: 1e-9),
    Rectangle(x: 0, y: 0.2, width: .leastNonzeroMagnitude, height: 0.5),
    Rectangle(x: 0.2, y: 0, width: 0.5, height: .leastNonzeroMagnitude),
    Rectangle(x: 0, y: 0, width: .leastNonzeroMagnitude, height: .leastNonzeroMagnitude),
  ])
  func extremeBoxesStayFinite(_ box: Rectangle) throws {
    for level in ObjectTracker.TrackingLevel.allCases {
      var settings = ObjectTracker.Settings()
      settings.trackingLevel = level
      var tracker = try ObjectTracker(settings)
      try tracker.nominate(box)
      for frame in 0..<4 {
        let seen = try #require(scene.track(scene.render(frame % 2 == 0 ? left : right), number: frame, &tracker).first)
        let box = seen.boundingBox
        #expect(
          box.x.isFinite && box.y.isFinite && box.width > 0 && box.height > 0 && box.width < 10 && box.height < 10)
        #expect((0...1).contains(seen.confidence))
      }
    }
  }

  @Test func nothingIsSeenInAFlatPicture() throws {
    var tracker = try tracker()
    try tracker.nominate(scene.relative(left))
    let flat = [UInt8](repeating: 16, count: scene.render(nil).count)
    for frame in 0..<30 {
      let seen = try #require(scene.track(flat, number: frame, &tracker).first)
      if frame > 0 {
        #expect(seen.state == .predicted || seen.state == .lost)
        #expect(seen.confidence < 0.3)
      }
    }
  }

  /// There is nothing to know it by: it is reported where it was nominated, and nothing is found when something appears.
  @Test(arguments: [0, 16, 255] as [UInt8])
  func nominationInAFlatPictureStaysFinite(_ level: UInt8) throws {
    for tracking in ObjectTracker.TrackingLevel.allCases {
      var settings = ObjectTracker.Settings()
      settings.trackingLevel = tracking
      var tracker = try ObjectTracker(settings)
      try tracker.nominate(scene.relative(left))
      let flat = [UInt8](repeating: level, count: scene.render(nil).count)
      for frame in 0..<30 {
        let pixels = frame < 12 ? flat : scene.render(right)
        let seen = try #require(scene.track(pixels, number: frame, &tracker).first)
        #expect(seen.boundingBox.x.isFinite && seen.boundingBox.width > 0 && (0...1).contains(seen.confidence))
        if frame == 0 { #expect(seen.state == .nominated) }
        if frame > 0 { #expect(seen.state != .tracked && seen.state != .recovered) }
      }
    }
  }

  @Test func sameObjectNominatedTwiceKeepsItsIdentity() throws {
    var tracker = try tracker()
    let first = try tracker.nominate(scene.relative(left), label: "one")
    let second = try tracker.nominate(scene.relative(left))
    _ = try scene.track(scene.render(left), number: 0, &tracker)
    _ = try scene.track(scene.render(left), number: 1, &tracker)
    let third = try tracker.nominate(scene.relative(left))
    #expect(second == first && third == first)
    let seen = try scene.track(scene.render(left), number: 2, &tracker)
    #expect(seen.map(\.uuid) == [first] && seen.map(\.state) == [.nominated] && seen.map(\.label) == ["one"])
  }

  @Test func nominationBeyondTheLimitNamesTheLimit() throws {
    var tracker = try tracker(maximumObjects: 1)
    let first = try tracker.nominate(scene.relative(left))
    let error = #expect(throws: FlycatcherError.self) { try tracker.nominate(scene.relative(right)) }
    #expect(error?.description.contains("maximumObjects, which is 1") == true)
    let isDropped = tracker.drop(first)
    #expect(isDropped)
    try tracker.nominate(scene.relative(right))
  }

  @Test func renominationMatchesKnownObjectsFirst() throws {
    var tracker = try tracker()
    let known = try tracker.nominate(scene.relative(left), label: "left")
    for frame in 0..<3 { _ = try scene.track(scene.render(left), number: frame, &tracker) }
    let shifted = ObjectsScene.Patch(x: 22, y: 32, width: 24, height: 24)
    let uuids = try tracker.renominate([(scene.relative(right), "right"), (scene.relative(shifted), "")])
    #expect(uuids[1] == known && uuids[0] != known)
    let seen = try scene.track(scene.render(left), number: 3, &tracker)
    #expect(Set(seen.map(\.uuid)) == Set(uuids))
    #expect(seen.first { $0.uuid == known }?.label == "left")
    #expect(seen.first { $0.uuid == known }?.boundingBox.x == 22.0 / 160)
  }

  @Test func refusedRenominationChangesNothing() throws {
    var tracker = try tracker(maximumObjects: 1)
    #expect(throws: FlycatcherError.self) {
      try tracker.renominate([(scene.relative(left), ""), (scene.relative(right), "")])
    }
    #expect(tracker.uuids.isEmpty)
  }

  @Test func droppedObjectEndsOnce() throws {
    var tracker = try tracker()
    let uuid = try tracker.nominate(scene.relative(left))
    _ = try scene.track(scene.render(left), number: 0, &tracker)
    let isDropped = tracker.drop(uuid)
    let isDroppedAgain = tracker.drop(uuid)
    #expect(isDropped && !isDroppedAgain)
    let seen = try scene.track(scene.render(left), number: 1, &tracker)
    let after = try scene.track(scene.render(left), number: 2, &tracker)
    #expect(seen.map(\.state) == [.ended] && after.isEmpty)
  }

  @Test func theEndOfTheStreamIsNoEndOfAnObjectThatIsFollowed() throws {
    var tracker = try tracker()
    let dropped = try tracker.nominate(scene.relative(left))
    try tracker.nominate(scene.relative(right))
    _ = try scene.track(scene.render(left), number: 0, &tracker)
    tracker.drop(dropped)
    let last = tracker.finish().compactMap { if case .object(let object) = $0 { object } else { nil } }
    #expect(last.map(\.uuid) == [dropped] && last.map(\.state) == [.ended])
    #expect(tracker.uuids.isEmpty)
  }

  @Test func aNominationThatNoFrameHasMetOutlivesAReset() throws {
    var tracker = try tracker()
    let known = try tracker.nominate(scene.relative(left))
    _ = try scene.track(scene.render(left), number: 0, &tracker)
    try tracker.nominate(scene.relative(left))
    let waiting = try tracker.nominate(scene.relative(right))
    #expect(tracker.uuids == [known, waiting])
    tracker.reset()
    #expect(tracker.uuids == [waiting])
  }

  @Test(arguments: [0, -1, 1001])
  func limitOutsideItsRangeIsRefused(_ limit: Int) {
    let error = #expect(throws: FlycatcherError.self) { try tracker(maximumObjects: limit) }
    #expect(error?.description == "maximumObjects is \(limit); it must be from 1 to 1000.")
  }
}

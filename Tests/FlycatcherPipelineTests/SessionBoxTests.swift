// Objects that boxes on the buffers nominate: the same in a session as in the element.
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct SessionBoxTests {
  private func follow(
    _ pictures: [BoxedPicture], orientation: Orientation = .up,
    _ change: (inout ObjectTracker.Settings) -> Void = { _ in }
  ) throws -> (objects: [[ObjectObservation]], warnings: [String]) {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = .fast
    change(&settings)
    var options = SessionOptions()
    options.orientation = orientation
    let session = try Session(
      pipeline: "appsrc name=boxes ! appsink name=frames", trackers: [ObjectTracker(settings)], options: options)
    try session.push(pictures)
    var objects: [[ObjectObservation]] = []
    try session.run { report in
      objects.append(report.observations.compactMap { if case .object(let object) = $0 { object } else { nil } })
    }
    return (objects, session.warnings)
  }

  private func moving(_ count: Int) -> [BoxedPicture] {
    (0..<count).map { BoxedPicture(patch: (30 + 2 * $0, 20 + $0)) }
  }

  @Test(arguments: [("*", 17), ("person,car", 17), ("person", 0)])
  func aBoxOnABufferNominates(_ types: String, _ count: Int) throws {
    var pictures = moving(20)
    pictures[3].boxes = [pictures[3].box("car")]
    let (objects, warnings) = try follow(pictures) { $0.regionTypes = RegionTypes(types) }
    #expect(objects.flatMap(\.self).count == count && warnings.isEmpty)
    #expect(Set(objects.flatMap(\.self).map(\.uuid)).count == min(count, 1))
    for (frame, object) in objects.enumerated().flatMap({ frame, seen in seen.map { (frame, $0) } }) {
      #expect(object.label == "car" && object.state == (frame == 3 ? .nominated : .tracked))
      #expect(abs(object.boundingBox.x * 160 - Double(30 + 2 * frame)) < 3, "frame \(frame)")
      #expect(abs(object.boundingBox.y * 120 - Double(20 + frame)) < 3, "frame \(frame)")
    }
  }

  @Test func boxesAtAnIntervalPutAnObjectRightAndKeepItsIdentity() throws {
    var pictures = moving(31)
    for index in pictures.indices { pictures[index].boxes = [pictures[index].box("car", error: 4)] }
    let (objects, _) = try follow(pictures) { $0.renominateInterval = .milliseconds(400) }
    let right = objects.indices.filter { frame in
      objects[frame].contains { abs($0.boundingBox.x * 160 - Double(30 + 2 * frame + 4)) < 1e-9 }
    }
    #expect(right == [0, 10, 20, 30])
    #expect(Set(objects.flatMap(\.self).map(\.uuid)).count == 1)
    #expect(objects.allSatisfy { $0.count == 1 })
  }

  @Test func boxesAreRelativeToTheUprightPicture() throws {
    var pictures = moving(2)
    pictures[0].boxes = [pictures[0].box("car")]
    let (objects, _) = try follow(pictures, orientation: .right)
    let box = try #require(objects.first?.first).boundingBox
    // Turned to the right, the stored picture's bottom left is the top left.
    #expect(abs(box.x - (1 - 52.0 / 120)) < 1e-9 && abs(box.y - 30.0 / 160) < 1e-9)
    #expect(abs(box.width - 32.0 / 120) < 1e-9 && abs(box.height - 32.0 / 160) < 1e-9)
  }

  @Test func aBoxThatIsNotTakenIsToldOnce() throws {
    var pictures = moving(3)
    for index in pictures.indices {
      pictures[index].boxes = [
        ("car", PixelRegion(x: 4_000_000_000, y: 7, width: 4_000_000_000, height: 9)),
        ("car", PixelRegion(x: 0, y: 0, width: 0, height: 0)), pictures[index].box("car"),
      ]
    }
    let (objects, warnings) = try follow(pictures) { $0.renominateInterval = .zero }
    #expect(objects.map(\.count) == [1, 1, 1])
    #expect(warnings.count == 1 && warnings[0].contains("must be"), "\(warnings)")
  }

  @Test func objectsGoOnInPicturesOfAnotherSize() throws {
    var pictures = moving(20)
    pictures[0].boxes = [pictures[0].box("car")]
    for index in 10..<20 { pictures[index].scale = 2 }
    let (objects, _) = try follow(pictures)
    #expect(objects.allSatisfy { $0.count == 1 })
    #expect(Set(objects.flatMap(\.self).map(\.uuid)).count == 1)
    let last = try #require(objects.last?.first)
    #expect(last.state == .tracked && abs(last.boundingBox.x * 160 - 68) < 3)
  }
}

// Objects spread over threads: what is reported does not depend on how many there are.
import Flycatcher
import Testing

@Suite struct ObjectsThreadsTests {
  private let scene = ObjectsScene(width: 240, height: 180)

  private func patch(_ frame: Int) -> ObjectsScene.Patch {
    ObjectsScene.Patch(x: 40 + 2 * Double(frame), y: 60, width: 28, height: 24)
  }

  private func tracker(threads: Int) throws -> ObjectTracker {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = .fast
    settings.maximumThreads = threads
    return try ObjectTracker(settings)
  }

  /// Twelve boxes, of which one moves; it is hidden for a while, so that some objects are looked for and others not.
  private func observe(_ tracker: inout ObjectTracker) throws -> [[ObjectObservation]] {
    try tracker.nominate(scene.relative(patch(0)), label: "moving")
    for index in 0..<11 {
      let (column, row) = (Double(index % 4), Double(index / 4))
      try tracker.nominate(Rectangle(x: 0.05 + 0.24 * column, y: 0.05 + 0.6 * row / 2, width: 0.1, height: 0.12))
    }
    let screen = ObjectsScene.Patch(x: 0, y: 40, width: 240, height: 70)
    return try (0..<24).map { frame in
      let pixels = scene.render(patch(frame), screen: (8..<14).contains(frame) ? screen : nil)
      return try scene.track(pixels, number: frame, &tracker)
    }
  }

  @Test(arguments: [2, 3, 8])
  func resultsDoNotDependOnTheNumberOfThreads(_ threads: Int) throws {
    var alone = try tracker(threads: 1)
    var spread = try tracker(threads: threads)
    let (expected, seen) = (try observe(&alone), try observe(&spread))
    #expect(expected.allSatisfy { $0.count == 12 } && seen.count == expected.count)
    for (a, b) in zip(expected.joined(), seen.joined()) {
      #expect(a.boundingBox == b.boundingBox && a.state == b.state && a.confidence == b.confidence)
      #expect(a.label == b.label && a.time == b.time)
    }
  }

  /// A copy goes on by itself.
  @Test func copiesAreIndependent() async throws {
    var first = try tracker(threads: 4)
    _ = try observe(&first)
    let second = first
    let moved = patch(23)
    let pixels = scene.render(moved)
    let scene = scene
    try await withThrowingTaskGroup(of: [ObjectObservation].self) { group in
      for tracker in [first, second] {
        group.addTask {
          var tracker = tracker
          var last: [ObjectObservation] = []
          for frame in 24..<34 { last = try scene.track(pixels, number: frame, &tracker) }
          return last
        }
      }
      var results: [[ObjectObservation]] = []
      for try await result in group { results.append(result) }
      #expect(results.count == 2 && results[0] == results[1])
    }
  }

  /// The one has far fewer objects than the other, and so less scratch memory.
  @Test func copiesWithOtherNumbersOfObjectsAreIndependent() throws {
    var few = try tracker(threads: 8)
    try few.nominate(scene.relative(patch(0)), label: "moving")
    try few.nominate(Rectangle(x: 0.05, y: 0.6, width: 0.1, height: 0.12))
    for frame in 0..<3 { _ = try scene.track(scene.render(patch(frame)), number: frame, &few) }
    var many = few
    for column in 0..<10 {
      try many.nominate(Rectangle(x: 0.01 + 0.09 * Double(column), y: 0.8, width: 0.08, height: 0.12))
    }
    var alone = few
    for frame in 3..<12 {
      let pixels = scene.render(patch(frame))
      #expect(try scene.track(pixels, number: frame, &many).count == 12)
      #expect(try scene.track(pixels, number: frame, &few) == scene.track(pixels, number: frame, &alone))
    }
  }

  @Test(arguments: [-1, 65])
  func threadsOutsideTheirRangeAreRefused(_ threads: Int) {
    let error = #expect(throws: FlycatcherError.self) { try tracker(threads: threads) }
    #expect(error?.description == "maximumThreads is \(threads); it must be from 1 to 64, or 0 for all processors.")
  }
}

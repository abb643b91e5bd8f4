// Frames out of order, and streams that go back in time.
import Flycatcher
import Testing

@Suite struct TimeOrderTests {
  private let scene = ObjectsScene()
  private let patch = ObjectsScene.Patch(x: 60, y: 44, width: 28, height: 24)
  private let quad = Quad(
    topLeft: Point(x: 0.2, y: 0.2), topRight: Point(x: 0.8, y: 0.2), bottomRight: Point(x: 0.8, y: 0.8),
    bottomLeft: Point(x: 0.2, y: 0.8))

  /// Returns the observations of frames at these times, in frames of a 25th of a second; `nil` where one is refused.
  private func states(_ tracker: any Tracker, at numbers: [Int]) throws -> [[TrackingState]?] {
    var tracker = tracker
    let pixels = scene.render(patch)
    let bytes = pixels.span.extracting(0..<scene.width * scene.height)
    var states: [[TrackingState]?] = []
    for number in numbers {
      guard let luma = Plane(bytes, width: scene.width, height: scene.height, rowStride: scene.width) else { continue }
      let frame = Frame(luma: luma, timestamp: Timestamp(nanoseconds: Int64(number) * 40_000_000))
      do {
        states.append(try tracker.track(frame).compactMap(Self.state))
      } catch {
        #expect(error.code == .timestampNotIncreasing)
        states.append(nil)
      }
    }
    return states
  }

  private static func state(_ observation: Observation) -> TrackingState? {
    switch observation {
    case .object(let object): object.state
    case .rectangle(let rectangle): rectangle.state
    case .trajectory: nil
    }
  }

  private func trackers() throws -> [any Tracker] {
    var objects = try ObjectTracker()
    try objects.nominate(scene.relative(patch))
    var rectangles = try RectangleTracker()
    _ = try rectangles.nominate(quad)
    return [objects, rectangles]
  }

  @Test func framesOutOfOrderAreRefusedAndForgotten() throws {
    for tracker in try trackers() {
      // Twice the same time, one frame late, a group in coding order.
      let seen = try states(tracker, at: [0, 1, 1, 2, 1, 3, 7, 4, 5, 6, 11])
      #expect(seen.map { $0 == nil } == [0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0].map { $0 == 1 })
      #expect(seen.compactMap(\.self).allSatisfy { $0.count == 1 && !$0.contains(.ended) })
    }
  }

  @Test(arguments: [13, 90_000])
  func aStreamThatGoesBackBeginsAnew(_ jump: Int) throws {
    for tracker in try trackers() {
      let first = Array(100_000..<100_005)
      let seen = try states(tracker, at: first + (0..<20).map { 100_005 - jump + $0 })
      #expect(seen[5..<8].allSatisfy { $0 == nil })
      #expect(seen[8] == [.ended])
      #expect(seen[9...].allSatisfy { $0 == [] })
    }
  }

  @Test func whatIsTrackedEndsWhereAnotherStreamFollows() throws {
    for tracker in try trackers() {
      var tracker = tracker
      #expect(tracker.restart().isEmpty)
      let pixels = scene.render(patch)
      let bytes = pixels.span.extracting(0..<scene.width * scene.height)
      let plane = Plane(bytes, width: scene.width, height: scene.height, rowStride: scene.width)
      guard let luma = plane else { return }
      _ = try tracker.track(Frame(luma: luma, timestamp: Timestamp(seconds: 5)))
      #expect(tracker.restart().compactMap(Self.state) == [.ended])
      #expect(try tracker.track(Frame(luma: luma, timestamp: Timestamp(seconds: 1))).isEmpty)
    }
  }
}

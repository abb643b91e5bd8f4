// Several objects in a frame: each place is one object's.
import Testing

@testable import Flycatcher

@Suite struct ObjectsAssignmentTests {
  typealias Patch = ObjectsScene.Patch

  /// Draws a second patch of the same look, behind the first.
  static func render(_ front: Patch, _ back: Patch, _ scene: ObjectsScene) -> [UInt8] {
    var pixels = scene.render(back)
    let nearer = scene.render(front)
    let luma = scene.width * scene.height
    let (colorWidth, colorSize) = (scene.width / 2, luma / 4)
    for row in max(Int(front.y), 0)..<min(Int(front.y + front.height), scene.height) {
      for column in max(Int(front.x), 0)..<min(Int(front.x + front.width), scene.width) {
        pixels[row * scene.width + column] = nearer[row * scene.width + column]
        let color = luma + row / 2 * colorWidth + column / 2
        pixels[color] = nearer[color]
        pixels[color + colorSize] = nearer[color + colorSize]
      }
    }
    return pixels
  }

  /// One of two things that look the same passes in front of the other, and covers half of it and more.
  @Test(arguments: ObjectTracker.TrackingLevel.allCases)
  func twoTracksNeverSitOnOneThing(_ level: ObjectTracker.TrackingLevel) throws {
    let scene = ObjectsScene()
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    var tracker = try ObjectTracker(settings)
    func front(_ frame: Int) -> Patch { Patch(x: 14 + 2 * Double(frame), y: 44, width: 28, height: 24) }
    func back(_ frame: Int) -> Patch { Patch(x: 116 - 2 * Double(frame), y: 54, width: 28, height: 24) }
    let first = try tracker.nominate(scene.relative(front(0)))
    let second = try tracker.nominate(scene.relative(back(0)))
    for frame in 0..<50 {
      let seen = try scene.track(Self.render(front(frame), back(frame), scene), number: frame, &tracker)
      let held = seen.filter { $0.state == .tracked || $0.state == .recovered }
      if held.count == 2 {
        #expect(ObjectTracker.overlap(held[0].boundingBox, held[1].boundingBox) <= 0.5, "frame \(frame)")
      }
      guard frame > 40 else { continue }
      let boxes = (seen.first { $0.uuid == first }?.boundingBox, seen.first { $0.uuid == second }?.boundingBox)
      #expect(scene.overlap(try #require(boxes.0), front(frame)) > 0.5, "frame \(frame)")
      #expect(scene.overlap(try #require(boxes.1), back(frame)) > 0.5, "frame \(frame)")
    }
  }

  @Test func assignmentHasTheLeastCosts() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let (rows, columns) = (Int.random(in: 1...4, using: &generator), Int.random(in: 4...5, using: &generator))
      let costs = (0..<rows).map { _ in (0..<columns).map { _ in Double.random(in: -5...5, using: &generator) } }
      func least(_ row: Int, _ taken: Set<Int>) -> Double {
        guard row < rows else { return 0 }
        return (0..<columns).filter { !taken.contains($0) }
          .map { costs[row][$0] + least(row + 1, taken.union([$0])) }.min() ?? .infinity
      }
      let assigned = Assignment(costs).columns
      #expect(Set(assigned).count == rows)
      let sum = assigned.enumerated().reduce(0) { $0 + costs[$1.offset][$1.element] }
      #expect(abs(sum - least(0, [])) < 1e-9, "\(costs)")
    }
  }

  @Test(arguments: [[], [[]], [[1], [2]], [[1, 2], [3]], [[1, .nan]]] as [[[Double]]])
  func whatIsNoAssignmentProblemAssignsNothing(_ costs: [[Double]]) {
    #expect(Assignment(costs).columns.isEmpty)
  }
}

// Corners given by a user: refused by name where they cannot be tracked, tracked where they are not refused.
import Flycatcher
import Testing

@Suite struct QuadNominationTests {
  private func quad(_ numbers: [Double]) -> Quad {
    func corner(_ index: Int) -> Point { Point(x: numbers[2 * index], y: numbers[2 * index + 1]) }
    return Quad(topLeft: corner(0), topRight: corner(1), bottomRight: corner(2), bottomLeft: corner(3))
  }

  @Test(arguments: [
    [0.1, 0.1, 0.5, 0.099, 0.9, 0.1, 0.5, 0.9], [0.1, 0.1, 0.9, 0.1, 0.9, 0.10001, 0.5, 0.9],
    [0.1, 0.1, 0.9, 0.1, 0.9, 0.1, 0.1, 0.9], [.nan, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9],
    [0.1, 0.1, 0.9, 0.9, 0.9, 0.1, 0.1, 0.9], [2, 2, 3, 2, 3, 3, 2, 3],
  ])
  func cornersThatCannotBeTrackedAreRefused(_ numbers: [Double]) throws {
    var tracker = try RectangleTracker()
    let error = #expect(throws: FlycatcherError.self) { _ = try tracker.nominate(quad(numbers)) }
    #expect(error?.code == .nominationRefused && error?.setting == "corners")
    #expect(error?.description.hasPrefix("The rectangle is ") == true)
  }

  /// Whatever is not refused is reported in the first frame, in a picture of any shape.
  @Test func cornersThatAreNotRefusedAreReported() throws {
    var noise = Noise(seed: 3)
    var accepted = 0
    for index in 0..<3000 {
      let given = quad((0..<8).map { _ in 1.6 * Double(noise.uniform()) - 0.3 })
      var tracker = try RectangleTracker()
      do { _ = try tracker.nominate(given) } catch { continue }
      accepted += 1
      let (width, height) = [(64, 36), (9, 200), (300, 7), (1, 1)][index % 4]
      let seen = try PictureSizesTests.withFrame(width, height) { try tracker.track($0) }
      #expect(seen.count == 1, "\(given) in \(width) × \(height)")
    }
    #expect(accepted > 50)
  }
}

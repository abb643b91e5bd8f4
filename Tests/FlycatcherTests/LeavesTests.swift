// The most that a picture can ask of the analysis: 4K at 60 frames a second, full of leaves in the wind.
import Glibc
import Testing

@testable import Flycatcher

@Suite struct LeavesTests {
  /// A tree in the wind: everywhere small light and dark leaves, each of which sways at its own pace.
  private struct Tree {
    let width = 3840
    let height = 2160
    private var leaves: [(x: Double, y: Double, pace: Double, phase: Double, shade: UInt8)] = []

    init() {
      var generator = Lehmer(seed: 11)
      let part = { (generator: inout Lehmer) in Double(generator.byte()) / 256 + Double(generator.byte()) / 65536 }
      for _ in 0..<6000 {
        leaves.append(
          (
            part(&generator) * 3800, part(&generator) * 2120, 2 + 6 * part(&generator), 7 * part(&generator),
            60 + generator.byte() / 2
          ))
      }
    }

    /// Luma, then a fourth as many of both color differences.
    func draw(_ time: Double, into pixels: inout [UInt8]) {
      for index in 0..<width * height { pixels[index] = 110 }
      for leaf in leaves {
        let sway = sin(leaf.pace * time + leaf.phase)
        let (left, top) = (Int(leaf.x + 14 * sway), Int(leaf.y + 6 * sway * sway))
        for y in max(top, 0)..<min(top + 16, height) {
          for x in max(left, 0)..<min(left + 26, width) { pixels[y * width + x] = leaf.shade }
        }
      }
    }
  }

  @Test func aFrameOfLeavesStaysWithinItsBudget() throws {
    let tree = Tree()
    var pixels = [UInt8](repeating: 128, count: tree.width * tree.height * 3 / 2)
    var detector = try TrajectoryDetector()
    var times: [Double] = []
    for index in 0..<40 {
      let time = Double(index) / 60
      tree.draw(time, into: &pixels)
      let start = processorTime()
      let seen = try watch(pixels, tree.width, tree.height, at: Timestamp(seconds: time), &detector)
      if index >= 5 { times.append(processorTime() - start) }
      #expect(seen.isEmpty)
      let foreground = detector.finder.foreground
      #expect(foreground.slow.keptRuns <= 2 * EvidenceScanner.runBudget)
      #expect(foreground.fast.keptRuns <= 2 * EvidenceScanner.runBudget)
      #expect(detector.finder.candidates.count <= Int(detector.finder.parameters.capacity))
      #expect(detector.associator.tracks.count <= 2 * Int(detector.associator.parameters.capacity))
    }
    times.sort()
    // At 60 frames a second a frame has 16.7 ms.
    #expect(times[times.count / 2] < 16, "median of \(times.count) frames in milliseconds of processor time")
  }

  private func watch(
    _ pixels: [UInt8], _ width: Int, _ height: Int, at time: Timestamp, _ detector: inout TrajectoryDetector
  ) throws -> [Observation] {
    let bytes = pixels.span
    let (luma, quarter) = (width * height, width * height / 4)
    guard let plane = Plane(bytes.extracting(0..<luma), width: width, height: height, rowStride: width),
      let blue = Plane(
        bytes.extracting(luma..<luma + quarter), width: width / 2, height: height / 2, rowStride: width / 2),
      let red = Plane(
        bytes.extracting(luma + quarter..<luma + 2 * quarter), width: width / 2, height: height / 2,
        rowStride: width / 2),
      let frame = Frame(luma: plane, blueDifference: blue, redDifference: red, timestamp: time)
    else { return [] }
    return try detector.track(frame)
  }

  /// Milliseconds that this thread has spent on a processor.
  private func processorTime() -> Double {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) * 1e-6
  }
}

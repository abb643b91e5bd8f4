// The trajectory detector beside memcpy of the luma plane: both on one core, of frames that come from memory, in the thread's own processor time.
import Allocations
import DemoScene
import Flycatcher
import Foundation

enum TrajectoryBenchmark {
  static func run(_ table: inout Table) throws {
    let frames = try Film.frames(100)
    var full = TrajectoryDetector.Settings()
    full.objectMinimumNormalizedRadius = 0.001  // too small for any reduction
    let (analysis, copy) = try measure(frames, full)
    table.add(
      "trajectories, 1080p, full resolution, a frame", analysis, "ms", beside: ("memcpy of luma", copy), limit: 3)
    let (standard, copyAgain) = try measure(frames, .init())
    table.add(
      "trajectories, 1080p, default settings, a frame", standard, "ms", beside: ("memcpy of luma", copyAgain),
      limit: nil)
    let (flickering, copyOnceMore) = try measure(flicker(frames), full)
    table.add(
      "trajectories, 1080p, full resolution, in flickering light", flickering, "ms",
      beside: ("memcpy of luma", copyOnceMore), limit: nil)
    let still = try Film.frames(frames.count, hasBalls: false)
    table.add("trajectories, allocations in a frame where nothing flies", count: try allocations(still).frame, limit: 0)
    table.add("trajectories, allocations for each report", count: try allocations(frames).report, limit: nil)
  }

  /// The frames as a lamp on alternating current lights them.
  private static func flicker(_ frames: [[UInt8]]) -> [[UInt8]] {
    frames.enumerated().map { index, pixels in
      let gain = 256 + [0, 10, 0, -10][index % 4]
      return pixels.enumerated().map { place, sample in
        place < Film.width * Film.height ? UInt8(min(Int(sample) * gain / 256, 255)) : sample
      }
    }
  }

  /// Allocations in a frame and for a report, after a first walk through the film, in which the detector's memory has grown to what it takes.
  private static func allocations(_ frames: [[UInt8]]) throws -> (frame: Double, report: Double) {
    var detector = try TrajectoryDetector()
    var (taken, reports) = (0, 0)
    for index in 0..<4 * frames.count {
      let before = allocation_count()
      let seen = try detector.watch(frames[index % frames.count], at: Timestamp(seconds: Double(index) / 60)).count
      guard index >= 2 * frames.count else { continue }
      taken += allocation_count() - before
      reports += seen
    }
    return (Double(taken) / Double(2 * frames.count), Double(taken) / Double(max(reports, 1)))
  }

  private static func measure(_ frames: [[UInt8]], _ settings: TrajectoryDetector.Settings) throws -> (Double, Double) {
    var detector = try TrajectoryDetector(settings)
    var times = FrameTimes()
    var observations = 0
    for walk in 0..<3 {
      try times.measure(frames, lumaSize: Film.width * Film.height) { pixels, number in
        let time = Timestamp(seconds: Double(walk * frames.count + number) / 60)
        observations += try detector.watch(pixels, at: time).count
      }
    }
    if observations == 0 { print("The detector saw nothing: what is measured is not its work.") }
    return (median(Array(times.analyses.dropFirst(20))), median(times.copies))
  }
}

extension TrajectoryDetector {
  mutating func watch(_ pixels: [UInt8], at time: Timestamp) throws -> [Observation] {
    let (width, height) = (Film.width, Film.height)
    let bytes = pixels.span
    let (blue, red) = (width * height, width * height * 5 / 4)
    guard let luma = Plane(bytes.extracting(0..<blue), width: width, height: height, rowStride: width),
      let first = Plane(bytes.extracting(blue..<red), width: width / 2, height: height / 2, rowStride: width / 2),
      let second = Plane(
        bytes.extracting(red..<red + width * height / 4), width: width / 2, height: height / 2, rowStride: width / 2),
      let frame = Frame(luma: luma, blueDifference: first, redDifference: second, timestamp: time)
    else { return [] }
    return try track(frame)
  }
}

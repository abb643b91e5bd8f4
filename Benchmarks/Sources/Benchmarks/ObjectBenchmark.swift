// The object tracker: objects and frames a second on one core, fifty objects at 1080p on one thread and on two.
import DemoScene
import Flycatcher
import Foundation

enum ObjectBenchmark {
  static func run(_ table: inout Table) throws {
    let frames = try Film.frames(60)
    for (level, wanted) in [(ObjectTracker.TrackingLevel.accurate, 200.0), (.fast, 1000.0)] {
      let (rate, copy) = try measure(frames, level)
      table.add(
        "objects, \(level), one object and frame", 1000 / rate, "ms", beside: ("memcpy of luma", copy), limit: nil)
      print("objects, \(level): \(Int(rate)) objects x frames a second of one core's time (wanted: \(Int(wanted)))")
    }
    let alone = try many(frames, threads: 1)
    let two = try many(frames, threads: 2)
    table.add("50 objects, fast, 1080p, two threads, a frame", two, "ms", beside: ("one thread", alone), limit: 0.6)
    print(
      String(
        format: "50 objects, fast, 1080p: %.1f frames/s on one thread, %.1f on two (wanted: 25)", 1000 / alone,
        1000 / two))
  }

  /// Objects and frames for each second of processor time, over five objects; and the time of a copy of the luma plane.
  private static func measure(_ frames: [[UInt8]], _ level: ObjectTracker.TrackingLevel) throws -> (Double, Double) {
    var tracker = try tracker(level, threads: 1, objects: 5)
    var times: [Double] = []
    var copies: [Double] = []
    var copied = [UInt8](repeating: 0, count: Film.width * Film.height)
    for index in 0..<2 * frames.count {
      let start = TrajectoryBenchmark.processorTime()
      _ = try tracker.watch(frames[index % frames.count], at: Timestamp(seconds: Double(index) / 60))
      let middle = TrajectoryBenchmark.processorTime()
      copied.withUnsafeMutableBytes { target in
        frames[index % frames.count].withUnsafeBytes { source in
          if let to = target.baseAddress, let from = source.baseAddress { memcpy(to, from, target.count) }
        }
      }
      guard index > 0 else { continue }
      times.append(middle - start)
      copies.append(TrajectoryBenchmark.processorTime() - middle)
    }
    return (5000 / median(times), median(copies))
  }

  /// Milliseconds a frame, by the clock on the wall.
  private static func many(_ frames: [[UInt8]], threads: Int) throws -> Double {
    var tracker = try tracker(.fast, threads: threads, objects: 50)
    var times: [Double] = []
    for index in 0..<2 * frames.count {
      let start = ContinuousClock.now
      _ = try tracker.watch(frames[index % frames.count], at: Timestamp(seconds: Double(index) / 60))
      let elapsed = (ContinuousClock.now - start).components
      if index > 0 { times.append(Double(elapsed.seconds) * 1e3 + Double(elapsed.attoseconds) * 1e-15) }
    }
    return median(times)
  }

  private static func tracker(
    _ level: ObjectTracker.TrackingLevel, threads: Int, objects: Int
  ) throws -> ObjectTracker {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    settings.maximumThreads = threads
    var tracker = try ObjectTracker(settings)
    for index in 0..<objects {
      let (column, row) = (Double(index % 10), Double(index / 10))
      try tracker.nominate(Rectangle(x: 0.03 + 0.095 * column, y: 0.05 + 0.18 * row, width: 0.05, height: 0.1))
    }
    return tracker
  }
}

extension ObjectTracker {
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

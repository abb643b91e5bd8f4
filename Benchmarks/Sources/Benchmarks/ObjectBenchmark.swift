// The object tracker: objects and frames a second on one core, of objects that are seen and of such that are looked for; fifty at once;
// allocations and memory.
import Allocations
import Flycatcher
import Foundation

enum ObjectBenchmark {
  static func run(_ table: inout Table) throws {
    let frames = try runLevels(&table)
    let alone = try many(frames, threads: 1)
    let two = try many(frames, threads: 2)
    table.add("50 objects, fast, 1080p, two threads, a frame", two, "ms", beside: ("one thread", alone), limit: 0.6)
    print(
      String(
        format: "50 objects, fast, 1080p: %.1f frames/s on one thread, %.1f on two (wanted: 25)", 1000 / alone,
        1000 / two))
  }

  /// Measures what takes the time of one thread.
  ///
  /// - Returns: The film.
  @discardableResult
  static func runLevels(_ table: inout Table) throws -> [[UInt8]] {
    let frames = ObjectFilm.frames()
    let empty = ObjectFilm.frames(12, goneFrom: 0)
    for (level, wanted) in [(ObjectTracker.TrackingLevel.accurate, 200.0), (.fast, 1000.0)] {
      let cost = try measure(frames, empty, level)
      let name = "objects, \(level), one object and frame"
      table.add("\(name), tracked", cost.tracked, "ms", beside: ("memcpy of luma", cost.copy), limit: nil)
      table.add("\(name), predicted", cost.predicted, "ms", beside: ("tracked", cost.tracked), limit: 5)
      table.add("\(name), lost", cost.lost, "ms", beside: ("tracked", cost.tracked), limit: 3)
      table.add("objects, \(level), allocations in a frame", count: cost.allocations, limit: 0)
      table.add("objects, \(level), memory of one (MB)", count: try memory(frames[0], level), limit: 2)
      print(
        String(
          format: "objects, %@: %.0f objects x frames a second of one core (wanted: %.0f), %.0f predicted, %.0f lost",
          level.rawValue, 1000 / cost.tracked, wanted, 1000 / cost.predicted, 1000 / cost.lost))
    }
    return frames
  }

  private struct Cost {
    /// Milliseconds of processor time for an object in a frame in which it is tracked, and in one in which it is not seen.
    var tracked: Double
    var predicted: Double
    var lost: Double
    /// Of a copy of the luma plane.
    var copy: Double
    var allocations: Double
  }

  /// Five objects, followed through the film twice, and then in a picture from which they have gone.
  private static func measure(
    _ frames: [[UInt8]], _ empty: [[UInt8]], _ level: ObjectTracker.TrackingLevel
  ) throws -> Cost {
    let objects = 5
    var tracker = try tracker(level, threads: 1, objects: objects)
    var times: [TrackingState: [Double]] = [:]
    var copies: [Double] = []
    var allocations = 0
    var copied = [UInt8](repeating: 0, count: Film.width * Film.height)
    for index in 0..<6 * frames.count {
      let pixels = index < 2 * frames.count ? frames[index % frames.count] : empty[index % empty.count]
      let before = allocation_count()
      let start = FrameTimes.processorTime()
      let seen = try tracker.watch(pixels, at: Timestamp(seconds: Double(index) / 25))
      let middle = FrameTimes.processorTime()
      if index > 1 { allocations += allocation_count() - before }
      copied.withUnsafeMutableBytes { target in
        pixels.withUnsafeBytes { source in
          if let to = target.baseAddress, let from = source.baseAddress { memcpy(to, from, target.count) }
        }
      }
      copies.append(FrameTimes.processorTime() - middle)
      // Only frames in which all are in the same state.
      if let state = seen.first?.trackingState, index > 0, seen.allSatisfy({ $0.trackingState == state }) {
        times[state, default: []].append((middle - start) / Double(objects))
      }
    }
    return Cost(
      tracked: median(times[.tracked] ?? []), predicted: median(times[.predicted] ?? []),
      lost: median(times[.lost] ?? []), copy: median(copies),
      allocations: Double(allocations) / Double(6 * frames.count))
  }

  /// The memory that an object adds, in units of 10⁶ bytes.
  private static func memory(_ frame: [UInt8], _ level: ObjectTracker.TrackingLevel) throws -> Double {
    var few = try tracker(level, threads: 1, objects: 1)
    let start = memory_in_use()
    _ = try few.watch(frame, at: Timestamp(seconds: 0))
    let middle = memory_in_use()
    var many = try tracker(level, threads: 1, objects: 11)
    _ = try many.watch(frame, at: Timestamp(seconds: 0))
    let end = memory_in_use()
    return Double((end - middle) - (middle - start)) / 10 / 1e6
  }

  /// Milliseconds a frame, by the clock on the wall.
  private static func many(_ frames: [[UInt8]], threads: Int) throws -> Double {
    var tracker = try tracker(.fast, threads: threads, objects: ObjectFilm.count)
    var times: [Double] = []
    var fewest = ObjectFilm.count
    for index in 0..<2 * frames.count {
      let start = ContinuousClock.now
      let observations = try tracker.watch(frames[index % frames.count], at: Timestamp(seconds: Double(index) / 60))
      let elapsed = (ContinuousClock.now - start).components
      guard index > 0 else { continue }
      times.append(Double(elapsed.seconds) * 1e3 + Double(elapsed.attoseconds) * 1e-15)
      fewest = min(fewest, observations.count { $0.isTracked })
    }
    print("50 objects, fast, 1080p, \(threads) threads: at least \(fewest) of them tracked in every frame")
    return median(times)
  }

  private static func tracker(
    _ level: ObjectTracker.TrackingLevel, threads: Int, objects: Int
  ) throws -> ObjectTracker {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    settings.maximumThreads = threads
    var tracker = try ObjectTracker(settings)
    for object in 0..<objects { try tracker.nominate(ObjectFilm.place(object)) }
    return tracker
  }
}

extension Observation {
  /// A Boolean value indicating whether it is of an object that is seen.
  var isTracked: Bool { trackingState == .tracked || trackingState == .recovered }

  var trackingState: TrackingState? {
    if case .object(let object) = self { object.state } else { nil }
  }
}

extension ObjectTracker {
  mutating func watch(_ pixels: [UInt8], at time: Timestamp) throws -> [Observation] {
    try watch(pixels, width: Film.width, height: Film.height, at: time)
  }

  /// Follows the objects into a picture given as planes of luma, blue and red difference, one after the other, of even size.
  mutating func watch(_ pixels: [UInt8], width: Int, height: Int, at time: Timestamp) throws -> [Observation] {
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

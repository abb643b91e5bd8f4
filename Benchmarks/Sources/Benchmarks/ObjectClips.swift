// The object tracker on clips of one's own: processor time of a frame, frames decoded ahead.
import Flycatcher
import Foundation

/// Follows the object of each clip of a folder: NAME.mp4 with NAME.json beside it, as `objects.py` describes them.
enum ObjectClips {
  private struct Truth: Decodable {
    let width: Int
    let height: Int
    let boxes: [[Double]?]
  }

  static func run(_ folder: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted()
    var sums: [ObjectTracker.TrackingLevel: Times] = [:]
    for name in names {
      let path = URL(fileURLWithPath: folder).appendingPathComponent(name)
      let video = path.deletingPathExtension().appendingPathExtension("mp4")
      guard let truth = try? JSONDecoder().decode(Truth.self, from: Data(contentsOf: path)), truth.width % 2 == 0,
        truth.height % 2 == 0, let first = truth.boxes.first, let box = first, box.count == 4
      else { continue }
      let frames = try decode(video, size: truth.width * truth.height * 3 / 2)
      let place = Rectangle(
        x: box[0] / Double(truth.width), y: box[1] / Double(truth.height), width: box[2] / Double(truth.width),
        height: box[3] / Double(truth.height))
      for level in ObjectTracker.TrackingLevel.allCases {
        let times = try follow(place, frames, truth, level)
        sums[level, default: Times()].add(times)
        print(name.dropLast(5), level, times, separator: ": ")
      }
    }
    for (level, times) in sums { print("all", level, times, separator: ": ") }
  }

  /// Milliseconds of the frames in which the object is seen, and of those in which it is not.
  private struct Times: CustomStringConvertible {
    var tracked: [Double] = []
    var missed: [Double] = []

    mutating func add(_ other: Times) {
      tracked += other.tracked
      missed += other.missed
    }

    var description: String {
      let text = { (times: [Double]) in
        times.isEmpty
          ? "no frames"
          : String(
            format: "%d frames, %.2f ms, %.0f a second", times.count, times.reduce(0, +) / Double(times.count),
            1000 * Double(times.count) / times.reduce(0, +))
      }
      return "tracked \(text(tracked)); not seen \(text(missed))"
    }
  }

  private static func follow(
    _ place: Rectangle, _ frames: [[UInt8]], _ truth: Truth, _ level: ObjectTracker.TrackingLevel
  ) throws -> Times {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    settings.maximumThreads = 1
    var tracker = try ObjectTracker(settings)
    try tracker.nominate(place)
    var times = Times()
    for (index, pixels) in frames.enumerated() {
      let start = FrameTimes.processorTime()
      let seen = try tracker.watch(
        pixels, width: truth.width, height: truth.height, at: Timestamp(seconds: Double(index) / 25))
      let elapsed = FrameTimes.processorTime() - start
      guard index > 0 else { continue }
      if seen.contains(where: \.isTracked) { times.tracked.append(elapsed) } else { times.missed.append(elapsed) }
    }
    return times
  }

  /// The frames of a video as planes of luma, blue and red difference, one after the other.
  private static func decode(_ video: URL, size: Int) throws -> [[UInt8]] {
    let raw = FileManager.default.temporaryDirectory.appendingPathComponent("flycatcher-\(UUID().uuidString).i420")
    defer { try? FileManager.default.removeItem(at: raw) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "gst-launch-1.0", "-q", "filesrc", "location=\(video.path)", "!", "decodebin", "!", "videoconvert", "!",
      "video/x-raw,format=I420", "!", "filesink", "location=\(raw.path)",
    ]
    try process.run()
    process.waitUntilExit()
    let data = try Data(contentsOf: raw)
    return (0..<data.count / size).map { [UInt8](data[$0 * size..<($0 + 1) * size]) }
  }
}

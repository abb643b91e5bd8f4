// Rectangles at 1280 × 720: detection, following, and a thousand of them; `rectangles.py` sets the same beside OpenCV.
import DemoScene
import Flycatcher
import Foundation

enum RectangleRows {
  private static let (width, height) = (1280, 720)
  private static let repetitions = 40

  static func run(_ table: inout Table) throws {
    let clip = try DemoScene(Scene(backdrop: .court, balls: [], noise: 1.5), width: width, height: height, duration: 1)
    let frames = (0..<repetitions).map { Array(clip.frame($0).prefix(width * height)) }
    let copy = median(frames.map(copyTime))
    var settings = RectangleDetector.Settings()
    settings.maximumObservations = 0
    let detection = try detect(frames, settings)
    table.add("rectangles, detection, 720p (at most 5 ms)", detection, "ms", beside: ("memcpy", copy), limit: nil)
    let following = try follow(frames)
    table.add("rectangles, following one (at most 2 ms)", following, "ms", beside: ("memcpy", copy), limit: nil)
    settings.minimumSize = 0.02
    let usual = try detect(frames, settings)
    let many = try detect([thousand()], settings)
    table.add("a thousand rectangles, 720p", many, "ms", beside: ("the court", usual), limit: 3)
  }

  /// The middle of the times that pictures took, milliseconds of this thread's processor time.
  private static func detect(_ frames: [[UInt8]], _ settings: RectangleDetector.Settings) throws -> Double {
    var detector = try RectangleDetector(settings)
    var (times, found) = ([Double](), 0)
    for index in 0..<repetitions {
      try withFrame(frames[index % frames.count], at: index) { frame in
        let start = TrajectoryBenchmark.processorTime()
        found += detector.detect(in: frame).count
        times.append(TrajectoryBenchmark.processorTime() - start)
      }
    }
    if found == 0 { print("The detector found nothing: what is measured is not its work.") }
    return median(times)
  }

  private static func follow(_ frames: [[UInt8]]) throws -> Double {
    var tracker = try RectangleTracker()
    _ = try tracker.nominate(
      Quad(
        topLeft: Point(x: 0.3, y: 0.3), topRight: Point(x: 0.7, y: 0.3), bottomRight: Point(x: 0.75, y: 0.8),
        bottomLeft: Point(x: 0.25, y: 0.8)))
    var (times, seen) = ([Double](), 0)
    for (index, pixels) in frames.enumerated() {
      try withFrame(pixels, at: index) { frame in
        let start = TrajectoryBenchmark.processorTime()
        seen += try tracker.track(frame).count
        if index > 0 { times.append(TrajectoryBenchmark.processorTime() - start) }
      }
    }
    if seen == 0 { print("The tracker followed nothing: what is measured is not its work.") }
    return median(times)
  }

  private static func thousand() -> [UInt8] {
    var pixels = [UInt8](repeating: 90, count: width * height)
    for index in 0..<1000 {
      let (left, top) = (index % 40 * 32 + 4, index / 40 * 28 + 6)
      for y in top..<top + 18 {
        for x in left..<left + 24 { pixels[y * width + x] = 200 }
      }
    }
    return pixels
  }

  private static func copyTime(_ pixels: [UInt8]) -> Double {
    var copied = [UInt8](repeating: 0, count: pixels.count)
    let start = TrajectoryBenchmark.processorTime()
    copied.withUnsafeMutableBytes { target in
      pixels.withUnsafeBytes { source in
        if let to = target.baseAddress, let from = source.baseAddress { memcpy(to, from, target.count) }
      }
    }
    return TrajectoryBenchmark.processorTime() - start
  }

  private static func withFrame(_ pixels: [UInt8], at number: Int, _ body: (borrowing Frame) throws -> Void) throws {
    guard let plane = Plane(pixels.span, width: width, height: height, rowStride: width) else { return }
    try body(Frame(luma: plane, timestamp: Timestamp(seconds: Double(number) / 25)))
  }
}

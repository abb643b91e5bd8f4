// Rectangles at 1280 × 720: detection, following, and a thousand of them; `rectangles.py` sets the same beside OpenCV.
import DemoScene
import Flycatcher
import Foundation

enum RectangleRows {
  private static let (width, height) = (1280, 720)
  private static let repetitions = 40

  /// The sheets on the court, and their gray levels.
  private static let sheets = [
    (quad(0.08, 0.30, 0.34, 0.22, 0.40, 0.62, 0.10, 0.72), UInt8(225)),
    (quad(0.45, 0.40, 0.66, 0.46, 0.60, 0.85, 0.42, 0.76), UInt8(40)),
    (quad(0.70, 0.15, 0.92, 0.20, 0.90, 0.55, 0.72, 0.52), UInt8(190)),
  ]

  private static func quad(
    _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x3: Double, _ y3: Double
  ) -> Quad {
    Quad(
      topLeft: Point(x: x0, y: y0), topRight: Point(x: x1, y: y1), bottomRight: Point(x: x2, y: y2),
      bottomLeft: Point(x: x3, y: y3))
  }

  static func run(_ table: inout Table) throws {
    let clip = try DemoScene(Scene(backdrop: .court, balls: [], noise: 1.5), width: width, height: height, duration: 1)
    let frames = (0..<repetitions).map { number in
      var pixels = Array(clip.frame(number).prefix(width * height))
      for (sheet, level) in sheets { paint(sheet, level, on: &pixels) }
      return pixels
    }
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
    table.add("a thousand rectangles, 720p", many, "ms", beside: ("the sheets", usual), limit: 3)
  }

  /// The middle of the times that pictures took, milliseconds of this thread's processor time.
  private static func detect(_ frames: [[UInt8]], _ settings: RectangleDetector.Settings) throws -> Double {
    var detector = try RectangleDetector(settings)
    var (times, found) = ([Double](), 0)
    for index in 0..<repetitions {
      try withFrame(frames[index % frames.count], at: index) { frame in
        let start = FrameTimes.processorTime()
        found += detector.detect(in: frame).count
        times.append(FrameTimes.processorTime() - start)
      }
    }
    if found < repetitions { print("The detector found hardly anything: what is measured is not its work.") }
    return median(times)
  }

  private static func follow(_ frames: [[UInt8]]) throws -> Double {
    var tracker = try RectangleTracker()
    _ = try tracker.nominate(sheets[0].0)
    var (times, seen) = ([Double](), 0)
    for (index, pixels) in frames.enumerated() {
      try withFrame(pixels, at: index) { frame in
        let start = FrameTimes.processorTime()
        seen += try tracker.track(frame).count
        if index > 0 { times.append(FrameTimes.processorTime() - start) }
      }
    }
    if seen == 0 { print("The tracker followed nothing: what is measured is not its work.") }
    return median(times)
  }

  /// Paints the inside of a convex quad.
  private static func paint(_ quad: Quad, _ level: UInt8, on pixels: inout [UInt8]) {
    let corners = [quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft]
    for index in pixels.indices {
      let x = (Double(index % width) + 0.5) / Double(width)
      let y = (Double(index / width) + 0.5) / Double(height)
      let isInside = corners.indices.allSatisfy { side in
        let (from, to) = (corners[side], corners[(side + 1) % 4])
        return (to.x - from.x) * (y - from.y) >= (to.y - from.y) * (x - from.x)
      }
      // The court's noise stays.
      if isInside { pixels[index] = UInt8(min(Int(level) + Int(pixels[index]) % 4, 255)) }
    }
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
    let start = FrameTimes.processorTime()
    copied.withUnsafeMutableBytes { target in
      pixels.withUnsafeBytes { source in
        if let to = target.baseAddress, let from = source.baseAddress { memcpy(to, from, target.count) }
      }
    }
    return FrameTimes.processorTime() - start
  }

  private static func withFrame(_ pixels: [UInt8], at number: Int, _ body: (borrowing Frame) throws -> Void) throws {
    guard let plane = Plane(pixels.span, width: width, height: height, rowStride: width) else { return }
    try body(Frame(luma: plane, timestamp: Timestamp(seconds: Double(number) / 25)))
  }
}

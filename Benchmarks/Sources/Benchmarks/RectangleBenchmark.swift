// Rectangles in gray pictures from files: what is found and how long it takes, for `rectangles.py` to set beside OpenCV.
import Flycatcher
import Foundation

/// Called with `FILE:WIDTHxHEIGHT` for pictures to detect rectangles in, `FILE:WIDTHxHEIGHT:x1,y1,…,x4,y4` for a clip to follow one in.
///
/// A file is the luma of its frames, one after the other. A line of JSON is printed for every frame: the milliseconds of this thread's
/// processor time, and the quads in pixels, the most confident first.
enum RectangleBenchmark {
  struct Refused: Error, CustomStringConvertible {
    var description: String
  }

  static func run(_ arguments: [String]) throws {
    for argument in arguments {
      let parts = argument.split(separator: ":")
      let size = parts.count > 1 ? parts[1].split(separator: "x").compactMap { Int($0) } : []
      guard size.count == 2, size[0] > 0, size[1] > 0, parts.count <= 3 else {
        throw Refused(description: "\(argument) is not FILE:WIDTHxHEIGHT or FILE:WIDTHxHEIGHT:x1,y1,…,x4,y4.")
      }
      let film = Luma(
        bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: String(parts[0])))), width: size[0], height: size[1])
      if parts.count == 3 {
        try follow(film, parts[2].split(separator: ",").compactMap { Double($0) })
      } else {
        try detect(film)
      }
    }
  }

  private struct Luma {
    let bytes: [UInt8]
    let width: Int
    let height: Int
    var count: Int { bytes.count / (width * height) }

    func withFrame<Result>(_ number: Int, _ body: (borrowing Frame) throws -> Result) throws -> Result {
      let span = bytes.span.extracting(number * width * height..<(number + 1) * width * height)
      guard let plane = Plane(span, width: width, height: height, rowStride: width) else {
        throw Refused(description: "A frame is not whole.")
      }
      return try body(Frame(luma: plane, timestamp: Timestamp(seconds: Double(number) / 25)))
    }

    func pixels(_ quad: Quad) -> [[Double]] {
      quad.corners.map { [$0.x * Double(width), $0.y * Double(height)] }
    }
  }

  /// The median of five times each.
  private static func detect(_ film: Luma) throws {
    var settings = RectangleDetector.Settings()
    settings.maximumObservations = 0
    var detector = try RectangleDetector(settings)
    for number in 0..<film.count {
      var found: [RectangleDetector.Detection] = []
      let times = try (0..<5).map { _ in
        try processorTime { found = try film.withFrame(number) { detector.detect(in: $0) } }
      }
      try report(median(times), found.map { film.pixels($0.corners) })
    }
  }

  private static func follow(_ film: Luma, _ numbers: [Double]) throws {
    guard numbers.count == 8 else { throw Refused(description: "A quad has eight numbers.") }
    func corner(_ k: Int) -> Point {
      Point(x: numbers[2 * k] / Double(film.width), y: numbers[2 * k + 1] / Double(film.height))
    }
    var tracker = try RectangleTracker()
    _ = try tracker.nominate(
      Quad(topLeft: corner(0), topRight: corner(1), bottomRight: corner(2), bottomLeft: corner(3)))
    for number in 0..<film.count {
      var seen: [Observation] = []
      let time = try processorTime { seen = try film.withFrame(number) { try tracker.track($0) } }
      let quads = seen.compactMap { observation -> [[Double]]? in
        guard case .rectangle(let rectangle) = observation, rectangle.state != .lost else { return nil }
        return film.pixels(rectangle.corners)
      }
      try report(time, quads)
    }
  }

  private static func report(_ milliseconds: Double, _ quads: [[[Double]]]) throws {
    struct Line: Encodable {
      var milliseconds: Double
      var quads: [[[Double]]]
    }
    print(String(decoding: try JSONEncoder().encode(Line(milliseconds: milliseconds, quads: quads)), as: UTF8.self))
  }

  private static func processorTime(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
    }
    let start = now()
    try body()
    return now() - start
  }
}

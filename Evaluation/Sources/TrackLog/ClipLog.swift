// The log of one clip: each frame goes through the detector, and what its stages hold is written down.
import Clips
import Detection
@_spi(Evaluation) import Flycatcher
import Foundation
import Scenes
import Scoring

struct ClipLog: Sendable {
  /// JSON Lines.
  private(set) var lines = Data()
  private let name: String
  private let fps: Double
  private var candidateCount = 0
  private var trackCount = 0
  /// Milliseconds of processor time for each frame.
  private var times: [Double] = []
  private let encoder = JSONEncoder()

  /// - Parameter film: What is true of the clip as it was taken.
  init(_ clip: Clip, _ film: TrajectoryTruth, _ version: FilmVersion, logsCandidates: Bool) throws {
    let truth = version.truth(film)
    name = truth.name
    fps = truth.fps
    let whole = version.decodedLayout(I420Layout(width: Int(film.width), height: Int(film.height)))
    var detector = try TrajectoryDetector()
    var decoded = 0
    try Film.decode(clip.video, whole, changes: version.elements) { bytes in
      for _ in 0..<version.count(of: decoded) {
        let (seen, layout) = version.frame(times.count, of: bytes, whole)
        let start = Self.processorTime()
        _ = try detector.track(seen, layout, at: Timestamp(seconds: Double(times.count) / fps))
        times.append(Self.processorTime() - start)
        try add(detector.trace, frame: times.count - 1, logsCandidates: logsCandidates)
      }
      decoded += 1
    }
    try add(detector.finishedTrace(), frame: times.count, logsCandidates: false)
  }

  /// A row for the terminal.
  var row: String {
    let perFrame = Double(candidateCount) / Double(max(times.count, 1))
    let numbers = String(
      format: "%16.1f  %6d  %9.2f  %7.2f", perFrame, trackCount, percentile(times, 0.5), percentile(times, 0.95))
    return name.padding(toLength: 24, withPad: " ", startingAt: 0) + numbers
  }

  private mutating func add(_ trace: TrajectoryTrace, frame: Int, logsCandidates: Bool) throws {
    if logsCandidates {
      var line = LogLine(clip: name)
      line.frame = frame
      line.candidates = trace.candidates.map { [rounded($0.x), rounded($0.y), rounded($0.radius)] }
      try write(line)
      candidateCount += trace.candidates.count
    }
    for track in trace.ended {
      var line = LogLine(clip: name)
      line.points = track.points.map { TimedPlace(Int(($0.time * fps).rounded()), $0.x, $0.y) }
      line.confidence = track.confidence
      try write(line)
      trackCount += 1
    }
  }

  private mutating func write(_ line: LogLine) throws {
    lines += try encoder.encode(line)
    lines.append(UInt8(ascii: "\n"))
  }

  private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  /// Milliseconds that this thread has spent on a processor.
  private static func processorTime() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) * 1e-6
  }
}

// The trajectory detector on real film: noise, compression, people. Beside memcpy of the luma, of frames that come from memory, in the thread's own processor time;
// whole commands beside decoding alone; OpenCV's three-frame difference with contours on the same frames, where it is installed.
import Allocations
@_spi(Evaluation) import Flycatcher
import Foundation

enum FilmBenchmark {
  /// The rows of what is measured where a folder of clips is given.
  private static let rows = 1080
  /// Frames in which the detector's memory grows to what it takes: as many as it remembers candidates of, and a few.
  private static let first = 30
  private static let rounds = 3

  /// Measures a film, or the clips of a folder that have 1080 rows by the truth beside them.
  static func run(_ path: String, _ table: inout Table) throws {
    for clip in try clips(path) {
      let film = try RawFilm(decoding: clip)
      let cost = try measure(film)
      let copy = ("memcpy of luma", cost.copy)
      let name = "\(film.name), \(film.width) × \(film.height)"
      table.add("\(name), median of a frame", cost.median, "ms", beside: copy, limit: 8)
      table.add("  95th percentile", cost.high, "ms", beside: ("median", cost.median), limit: 2)
      if let difference = threeFrameDifference(film) {
        table.add("  OpenCV's three-frame difference, contours", difference, "ms", beside: copy, limit: nil)
      }
      if clip != film.file { addCommand(clip, &table) }
      table.add("  allocations in a frame that reports nothing", count: cost.allocations, limit: 0)
    }
  }

  /// Writes what is seen in each clip, without identities: two builds that see the same write the same.
  static func record(_ paths: [String]) throws {
    for path in paths {
      for clip in try clips(path, rows: nil) {
        let film = try RawFilm(decoding: clip)
        var detector = try TrajectoryDetector()
        var index = 0
        var digest = Digest()
        while let pixels = try film.frame(index) {
          write(film.name, index, try film.show(pixels, index, to: &detector))
          digest.add(detector.trace)
          index += 1
        }
        write(film.name, index, detector.finish())
        print(film.name, "digest of candidates and tracks", digest.candidates, digest.tracks)
      }
    }
  }

  /// Shows a film's frames from memory again and again, with nothing else to do, for a profiler to watch; of each frame the least time of all rounds
  /// counts, for what else the machine does only makes it longer.
  static func profile(_ path: String, rounds: Int) throws {
    let film = try RawFilm(decoding: URL(fileURLWithPath: path))
    var frames: [[UInt8]] = []
    while let pixels = try film.frame(frames.count) { frames.append(pixels) }
    var times = [Double](repeating: .infinity, count: frames.count)
    for _ in 0..<rounds {
      var detector = try TrajectoryDetector()
      for (index, pixels) in frames.enumerated() {
        let start = FrameTimes.processorTime()
        _ = try film.show(pixels, index, to: &detector)
        times[index] = min(times[index], FrameTimes.processorTime() - start)
      }
    }
    guard !times.isEmpty else { return }
    times = times.dropFirst(min(5, times.count - 1)).sorted()
    let mean = times.reduce(0, +) / Double(times.count)
    let high = times[times.count * 95 / 100]
    print(film.name, String(format: "median %.3f mean %.3f 95th percentile %.3f ms", median(times), mean, high))
  }

  /// A number each for all candidates and all tracks of a film (the hash of Fowler, Noll and Vo).
  private struct Digest {
    private(set) var candidates: UInt64 = 0xcbf2_9ce4_8422_2325
    private(set) var tracks: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ trace: TrajectoryTrace) {
      for one in trace.candidates {
        for value in [one.x, one.y, one.radius, one.length, one.contrast, one.fill, one.attachment, one.density] {
          Self.add(value.bitPattern, to: &candidates)
        }
      }
      Self.add(UInt64(trace.trackCount), to: &tracks)
      for track in trace.ended {
        for point in track.points { Self.add((point.x + point.y).bitPattern, to: &tracks) }
        Self.add(track.confidence.bitPattern, to: &tracks)
      }
    }

    private static func add(_ value: UInt64, to sum: inout UInt64) { sum = (sum ^ value) &* 0x100_0000_01b3 }
  }

  private static func write(_ name: String, _ frame: Int, _ observations: [Observation]) {
    for case .trajectory(let seen) in observations {
      let last = seen.detectedPoints.last
      print(
        name, frame, seen.state, seen.confidence, seen.detectedPoints.count, last?.location.x ?? 0,
        last?.location.y ?? 0, last?.radius ?? 0, seen.equationCoefficients.a)
    }
  }

  private static func clips(_ path: String, rows: Int? = rows) throws -> [URL] {
    struct Size: Decodable { var height: Double }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      print("There is no \(path): real film is not measured.")
      return []
    }
    let url = URL(fileURLWithPath: path)
    guard isFolder.boolValue else { return [url] }
    return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .filter { truth in
        guard let rows else { return true }
        guard let data = try? Data(contentsOf: truth) else { return false }
        return (try? JSONDecoder().decode(Size.self, from: data))?.height == Double(rows)
      }
      .map { $0.deletingPathExtension().appendingPathExtension("mp4") }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  private struct Cost {
    var median: Double
    var high: Double
    var copy: Double
    var allocations: Double
  }

  private static func measure(_ film: RawFilm) throws -> Cost {
    var detector = try TrajectoryDetector()
    var times = FrameTimes()
    var (taken, silent, count) = (0, 0, 0)
    while true {
      var block: [[UInt8]] = []
      while block.count < FrameTimes.block, let pixels = try film.frame(count + block.count) { block.append(pixels) }
      guard !block.isEmpty else { break }
      try times.measure(block, lumaSize: film.width * film.height) { pixels, number in
        let before = allocation_count()
        let isSilent = try film.show(pixels, count + number, to: &detector).isEmpty
        guard count + number >= first, isSilent else { return }
        taken += allocation_count() - before
        silent += 1
      }
      count += block.count
    }
    let analyses = times.analyses.dropFirst(5).sorted()
    return Cost(
      median: median(analyses), high: analyses.isEmpty ? .nan : analyses[analyses.count * 95 / 100],
      copy: median(times.copies), allocations: Double(taken) / Double(max(silent, 1)))
  }

  /// The median of milliseconds that OpenCV takes for a frame; `nil` where it is not installed.
  private static func threeFrameDifference(_ film: RawFilm) -> Double? {
    Shell.output("python3 films.py '\(film.file.path)' 2>/dev/null").flatMap {
      Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }

  private static func addCommand(_ clip: URL, _ table: inout Table) {
    var (alone, whole): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      alone.append(
        Shell.processorTime("gst-launch-1.0 -q filesrc location='\(clip.path)' ! decodebin ! fakesink sync=false")
          ?? .nan)
      whole.append(
        Shell.processorTime("../.build/release/flycatcher analyze '\(clip.path)' --trajectories --json /dev/null")
          ?? .nan)
    }
    table.add(
      "  flycatcher analyze, processor time", median(whole), "s",
      beside: ("decoding alone", median(alone)), limit: 1.5)
  }
}

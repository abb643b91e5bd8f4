// What each stage of the trajectory detector held of the truth, read from its log.
public import Foundation

/// A line of the log: a track, or the candidates of a frame.
public struct LogLine: Sendable, Codable {
  /// The name of the clip.
  public var clip: String
  /// Of a track: `[frame, x, y]` in pixels from the outer corner of the first one.
  public var points: [TimedPlace]?
  public var confidence: Double?
  /// Of the candidates.
  public var frame: Int?
  /// `[x, y, radius]` in pixels, like the points.
  public var candidates: [[Double]]?

  public init(clip: String) { self.clip = clip }
}

/// The log of one run over clips.
public struct StageLog: Sendable {
  /// The tracks of each clip, their points counted by the centers of pixels as the truth is.
  public private(set) var tracks: [String: [Track]] = [:]
  private var candidates: [String: [Int: [Place]]] = [:]

  public init(_ lines: [LogLine]) {
    for line in lines { add(line) }
  }

  /// - Throws: what `Data` throws, and `EvaluationLogError` naming the first line that cannot be read.
  public init(contentsOf files: [URL]) throws {
    let decoder = JSONDecoder()
    for file in files {
      for (number, line) in try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).enumerated() {
        do {
          add(try decoder.decode(LogLine.self, from: line))
        } catch {
          throw EvaluationLogError(description: "\(file.path), line \(number + 1): \(error)")
        }
      }
    }
  }

  private mutating func add(_ line: LogLine) {
    if let points = line.points {
      tracks[line.clip, default: []].append(
        Track(
          points: points.map { TimedPlace($0.frame, $0.place.x - 0.5, $0.place.y - 0.5) },
          confidence: line.confidence ?? 0))
    }
    if let frame = line.frame, let seen = line.candidates {
      let places = seen.filter { $0.count >= 2 }.map { Place($0[0] - 0.5, $0[1] - 0.5) }
      candidates[line.clip, default: [:]][frame, default: []] += places
    }
  }

  /// Returns the share of the truth of a clip that each stage held.
  public func recall(_ clip: String, _ truth: TrajectoryTruth, accepted: Int) -> StageRecall {
    var recall = StageRecall(arcs: truth.arcs.count, accepted: accepted)
    let scorer = TrajectoryScorer(truth)
    let fits = (tracks[clip] ?? []).map { scorer.fit($0.points) }
    recall.chained = Set(fits.filter(\.isLongEnough).compactMap(\.arc)).count
    for arc in truth.arcs {
      let tolerance = TrajectoryScorer.tolerance(of: arc)
      for point in arc.points {
        recall.places += 1
        let seen = candidates[clip]?[point.frame] ?? []
        if seen.contains(where: { $0.distance(to: point.place) <= tolerance }) { recall.near += 1 }
      }
    }
    return recall
  }
}

/// Counts of what the stages held.
public struct StageRecall: Sendable {
  /// True places, one a frame of each arc.
  public var places = 0
  /// Those with a candidate within the scorer's tolerance.
  public var near = 0
  public var arcs = 0
  /// Arcs with a track, of whatever confidence, that would be right.
  public var chained = 0
  /// Arcs found.
  public var accepted = 0

  public init(places: Int = 0, near: Int = 0, arcs: Int = 0, chained: Int = 0, accepted: Int = 0) {
    self.places = places
    self.near = near
    self.arcs = arcs
    self.chained = chained
    self.accepted = accepted
  }

  public static func += (total: inout StageRecall, clip: StageRecall) {
    total.places += clip.places
    total.near += clip.near
    total.arcs += clip.arcs
    total.chained += clip.chained
    total.accepted += clip.accepted
  }

  /// True places with a candidate near, arcs with a chain, arcs accepted, each of how many.
  public var columns: [String] {
    guard arcs > 0 else { return ["–", "–", "–"] }
    return ["\(near)/\(places)", "\(chained)/\(arcs)", "\(accepted)/\(arcs)"]
  }
}

/// A log that cannot be read.
public struct EvaluationLogError: Error, CustomStringConvertible {
  public var description: String
}

// The figures of one clip, and of many.

/// Counts over one clip or several, and what follows from them.
public struct TrajectoryFigures: Sendable {
  public var arcs = 0
  public var found = 0
  public var falseReports = 0
  /// Those of the false reports that lie on an arc.
  public var pieces = 0
  /// Distances of right points, pixels.
  public var errors: [Double] = []
  /// Frames from the first in which an arc is visible to the first line about it.
  public var delays: [Double] = []
  /// Trajectories that ever had the minimum confidence.
  public var reported = 0
  /// Those of them that ended below it.
  public var withdrawn = 0
  public var minutes = 0.0
  /// F1 of each clip.
  public var clips: [Double] = []

  public init() {}

  /// Counts one clip.
  public init(_ scorer: TrajectoryScorer, _ tracks: [Track], minimumConfidence: Double) {
    self.init(scorer, tracks, fits: tracks.map { scorer.fit($0.points) }, minimumConfidence: minimumConfidence)
  }

  init(
    _ scorer: TrajectoryScorer, _ tracks: [Track], fits: [TrajectoryScorer.Fit], minimumConfidence: Double
  ) {
    let verdicts = scorer.assign(tracks, fits: fits, minimumConfidence: minimumConfidence)
    let truth = scorer.truth
    arcs = truth.arcs.count
    for (index, verdict) in verdicts.enumerated() {
      switch verdict {
      case .right(let arc):
        found += 1
        errors += fits[index].errors
        delays.append(tracks[index].reported - Double(truth.arcs[arc].points[0].frame))
      case .piece:
        falseReports += 1
        pieces += 1
      case .false: falseReports += 1
      case .ignored, .belowMinimum: break
      }
    }
    let reported = tracks.filter { $0.highestConfidence >= minimumConfidence }
    self.reported = reported.count
    withdrawn = reported.count { $0.confidence < minimumConfidence }
    minutes = truth.fps > 0 ? Double(truth.frames) / truth.fps / 60 : 0
    clips = [f1]
  }

  public static func += (total: inout TrajectoryFigures, clip: TrajectoryFigures) {
    total.arcs += clip.arcs
    total.found += clip.found
    total.falseReports += clip.falseReports
    total.pieces += clip.pieces
    total.errors += clip.errors
    total.delays += clip.delays
    total.reported += clip.reported
    total.withdrawn += clip.withdrawn
    total.minutes += clip.minutes
    total.clips += clip.clips
  }

  /// 1 where nothing is reported and nothing is to be found.
  public var precision: Double {
    let count = found + falseReports
    return count > 0 ? Double(found) / Double(count) : arcs == 0 ? 1 : 0
  }
  public var recall: Double { arcs > 0 ? Double(found) / Double(arcs) : 1 }
  public var f1: Double { precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0 }
  /// The mean F1 of the clips, each alike; a clip without arcs counts 1 where nothing false is reported, else 0.
  public var clipF1: Double { mean(clips) }
  /// Pixels.
  public var error: Double { mean(errors) }
  /// Frames.
  public var delay: Double { mean(delays) }
  public var falsePerMinute: Double { minutes > 0 ? Double(falseReports) / minutes : 0 }
  public var withdrawnShare: Double { Double(withdrawn) / Double(max(reported, 1)) }
}

/// The arithmetic mean; not a number where there is none.
public func mean(_ values: [Double]) -> Double {
  values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count)
}

/// The smallest value that is not exceeded by a share of the values; not a number where there is none.
public func percentile(_ values: [Double], _ share: Double) -> Double {
  let sorted = values.sorted()
  guard let last = sorted.indices.last else { return .nan }
  return sorted[max(min(Int((share * Double(sorted.count)).rounded(.up)) - 1, last), 0)]
}

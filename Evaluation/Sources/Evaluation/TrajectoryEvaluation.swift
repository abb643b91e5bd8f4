// Trajectories: runs the clips of a kind and scores them.
import Clips
import Foundation
import Scoring

/// The reports of one clip, beside its truth.
struct TrajectoryClip {
  var clip: Clip
  var truth: TrajectoryTruth
  var tracks: [Track]
  var verdicts: [TrajectoryScorer.Verdict]
  var figures: TrajectoryFigures
}

struct TrajectoryEvaluation {
  private let kind: Kind
  private let runner: Runner
  private let minimumConfidence: Double

  init(_ kind: Kind, _ runner: Runner, minimumConfidence: Double) {
    self.kind = kind
    self.runner = runner
    self.minimumConfidence = minimumConfidence
  }

  func run(_ clips: [Clip], _ stages: StageLog?) throws -> PageSection {
    let scores = try score(clips)
    return PageSection(
      result: scores.result(kind.rawValue, title: "trajectories: \(kind.rawValue)", stages), clips: scores.clips)
  }

  /// Runs the command over clips and judges what it reports.
  func score(_ clips: [Clip]) throws -> TrajectoryScores {
    let jobs = clips.map { Job(input: $0.video, name: "\(kind.rawValue)-\($0.name)", options: ["--trajectories"]) }
    let outcomes = runner.run(jobs)
    var scores = TrajectoryScores()
    for (clip, outcome) in zip(clips, outcomes) {
      let truth = try clip.load(TrajectoryTruth.self)
      let scorer = TrajectoryScorer(truth)
      let tracks = Track.collect(try outcome.lines(type: "trajectory"), truth)
      scores.clips.append(
        TrajectoryClip(
          clip: clip, truth: truth, tracks: tracks,
          verdicts: scorer.verdicts(tracks, minimumConfidence: minimumConfidence),
          figures: TrajectoryFigures(scorer, tracks, minimumConfidence: minimumConfidence)))
      if let elapsed = outcome.elapsed {
        scores.frames += truth.frames
        scores.elapsed += elapsed
      }
    }
    return scores
  }

  /// Runs the command over the same clips with no minimum confidence.
  static func atEveryConfidence(_ clips: [TrajectoryClip], _ kind: Kind, _ runner: Runner) throws -> [ConfidenceSample]
  {
    let jobs = clips.map { clip in
      Job(
        input: clip.clip.video, name: "every-\(kind.rawValue)-\(clip.clip.name)",
        options: ["--trajectories", "--minimum-confidence", "0"])
    }
    return try zip(clips, runner.run(jobs)).map { clip, outcome in
      (TrajectoryScorer(clip.truth), Track.collect(try outcome.lines(type: "trajectory"), clip.truth))
    }
  }
}

/// The trajectories of a clip at every confidence.
typealias ConfidenceSample = (scorer: TrajectoryScorer, tracks: [Track])

/// The scores of all clips of a kind.
struct TrajectoryScores {
  var clips: [TrajectoryClip] = []
  var frames = 0
  /// Seconds that the command ran.
  var elapsed = 0.0

  func result(_ kind: String, title: String, _ stages: StageLog?) -> KindResult {
    var result = KindResult(kind: kind, title: title)
    result.head = ["clip", "arcs", "found", "false", "pieces", "withdrawn", "F1", "error", "delay"]
    if stages != nil { result.head += ["places near", "arcs chained", "arcs accepted"] }
    var total = TrajectoryFigures()
    var stageTotal = StageRecall()
    for clip in clips {
      let figures = clip.figures
      total += figures
      var row = [clip.clip.name]
      row += [figures.arcs, figures.found, figures.falseReports, figures.pieces, figures.withdrawn].map(String.init)
      row += [decimal(figures.f1, 2), decimal(figures.error, 2), decimal(figures.delay, 1)]
      if let stages {
        let recall = stages.recall(clip.clip.name, clip.truth, accepted: figures.found)
        stageTotal += recall
        row += recall.columns
      }
      result.rows.append(row)
    }
    if stages != nil {
      result.rows.append(["all"] + [String](repeating: "", count: 8) + stageTotal.columns)
    }
    result.figures = [
      ("precision", total.precision), ("recall", total.recall), ("f1", total.f1), ("clipF1", total.clipF1),
      ("error", total.error), ("delay", total.delay), ("falsePerMinute", total.falsePerMinute),
      ("withdrawn", total.withdrawnShare), ("framesPerSecond", elapsed > 0 ? Double(frames) / elapsed : .nan),
    ]
    return result
  }
}

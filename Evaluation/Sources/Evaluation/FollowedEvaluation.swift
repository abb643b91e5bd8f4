// Objects and quadrilaterals: nominated in the first frame, and followed.
import Clips
import Foundation
import Scoring

struct FollowedEvaluation {
  private let runner: Runner

  init(_ runner: Runner) { self.runner = runner }

  func objects(level: String) throws -> PageSection {
    let clips = try Clip.all(in: runner.data.appendingPathComponent(Kind.objects.folder))
    let truths = try clips.map { try $0.load(ObjectTruth.self) }
    let jobs = zip(clips, truths).map { clip, truth in
      let box = (truth.boxes.first ?? nil) ?? []
      return Job(
        input: clip.video, name: "objects-\(level)-\(clip.name)",
        options: ["--object", normalized(box, truth.width, truth.height), "--tracking-level", level])
    }
    let outcomes = runner.run(jobs)
    let figures = try zip(truths, outcomes).map { truth, outcome in truth.score(try outcome.lines(type: "object")) }
    var result = KindResult(kind: level == "fast" ? "fast" : "objects", title: "objects: \(level)")
    result.head = ["clip", "AUC", "P@20", "IoU", "false hold", "false loss", "missing"]
    for (clip, clipFigures) in zip(clips, figures) {
      result.rows.append(
        [clip.name, decimal(clipFigures.auc, 3), decimal(clipFigures.precision20, 3), decimal(clipFigures.overlap, 3)]
          + [clipFigures.falseHold, clipFigures.falseLoss, clipFigures.missing].map { decimal($0, 0) })
    }
    let all = ObjectFigures.mean(figures)
    let reliability = ReliabilityDiagram(all.forecasts)
    result.figures = [
      ("auc", all.auc), ("precision20", all.precision20), ("overlap", all.overlap), ("falseHold", all.falseHold),
      ("falseLoss", all.falseLoss), ("missing", all.missing),
      ("falseHoldShare", all.falseHoldShare), ("falseLossShare", all.falseLossShare),
      ("calibrationError", reliability.expectedCalibrationError),
      ("rightAtHighConfidence", mean(all.forecasts.filter { $0.confidence >= 0.9 }.map { $0.isRight ? 1 : 0 })),
      ("framesPerSecond", speed(outcomes, truths.map(\.frames))),
    ]
    return PageSection(result: result, reliability: reliability)
  }

  func quads() throws -> KindResult {
    let clips = try Clip.all(in: runner.data.appendingPathComponent(Kind.quads.folder))
    let truths = try clips.map { try $0.load(QuadTruth.self) }
    let jobs = zip(clips, truths).map { clip, truth in
      let corners = ((truth.quads.first ?? nil) ?? []).flatMap { $0 }
      return Job(
        input: clip.video, name: "quads-\(clip.name)",
        options: ["--rectangle", normalized(corners, truth.width, truth.height)])
    }
    let outcomes = runner.run(jobs)
    let figures = try zip(truths, outcomes).map { truth, outcome in truth.score(try outcome.lines(type: "rectangle")) }
    var result = KindResult(kind: Kind.quads.rawValue, title: "quadrilaterals")
    result.head = ["clip", "IoU", "corner", "corner 95 %", "≤ 5 px", "lost"]
    for (clip, clipFigures) in zip(clips, figures) {
      result.rows.append([
        clip.name, decimal(clipFigures.overlap, 3), decimal(clipFigures.corner, 2), decimal(clipFigures.corner95, 2),
        decimal(clipFigures.within5, 3), decimal(clipFigures.lost, 3),
      ])
    }
    let all = QuadFigures.mean(figures)
    result.figures = [
      ("overlap", all.overlap), ("corner", all.corner), ("corner95", all.corner95), ("within5", all.within5),
      ("lost", all.lost), ("framesPerSecond", speed(outcomes, truths.map(\.frames))),
    ]
    return result
  }

  /// Frames a second over the clips that were run.
  private func speed(_ outcomes: [Outcome], _ frames: [Int]) -> Double {
    let run = zip(outcomes, frames).filter { $0.0.elapsed != nil }
    let elapsed = run.reduce(0) { $0 + ($1.0.elapsed ?? 0) }
    return elapsed > 0 ? Double(run.reduce(0) { $0 + $1.1 }) / elapsed : .nan
  }
}

/// Pixels as fractions of the picture, x and y by turns, as the command's options take them.
private func normalized(_ numbers: [Double], _ width: Double, _ height: Double) -> String {
  numbers.enumerated().map { String(format: "%.6f", $1 / ($0.isMultiple(of: 2) ? width : height)) }
    .joined(separator: ",")
}

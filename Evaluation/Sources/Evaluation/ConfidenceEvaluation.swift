// What the confidence is worth, over all trajectories of a run.
import Scoring

struct ConfidenceEvaluation {
  let curve: PrecisionRecallCurve
  /// Of all trajectories, most of which are hardly believed.
  let all: ReliabilityDiagram
  /// Of those that are believed a little at least.
  let believed: ReliabilityDiagram
  /// The confidence from which a trajectory counts as believed a little.
  static let threshold = 0.1

  init(_ samples: [ConfidenceSample]) {
    curve = PrecisionRecallCurve(samples)
    let forecasts = samples.flatMap { $0.scorer.forecasts($0.tracks) }
    all = ReliabilityDiagram(forecasts)
    believed = ReliabilityDiagram(forecasts.filter { $0.confidence >= Self.threshold })
  }

  var result: KindResult {
    var result = KindResult(kind: "confidence", title: "trajectories: confidence")
    result.head = ["minimum confidence", "precision", "recall", "F1"]
    for sample in curve.samples where sample.isTenth {
      result.rows.append(
        [decimal(sample.minimumConfidence, 1)] + [sample.precision, sample.recall, sample.f1].map { decimal($0, 3) })
    }
    result.figures = [
      ("bestF1", curve.best?.f1 ?? .nan), ("bestMinimumConfidence", curve.best?.minimumConfidence ?? .nan),
      ("calibrationError", all.expectedCalibrationError),
      ("calibrationErrorFrom0.1", believed.expectedCalibrationError), ("trajectories", Double(all.count)),
      ("trajectoriesFrom0.1", Double(believed.count)),
    ]
    return result
  }
}

extension PrecisionRecallCurve.Sample {
  var isTenth: Bool { (minimumConfidence * 10).remainder(dividingBy: 1) == 0 }
}

// Which measurements a model can do without.
import Foundation
import Scoring

/// Leaves out one measurement after the other, each time the one whose absence costs least on clips left out.
public struct MeasurementSelection: Sendable {
  public struct Step: Sendable {
    /// The measurement left out; `nil` for the model of all.
    public var removed: String?
    /// The mean of −ln of the probability of what happened, over clips that the model was not fitted to.
    public var logLoss: Double
  }

  /// From the model of all to that of those kept.
  public private(set) var steps: [Step]
  /// The measurements kept, in the order given.
  public private(set) var names: [String]

  /// Clips are left out an eighth at a time: as good as one at a time for a choice, and eight times as quick as it would be with sixty.
  private static let folds = 8

  /// - Parameters:
  ///   - count: the number of measurements to keep.
  ///   - report: is told each step.
  public init(
    _ clips: [LoggedClip], names all: [String], count: Int, penalty: Double, pieces: PieceTreatment, most: Double,
    report: (Step) -> Void = { _ in }
  ) throws(FittingError) {
    var folds = [[Example]](repeating: [], count: Self.folds)
    for (index, clip) in clips.enumerated() {
      folds[index % Self.folds] += try clip.examples(clip.rows(all), all, pieces: pieces).capped(at: most)
    }
    names = all
    steps = [Step(logLoss: try Self.logLoss(folds, penalty))]
    report(steps[0])
    while names.count > max(count, 1) {
      var best: (index: Int, loss: Double, folds: [[Example]])?
      for index in names.indices {
        let without = folds.map { $0.map { $0.without(index) } }
        let loss = try Self.logLoss(without, penalty)
        if best.map({ loss < $0.loss }) ?? true { best = (index, loss, without) }
      }
      guard let best else { return }
      steps.append(Step(removed: names.remove(at: best.index), logLoss: best.loss))
      report(steps[steps.count - 1])
      folds = best.folds
    }
  }

  /// The loss of each fold by a model of the others.
  private static func logLoss(_ folds: [[Example]], _ penalty: Double) throws(FittingError) -> Double {
    var (loss, weight) = (0.0, 0.0)
    for index in folds.indices where !folds[index].isEmpty {
      var others = folds
      others.remove(at: index)
      let model = try LogisticModel(fitting: others.flatMap { $0 }, penalty: penalty)
      for example in folds[index] {
        let odds = model.logOdds(example.measurements)
        loss += example.weight * log1p(exp(example.isRight ? -odds : odds))
        weight += example.weight
      }
    }
    return loss / max(weight, 1e-12)
  }
}

extension Example {
  fileprivate func without(_ index: Int) -> Example {
    var example = self
    example.measurements.remove(at: index)
    return example
  }
}

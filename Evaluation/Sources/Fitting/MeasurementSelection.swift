// Which measurements a model can do without, and which products of two it gains by.
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

  /// - Parameters:
  ///   - count: the number of measurements to keep.
  ///   - report: is told each step.
  public init(
    _ clips: [LoggedClip], names all: [String], count: Int, penalty: Double, pieces: PieceTreatment, most: Double,
    report: (Step) -> Void = { _ in }
  ) throws(FittingError) {
    var folds = try clips.folds(all, pieces: pieces, most: most)
    names = all
    steps = [Step(logLoss: try LogisticModel.logLoss(folds, penalty: penalty))]
    report(steps[0])
    while names.count > max(count, 1) {
      var best: (index: Int, loss: Double, folds: [[Example]])?
      for index in names.indices {
        let without = folds.map { $0.map { $0.without(index) } }
        let loss = try LogisticModel.logLoss(without, penalty: penalty)
        if best.map({ loss < $0.loss }) ?? true { best = (index, loss, without) }
      }
      guard let best else { return }
      steps.append(Step(removed: names.remove(at: best.index), logLoss: best.loss))
      report(steps[steps.count - 1])
      folds = best.folds
    }
  }
}

/// Takes in one product of two measurements after the other, or square of one, each time the one that gains most on clips left out.
public struct TermSelection: Sendable {
  public struct Step: Sendable {
    /// The term taken in; `nil` for the model without any.
    public var added: QuadraticTerm?
    /// The mean of −ln of the probability of what happened, over clips that the model was not fitted to.
    public var logLoss: Double
  }

  public private(set) var terms: [QuadraticTerm] = []

  /// - Parameters:
  ///   - count: the number of terms to take in.
  ///   - report: is told each step.
  public init(
    _ clips: [LoggedClip], names: [String], count: Int, penalty: Double, pieces: PieceTreatment, most: Double,
    report: (Step) -> Void = { _ in }
  ) throws(FittingError) {
    let folds = try clips.folds(names, pieces: pieces, most: most)
    report(Step(logLoss: try LogisticModel.logLoss(folds, penalty: penalty)))
    let all = names.indices.flatMap { first in (first..<names.count).map { QuadraticTerm(first, $0) } }
    while terms.count < count {
      var best: (term: QuadraticTerm, loss: Double)?
      for term in all where !terms.contains(term) {
        let loss = try LogisticModel.logLoss(folds, quadraticTerms: terms + [term], penalty: penalty)
        if best.map({ loss < $0.loss }) ?? true { best = (term, loss) }
      }
      guard let best else { return }
      terms.append(best.term)
      report(Step(added: best.term, logLoss: best.loss))
    }
  }
}

extension [LoggedClip] {
  /// The examples in eight parts, those of one film in one part: as good for a choice as one film at a time, and many times as quick.
  fileprivate func folds(
    _ names: [String], pieces: PieceTreatment, most: Double
  ) throws(FittingError) -> [[Example]] {
    var folds = [[Example]](repeating: [], count: 8)
    var numbers: [String: Int] = [:]
    for clip in self {
      let number = numbers[clip.film] ?? numbers.count
      numbers[clip.film] = number
      folds[number % folds.count] += try clip.examples(clip.rows(names), names, pieces: pieces).capped(at: most)
    }
    return folds
  }
}

extension LogisticModel {
  /// The mean log loss of each fold by a model of the others.
  fileprivate static func logLoss(
    _ folds: [[Example]], quadraticTerms: [QuadraticTerm] = [], penalty: Double
  ) throws(FittingError) -> Double {
    var (loss, weight) = (0.0, 0.0)
    var start: LogisticModel?
    for index in folds.indices where !folds[index].isEmpty {
      var others = folds
      others.remove(at: index)
      let model = try LogisticModel(
        fitting: others.flatMap { $0 }, quadraticTerms: quadraticTerms, penalty: penalty, from: start)
      start = model
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

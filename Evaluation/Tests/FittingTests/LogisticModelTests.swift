import Foundation
import Scoring
import Testing

@testable import Fitting

/// Even numbers from 0 to 1, the same on every run (Knuth's linear congruential generator).
private struct Uniform {
  var state: UInt64 = 1

  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53)
  }
}

/// Examples whose log odds are 2 a − b + 0.5, among a measurement that says nothing.
private func examples(_ count: Int) -> [Example] {
  var uniform = Uniform()
  return (0..<count).map { _ in
    let (a, b) = (4 * uniform.next() - 2, 30 * uniform.next() + 100)
    let odds = 2 * a - (b - 115) / 5 + 0.5
    return Example([a, b, uniform.next()], isRight: uniform.next() < logistic(odds))
  }
}

@Suite struct LogisticModelTests {
  @Test func fitFindsTheCoefficientsThatMadeTheOutcomes() throws {
    let model = try LogisticModel(fitting: examples(20_000), penalty: 1e-3)
    #expect(abs(model.weights[0] / model.scale[0] - 2) < 0.08)
    #expect(abs(model.weights[1] / model.scale[1] + 0.2) < 0.01)
    #expect(abs(model.weights[2] / model.scale[2]) < 0.2)
    #expect(abs(model.logOdds([0, 115, 0.5]) - 0.5) < 0.1)
  }

  @Test func gradientOfThePenalizedLossVanishesAtTheFit() throws {
    let examples = examples(500)
    let penalty = 3.0
    let model = try LogisticModel(fitting: examples, penalty: penalty)
    for column in 0..<3 {
      let slope = examples.reduce(penalty * model.weights[column]) { sum, example in
        let residual = model.probability(example.measurements) - (example.isRight ? 1 : 0)
        return sum + residual * (example.measurements[column] - model.mean[column]) / model.scale[column]
      }
      #expect(abs(slope) < 1e-4)
    }
    let bias = examples.reduce(0) { $0 + model.probability($1.measurements) - ($1.isRight ? 1 : 0) }
    #expect(abs(bias) < 1e-4)
  }

  @Test func outcomesToldApartWithoutErrorHaveAFiniteFit() throws {
    let separable = (0..<40).map { Example([Double($0), 7], isRight: $0 >= 20) }
    let model = try LogisticModel(fitting: separable, penalty: 1)
    #expect(model.weights.allSatisfy { $0.isFinite } && model.weights[0] > 1)
    #expect(model.weights[1] == 0 && model.scale[1] == 1)
    #expect(model.probability([39, 7]) > 0.95 && model.probability([0, 7]) < 0.05)
  }

  @Test func weightIsANumberOfExamples() throws {
    let examples = examples(200)
    let twice = examples + examples.prefix(50)
    var weighted = examples
    for index in 0..<50 { weighted[index].weight = 2 }
    let (one, other) = (try LogisticModel(fitting: twice, penalty: 1), try LogisticModel(fitting: weighted, penalty: 1))
    #expect(zip(one.weights + [one.bias], other.weights + [other.bias]).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func largerPenaltyMakesSmallerWeights() throws {
    let weak = try LogisticModel(fitting: examples(300), penalty: 1)
    let strong = try LogisticModel(fitting: examples(300), penalty: 100)
    #expect(abs(strong.weights[0]) < abs(weak.weights[0]))
  }

  @Test func measurementLikeNoOtherCountsAsTheLimit() throws {
    let model = try LogisticModel(fitting: examples(300), penalty: 1)
    #expect(model.logOdds([1e9, 115, 0.5]) == model.logOdds([model.mean[0] + 4 * model.scale[0], 115, 0.5]))
  }

  /// Right where both are high or both low, and in the middle of the third: no line through one of them tells that.
  @Test func quadraticTermsAreFound() throws {
    var uniform = Uniform()
    let examples = (0..<5000).map { _ in
      let (a, b, c) = (4 * uniform.next() - 2, 4 * uniform.next() - 2, 4 * uniform.next() - 2)
      return Example([a, b, c], isRight: uniform.next() < logistic(2 * a * b - 1.5 * c * c + 1))
    }
    let terms = [QuadraticTerm(0, 1), QuadraticTerm(2, 2)]
    let model = try LogisticModel(fitting: examples, quadraticTerms: terms, penalty: 1e-3)
    #expect(abs(model.weights[3] / (model.scale[0] * model.scale[1]) - 2) < 0.25)
    #expect(abs(model.weights[4] / (model.scale[2] * model.scale[2]) + 1.5) < 0.25)
    #expect(model.probability([1.5, 1.5, 0]) > 0.9 && model.probability([1.5, -1.5, 0]) < 0.1)
    // From another place the same fit is reached.
    let again = try LogisticModel(fitting: examples, quadraticTerms: terms, penalty: 1e-3, from: model)
    #expect(zip(model.weights, again.weights).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test func examplesOfOneOutcomeAreRefused() {
    #expect(throws: FittingError.self) {
      try LogisticModel(fitting: [Example([1], isRight: true), Example([2], isRight: true)], penalty: 1)
    }
    #expect(throws: FittingError.self) { try LogisticModel(fitting: [], penalty: 1) }
    #expect(throws: FittingError.self) {
      try LogisticModel(fitting: [Example([1], isRight: true), Example([2, 3], isRight: false)], penalty: 1)
    }
  }

  @Test func systemIsSolved() {
    #expect(solve([4, 0, 2, 3], [8, 7]).map { $0.map { ($0 * 8).rounded() / 8 } } == [1.25, 1.5])
    #expect(solve([1, 0, 2, 1], [1, 1]) == nil)
  }

  @Test func areaUnderTheCurveIsTheShareOfPairsInOrder() {
    let forecasts = [Forecast(0.9, isRight: true), Forecast(0.4, isRight: true), Forecast(0.4, isRight: false)]
    #expect(Discrimination.areaUnderCurve(forecasts) == 0.75)
    #expect(Discrimination.areaUnderCurve([Forecast(0.9, isRight: true)]).isNaN)
    #expect(abs(Discrimination.logLoss([Forecast(0.5, isRight: false)]) - 0.6931) < 1e-4)
  }
}

import Foundation
import Scoring
import Testing

@testable import Fitting

/// Frames of several places, whose corners are right the more often the larger a measurement is.
private func frames(_ count: Int, shift: Double, seed: UInt64) -> [LoggedRectangle] {
  var state = seed
  func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53)
  }
  return (0..<count).map { number in
    let value = 4 * next() - 2
    let isRight = next() < logistic(3 * value + shift)
    return LoggedRectangle(
      place: "place-\(number % 5)", texture: number.isMultiple(of: 2) ? "nowhere" : "everywhere",
      example: Example([value, 0], isRight: isRight))
  }
}

@Suite struct TrackedRectangleFitTests {
  @Test func eachTextureAndPlaceHasAModel() throws {
    let logged = frames(4000, shift: 0, seed: 1)
    let fit = try TrackedRectangleFit(logged, newest: logged, penalty: 1, limit: 6)
    #expect(fit.models.keys.sorted() == ["everywhere", "nowhere"])
    for model in fit.models.values {
      #expect(model.probability([1, 0]) > 0.9 && model.probability([-1, 0]) < 0.1)
    }
    #expect(fit.modelsWithout.keys.sorted() == (0..<5).map { "place-\($0)" })
    let leftOut = fit.leftOut(logged)
    #expect(leftOut.count == logged.count)
    #expect(Discrimination.areaUnderCurve(leftOut) > 0.85)
  }

  /// What was followed by earlier models is right less often.
  @Test func theNewestFramesSayHowOftenItIsRight() throws {
    let (old, new) = (frames(4000, shift: -1.5, seed: 2), frames(2000, shift: 0.5, seed: 3))
    let fit = try TrackedRectangleFit(old + new, newest: new, penalty: 1, limit: 6)
    let leftOut = fit.leftOut(new)
    let said = leftOut.reduce(0) { $0 + $1.confidence } / Double(leftOut.count)
    let right = Double(leftOut.count { $0.isRight }) / Double(leftOut.count)
    #expect(abs(said - right) < 0.01)
    #expect(ReliabilityDiagram(leftOut).expectedCalibrationError < 0.04)
  }
}

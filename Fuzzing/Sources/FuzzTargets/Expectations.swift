// What holds of every observation, whatever was put in.
import Flycatcher

/// Ends the process where the condition does not hold: the fuzzer keeps the input.
func expect(_ condition: Bool, _ what: @autoclosure () -> String) {
  if !condition { fatalError(what()) }
}

func check(_ observations: [Observation]) {
  for observation in observations {
    switch observation {
    case .trajectory(let trajectory): check(trajectory)
    case .object(let object):
      checkConfidence(object.confidence, observation)
      let box = object.boundingBox
      checkFinite([box.x, box.y, box.width, box.height], observation)
      expect(box.width >= 0 && box.height >= 0, "a box turned inside out: \(object)")
    case .rectangle(let rectangle):
      checkConfidence(rectangle.confidence, observation)
      checkFinite(rectangle.corners.corners.flatMap { [$0.x, $0.y] }, observation)
    }
  }
}

private func check(_ trajectory: TrajectoryObservation) {
  let observation = Observation.trajectory(trajectory)
  checkConfidence(trajectory.confidence, observation)
  expect(!trajectory.detectedPoints.isEmpty, "a flight without a point: \(trajectory)")
  checkFinite(trajectory.detectedPoints.flatMap { [$0.location.x, $0.location.y, $0.radius] }, observation)
  checkFinite(trajectory.projectedPoints.flatMap { [$0.x, $0.y] }, observation)
  let curve = trajectory.equationCoefficients
  checkFinite([curve.a, curve.b, curve.c, trajectory.movingAverageRadius], observation)
  expect(trajectory.timeRange.duration >= .zero, "a flight that ends before it begins: \(trajectory)")
}

private func checkConfidence(_ confidence: Double, _ observation: Observation) {
  expect(confidence >= 0 && confidence <= 1, "a confidence of \(confidence): \(observation)")
}

private func checkFinite(_ numbers: [Double], _ observation: Observation) {
  expect(numbers.allSatisfy(\.isFinite), "a number that is none: \(observation)")
}

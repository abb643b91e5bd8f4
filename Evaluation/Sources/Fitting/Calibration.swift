// Log-odds made right on average.

/// A line that log-odds are mapped by (Platt 1999).
struct Calibration: Sendable {
  var slope = 1.0
  var shift = 0.0

  /// - Parameter examples: log-odds with their outcome; where they are all of one outcome, nothing is changed.
  init(_ examples: [Example]) throws(FittingError) {
    guard Set(examples.map(\.isRight)).count == 2 else { return }
    let line = try LogisticModel(fitting: examples, penalty: 0.1)
    let slope = line.weights[0] / line.scale[0]
    guard slope > 0 else { return }
    self.slope = slope
    shift = line.bias - slope * line.mean[0]
  }

  func applied(to probability: Double) -> Double { logistic(slope * logOdds(probability) + shift) }

  func applied(to model: LogisticModel) -> LogisticModel {
    var model = model
    model.weights = model.weights.map { $0 * slope }
    model.bias = model.bias * slope + shift
    return model
  }
}

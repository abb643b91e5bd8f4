// The probability that a track is a free flight: a logistic regression on its measurements.
import Glibc

/// The calibrated acceptance model, whose coefficients `Evaluation fit` writes.
enum AcceptanceModel {
  /// The indices of the model's measurements among those of a track.
  private static let indices = FittedAcceptance.names.map { name in
    TrackMeasurements.Name.allCases.firstIndex { $0.rawValue == name } ?? 0
  }

  /// The probability that a track with these measurements is a free flight.
  static func confidence(_ measurements: TrackMeasurements) -> Double {
    var sum = FittedAcceptance.bias
    for (term, index) in indices.enumerated() {
      let value = (measurements.values[index] - FittedAcceptance.mean[term]) / FittedAcceptance.scale[term]
      sum += FittedAcceptance.weights[term] * min(max(value, -4), 4)
    }
    return 1 / (1 + exp(-sum))
  }
}

/// The logarithm of the odds of a probability, which is kept from 0 and 1.
func logOdds(_ probability: Double) -> Double {
  let inside = min(max(probability, 1e-9), 1 - 1e-9)
  return log(inside / (1 - inside))
}

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
    FittedAcceptance.model.probability { measurements.values[indices[$0]] }
  }
}

/// The logarithm of the odds of a probability, which is kept from 0 and 1.
func logOdds(_ probability: Double) -> Double {
  let inside = min(max(probability, 1e-9), 1 - 1e-9)
  return log(inside / (1 - inside))
}

// The probability that a track is a free flight: a logistic regression on its measurements.
import Glibc

/// How likely a track is a free flight, given what is measured of it.
@_spi(Evaluation) public struct AcceptanceModel: Sendable {
  /// The indices of the model's measurements among those of a track.
  private let indices: [Int]
  private let score: LogisticScore

  /// The calibrated model whose coefficients `Evaluation fit` writes.
  static let fitted = AcceptanceModel(names: FittedAcceptance.names, score: FittedAcceptance.model)

  init(names: [String], score: LogisticScore) {
    indices = names.map { name in TrackMeasurements.Name.allCases.firstIndex { $0.rawValue == name } ?? 0 }
    self.score = score
  }

  /// Creates a model of coefficients.
  ///
  /// - Parameters:
  ///   - names: The measurements it uses, of `TrajectoryTrace.measurementNames`.
  ///   - mean: The mean of each, by which it is standardized.
  ///   - scale: The standard deviation of each, above 0.
  ///   - weights: One for each standardized measurement.
  ///   - quadraticTerms: Products of two standardized measurements, by their numbers.
  ///   - bias: The log-odds where all are as usual.
  public init(
    names: [String], mean: [Double], scale: [Double], weights: [Double],
    quadraticTerms: [(first: Int, second: Int, weight: Double)], bias: Double
  ) {
    self.init(
      names: names,
      score: LogisticScore(
        mean: mean, scale: scale, weights: weights,
        quadraticTerms: quadraticTerms.map { .init(first: $0.first, second: $0.second, weight: $0.weight) }, bias: bias)
    )
  }

  /// The probability that a track with these measurements is a free flight.
  func confidence(_ measurements: TrackMeasurements) -> Double {
    score.probability { measurements.values[indices[$0]] }
  }
}

/// The logarithm of the odds of a probability, which is kept from 0 and 1.
func logOdds(_ probability: Double) -> Double {
  let inside = min(max(probability, 1e-9), 1 - 1e-9)
  return log(inside / (1 - inside))
}

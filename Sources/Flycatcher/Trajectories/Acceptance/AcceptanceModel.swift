// The probability that a track is a free flight: a logistic regression on its measurements.
import Glibc

/// How likely a track is a free flight, given what is measured of it.
@_spi(Evaluation) public struct AcceptanceModel: Sendable {
  private let names: [TrackMeasurements.Name]
  private let score: LogisticScore

  /// The calibrated model whose coefficients `Evaluation fit` writes.
  static let fitted = AcceptanceModel(names: FittedAcceptance.names, score: FittedAcceptance.model)

  init(names: [TrackMeasurements.Name], score: LogisticScore) {
    self.names = names
    self.score = score
  }

  /// Creates a model of coefficients; `nil` where a measurement is unknown.
  ///
  /// - Parameters:
  ///   - names: The measurements it uses, of `TrajectoryTrace.measurementNames`.
  ///   - mean: The mean of each, by which it is standardized.
  ///   - scale: The standard deviation of each, above 0.
  ///   - weights: One for each standardized measurement.
  ///   - quadraticTerms: Products of two standardized measurements, by their numbers.
  ///   - bias: The log-odds where all are as usual.
  public init?(
    names: [String], mean: [Double], scale: [Double], weights: [Double],
    quadraticTerms: [(first: Int, second: Int, weight: Double)], bias: Double
  ) {
    let known = names.compactMap(TrackMeasurements.Name.init(rawValue:))
    guard known.count == names.count else { return nil }
    self.init(
      names: known,
      score: LogisticScore(
        mean: mean, scale: scale, weights: weights,
        quadraticTerms: quadraticTerms.map { .init(first: $0.first, second: $0.second, weight: $0.weight) }, bias: bias)
    )
  }

  /// The probability that a track with these measurements is a free flight.
  func confidence(_ measurements: TrackMeasurements) -> Double {
    score.probability { measurements[names[$0]] }
  }
}

/// The logarithm of the odds of a probability, which is kept from 0 and 1.
func logOdds(_ probability: Double) -> Double {
  let inside = min(max(probability, 1e-9), 1 - 1e-9)
  return log(inside / (1 - inside))
}

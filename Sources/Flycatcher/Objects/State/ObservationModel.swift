// How likely a box lies on its object: the observations of the Markov chain of its states.

/// How likely a box lies on its object, given what is measured of it.
@_spi(Evaluation) public struct ObservationModel: Sendable {
  let score: LogisticScore
  /// The seconds over which log-odds are averaged.
  let smoothing: Double

  init(score: LogisticScore, smoothing: Double) {
    self.score = score
    self.smoothing = smoothing
  }

  /// Creates a model of coefficients in the order of `ObjectTracker.Trace.measurementNames`.
  ///
  /// - Parameters:
  ///   - mean: The mean of each measurement, by which it is standardized.
  ///   - scale: The standard deviation of each, above 0.
  ///   - weights: One for each standardized measurement.
  ///   - bias: The log-odds where all are as usual.
  ///   - smoothing: The seconds over which log-odds are averaged, 0 or more.
  public init(mean: [Double], scale: [Double], weights: [Double], bias: Double, smoothing: Double) {
    score = LogisticScore(mean: mean, scale: scale, weights: weights, bias: bias)
    self.smoothing = smoothing
  }

  /// Returns the log-odds that the box lies on the object.
  func logOdds(_ measurements: BoxMeasurements) -> Double { score.logOdds { measurements[$0] } }
}

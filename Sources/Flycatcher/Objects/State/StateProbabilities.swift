// The probabilities of an object's states: what is said of it, and how sure that is.
import Glibc

/// The probabilities of the three states that an object can be in.
///
/// The measurements of a frame say how likely the box lies on the object (`ObservationModel`). Their log-odds are smoothed over
/// a fraction of a second. The rest is shared between occluded and absent by a Markov chain: what ceases to be visible is occluded at
/// first, and leaves with time.
@_spi(Evaluation) public struct StateProbabilities: Sendable {
  /// The states, which exclude each other.
  enum State: Sendable {
    /// Visible in its box.
    case visible
    /// Not in the box, but near it or behind something.
    case occluded
    /// Nowhere near the box.
    case absent
  }

  /// The probability that the object is visible in its box.
  public private(set) var visible = 1.0
  private(set) var occluded = 0.0
  private(set) var absent = 0.0
  private var logOdds = limit

  /// The farthest from 0 that the log-odds of a frame are taken.
  private static let limit = 6.0
  /// The mean time in seconds after which what is visible is occluded, about as long as what is occluded takes to leave. A frame in which
  /// something a little like the object is seen therefore does not undo what is known of one that has long been away.
  private static let visibleTime = 2.5

  /// Creates the probabilities of an object that has just been nominated.
  public init() {}

  /// The likelier of visible and not visible; of the latter, the likelier of its two states.
  var state: State { visible >= 0.5 ? .visible : absent > occluded ? .absent : .occluded }

  /// Takes a frame into account.
  ///
  /// - Parameters:
  ///   - measured: The log-odds, by the frame's measurements, that the box lies on the object.
  ///   - seconds: The time since the frame before, 0 or more; as the next two.
  ///   - smoothing: The time constant over which the log-odds of frames are averaged; 0 where this frame alone counts.
  ///   - absence: The time after which an object that is not visible is as likely absent as occluded.
  public mutating func update(_ measured: Double, seconds: Double, smoothing: Double, absence: Double) {
    logOdds += (min(max(measured, -Self.limit), Self.limit) - logOdds) * (1 - exp(-seconds / max(smoothing, 1e-6)))
    let leaving = occluded * (1 - exp(-seconds * log(2) / max(absence, 1e-3)))
    let covered = visible * (1 - exp(-seconds / Self.visibleTime))
    let gone = (absent + leaving) / max(occluded + absent + covered, 1e-9)
    let hidden = 1 / (1 + exp(logOdds))
    visible = 1 - hidden
    absent = hidden * gone
    occluded = hidden - absent
  }
}

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

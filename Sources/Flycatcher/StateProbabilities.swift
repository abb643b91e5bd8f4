// The probabilities of the states of what is tracked: what is said of it, and how sure that is.
import Glibc

/// The probabilities of the three states that an object or a rectangle can be in.
///
/// The measurements of a frame say how likely it is visible where it is said to be (`ObservationModel`, `RectangleConfidence`). Their log-odds
/// can be smoothed over a fraction of a second. The rest is shared between occluded and absent by a Markov chain: what ceases to be visible is
/// occluded at first, and leaves with time.
@_spi(Evaluation) public struct StateProbabilities: Sendable {
  /// The states, which exclude each other.
  enum State: Sendable {
    /// Visible at its place.
    case visible
    /// Not seen there, but near it or behind something.
    case occluded
    /// Nowhere near its place.
    case absent
  }

  /// The probability that it is visible at its place.
  public private(set) var visible = 1.0
  private(set) var occluded = 0.0
  private(set) var absent = 0.0
  private var logOdds = limit

  /// The farthest from 0 that the log-odds of a frame are taken.
  public static let limit = 6.0
  /// The mean time in seconds after which what is visible is occluded, about as long as what is occluded takes to leave. A frame in which
  /// something a little like it is seen therefore does not undo what is known of one that has long been away.
  private static let visibleTime = 2.5

  /// Creates the probabilities of what has just been nominated or detected.
  public init() {}

  /// The likelier of visible and not visible; of the latter, the likelier of its two states.
  var state: State { visible >= 0.5 ? .visible : hiddenState }
  /// The likelier of the states in which it is not visible.
  var hiddenState: State { absent > occluded ? .absent : .occluded }

  /// Takes a frame into account.
  ///
  /// - Parameters:
  ///   - measured: The log-odds, by the frame's measurements, that it is visible at its place.
  ///   - seconds: The time since the frame before, 0 or more; as the next two.
  ///   - smoothing: The time constant over which the log-odds of frames are averaged; 0 where this frame alone counts.
  ///   - absence: The time after which what is not visible is as likely absent as occluded.
  public mutating func update(_ measured: Double, seconds: Double, smoothing: Double, absence: Double) {
    let share = smoothing > 0 ? 1 - exp(-seconds / smoothing) : 1
    logOdds += (min(max(measured, -Self.limit), Self.limit) - logOdds) * share
    let covered = visible * (1 - exp(-seconds / Self.visibleTime))
    let leaving = (occluded + covered) * (1 - exp(-seconds * log(2) / max(absence, 1e-3)))
    let gone = (absent + leaving) / max(occluded + absent + covered, 1e-9)
    let hidden = 1 / (1 + exp(logOdds))
    visible = 1 - hidden
    absent = hidden * gone
    occluded = hidden - absent
  }
}

// The time that goes by from one picture of a film to the next, where the film lost frames or repeats some.
import Glibc

/// How far the time of what is filmed has gone on with the newest picture.
enum FilmStep: Int, CaseIterable, Sendable {
  /// As far as the time stamps say.
  case regular
  /// Further: the film lost a frame before it, since its rate was lowered or the camera could not keep up.
  case lost
  /// Less far: the pictures between were repeated to raise the film's rate, and no time went by.
  case padded
}

/// Knows how likely each step of the time is, from the flights that were seen.
///
/// Films lose frames often or never, since it comes from how they were made: the rate at which frames are lost is small, or, with the
/// probability `irregular`, any, and what is seen decides which (the evidence of a binomial rate is a beta function; MacKay 2003, chapter 3).
/// Where pictures are repeated, time goes by meanwhile (the film stands still) or not (its rate was raised), as often as seen before.
struct FilmClock: Sendable {
  /// Seconds by which each step is longer than the time stamps say.
  private var offsets = InlineArray<3, Double>(repeating: 0)
  private var logProbabilities = InlineArray<3, Double>(repeating: 0)
  private var losses = LostFrames()
  /// The numbers of repeats in which no time went by, and of all.
  private var paddings = (padded: 0.5, all: 1.0)

  /// Begins with the next picture.
  ///
  /// - Parameters:
  ///   - interval: Seconds since the picture before.
  ///   - repeats: The number of times that picture was repeated.
  ///   - irregular: The probability that a film loses frames often.
  mutating func begin(interval: Double, repeats: Int, irregular: Double) {
    let frame = interval / Double(repeats + 1)
    offsets[FilmStep.lost.rawValue] = frame
    offsets[FilmStep.padded.rawValue] = -Double(repeats) * frame
    let lost = losses.rate(irregular: irregular)
    let padded = repeats > 0 ? paddings.padded / paddings.all : 0
    logProbabilities[FilmStep.regular.rawValue] = log((1 - lost) * (1 - padded))
    logProbabilities[FilmStep.lost.rawValue] = log(lost)
    logProbabilities[FilmStep.padded.rawValue] = repeats > 0 ? log((1 - lost) * padded) : -.infinity
  }

  /// Seconds by which a step is longer than the time stamps say.
  func offset(_ step: FilmStep) -> Double { offsets[step.rawValue] }

  /// The log-probability of a step to the newest picture.
  func logProbability(_ step: FilmStep) -> Double { logProbabilities[step.rawValue] }

  /// The probability from which on a step is looked for by any track.
  private static let usual = 0.04

  /// Whether a step is one that any track may have taken, even where little is known of its motion.
  func isUsual(_ step: FilmStep) -> Bool { logProbability(step) > log(Self.usual) }

  /// The likeliest step to the newest picture.
  var likeliest: FilmStep { FilmStep.allCases.max { logProbability($0) < logProbability($1) } ?? .regular }

  /// Learns from the steps that a flight showed.
  mutating func learn(_ steps: StepCounts) {
    losses.add(lost: steps.lost, all: steps.all)
    paddings.all += steps.afterRepeats
    paddings.padded += steps.padded
  }
}

/// The numbers of steps that a track has shown.
struct StepCounts: Sendable {
  fileprivate(set) var all = 0.0
  fileprivate(set) var lost = 0.0
  fileprivate(set) var afterRepeats = 0.0
  fileprivate(set) var padded = 0.0

  mutating func add(_ step: FilmStep, isAfterRepeat: Bool) {
    all += 1
    if step == .lost { lost += 1 }
    if isAfterRepeat { afterRepeats += 1 }
    if step == .padded { padded += 1 }
  }
}

/// How often a film loses a frame.
private struct LostFrames: Sendable {
  /// The rate in a regular film.
  private static let seldom = 0.002
  /// The parameters of the beta distribution of the rate in an irregular one: 0.2 on the average.
  private static let prior = (lost: 1.0, kept: 4.0)
  /// The newest points count, so that the film may change.
  private static let most = 500.0

  private var lost = 0.0
  private var all = 0.0

  mutating func add(lost: Double, all: Double) {
    if self.all >= Self.most {
      self.lost *= 0.5
      self.all *= 0.5
    }
    self.lost += lost
    self.all += all
  }

  /// The expected rate.
  func rate(irregular: Double) -> Double {
    let (a, b) = Self.prior
    let kept = all - lost
    let evidence =
      lgamma(a + b) - lgamma(a) - lgamma(b) + lgamma(a + lost) + lgamma(b + kept) - lgamma(a + b + all)
    let regular = lost * log(Self.seldom) + kept * log(1 - Self.seldom)
    let odds = log(irregular / (1 - irregular)) + evidence - regular
    let share = 1 / (1 + exp(-odds))
    return share * (lost + a) / (all + a + b) + (1 - share) * Self.seldom
  }
}

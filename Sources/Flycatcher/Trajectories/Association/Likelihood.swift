// How likely a candidate is as the next point of a track, compared with being there by chance.
import Glibc

/// A candidate's fit to a track.
struct Likelihood: Sendable {
  /// The log-likelihood ratio against clutter, as far as one point may add to a score.
  var gain: Double
  /// The same without a limit: by it two explanations are compared.
  var fit: Double
  /// The variance of the candidate's place along x and y.
  var variance: SIMD2<Double>

  /// The same under a hypothesis of this log-probability.
  func given(_ logProbability: Double) -> Likelihood {
    Likelihood(gain: gain + logProbability, fit: fit + logProbability, variance: variance)
  }
}

extension Associator {
  /// The log-likelihood ratio of a candidate as the next point of a track; `nil` outside the gate.
  func likelihood(of candidate: Candidate, for track: TrackState) -> Likelihood? {
    let way = candidate.place - track.motion.place
    let variance = variance(of: candidate, at: track.velocity)
    let spread = track.motion.innovationVariance(variance)
    let surprise = (way * way / spread).sum()
    guard surprise < parameters.gate else { return nil }
    let ratio = log(candidate.radius / track.radius)
    guard abs(ratio) < 1.1 else { return nil }
    let motion = logDensity(ofDistance: surprise, variances: spread)
    // The size stays about the same along a track (0.25 of its logarithm), and is any for clutter (0.8).
    let size = -0.5 * square(ratio / 0.25) + 0.5 * square(ratio / 0.8) + log(0.8 / 0.25)
    let difference = candidate.color - track.color
    let distance = Double(square(difference.x) / 400 + (square(difference.y) + square(difference.z)) / 100)
    let color = 1.0 - 0.5 * min(distance, 8)
    let chance = candidate.density + wobbling(candidate, on: track) + standing(candidate, on: track)
    let gain =
      motion - log(chance) + size + color + alignment(of: candidate, along: track) + log(parameters.detection)
    return Likelihood(gain: min(gain, parameters.largestGain), fit: gain, variance: variance)
  }

  /// The variance of a candidate's place along x and y, if it moves at this velocity: cameras and converters show a picture a little too early
  /// or too late.
  func variance(of candidate: Candidate, at velocity: SIMD2<Double>) -> SIMD2<Double> {
    let jitter = velocity * (parameters.timing * scene.interval)
    return candidate.variance(grain: scene.grain) + jitter * jitter
  }

  /// The distance in x within which candidates may lie in a track's gate.
  func reach(of track: TrackState) -> Double {
    // What is three times as large, and seen in part, is measured least well.
    let jitter = square(parameters.timing * scene.interval * track.velocity.x)
    let variance = square(scene.grain) + square(1.5 * track.radius) + jitter
    return (parameters.gate * track.motion.innovationVariance(SIMD2(repeating: variance)).x).squareRoot()
  }

  /// The density of candidates here if the track is something that wobbles in its place: near its last point, and still near its first.
  private func wobbling(_ candidate: Candidate, on track: TrackState) -> Double {
    let variance = candidate.wobble(grain: scene.grain)
    let way = candidate.place - track.newest
    let whole = candidate.place - track.first
    let distance = (way.x * way.x + way.y * way.y) / variance + (whole.x * whole.x + whole.y * whole.y) / (9 * variance)
    return Self.staying(distance, variance)
  }

  /// The density of candidates here because one was here before: what stands, or trembles, is there again. That of a thing itself, which has moved by too
  /// little to tell, is none.
  private func standing(_ candidate: Candidate, on track: TrackState) -> Double {
    guard let stood = candidate.stood else { return 0 }
    let variance = candidate.wobble(grain: scene.grain)
    let own = candidate.place - track.velocity * (scene.interval * Double(stood.age))
    guard squaredMagnitude(stood.place - own) > square(Candidate.Stood.reach) * variance else { return 0 }
    return Self.staying(squaredMagnitude(candidate.place - stood.place) / variance, variance)
  }

  /// The density of candidates at a squared distance, in standard deviations, from what is seen again in its place in half of the frames.
  private static func staying(_ distance: Double, _ variance: Double) -> Double {
    0.5 * exp(-0.5 * distance) / (2 * Double.pi * variance)
  }

  /// A streak points along its path.
  private func alignment(of candidate: Candidate, along track: TrackState) -> Double {
    guard candidate.elongation > 1.8, candidate.evidence == .background else { return 0 }
    let speed = magnitude(track.velocity)
    guard speed > 1e-6 else { return 0 }
    let cosine = abs(track.velocity.x * candidate.axis.x + track.velocity.y * candidate.axis.y) / speed
    return cosine > 0.94 ? 1 : cosine > 0.8 ? 0 : -1.5
  }
}

extension Candidate {
  /// The variance of the place of what stands and trembles, in pixels squared.
  func wobble(grain: Double) -> Double { square(0.15 * radius + 0.7 * grain) }

  /// The variance of the centroid along x and y, in pixels squared: part of a pixel, more for what is large and may change its shape,
  /// for the ends of a streak, for what is seen in part, and for what touches something else.
  func variance(grain: Double) -> SIMD2<Double> {
    // What is longer than wide is a streak, or a round thing of which a part is not seen.
    let missing = square(min(0.15 * (length - radius), 0.3 * radius))
    var across = square(0.3 * grain) + square(0.05 * radius) + missing
    switch evidence {
    case .background: across += square(0.15 * attachment * radius)
    case .neighbors: across += square(0.3 * radius)
    case .part: across += square(0.15 * radius)
    }
    // What is half out of the picture seems to slow down at its border.
    across += square(hidden)
    let along = across + square(0.1 * (length - radius))
    let (x, y) = (axis.x * axis.x, axis.y * axis.y)
    return SIMD2(along * x + across * y, along * y + across * x)
  }
}

/// The logarithm of a normal density, by the squared distance from its mean in standard deviations (Mahalanobis).
@inline(__always)
func logDensity(ofDistance squared: Double, variances: SIMD2<Double>) -> Double {
  -0.5 * (squared + log(4 * Double.pi * Double.pi * variances.x * variances.y))
}

/// The logarithm of the sum of two likelihoods, of their logarithms.
@inline(__always)
func logSum(_ one: Double, _ other: Double) -> Double { max(one, other) + log1p(exp(-abs(one - other))) }

/// x².
@inline(__always)
func square<Number: Numeric>(_ x: Number) -> Number { x * x }

/// The square of the length of a vector.
@inline(__always)
func squaredMagnitude(_ vector: SIMD2<Double>) -> Double { square(vector.x) + square(vector.y) }

/// The length of a vector.
@inline(__always)
func magnitude(_ vector: SIMD2<Double>) -> Double { squaredMagnitude(vector).squareRoot() }

// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --log Evaluation/.build/tracks.jsonl --truth ../shared/data/trajectories --truth ../shared/data/nofly --most 200 --penalty 2 --worst 20
// 5690 tracks of 76 clips, 221 of them flights. On clips left out: area under the curve 0.998243, expected
// calibration error 0.00210147.

/// The coefficients of the acceptance model: a logistic regression over standardized measurements, each taken no farther than 4.0
/// from 0.
enum FittedAcceptance {
  static let names: [String] = [
    "colorChange",
    "coverage",
    "crowd",
    "downward",
    "extent",
    "gravity",
    "likeness",
    "parts",
    "score",
    "shade",
    "surprise",
    "upward",
  ]
  /// The mean of each measurement over the tracks of the fit.
  static let mean: [Double] = [
    2.45358,
    0.753149,
    1.60581,
    -0.676987,
    2.66517,
    -1.60664,
    0.0372677,
    0.560144,
    1.65306,
    0.0351807,
    0.831553,
    2.73801,
  ]
  /// The standard deviation of each measurement over the tracks of the fit.
  static let scale: [Double] = [
    0.470148,
    0.193436,
    1.26416,
    1.37351,
    1.5455,
    1.10269,
    0.170905,
    0.397767,
    1.7942,
    0.134166,
    0.645863,
    1.24239,
  ]
  /// One for each standardized measurement.
  static let weights: [Double] = [
    0.753729,
    1.33497,
    -0.925189,
    0.953119,
    0.573928,
    1.07206,
    0.426364,
    -0.871356,
    1.35505,
    -1.68424,
    -0.650894,
    -0.940255,
  ]
  static let bias = -9.31652
}

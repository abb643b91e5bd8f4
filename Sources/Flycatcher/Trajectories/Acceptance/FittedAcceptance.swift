// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --log Evaluation/.build/tracks.jsonl --truth ../shared/data/trajectories --truth ../shared/data/nofly --most 1000 --penalty 3 --keep 12
// 7533 tracks of 76 clips, 145 of them flights. On clips left out: area under the curve 0.994462, expected
// calibration error 0.00174047.

/// The coefficients of the acceptance model: a logistic regression over standardized measurements, each taken no farther than 4.0
/// from 0.
enum FittedAcceptance {
  static let names: [String] = [
    "attachment",
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
  ]
  /// The mean of each measurement over the tracks of the fit.
  static let mean: [Double] = [
    0.239692,
    2.43337,
    0.749772,
    2.1107,
    -0.704418,
    2.60705,
    -1.60176,
    0.031247,
    0.524466,
    1.55016,
    0.0286991,
    0.893638,
  ]
  /// The standard deviation of each measurement over the tracks of the fit.
  static let scale: [Double] = [
    0.23933,
    0.458216,
    0.190319,
    1.47289,
    1.25704,
    1.29642,
    1.09401,
    0.144251,
    0.393113,
    1.56809,
    0.118392,
    0.643746,
  ]
  /// One for each standardized measurement.
  static let weights: [Double] = [
    0.0358046,
    0.689688,
    1.35774,
    -1.76829,
    1.19367,
    0.567338,
    0.717547,
    0.344619,
    -0.92954,
    0.900228,
    -1.3646,
    -0.714151,
  ]
  static let bias = -10.2951
}

// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --log Evaluation/.build/tracks.jsonl --truth ../shared/data/trajectories --truth ../shared/data/nofly --most 200 --penalty 2 --worst 20
// 5886 tracks of 76 clips, 215 of them flights. On clips left out: area under the curve 0.997677, expected
// calibration error 0.00131779.

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
    2.44822,
    0.747802,
    1.54533,
    -0.666601,
    2.6796,
    -1.6101,
    0.0429968,
    0.580562,
    1.55937,
    0.0473977,
    0.816937,
    2.60008,
  ]
  /// The standard deviation of each measurement over the tracks of the fit.
  static let scale: [Double] = [
    0.461417,
    0.192994,
    1.26533,
    1.38275,
    1.56088,
    1.10719,
    0.176837,
    0.392052,
    1.81034,
    0.152062,
    0.635394,
    1.26171,
  ]
  /// One for each standardized measurement.
  static let weights: [Double] = [
    0.974633,
    1.40087,
    -0.911699,
    0.926413,
    0.612606,
    0.766497,
    0.675382,
    -1.36661,
    1.02059,
    -2.16158,
    -0.665694,
    -0.991038,
  ]
  static let bias = -10.0972
}

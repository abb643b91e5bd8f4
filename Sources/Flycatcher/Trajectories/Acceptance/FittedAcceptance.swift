// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,downward*upward,jerk*downward --worst 20
// 32130 tracks of 128 clips, each analyzed 4 times, 1410 of them flights. On films left out: area under the
// curve 0.997706, expected calibration error 0.00366379.

/// The acceptance model.
enum FittedAcceptance {
  /// The measurements, in the order of the coefficients.
  static let names: [String] = [
    "colorChange",
    "coverage",
    "crowd",
    "downward",
    "extent",
    "gravity",
    "jerk",
    "likeness",
    "ownMotion",
    "recession",
    "score",
    "shade",
    "sharedMotion",
    "upward",
  ]
  static let model = LogisticScore(
    mean: [
      2.45429,
      0.771112,
      1.50177,
      -0.669816,
      2.60368,
      -1.68646,
      -3.47425,
      0.0686924,
      -0.117081,
      -0.00916223,
      1.70585,
      0.0609472,
      -0.605357,
      2.79214,
    ],
    scale: [
      0.47707,
      0.190063,
      1.27657,
      1.41041,
      1.50126,
      1.17732,
      1.43351,
      0.217815,
      1.17429,
      0.309103,
      1.85414,
      0.178878,
      0.75657,
      1.22638,
    ],
    weights: [
      0.494267,
      1.04861,
      -0.819301,
      1.00486,
      0.777175,
      0.448959,
      -0.282157,
      0.40218,
      2.26852,
      -0.259589,
      0.515283,
      -1.05751,
      -1.83917,
      -0.958423,
    ],
    quadraticTerms: [
      .init(first: 4, second: 10, weight: 0.710208),
      .init(first: 3, second: 13, weight: 0.226126),
      .init(first: 6, second: 3, weight: -0.127512),
    ],
    bias: -8.80419)
}

// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,downward*upward,jerk*downward --worst 20
// 30109 tracks of 128 clips, each analyzed 4 times, 1436 of them flights. On films left out: area under the
// curve 0.997464, expected calibration error 0.00302063.

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
      2.45388,
      0.771168,
      1.50895,
      -0.6862,
      2.62705,
      -1.70361,
      -3.47779,
      0.0659121,
      -0.148512,
      -0.00591517,
      1.72543,
      0.0612054,
      -0.637234,
      2.73028,
    ],
    scale: [
      0.469255,
      0.190084,
      1.30692,
      1.41485,
      1.52203,
      1.18261,
      1.46244,
      0.216299,
      1.18059,
      0.313365,
      1.89114,
      0.179776,
      0.741309,
      1.23573,
    ],
    weights: [
      0.653086,
      0.911325,
      -1.06898,
      0.921157,
      0.930263,
      0.327263,
      -0.468198,
      0.415499,
      2.37913,
      -0.272941,
      0.488534,
      -1.2204,
      -1.78391,
      -0.815136,
    ],
    quadraticTerms: [
      .init(first: 4, second: 10, weight: 0.820998),
      .init(first: 3, second: 13, weight: 0.0468842),
      .init(first: 6, second: 3, weight: -0.106872),
    ],
    bias: -9.00339)
}

// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,sharedMotion*sharedMotion,downward*upward --worst 20
// 32825 tracks of 126 clips, each analyzed 4 times, 1420 of them flights. On films left out: area under the
// curve 0.998001, expected calibration error 0.00307851.

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
    "likeness",
    "ownMotion",
    "score",
    "shade",
    "sharedMotion",
    "upward",
  ]
  static let model = LogisticScore(
    mean: [
      2.45865,
      0.756329,
      1.58299,
      -0.679541,
      2.70371,
      -1.67024,
      0.0686776,
      -0.16443,
      1.6591,
      0.0675023,
      -0.759898,
      2.85489,
    ],
    scale: [
      0.476987,
      0.193957,
      1.25109,
      1.39857,
      1.50832,
      1.16671,
      0.217329,
      1.18644,
      1.83046,
      0.184742,
      0.955025,
      1.22558,
    ],
    weights: [
      0.435627,
      1.11121,
      -0.826844,
      1.21612,
      0.537032,
      0.756507,
      0.287808,
      2.20304,
      0.788494,
      -0.908071,
      -2.00842,
      -0.956479,
    ],
    quadraticTerms: [
      .init(first: 4, second: 8, weight: 0.758219),
      .init(first: 10, second: 10, weight: -0.50691),
      .init(first: 3, second: 11, weight: 0.280079),
    ],
    bias: -8.59708)
}

// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,sharedMotion*sharedMotion,downward*upward --worst 20
// 32819 tracks of 126 clips, each analyzed 4 times, 1419 of them flights. On films left out: area under the
// curve 0.997917, expected calibration error 0.00231168.

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
      2.45883,
      0.756339,
      1.58329,
      -0.678877,
      2.70351,
      -1.67021,
      0.0682756,
      -0.164815,
      1.65855,
      0.0668313,
      -0.759473,
      2.85543,
    ],
    scale: [
      0.47735,
      0.193954,
      1.25099,
      1.39853,
      1.50828,
      1.16711,
      0.216543,
      1.18616,
      1.82972,
      0.184144,
      0.955115,
      1.22597,
    ],
    weights: [
      0.438143,
      1.11487,
      -0.828574,
      1.22206,
      0.526902,
      0.801807,
      0.291641,
      2.2497,
      0.825088,
      -0.96373,
      -2.0491,
      -0.951038,
    ],
    quadraticTerms: [
      .init(first: 4, second: 8, weight: 0.778048),
      .init(first: 10, second: 10, weight: -0.521667),
      .init(first: 3, second: 11, weight: 0.264534),
    ],
    bias: -8.96493)
}

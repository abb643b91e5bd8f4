// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,downward*upward,jerk*downward --worst 20
// 30792 tracks of 128 clips, each analyzed 4 times, 1428 of them flights. On films left out: area under the
// curve 0.997729, expected calibration error 0.00314593.

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
      2.44713,
      0.774937,
      1.52788,
      -0.680682,
      2.6046,
      -1.70595,
      -3.49526,
      0.067994,
      -0.124784,
      -0.00597949,
      1.75626,
      0.0603693,
      -0.492009,
      2.78905,
    ],
    scale: [
      0.471543,
      0.190195,
      1.30797,
      1.40503,
      1.52477,
      1.17608,
      1.4187,
      0.217528,
      1.17351,
      0.309505,
      1.88715,
      0.177568,
      0.758097,
      1.2252,
    ],
    weights: [
      0.510834,
      0.966611,
      -1.15893,
      0.8779,
      0.824892,
      0.491438,
      -0.332633,
      0.400165,
      2.04342,
      -0.194719,
      0.494325,
      -1.1409,
      -1.66944,
      -0.873625,
    ],
    quadraticTerms: [
      .init(first: 4, second: 10, weight: 0.725171),
      .init(first: 3, second: 13, weight: 0.130781),
      .init(first: 6, second: 3, weight: -0.197299),
    ],
    bias: -8.93152)
}

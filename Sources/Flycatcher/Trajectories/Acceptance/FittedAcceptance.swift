// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,pull*shade,length*pull --changed --worst 20
// 38907 tracks of 153 clips, each analyzed 4 times, 1553 of them flights. On films left out: area under the
// curve 0.998453, expected calibration error 0.00133954.

/// The acceptance model.
enum FittedAcceptance {
  /// The measurements, in the order of the coefficients.
  static let names: [TrackMeasurements.Name] = [
    .clutter,
    .colorChange,
    .extent,
    .length,
    .likeness,
    .ownMotion,
    .pull,
    .recession,
    .score,
    .shade,
    .sharedMotion,
    .swing,
  ]
  static let model = LogisticScore(
    mean: [
      4.42732,
      2.43462,
      2.71118,
      2.10103,
      -1.25986,
      -0.0671423,
      -0.681195,
      -0.00707902,
      1.59798,
      0.0561252,
      -0.492101,
      -0.0600584,
    ],
    scale: [
      1.92461,
      0.457809,
      1.44357,
      0.65661,
      1.28739,
      1.17822,
      1.75109,
      0.296096,
      1.7326,
      0.172444,
      0.75083,
      1.15357,
    ],
    weights: [
      -1.05587,
      0.57478,
      -0.107884,
      -0.816076,
      1.70646,
      1.97309,
      1.87712,
      -0.238807,
      1.41945,
      -0.186887,
      -1.54128,
      -0.722252,
    ],
    quadraticTerms: [
      .init(first: 2, second: 8, weight: 0.685488),
      .init(first: 6, second: 9, weight: -0.371691),
      .init(first: 3, second: 6, weight: 0.268915),
    ],
    bias: -10.2129)
}

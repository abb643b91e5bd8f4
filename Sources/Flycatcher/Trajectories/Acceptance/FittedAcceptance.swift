// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,downward*shade --changed --worst 20 --rounds 3
// 23788 tracks of 128 clips, each analyzed 3 times, 1078 of them flights. On films left out: area under the
// curve 0.998732, expected calibration error 0.00263994.

/// The acceptance model.
enum FittedAcceptance {
  /// The measurements, in the order of the coefficients.
  static let names: [TrackMeasurements.Name] = [
    .clutter,
    .colorChange,
    .downward,
    .extent,
    .gravity,
    .likeness,
    .ownMotion,
    .recession,
    .score,
    .shade,
    .sharedMotion,
    .swing,
  ]
  static let model = LogisticScore(
    mean: [
      4.27216,
      2.44334,
      -0.0286493,
      2.66018,
      -1.75277,
      0.0717819,
      -0.143174,
      -0.00937676,
      1.544,
      0.0624032,
      -0.497986,
      -0.0509996,
    ],
    scale: [
      2.00598,
      0.460992,
      0.769105,
      1.46558,
      1.45851,
      0.221771,
      1.18451,
      0.303941,
      1.67905,
      0.181358,
      0.758545,
      1.16143,
    ],
    weights: [
      -1.48856,
      0.47258,
      0.678351,
      0.14772,
      0.834877,
      0.451513,
      2.26475,
      -0.263201,
      0.993098,
      -0.354931,
      -1.94297,
      -0.689703,
    ],
    quadraticTerms: [
      .init(first: 3, second: 8, weight: 0.793215),
      .init(first: 2, second: 9, weight: -0.32973),
    ],
    bias: -8.84409)
}

// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,downward*shade --changed --worst 20 --rounds 2
// 15787 tracks of 128 clips, each analyzed 2 times, 710 of them flights. On films left out: area under the
// curve 0.998713, expected calibration error 0.002424.

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
      4.29192,
      2.45088,
      -0.031647,
      2.71257,
      -1.75725,
      0.0713466,
      -0.154458,
      -0.00854981,
      1.56138,
      0.0650654,
      -0.500013,
      -0.0767197,
    ],
    scale: [
      1.99005,
      0.461858,
      0.76797,
      1.4276,
      1.49603,
      0.221756,
      1.18348,
      0.308612,
      1.66724,
      0.184134,
      0.757217,
      1.11606,
    ],
    weights: [
      -1.46108,
      0.387514,
      0.559217,
      0.211653,
      0.813962,
      0.486587,
      2.16899,
      -0.302859,
      1.02636,
      -0.365027,
      -1.89877,
      -0.671015,
    ],
    quadraticTerms: [
      .init(first: 3, second: 8, weight: 0.644998),
      .init(first: 2, second: 9, weight: -0.30314),
    ],
    bias: -8.58294)
}

// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,downward*shade --changed --worst 20
// 31297 tracks of 128 clips, each analyzed 4 times, 1432 of them flights. On films left out: area under the
// curve 0.998488, expected calibration error 0.00275576.

/// The acceptance model.
enum FittedAcceptance {
  /// The measurements, in the order of the coefficients.
  static let names: [TrackMeasurements.Name] = [
    .clutter,
    .colorChange,
    .downward,
    .extent,
    .gravity,
    .jerk,
    .likeness,
    .ownMotion,
    .recession,
    .score,
    .shade,
    .sharedMotion,
  ]
  static let model = LogisticScore(
    mean: [
      4.27692,
      2.43658,
      -0.0283755,
      2.63048,
      -1.6821,
      -3.50269,
      0.0693774,
      -0.117538,
      -0.0101789,
      1.56745,
      0.0629292,
      -0.4888,
    ],
    scale: [
      2.00472,
      0.460086,
      0.76569,
      1.48566,
      1.17426,
      1.41703,
      0.218789,
      1.18397,
      0.301695,
      1.68798,
      0.182495,
      0.758929,
    ],
    weights: [
      -1.48972,
      0.463303,
      0.540859,
      0.514772,
      0.489468,
      -0.507671,
      0.483331,
      2.07481,
      -0.212664,
      0.799804,
      -0.366375,
      -1.76136,
    ],
    quadraticTerms: [
      .init(first: 3, second: 9, weight: 0.890752),
      .init(first: 2, second: 10, weight: -0.344522),
    ],
    bias: -8.3851)
}

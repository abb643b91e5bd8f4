// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,pull*shade,length*pull --changed --worst 20
// 38845 tracks of 153 clips, each analyzed 4 times, 1551 of them flights. On films left out: area under the
// curve 0.998622, expected calibration error 0.00142277.

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
      4.45037,
      2.43603,
      2.74165,
      2.10249,
      -1.24564,
      -0.0732041,
      -0.636299,
      -0.00724567,
      1.60663,
      0.057245,
      -0.494847,
      -0.0740934,
    ],
    scale: [
      1.95273,
      0.460586,
      1.43586,
      0.653869,
      1.29086,
      1.18031,
      1.73826,
      0.296587,
      1.73831,
      0.174134,
      0.751128,
      1.15284,
    ],
    weights: [
      -0.996007,
      0.649497,
      -0.144299,
      -0.894108,
      1.66891,
      1.97969,
      1.83158,
      -0.222576,
      1.38252,
      -0.200032,
      -1.55293,
      -0.74151,
    ],
    quadraticTerms: [
      .init(first: 2, second: 8, weight: 0.661878),
      .init(first: 6, second: 9, weight: -0.370801),
      .init(first: 3, second: 6, weight: 0.370003),
    ],
    bias: -9.95216)
}

// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,pull*shade,length*pull --changed --worst 20
// 38891 tracks of 153 clips, each analyzed 4 times, 1554 of them flights. On films left out: area under the
// curve 0.998741, expected calibration error 0.00134795.

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
      4.42616,
      2.43438,
      2.71184,
      2.10107,
      -1.40789,
      -0.0673395,
      -0.703705,
      -0.00705265,
      1.59706,
      0.0556445,
      -0.491927,
      -0.0593274,
    ],
    scale: [
      1.92209,
      0.457585,
      1.44355,
      0.656882,
      1.25167,
      1.17824,
      1.78037,
      0.296143,
      1.73203,
      0.171762,
      0.750871,
      1.1545,
    ],
    weights: [
      -0.828942,
      0.547224,
      -0.122091,
      -0.844321,
      1.92592,
      1.94403,
      1.83858,
      -0.239461,
      1.48095,
      -0.210544,
      -1.55936,
      -0.716174,
    ],
    quadraticTerms: [
      .init(first: 2, second: 8, weight: 0.674261),
      .init(first: 6, second: 9, weight: -0.374052),
      .init(first: 3, second: 6, weight: 0.305085),
    ],
    bias: -10.2667)
}

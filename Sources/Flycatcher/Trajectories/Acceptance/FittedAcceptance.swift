// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,pull*shade,length*pull --changed --worst 20
// 38887 tracks of 153 clips, each analyzed 4 times, 1553 of them flights. On films left out: area under the
// curve 0.998647, expected calibration error 0.00146326.

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
      4.43494,
      2.43437,
      2.7114,
      2.10113,
      -1.37272,
      -0.0672066,
      -0.636251,
      -0.00701023,
      1.59709,
      0.0560615,
      -0.491984,
      -0.0596051,
    ],
    scale: [
      1.93057,
      0.457612,
      1.44343,
      0.656707,
      1.23724,
      1.17834,
      1.68877,
      0.296241,
      1.7322,
      0.172392,
      0.750936,
      1.15428,
    ],
    weights: [
      -0.86557,
      0.546114,
      -0.104453,
      -0.887679,
      1.85128,
      1.89692,
      1.838,
      -0.232358,
      1.45601,
      -0.244665,
      -1.52507,
      -0.701433,
    ],
    quadraticTerms: [
      .init(first: 2, second: 8, weight: 0.660268),
      .init(first: 6, second: 9, weight: -0.363453),
      .init(first: 3, second: 6, weight: 0.323903),
    ],
    bias: -10.1582)
}

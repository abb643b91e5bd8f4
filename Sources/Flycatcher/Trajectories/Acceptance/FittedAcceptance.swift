// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,pull*shade,length*pull --changed --worst 20
// 38896 tracks of 155 clips, each analyzed 4 times, 1555 of them flights. On films left out: area under the
// curve 0.998623, expected calibration error 0.00137058.

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
      4.4474,
      2.43594,
      2.7424,
      2.09265,
      -1.24646,
      -0.0737694,
      -0.637212,
      -0.00713691,
      1.6066,
      0.0574548,
      -0.495484,
      -0.073356,
    ],
    scale: [
      1.9515,
      0.460479,
      1.43509,
      0.615415,
      1.29047,
      1.17993,
      1.73774,
      0.296834,
      1.73852,
      0.174519,
      0.75112,
      1.15417,
    ],
    weights: [
      -0.995631,
      0.637856,
      -0.140155,
      -0.853073,
      1.66139,
      1.96664,
      1.81209,
      -0.215388,
      1.3741,
      -0.207177,
      -1.54071,
      -0.738832,
    ],
    quadraticTerms: [
      .init(first: 2, second: 8, weight: 0.659142),
      .init(first: 6, second: 9, weight: -0.368229),
      .init(first: 3, second: 6, weight: 0.358268),
    ],
    bias: -9.88619)
}

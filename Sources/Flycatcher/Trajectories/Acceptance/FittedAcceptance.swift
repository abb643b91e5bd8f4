// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,pull*shade,length*pull --changed --worst 20
// 38890 tracks of 153 clips, each analyzed 4 times, 1552 of them flights. On films left out: area under the
// curve 0.998729, expected calibration error 0.00141994.

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
      4.42872,
      2.43433,
      2.7116,
      2.10108,
      -1.39911,
      -0.0672976,
      -0.682282,
      -0.00698652,
      1.59726,
      0.0562096,
      -0.491917,
      -0.0594872,
    ],
    scale: [
      1.92455,
      0.457596,
      1.44359,
      0.656933,
      1.24829,
      1.17823,
      1.75035,
      0.296157,
      1.73251,
      0.172526,
      0.750866,
      1.15432,
    ],
    weights: [
      -0.819123,
      0.540419,
      -0.108882,
      -0.849476,
      1.91576,
      1.9151,
      1.80926,
      -0.233609,
      1.45563,
      -0.218474,
      -1.53633,
      -0.707566,
    ],
    quadraticTerms: [
      .init(first: 2, second: 8, weight: 0.664352),
      .init(first: 6, second: 9, weight: -0.365628),
      .init(first: 3, second: 6, weight: 0.308885),
    ],
    bias: -10.1305)
}

// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,downward*shade --changed --worst 20
// 31565 tracks of 128 clips, each analyzed 4 times, 1434 of them flights. On films left out: area under the
// curve 0.998806, expected calibration error 0.00232393.

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
      4.27729,
      2.44235,
      -0.0315502,
      2.65759,
      -1.75772,
      0.0713556,
      -0.13997,
      -0.0084464,
      1.54636,
      0.061789,
      -0.495844,
      -0.058837,
    ],
    scale: [
      2.0088,
      0.461179,
      0.764639,
      1.47163,
      1.46565,
      0.221835,
      1.18446,
      0.302198,
      1.67384,
      0.17963,
      0.758972,
      1.14367,
    ],
    weights: [
      -1.4968,
      0.483863,
      0.698489,
      0.119505,
      0.815653,
      0.443928,
      2.21829,
      -0.262891,
      1.02318,
      -0.290266,
      -1.95397,
      -0.660006,
    ],
    quadraticTerms: [
      .init(first: 3, second: 8, weight: 0.800715),
      .init(first: 2, second: 9, weight: -0.352073),
    ],
    bias: -8.88387)
}

// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,downward*shade --changed --worst 20
// 31651 tracks of 128 clips, each analyzed 4 times, 1436 of them flights. On films left out: area under the
// curve 0.998891, expected calibration error 0.00235216.

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
      4.18564,
      2.45002,
      -0.030683,
      2.7001,
      -1.73239,
      0.0691049,
      -0.161757,
      -0.00742461,
      1.49862,
      0.0617369,
      -0.500173,
      -0.0597112,
    ],
    scale: [
      1.98797,
      0.460591,
      0.765912,
      1.49874,
      1.42441,
      0.218932,
      1.18502,
      0.299807,
      1.66625,
      0.18037,
      0.762731,
      1.14523,
    ],
    weights: [
      -1.43304,
      0.482665,
      0.661288,
      0.0803607,
      0.825886,
      0.450286,
      2.15194,
      -0.274767,
      1.0449,
      -0.291213,
      -1.9254,
      -0.68232,
    ],
    quadraticTerms: [
      .init(first: 3, second: 8, weight: 0.769633),
      .init(first: 2, second: 9, weight: -0.345166),
    ],
    bias: -8.69669)
}

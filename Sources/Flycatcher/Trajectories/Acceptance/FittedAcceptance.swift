// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --clips trajectories --clips nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,downward*shade --changed --worst 20
// 31731 tracks of 128 clips, each analyzed 4 times, 1434 of them flights. On films left out: area under the
// curve 0.998689, expected calibration error 0.00275977.

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
      4.2738,
      2.44188,
      -0.0303778,
      2.65615,
      -1.75263,
      0.0714855,
      -0.139524,
      -0.00928131,
      1.54592,
      0.0625076,
      -0.494892,
      -0.0517373,
    ],
    scale: [
      2.00989,
      0.460394,
      0.76554,
      1.46899,
      1.45517,
      0.22121,
      1.18402,
      0.302377,
      1.67422,
      0.181043,
      0.758698,
      1.15822,
    ],
    weights: [
      -1.45347,
      0.442497,
      0.668873,
      0.0855529,
      0.834161,
      0.418719,
      2.12183,
      -0.25756,
      1.01741,
      -0.288119,
      -1.87687,
      -0.664352,
    ],
    quadraticTerms: [
      .init(first: 3, second: 8, weight: 0.774675),
      .init(first: 2, second: 9, weight: -0.341206),
    ],
    bias: -8.60877)
}

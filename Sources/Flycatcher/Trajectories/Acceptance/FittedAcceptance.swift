// Generated; do not edit. Made by:
//   swift run --package-path Evaluation -c release Evaluation fit --log Evaluation/.build/tracks.jsonl --truth trajectories --truth nofly --scene-weight 0.3 --drawn-weight 0.3 --most 200 --penalty 2 --products extent*score,sharedMotion*sharedMotion,downward*upward --worst 20
// 8207 tracks of 126 clips, 354 of them flights. On clips left out: area under the curve 0.998289, expected
// calibration error 0.00225486.

/// The acceptance model.
enum FittedAcceptance {
  /// The measurements, in the order of the coefficients.
  static let names: [String] = [
    "colorChange",
    "coverage",
    "crowd",
    "downward",
    "extent",
    "gravity",
    "likeness",
    "ownMotion",
    "score",
    "shade",
    "sharedMotion",
    "upward",
  ]
  static let model = LogisticScore(
    mean: [
      2.45924,
      0.756321,
      1.58367,
      -0.678598,
      2.70358,
      -1.67068,
      0.0705804,
      -0.165535,
      1.65823,
      0.0667963,
      -0.759388,
      2.85709,
    ],
    scale: [
      0.477552,
      0.19398,
      1.25068,
      1.39956,
      1.5083,
      1.16724,
      0.219703,
      1.18576,
      1.83002,
      0.183792,
      0.954826,
      1.22521,
    ],
    weights: [
      0.418302,
      1.07021,
      -0.831384,
      1.21224,
      0.49191,
      0.865281,
      0.269564,
      2.3032,
      0.859089,
      -0.950589,
      -2.11776,
      -0.93968,
    ],
    quadraticTerms: [
      .init(first: 4, second: 8, weight: 0.811168),
      .init(first: 10, second: 10, weight: -0.4858),
      .init(first: 3, second: 11, weight: 0.257067),
    ],
    bias: -8.85841)
}

// Generated; do not edit. Made by:
//   make fit-objects

/// The coefficients of the observation model of objects, in the order of `BoxMeasurements.Name`.
enum FittedObjects {
  static let accurate = ObservationModel(
    score: LogisticScore(
      mean: [
        3.38293,
        -0.142254,
        0.383696,
        2.91636,
        0.139321,
        0.00791262,
        0.00492485,
      ],
      scale: [
        0.536416,
        0.229917,
        0.221073,
        1.14984,
        1.07082,
        0.0130956,
        0.0475742,
      ],
      weights: [
        0.444768,
        0.0383364,
        1.34617,
        0.265227,
        0.255566,
        0.315787,
        -0.583224,
      ],
      bias: 3.71171),
    smoothing: 0.05)
  static let fast = ObservationModel(
    score: LogisticScore(
      mean: [
        2.89084,
        -0.134049,
        0.384336,
        2.86955,
        0.157249,
        0.00778936,
        0.00528766,
      ],
      scale: [
        0.461699,
        0.205358,
        0.217934,
        1.18267,
        1.07142,
        0.0162045,
        0.0526289,
      ],
      weights: [
        0.895688,
        -0.127474,
        1.33725,
        0.441943,
        -0.0707353,
        0.268529,
        -0.684352,
      ],
      bias: 3.968),
    smoothing: 0.05)
}

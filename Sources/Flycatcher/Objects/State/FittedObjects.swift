// Generated; do not edit. Made by:
//   make fit-objects

/// The coefficients of the observation model of objects, in the order of `BoxMeasurements.Name`.
enum FittedObjects {
  static let accurate = ObservationModel(
    score: LogisticScore(
      mean: [
        3.15624,
        0.320663,
        2.46805,
        0.0207644,
      ],
      scale: [
        0.803311,
        0.225263,
        1.93703,
        0.129548,
      ],
      weights: [
        1.37756,
        1.19961,
        0.269635,
        -0.87858,
      ],
      bias: 3.36969),
    smoothing: 0.01)
  static let fast = ObservationModel(
    score: LogisticScore(
      mean: [
        2.94161,
        0.314917,
        2.43568,
        0.0238721,
      ],
      scale: [
        0.770971,
        0.22096,
        1.99828,
        0.137967,
      ],
      weights: [
        1.40593,
        1.15943,
        0.216806,
        -0.954502,
      ],
      bias: 3.1687),
    smoothing: 0.01)
}

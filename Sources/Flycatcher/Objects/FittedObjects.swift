// Generated; do not edit. Made by:
//   make fit-objects

/// The coefficients of the observation model of objects, in the order of `BoxMeasurements.Name`.
enum FittedObjects {
  static let accurate = ObservationModel(
    score: LogisticScore(
      mean: [
        3.15447,
        0.321648,
        2.46597,
        0.0198094,
      ],
      scale: [
        0.802564,
        0.225071,
        1.93548,
        0.1272,
      ],
      weights: [
        1.29048,
        1.15926,
        0.38729,
        -0.873214,
      ],
      bias: 3.36517),
    smoothing: 0.01)
  static let fast = ObservationModel(
    score: LogisticScore(
      mean: [
        2.62681,
        0.314133,
        2.22177,
        0.0256595,
      ],
      scale: [
        0.764063,
        0.22544,
        2.14781,
        0.145627,
      ],
      weights: [
        1.09192,
        1.28461,
        0.806797,
        -0.945208,
      ],
      bias: 2.93357),
    smoothing: 0.05)
}

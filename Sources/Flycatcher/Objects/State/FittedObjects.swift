// Generated; do not edit. Made by:
//   make fit-objects

/// The coefficients of the observation model of objects, in the order of `BoxMeasurements.Name`.
enum FittedObjects {
  static let accurate = ObservationModel(
    score: LogisticScore(
      mean: [
        3.14075,
        0.320555,
        2.40852,
        0.0228355,
        0.841437,
      ],
      scale: [
        0.818398,
        0.224618,
        2.00591,
        0.13545,
        0.901198,
      ],
      weights: [
        1.55023,
        1.7284,
        0.784996,
        -0.988719,
        -1.25535,
      ],
      bias: 2.99371),
    smoothing: 0.05)
  static let fast = ObservationModel(
    score: LogisticScore(
      mean: [
        2.93733,
        0.311847,
        2.4277,
        0.0301568,
        0.834654,
      ],
      scale: [
        0.77001,
        0.222831,
        1.99114,
        0.155664,
        0.881962,
      ],
      weights: [
        1.58557,
        1.34869,
        0.184616,
        -1.26367,
        -0.303139,
      ],
      bias: 3.05755),
    smoothing: 0.05)
}

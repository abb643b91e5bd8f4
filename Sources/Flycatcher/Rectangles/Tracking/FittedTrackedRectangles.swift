// Generated; do not edit. Made by:
//   make fit-rectangles
// 47787 frames of 610 films, in 43635 of them the corners are right. On places left out: area under the
// curve 0.969133, expected calibration error 0.00533501.

/// The coefficients of the confidence of tracked rectangles, in the order of `RectangleMeasurements.Name`.
enum FittedTrackedRectangles {
  static let confidence = LogisticScore(
    mean: [
      0.862909,
      0.76095,
      0.885294,
      2.34433,
      0.7733,
      4.9747,
      -5.74558,
    ],
    scale: [
      0.199651,
      0.263474,
      0.261648,
      1.29124,
      0.41127,
      0.25125,
      0.432248,
    ],
    weights: [
      1.31807,
      0.391484,
      0.214301,
      2.16224,
      -1.17794,
      0.786983,
      -0.434716,
    ],
    bias: 4.6034)
}

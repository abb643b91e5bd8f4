// Generated; do not edit. Made by:
//   make fit-rectangles
// 48526 frames of 610 films, in 43761 of them the corners are right. On places left out: area under the
// curve 0.97389, expected calibration error 0.0115829.

/// The coefficients of the confidence of tracked rectangles, in the order of `RectangleMeasurements.Name`.
enum FittedTrackedRectangles {
  static let confidence = LogisticScore(
    mean: [
      0.858077,
      0.755767,
      1.4697,
      0.830369,
      0.875616,
      2.31522,
      0.763715,
      4.97638,
      -5.74547,
    ],
    scale: [
      0.203346,
      0.267347,
      0.519045,
      0.196071,
      0.274731,
      1.30898,
      0.417457,
      0.251263,
      0.434095,
    ],
    weights: [
      0.479894,
      0.538606,
      1.32899,
      0.181823,
      0.0478425,
      1.6245,
      -0.611955,
      0.703292,
      -0.275728,
    ],
    bias: 5.07325)
}

// What the tracker measured in the newest frame, for the evaluation that fits its confidence.

extension RectangleTracker {
  /// The measurements of a rectangle in the newest frame.
  @_spi(Evaluation) public struct Trace: Sendable {
    public static let measurementNames = RectangleMeasurements.Name.allCases.map { "\($0)" }
    /// In pixels of the stored picture.
    public var corners: [(x: Double, y: Double)]
    public var measurements: [Double]
    /// Where there is detail on it.
    public var texture: String
    public var state: TrackingState
    public var confidence: Double
  }

  /// The measurements of every rectangle in the newest frame, but of those that came in it.
  @_spi(Evaluation) public var trace: [Trace] {
    rectangles.compactMap { rectangle in
      guard let values = rectangle.measured?.values else { return nil }
      return Trace(
        corners: (0..<4).map { (x: Double(rectangle.corners[$0].x), y: Double(rectangle.corners[$0].y)) },
        measurements: values.indices.map { Double(values[$0]) }, texture: "\(rectangle.template.texture)",
        state: rectangle.state, confidence: Double(rectangle.confidence))
    }
  }

  /// Judges rectangles that are taken up from now on by a logistic model of other coefficients.
  ///
  /// - Parameter texture: That of the rectangles to judge by it, as in `Trace`.
  @_spi(Evaluation) public mutating func judge(
    texture: String, mean: [Double], scale: [Double], weights: [Double], bias: Double
  ) {
    for known in Texture.allCases where "\(known)" == texture {
      parameters.confidence[known] = LogisticScore(mean: mean, scale: scale, weights: weights, bias: bias)
    }
  }
}

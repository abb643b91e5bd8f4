// The confidence of tracked rectangles, fitted to films in which it is known where they are.
public import Scoring

/// The frames of one place, each with what was measured and whether the corners were right.
public struct LoggedPlace: Sendable {
  /// Films of one place are left out together.
  public var place: String
  public var examples: [Example]

  public init(place: String, examples: [Example]) {
    self.place = place
    self.examples = examples
  }
}

public struct TrackedRectangleFit: Sendable {
  public let model: LogisticModel
  /// For each place the model fitted to the others.
  public private(set) var modelsWithout: [String: LogisticModel] = [:]

  /// The overlap from which on the corners are right, as those of a candidate of the detector.
  public static let overlap = RectangleFit.overlaps.candidate

  public init(_ places: [LoggedPlace], penalty: Double) throws(FittingError) {
    model = try LogisticModel(fitting: places.flatMap(\.examples), penalty: penalty)
    for place in Set(places.map(\.place)).sorted() {
      let others = places.filter { $0.place != place }.flatMap(\.examples)
      modelsWithout[place] = try LogisticModel(fitting: others, penalty: penalty, from: model)
    }
  }

  /// The text of a Swift file with the coefficients.
  ///
  /// - Parameter leftOut: What models that do not know a film's place said of its frames.
  public func source(command: String, filmCount: Int, leftOut: [Forecast]) -> String {
    """
    // Generated; do not edit. Made by:
    //   \(command)
    // \(leftOut.count) frames of \(filmCount) films, in \(leftOut.count { $0.isRight }) of them the corners are right. On places left out: area under the
    // curve \(GeneratedSource.text(Discrimination.areaUnderCurve(leftOut))), expected calibration error \(GeneratedSource.text(ReliabilityDiagram(leftOut).expectedCalibrationError)).

    /// The coefficients of the confidence of tracked rectangles, in the order of `RectangleMeasurements.Name`.
    enum FittedTrackedRectangles {
      static let confidence = \(GeneratedSource.logisticScore(model))
    }

    """
  }
}

// The confidence of tracked rectangles, fitted to films in which it is known where they are.
public import Scoring

/// What was measured of a rectangle in a frame, and whether its corners were right.
public struct LoggedRectangle: Sendable {
  /// Films of one place are left out together.
  public var place: String
  /// Where there is detail on it; those of each texture have a model of their own.
  public var texture: String
  public var example: Example

  public init(place: String, texture: String, example: Example) {
    self.place = place
    self.texture = texture
    self.example = example
  }
}

public struct TrackedRectangleFit: Sendable {
  /// The model of each texture.
  public private(set) var models: [String: LogisticModel] = [:]
  /// For each place the models fitted to the others.
  public private(set) var modelsWithout: [String: [String: LogisticModel]] = [:]

  /// The overlap from which on the corners are right, as those of a candidate of the detector.
  public static let overlap = RectangleFit.overlaps.candidate

  /// Fits a model to all frames, and makes it right on average on the newest ones of other places: those that were measured while earlier
  /// models decided what to follow are other frames.
  ///
  /// - Parameters:
  ///   - newest: Those of the last time that the films were followed, which are among `frames`.
  ///   - penalty: As `LogisticModel` takes it.
  ///   - limit: The farthest from 0 that the tracker takes log-odds.
  public init(
    _ frames: [LoggedRectangle], newest: [LoggedRectangle], penalty: Double, limit: Double
  ) throws(FittingError) {
    let newest = Dictionary(grouping: newest, by: \.texture)
    for (texture, frames) in Dictionary(grouping: frames, by: \.texture).sorted(by: { $0.key < $1.key }) {
      let model = try LogisticModel(fitting: frames.map(\.example), penalty: penalty)
      var others: [String: LogisticModel] = [:]
      for place in Set(frames.map(\.place)).sorted() {
        let known = frames.filter { $0.place != place }.map(\.example)
        others[place] = try LogisticModel(fitting: known, penalty: penalty, from: model)
      }
      let said = (newest[texture] ?? []).map { frame in
        let logOdds = (others[frame.place] ?? model).logOdds(frame.example.measurements)
        let known = min(max(logOdds, -limit), limit)
        return (place: frame.place, example: Example([known], isRight: frame.example.isRight))
      }
      models[texture] = try Calibration(said.map(\.example)).applied(to: model)
      for (place, model) in others {
        let line = try Calibration(said.filter { $0.place != place }.map(\.example))
        modelsWithout[place, default: [:]][texture] = line.applied(to: model)
      }
    }
  }

  /// Returns what models that do not know its place say of each frame.
  public func leftOut(_ frames: [LoggedRectangle]) -> [Forecast] {
    frames.compactMap { frame in
      modelsWithout[frame.place]?[frame.texture].map { model in
        Forecast(model.probability(frame.example.measurements), isRight: frame.example.isRight)
      }
    }
  }

  /// The text of a Swift file with the coefficients.
  ///
  /// - Parameter leftOut: What models that do not know a film's place said of its frames.
  public func source(command: String, filmCount: Int, leftOut: [Forecast]) -> String {
    let coefficients = models.sorted { $0.key < $1.key }.map { texture, model in
      "  static let \(texture) = \(GeneratedSource.logisticScore(model))\n"
    }
    return """
      // Generated; do not edit. Made by:
      //   \(command)
      // \(leftOut.count) frames of \(filmCount) films, in \(leftOut.count { $0.isRight }) of them the corners are right. On places left out: area under the
      // curve \(GeneratedSource.text(Discrimination.areaUnderCurve(leftOut))), expected calibration error \(GeneratedSource.text(ReliabilityDiagram(leftOut).expectedCalibrationError)).

      /// The coefficients of the confidence of tracked rectangles, in the order of `RectangleMeasurements.Name`: of those with detail
      /// everywhere, somewhere and nowhere.
      enum FittedTrackedRectangles {
      \(coefficients.joined(separator: "\n"))}

      """
  }
}

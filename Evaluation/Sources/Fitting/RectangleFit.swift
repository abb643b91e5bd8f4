// The two models of the rectangle detector, fitted to quads of pictures whose rectangles are known.
import Foundation
public import Scoring

/// The quads that a detector measured in one picture, with what they are.
public struct LoggedPicture: Sendable {
  /// A quad with its measurements and its best overlap with a true rectangle.
  public struct Entry: Sendable {
    public var overlap: Double
    /// The terms of the model of lines.
    public var terms: [Double]
    /// The measurements of the model of sides; empty for a quad whose sides were not measured.
    public var measurements: [Double]

    public init(overlap: Double, terms: [Double], measurements: [Double]) {
      self.overlap = overlap
      self.terms = terms
      self.measurements = measurements
    }
  }

  /// What the picture shows; pictures of one place are left out together.
  public var place: String
  public var hypotheses: [Entry]
  public var candidates: [Entry]

  public init(place: String, hypotheses: [Entry], candidates: [Entry]) {
    self.place = place
    self.hypotheses = hypotheses
    self.candidates = candidates
  }
}

public struct RectangleFit: Sendable {
  public let lines: LogisticModel
  public let sides: LogisticModel
  /// The candidates of places left out, each by a model fitted to the other places.
  public private(set) var leftOut: [Forecast] = []
  public private(set) var inSample: [Forecast] = []

  /// The overlap from which on a hypothesis leads to the rectangle, and a candidate is it.
  public static let overlaps = (hypothesis: 0.88, candidate: 0.9)

  /// Fits the models.
  ///
  /// - Parameters:
  ///   - linesIndex: The index of the measurement that is the log-odds of the model of lines.
  ///   - most: The number of quads that one picture counts for.
  public init(_ pictures: [LoggedPicture], linesIndex: Int, penalty: Double, most: Double) throws(FittingError) {
    let hypotheses = pictures.flatMap { picture in
      let weight = min(1, most / Double(max(picture.hypotheses.count, 1)))
      return picture.hypotheses.map {
        Example($0.terms, isRight: $0.overlap >= Self.overlaps.hypothesis, weight: weight)
      }
    }
    let lines = try LogisticModel(fitting: hypotheses, penalty: penalty)
    self.lines = lines
    let examples = pictures.map { picture in
      let weight = min(1, most / Double(max(picture.candidates.count, 1)))
      return picture.candidates.map { candidate in
        var measurements = candidate.measurements
        measurements[linesIndex] = lines.logOdds(candidate.terms)
        return Example(measurements, isRight: candidate.overlap >= Self.overlaps.candidate, weight: weight)
      }
    }
    sides = try LogisticModel(fitting: examples.flatMap { $0 }, penalty: penalty)
    for example in examples.joined() {
      inSample.append(Forecast(sides.probability(example.measurements), isRight: example.isRight))
    }
    for place in Set(pictures.map(\.place)).sorted() {
      let others = zip(pictures, examples).filter { $0.0.place != place }.flatMap { $0.1 }
      let model = try LogisticModel(fitting: others, penalty: penalty)
      for (picture, own) in zip(pictures, examples) where picture.place == place {
        for example in own {
          leftOut.append(Forecast(model.probability(example.measurements), isRight: example.isRight))
        }
      }
    }
  }

  /// The text of a Swift file with the coefficients.
  public func source(command: String, pictureCount: Int) -> String {
    """
    // Generated; do not edit. Made by:
    //   \(command)
    // \(leftOut.count) candidates of \(pictureCount) pictures, \(leftOut.count { $0.isRight }) of them rectangles. On places left out: area under the
    // curve \(GeneratedSource.text(Discrimination.areaUnderCurve(leftOut))), expected calibration error \(GeneratedSource.text(ReliabilityDiagram(leftOut).expectedCalibrationError)).

    /// The coefficients of the models of the rectangle detector.
    enum FittedRectangles {
      /// The model of the quads among lines, in the order of `LineEvidence.termNames`.
      static let lines = \(GeneratedSource.logisticScore(lines))
      /// The model of the refined quads, in the order of `QuadMeasurements.Name`.
      static let sides = \(GeneratedSource.logisticScore(sides))
    }

    """
  }
}

// The fitted model as a Swift file.
import Foundation
import Scoring

extension AcceptanceFit {
  /// The text of a Swift file with the coefficients.
  ///
  /// - Parameters:
  ///   - command: the command that made it.
  ///   - clipCount: how many clips the tracks are of.
  ///   - rounds: how often each of them was analyzed.
  public func source(command: String, clipCount: Int, rounds: Int) -> String {
    let leftOut = worth(leftOut)
    let auc = GeneratedSource.text(Discrimination.areaUnderCurve(leftOut.forecasts))
    let error = GeneratedSource.text(ReliabilityDiagram(leftOut.forecasts).expectedCalibrationError)
    return """
      // Generated; do not edit. Made by:
      //   \(command)
      // \(exampleCount) tracks of \(clipCount) clips, each analyzed \(rounds) times, \(rightCount) of them flights. On films left out: area under the
      // curve \(auc), expected calibration error \(error).

      /// The acceptance model.
      enum FittedAcceptance {
        /// The measurements, in the order of the coefficients.
        static let names: [TrackMeasurements.Name] = [
      \(names.map { "    .\($0)," }.joined(separator: "\n"))
        ]
        static let model = \(GeneratedSource.logisticScore(model))
      }

      """
  }
}

// The fitted model as a Swift file.
import Foundation
import Scoring

extension AcceptanceFit {
  /// The text of a Swift file with the coefficients.
  ///
  /// - Parameters:
  ///   - command: the command that made it.
  ///   - clipCount: how many clips the tracks are of.
  public func source(command: String, clipCount: Int) -> String {
    let leftOut = worth(leftOut)
    let auc = text(Discrimination.areaUnderCurve(leftOut.forecasts))
    let error = text(ReliabilityDiagram(leftOut.forecasts).expectedCalibrationError)
    return """
      // Generated; do not edit. Made by:
      //   \(command)
      // \(exampleCount) tracks of \(clipCount) clips, \(rightCount) of them flights. On clips left out: area under the curve \(auc), expected
      // calibration error \(error).

      /// The coefficients of the acceptance model: a logistic regression over standardized measurements, each taken no farther than \(text(LogisticModel.limit))
      /// from 0.
      enum FittedAcceptance {
        static let names: [String] = [
      \(list(names.map { "\"\($0)\"" }))
        ]
        /// The mean of each measurement over the tracks of the fit.
        static let mean: [Double] = [
      \(list(model.mean.map(text)))
        ]
        /// The standard deviation of each measurement over the tracks of the fit.
        static let scale: [Double] = [
      \(list(model.scale.map(text)))
        ]
        /// One for each standardized measurement.
        static let weights: [Double] = [
      \(list(model.weights.map(text)))
        ]
        static let bias = \(text(model.bias))
      }

      """
  }

  /// One element a line, so that a change of one shows as a change of one line.
  private func list(_ elements: [String]) -> String { elements.map { "    \($0)," }.joined(separator: "\n") }

  /// Six significant digits, always as a floating-point literal.
  private func text(_ value: Double) -> String {
    let text = String(format: "%.6g", value)
    return text.contains(where: { ".en".contains($0) }) ? text : text + ".0"
  }
}

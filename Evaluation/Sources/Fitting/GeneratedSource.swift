// Fitted coefficients as Swift.
import Foundation

/// The pieces of a generated Swift file.
enum GeneratedSource {
  static func logisticScore(_ model: LogisticModel) -> String {
    """
    LogisticScore(
        mean: [
    \(list(model.mean))
        ],
        scale: [
    \(list(model.scale))
        ],
        weights: [
    \(list(Array(model.weights.prefix(model.mean.count))))
        ],
    \(quadraticTerms(model))    bias: \(text(model.bias)))
    """
  }

  private static func quadraticTerms(_ model: LogisticModel) -> String {
    guard !model.quadraticTerms.isEmpty else { return "" }
    let terms = zip(model.quadraticTerms, model.weights.dropFirst(model.mean.count)).map { term, weight in
      "      .init(first: \(term.first), second: \(term.second), weight: \(text(weight))),\n"
    }
    return "    quadraticTerms: [\n" + terms.joined() + "    ],\n"
  }

  /// One element a line, so that a change of one shows as a change of one line.
  static func list(_ elements: [Double]) -> String { elements.map { "      \(text($0))," }.joined(separator: "\n") }

  /// Six significant digits, always as a floating-point literal.
  static func text(_ value: Double) -> String {
    let text = String(format: "%.6g", value)
    return text.contains(where: { ".en".contains($0) }) ? text : text + ".0"
  }
}

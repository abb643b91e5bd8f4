// Two charts over the unit square: precision against recall, and outcomes against confidence.
import Scoring

enum Chart {
  private static let side = 300.0
  private static let margin = 40.0

  /// Precision against recall, with the minimum confidence at some places.
  static func curve(_ curve: PrecisionRecallCurve) -> String {
    let samples = curve.samples.filter { $0.precision + $0.recall > 0 }
    let places = samples.map { place($0.recall, $0.precision) }
    var parts = [axes("recall", "precision")]
    parts.append(
      "<polyline fill=\"none\" stroke=\"#0072B2\" stroke-width=\"2\" points=\""
        + places.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ") + "\"/>")
    for (sample, place) in zip(samples, places) where sample.isTenth {
      let title =
        "minimum confidence \(decimal(sample.minimumConfidence, 2)): precision \(decimal(sample.precision, 3)), "
        + "recall \(decimal(sample.recall, 3)), F1 \(decimal(sample.f1, 3))"
      parts.append(
        "<circle cx=\"\(number(place.x))\" cy=\"\(number(place.y))\" r=\"4\" fill=\"#0072B2\"><title>\(title)</title></circle>"
          + text(decimal(sample.minimumConfidence, 1), place.x + 6, place.y - 5))
    }
    return frame(parts)
  }

  /// The share of right reports against their confidence; circles grow with the number of reports.
  static func reliability(_ diagram: ReliabilityDiagram) -> String {
    let (start, end) = (place(0, 0), place(1, 1))
    var parts = [
      axes("confidence", "share right"),
      "<line x1=\"\(number(start.x))\" y1=\"\(number(start.y))\" x2=\"\(number(end.x))\" y2=\"\(number(end.y))\" "
        + "stroke=\"#999\" stroke-dasharray=\"4 4\"/>",
    ]
    for bin in diagram.bins.compactMap({ $0 }) {
      let place = place(bin.meanConfidence, bin.shareRight)
      let radius = 3 + 12 * (Double(bin.count) / Double(max(diagram.count, 1))).squareRoot()
      let title =
        "\(bin.count) reports, confidence \(decimal(bin.meanConfidence, 2)), right \(decimal(bin.shareRight, 2))"
      parts.append(
        "<circle cx=\"\(number(place.x))\" cy=\"\(number(place.y))\" r=\"\(number(radius))\" fill=\"#D55E00\" "
          + "fill-opacity=\"0.7\"><title>\(title)</title></circle>"
          + text("\(bin.count)", place.x + radius + 2, place.y + 4))
    }
    return frame(parts)
  }

  private static func place(_ x: Double, _ y: Double) -> Place { Place(margin + x * side, 10 + (1 - y) * side) }

  private static func frame(_ parts: [String]) -> String {
    let (width, height) = (number(side + margin + 40), number(side + margin + 10))
    return "<svg class=\"chart\" width=\"\(width)\" height=\"\(height)\" role=\"img\">" + parts.joined() + "</svg>"
  }

  private static func axes(_ x: String, _ y: String) -> String {
    var parts = [
      "<rect x=\"\(number(margin))\" y=\"10\" width=\"\(number(side))\" height=\"\(number(side))\" fill=\"none\" stroke=\"#666\"/>"
    ]
    for step in 0...5 {
      let value = Double(step) / 5
      let (below, left) = (place(value, 0), place(0, value))
      parts.append(text(decimal(value, 1), below.x - 8, below.y + 15))
      parts.append(text(decimal(value, 1), left.x - 24, left.y + 4))
    }
    let (below, left) = (place(0.5, 0), place(0, 1))
    parts.append(text(x, below.x - 20, below.y + 32))
    parts.append(text(y, left.x + 6, left.y + 15))
    return parts.joined()
  }

  private static func text(_ text: String, _ x: Double, _ y: Double) -> String {
    "<text x=\"\(number(x))\" y=\"\(number(y))\">\(text.escaped)</text>"
  }
}

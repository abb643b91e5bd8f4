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
      // Below the last circle there is room, to its right there is none.
      let label =
        bin.meanConfidence > 0.9
        ? Place(place.x - radius, place.y + radius + 14) : Place(place.x + radius + 2, place.y + 4)
      parts.append(
        "<circle cx=\"\(number(place.x))\" cy=\"\(number(place.y))\" r=\"\(number(radius))\" fill=\"#D55E00\" "
          + "fill-opacity=\"0.7\"><title>\(title)</title></circle>" + text("\(bin.count)", label.x, label.y))
    }
    return frame(parts)
  }

  /// A picture file (SVG) of diagrams beside each other, each under its title.
  static func file(_ diagrams: [(title: String, diagram: ReliabilityDiagram)]) -> String {
    let (width, height) = (number(Double(diagrams.count) * Self.width), number(Self.height + titleHeight))
    let charts = diagrams.enumerated().map { index, one in
      let x = Double(index) * Self.width
      return text(one.title, x + margin, 16)
        + "<g transform=\"translate(\(number(x)) \(number(titleHeight)))\">\(reliability(one.diagram))</g>"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="white"/>
      \(charts.joined(separator: "\n"))
      </svg>

      """
  }

  private static let titleHeight = 20.0

  private static func place(_ x: Double, _ y: Double) -> Place { Place(margin + x * side, 10 + (1 - y) * side) }

  private static let (width, height) = (side + margin + 40, side + margin + 10)

  private static func frame(_ parts: [String]) -> String {
    "<svg class=\"chart\" width=\"\(number(width))\" height=\"\(number(height))\" role=\"img\">" + parts.joined()
      + "</svg>"
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

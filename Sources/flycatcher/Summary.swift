// What was seen, as a short text for people.
import Flycatcher

/// Collects the flights of a stream as they end.
struct Summary {
  private(set) var flights: [TrajectoryObservation] = []

  mutating func add(_ report: FrameReport) {
    for case .trajectory(let flight) in report.observations where flight.state == .ended {
      flights.append(flight)
    }
  }

  /// A line for each flight, in order of their beginning.
  var text: String {
    guard !flights.isEmpty else { return "No flights.\n" }
    let rows = flights.sorted { $0.timeRange.start < $1.timeRange.start }.enumerated().map { number, flight in
      row(number + 1, flight)
    }
    let head = ["flight", "from", "to", "points", "confidence", "radius", "path"]
    let table = [head] + rows
    let widths = head.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    let lines = table.map { row in
      row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column == row.count - 1 ? row[column] : space + row[column]
      }.joined(separator: "  ")
    }
    let unit = "Times in seconds; places and radii as fractions of the picture, from its top left corner.\n"
    return lines.joined(separator: "\n") + "\n" + unit
  }

  private func row(_ number: Int, _ flight: TrajectoryObservation) -> [String] {
    let places = flight.detectedPoints.map(\.location)
    let path = [places.first, places.last].compactMap { $0 }
      .map { "(\(decimal($0.x, 3)), \(decimal($0.y, 3)))" }.joined(separator: " → ")
    return [
      "\(number)", decimal(flight.timeRange.start.seconds, 2), decimal(flight.timeRange.end.seconds, 2),
      "\(places.count)", decimal(flight.confidence, 2), decimal(flight.movingAverageRadius, 4), path,
    ]
  }
}

/// A number with a fixed count of digits behind the point.
func decimal(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
  let scale = (0..<digits).reduce(1.0) { product, _ in product * 10 }
  let whole = Int64((abs(value) * scale).rounded())
  guard digits > 0 else { return (value < 0 && whole != 0 ? "-" : "") + "\(whole)" }
  let behind = String(whole % Int64(scale))
  let padded = String(repeating: "0", count: digits - behind.count) + behind
  return (value < 0 && whole != 0 ? "-" : "") + "\(whole / Int64(scale)).\(padded)"
}

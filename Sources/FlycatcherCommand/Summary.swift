// The observations of a run as a short text for people.
import Flycatcher

/// Collects flights as they end, and what becomes of objects and rectangles.
struct Summary {
  /// The confidence a flight has at its end at least; one that ends below it has been withdrawn.
  private let minimumConfidence: Double
  private(set) var flights: [TrajectoryObservation] = []
  /// The maximum number of flights that are listed one by one; a live stream may bring any number.
  private static let limit = 10_000
  private var untold = 0
  private var objects = TrackSummary()
  private var rectangles = TrackSummary()

  init(minimumConfidence: Double) { self.minimumConfidence = minimumConfidence }

  mutating func add(_ report: FrameReport) {
    for observation in report.observations {
      switch observation {
      case .trajectory(let flight):
        guard flight.state == .ended, flight.confidence >= minimumConfidence else { continue }
        if flights.count < Self.limit { flights.append(flight) } else { untold &+= 1 }
      case .object(let object):
        objects.add(
          object.uuid, name: object.label, object.state, at: report.time, confidence: object.confidence
        ) {
          let box = object.boundingBox
          return "\(placeText(box.x, box.y)), \(decimal(box.width, 3)) × \(decimal(box.height, 3))"
        }
      case .rectangle(let rectangle):
        rectangles.add(
          rectangle.uuid, name: "", rectangle.state, at: report.time, confidence: rectangle.confidence
        ) {
          rectangle.corners.corners.map { placeText($0.x, $0.y) }.joined(separator: " ")
        }
      }
    }
  }

  /// A line for each flight, object and rectangle, in order of their beginning.
  ///
  /// - Parameter tellsFlights: Whether flights were searched for, so that the lack of any is worth a line.
  func text(tellsFlights: Bool, tellsRectangles: Bool) -> String {
    var parts: [String] = []
    if !flights.isEmpty {
      parts.append(flightsText)
    } else if tellsFlights {
      parts.append("No flights.\n")
    }
    if !objects.isEmpty { parts.append(objects.text("object", "last box")) }
    if !rectangles.isEmpty {
      parts.append(rectangles.text("rectangle", "last corners, from the top left on"))
    } else if tellsRectangles {
      parts.append("No rectangles.\n")
    }
    let unit = "Times in seconds; places and radii as fractions of the picture, from its top left corner.\n"
    let hasTable = !flights.isEmpty || !objects.isEmpty || !rectangles.isEmpty
    return parts.joined(separator: "\n") + (hasTable ? unit : "")
  }

  private var flightsText: String {
    var table = SummaryTable(head: ["flight", "from", "to", "points", "confidence", "radius", "path"])
    table.rows = flights.sorted { $0.timeRange.start < $1.timeRange.start }.enumerated().map { number, flight in
      row(number + 1, flight)
    }
    return table.text + (untold > 0 ? "… and \(untold) more.\n" : "")
  }

  private func row(_ number: Int, _ flight: TrajectoryObservation) -> [String] {
    let places = flight.detectedPoints.map(\.location)
    let path = [places.first, places.last].compactMap { $0 }.map { placeText($0.x, $0.y) }.joined(separator: " → ")
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

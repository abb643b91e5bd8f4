// The observations of a run as a short text for people.
import Flycatcher
import FlycatcherPipeline

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

  var flightCount: Int { flights.count + untold }
  var objectCount: Int { objects.count }
  var rectangleCount: Int { rectangles.count }

  private let speedUnit: SpeedUnit

  init(minimumConfidence: Double, speedUnit: SpeedUnit = .metersPerSecond) {
    self.minimumConfidence = minimumConfidence
    self.speedUnit = speedUnit
  }

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
  /// - Parameter tellsTrajectories: Whether flights were searched for, so that the lack of any is worth a line.
  func text(tellsTrajectories: Bool, tellsRectangles: Bool) -> String {
    var parts: [String] = []
    if !flights.isEmpty {
      parts.append(flightsText)
    } else if tellsTrajectories {
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
    return parts.joined(separator: "\n") + (hasTable ? unit : "") + measuresNote
  }

  /// Where speeds come from, and why some flights have none.
  private var measuresNote: String {
    let measures = flights.compactMap(\.measures)
    guard let method = measures.compactMap(\.method).first else {
      return measures.compactMap(\.refusal).first.map { "No speeds: \($0)\n" } ?? ""
    }
    let source =
      switch method {
      case .gravity: "gravity, as if each flight faced the camera"
      case .ballDiameter: "the size of the ball"
      case .scale: "the scale"
      case .court: "the court"
      }
    let bound = measures.contains(where: \.isLowerBound) ? "; ≥: the ball also comes nearer or goes away" : ""
    return "Speeds at launch, ± their standard deviation, by \(source)\(bound).\n"
  }

  private var flightsText: String {
    let ordered = flights.sorted { $0.timeRange.precedes($1.timeRange) }
    let isMeasured = ordered.contains { $0.measures?.method != nil }
    let speed = isMeasured ? ["speed (\(speedUnit.rawValue))", "angle (°)"] : []
    var table = SummaryTable(head: ["flight", "from", "to", "points", "confidence", "radius"] + speed + ["path"])
    table.rows = ordered.enumerated().map { number, flight in row(number + 1, flight, isMeasured: isMeasured) }
    return table.text + (untold > 0 ? "… and \(untold) more.\n" : "")
  }

  private func row(_ number: Int, _ flight: TrajectoryObservation, isMeasured: Bool) -> [String] {
    let places = flight.detectedPoints.map(\.location)
    let path = [places.first, places.last].compactMap { $0 }.map { placeText($0.x, $0.y) }.joined(separator: " → ")
    var speed: [String] = []
    if isMeasured {
      let measures = flight.measures
      let bound = measures?.isLowerBound == true ? "≥ " : ""
      speed = [
        measures?.meters(.launchSpeed, in: speedUnit).map { bound + $0.text(1) } ?? "–",
        measures?.meters[.launchAngle].map { $0.text(1) } ?? "–",
      ]
    }
    return [
      "\(number)", decimal(flight.timeRange.start.seconds, 2), decimal(flight.timeRange.end.seconds, 2),
      "\(places.count)", decimal(flight.confidence, 2), decimal(flight.movingAverageRadius, 4),
    ] + speed + [path]
  }
}

extension Estimate {
  /// The value and its standard deviation, with as many digits as that makes sense of, at least `digits`.
  func text(_ digits: Int) -> String {
    let needed = standardDeviation < 0.005 ? digits + 2 : standardDeviation < 0.05 ? digits + 1 : digits
    return "\(decimal(value, needed)) ± \(decimal(standardDeviation, needed))"
  }
}

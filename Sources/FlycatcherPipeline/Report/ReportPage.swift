// The report: one file that shows the video with its flights, and needs nothing else.
public import Flycatcher

/// A page for a browser with the flights of a film: the video with trajectories drawn over it in step, a list of flights
/// with their measures, plots, and a picture of all of them.
///
/// The page is one file without any reference to the network; the video stays beside it.
public struct ReportPage: Sendable {
  /// The name of the film, as it is shown.
  public var name: String
  /// The address of the video relative to the page; `nil` where it was no file.
  public var video: String?
  /// The source, size and rate of the frames.
  public var stream: StreamDescription
  /// The length of the film.
  public var duration: Duration
  /// The unit of speeds.
  public var unit = SpeedUnit.metersPerSecond
  /// The real seconds that a second of the film took.
  public var stretch = 1.0
  /// The flights.
  public var flights: [TrajectoryObservation]
  /// A picture of all flights as a JPEG.
  public var picture: [UInt8]?

  /// Creates a report.
  public init(
    name: String, video: String?, stream: StreamDescription, duration: Duration, flights: [TrajectoryObservation]
  ) {
    (self.name, self.video, self.stream) = (name, video, stream)
    (self.duration, self.flights) = (duration, flights)
  }

  /// The page as UTF-8.
  public var bytes: [UInt8] {
    var json = JSONText()
    write(to: &json)
    // What could end the script is written as JSON also can.
    let data = String(decoding: json.bytes, as: UTF8.self).replacing("<", with: "\\u003c")
    let text = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Flights</title><link rel="icon" href="data:,">
      <style>
      \(Self.style)
      </style></head><body>
      \(Self.body)
      <script type="application/json" id="data">\(data)</script>
      <script>
      \(Self.plots)
      \(Self.script)
      </script></body></html>

      """
    return Array(text.utf8)
  }

  // MARK: Data

  private func write(to json: inout JSONText) {
    json.object { page in
      page.field("name", name)
      if let video { page.field("video", video) }
      page.field("width", stream.width)
      page.field("height", stream.height)
      page.field("pixelAspectRatio", stream.pixelAspectRatio)
      page.field("duration", duration.seconds)
      page.field("framesPerSecond", stream.framesPerSecond ?? 0)
      page.field("speedUnit", unit.rawValue)
      page.field("lengthUnit", unit.lengthUnit)
      page.field("speedFactor", unit.speedPerLength)
      page.field("stretch", stretch)
      page.field("flights") { list in
        list.array { list in
          for (index, flight) in flights.sorted(by: { $0.timeRange.precedes($1.timeRange) }).enumerated() {
            list.object { write(flight, number: index + 1, to: &$0) }
          }
        }
      }
      if let picture { page.field("strobe", "data:image/jpeg;base64," + Self.base64(picture)) }
    }
  }

  private func write(_ flight: TrajectoryObservation, number: Int, to json: inout JSONText) {
    json.field("number", number)
    json.field("start", nanoseconds: flight.timeRange.start.nanoseconds)
    json.field("end", nanoseconds: flight.timeRange.end.nanoseconds)
    json.field("confidence", flight.confidence)
    json.field("direction", direction(flight))
    let measures = flight.measures
    json.field("bound", measures?.isLowerBound == true ? "≥ " : "")
    if let speed = measures?.meters(.launchSpeed, in: unit) { json.field("speed") { $0.estimate(speed) } }
    if let angle = measures?.meters[.launchAngle] ?? measures?.pixels[.launchAngle] {
      json.field("angle") { $0.estimate(angle) }
    }
    if let scale = measures?.meters(.pixelsPerMeter, in: unit)?.value, scale > 0 { json.field("pixelsPerUnit", scale) }
    if let refusal = measures?.refusal { json.field("note", refusal) }
    if let places = measures?.places, !places.isEmpty {
      json.field("space") { list in
        list.array { list in
          for place in places {
            list.array {
              // A tenth of a millisecond, and of a millimeter.
              for value in [place.time, place.x * unit.perMeter, place.y * unit.perMeter, place.z * unit.perMeter] {
                $0.number((value * 1e4).rounded() / 1e4)
              }
            }
          }
        }
      }
    }
    json.field("points") { list in
      list.array { list in
        for point in flight.detectedPoints {
          list.array {
            $0.seconds(point.time.nanoseconds)
            // A hundred-thousandth of the picture is finer than any screen.
            for value in [point.location.x, point.location.y, point.radius] { $0.number((value * 1e5).rounded() / 1e5) }
          }
        }
      }
    }
    json.field("table") { list in list.array { write(measures, to: &$0) } }
  }

  /// The measures as rows of texts: the name, the value in meters or feet, the value in the picture.
  private func write(_ measures: TrajectoryMeasures?, to json: inout JSONText) {
    guard let measures else { return }
    for (quantity, name) in Self.names {
      let (real, pixels) = (measures.meters(quantity, in: unit), measures.pixels[quantity])
      guard real != nil || pixels != nil else { continue }
      json.array {
        $0.text(name)
        $0.text(real.map { $0.text(unit: TrajectoryMeasures.unit(quantity, in: unit)) } ?? "")
        $0.text(pixels.map { $0.text(unit: quantity.unit(length: "px")) } ?? "")
      }
    }
  }

  private static let names: [(TrajectoryMeasures.Quantity, String)] = [
    (.launchSpeed, "Speed at launch"), (.launchAngle, "Angle at launch"), (.apexSpeed, "Speed at the apex"),
    (.landingSpeed, "Speed at landing"), (.landingAngle, "Angle at landing"), (.height, "Height above launch"),
    (.range, "Range"), (.duration, "Duration"), (.hangTime, "Hang time"), (.acceleration, "Downward acceleration"),
    (.restitution, "Bounce: speed left"), (.landingX, "Landing, x"), (.landingY, "Landing, y"),
    (.pixelsPerMeter, "Scale"), (.planeAngle, "Turned away by"),
  ]

  private func direction(_ flight: TrajectoryObservation) -> String {
    guard let first = flight.detectedPoints.first?.location, let last = flight.detectedPoints.last?.location else {
      return ""
    }
    let (x, y) = (
      (last.x - first.x) * Double(stream.width) * stream.pixelAspectRatio, (last.y - first.y) * Double(stream.height)
    )
    return abs(x) >= abs(y) ? x < 0 ? "left" : "right" : y < 0 ? "up" : "down"
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
      for index in 0..<4 {
        text.append(index <= group.count ? digits[value >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Estimate {
  /// The value and its standard deviation, with the digits that the deviation leaves.
  fileprivate func text(unit: String) -> String {
    guard value.isFinite, standardDeviation.isFinite, abs(value) < 1e12 else { return "–" }
    let digits = standardDeviation <= 0 ? 3 : standardDeviation < 0.01 ? 3 : standardDeviation < 1 ? 2 : 1
    let suffix = unit.isEmpty ? "" : unit == "°" ? unit : " " + unit
    let text = decimal(value, digits)
    return standardDeviation > 0 ? "\(text) ± \(decimal(standardDeviation, digits))\(suffix)" : text + suffix
  }
}

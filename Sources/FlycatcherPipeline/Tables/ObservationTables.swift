// Tables of what was seen: a row for each trajectory, object and rectangle, and a row for each of their points.
public import Flycatcher

/// Writers of tables as comma-separated values (RFC 4180): one with a row for each trajectory, object and rectangle, one with
/// a row for each point.
///
/// Lengths come in pixels, and where the trajectories are measured in meters or feet too; the head of each column states
/// the unit. A row is written when the trajectory has ended; objects and rectangles, at the end of the stream.
public final class ObservationTables {
  /// The settings of the tables.
  public struct Options: Sendable {
    /// The file with a row for each trajectory, object and rectangle.
    public var summary: String?
    /// The file with a row for each point.
    public var points: String?
    /// The unit of speeds, and with it of lengths; default m/s.
    public var unit = SpeedUnit.metersPerSecond
    /// The confidence below which a trajectory has been withdrawn, and is left out.
    public var minimumConfidence = TrajectoryDetector.Settings().minimumConfidence

    /// Creates options without any file.
    public init() {}
  }

  private let options: Options
  private let summary: TableFile?
  private let points: TableFile?
  private var text = CSVText()
  private var tracks: [ObservationUUID: Track] = [:]
  private var order: [ObservationUUID] = []
  private var count = 0
  /// The clock's time at stream time 0; `nil` for a file.
  private var wallClock: Double?
  private var isBegun = false
  /// The maximum number of objects and rectangles, of which a live stream may bring any number.
  private static let mostTracks = 10_000

  /// An object or a rectangle, from its first observation to its newest.
  private struct Track {
    var kind: String
    var label: String
    var first: Timestamp
    var last: Timestamp
    var seen = 0
    var losses = 0
    var confidence = 0.0
    var state: TrackingState
    /// The newest place: two opposite corners of the box, or the four of the rectangle.
    var place: [Point]
  }

  /// Opens the files, which are replaced with the first row.
  ///
  /// - Throws: `PipelineError` if a file cannot be written.
  public init(_ options: Options) throws(PipelineError) {
    self.options = options
    if let path = options.summary { summary = try TableFile(path: path) } else { summary = nil }
    if let path = options.points { points = try TableFile(path: path) } else { points = nil }
  }

  /// Writes the rows of a report.
  ///
  /// - Parameters:
  ///   - report: What was seen in a frame.
  ///   - stream: The size of the pictures, in whose pixels lengths are given.
  ///   - isLive: A Boolean value indicating whether the time by the clock is told, too.
  /// - Throws: `PipelineError` if a file cannot be written.
  public func write(_ report: FrameReport, of stream: StreamDescription, isLive: Bool = false) throws(PipelineError) {
    if isLive, wallClock == nil { wallClock = ClockText.now - report.time.seconds }
    try begin()
    for observation in report.observations {
      switch observation {
      case .trajectory(let flight):
        guard flight.state == .ended, flight.confidence >= options.minimumConfidence else { continue }
        count += 1
        try write(flight, stream)
      case .object(let object):
        let box = object.boundingBox
        let place = [Point(x: box.x, y: box.y), Point(x: box.maxX, y: box.maxY)]
        try add(
          object.uuid, "object", object.label, object.state, report, confidence: object.confidence, place, stream)
      case .rectangle(let rectangle):
        try add(
          rectangle.uuid, "rectangle", "", rectangle.state, report, confidence: rectangle.confidence,
          rectangle.corners.corners, stream)
      }
    }
  }

  /// Writes the rows that only the end of the stream makes known.
  ///
  /// - Throws: `PipelineError` if a file cannot be written.
  public func finish(_ stream: StreamDescription) throws(PipelineError) {
    try begin()
    for uuid in order {
      guard let track = tracks[uuid] else { continue }
      text.clear()
      head(track.kind, uuid, track.label, track.first, track.last, track.confidence / Double(max(track.seen, 1)))
      text.cell(track.state.rawValue)
      text.cell(track.seen)
      text.cell(track.losses)
      for index in 0..<4 {
        text.cell(index < track.place.count ? track.place[index].x * Double(stream.width) : nil)
        text.cell(index < track.place.count ? track.place[index].y * Double(stream.height) : nil)
      }
      TrajectoryColumns.write(nil, options.unit, to: &text)
      text.endRow()
      try summary?.write(text.bytes)
    }
    (tracks, order) = ([:], [])
  }

  private func begin() throws(PipelineError) {
    guard !isBegun else { return }
    isBegun = true
    text.clear()
    let head = ["kind", "uuid", "label", "start (s)", "end (s)", "start (clock, UTC)", "confidence"]
    for name in head + ["state", "points", "losses"] { text.cell(name) }
    for index in 1...4 {
      text.cell("x\(index) (px)")
      text.cell("y\(index) (px)")
    }
    for name in TrajectoryColumns.names(options.unit) { text.cell(name) }
    text.endRow()
    try summary?.write(text.bytes)
    text.clear()
    for name in [
      "kind", "uuid", "label", "frame", "time (s)", "time (clock, UTC)", "x (px)", "y (px)", "radius (px)",
      "width (px)", "height (px)", "confidence", "state", "x1 (px)", "y1 (px)", "x2 (px)", "y2 (px)", "x3 (px)",
      "y3 (px)", "x4 (px)", "y4 (px)",
    ] { text.cell(name) }
    text.endRow()
    try points?.write(text.bytes)
  }

  private func head(
    _ kind: String, _ uuid: ObservationUUID, _ label: String, _ start: Timestamp, _ end: Timestamp, _ confidence: Double
  ) {
    text.cell(kind)
    text.cell(uuid.description)
    text.cell(label)
    text.cell(start)
    text.cell(end)
    text.cell(clock(start))
    text.cell(confidence)
  }

  private func write(_ flight: TrajectoryObservation, _ stream: StreamDescription) throws(PipelineError) {
    let (width, height) = (Double(stream.width), Double(stream.height))
    text.clear()
    head("trajectory", flight.uuid, "\(count)", flight.timeRange.start, flight.timeRange.end, flight.confidence)
    text.cell(flight.state.rawValue)
    text.cell(flight.detectedPoints.count)
    text.cell("")
    for place in [flight.detectedPoints.first?.location, flight.detectedPoints.last?.location] {
      text.cell(place.map { $0.x * width })
      text.cell(place.map { $0.y * height })
    }
    for _ in 0..<4 { text.cell("") }
    TrajectoryColumns.write(flight.measures, options.unit, to: &text)
    text.endRow()
    try summary?.write(text.bytes)
    guard let points else { return }
    text.clear()
    for point in flight.detectedPoints {
      text.cell("trajectory")
      text.cell(flight.uuid.description)
      text.cell("\(count)")
      text.cell(point.frame.map { "\($0)" } ?? "")
      text.cell(point.time)
      text.cell(clock(point.time))
      text.cell(point.location.x * width)
      text.cell(point.location.y * height)
      text.cell(point.radius * width)
      for _ in 0..<12 { text.cell("") }
      text.endRow()
    }
    try points.write(text.bytes)
  }

  private func add(
    _ uuid: ObservationUUID, _ kind: String, _ label: String, _ state: TrackingState, _ report: FrameReport,
    confidence: Double, _ place: [Point], _ stream: StreamDescription
  ) throws(PipelineError) {
    if summary != nil { note(uuid, kind, label, state, report.time, confidence, place) }
    guard let points, state != .ended else { return }
    let (width, height) = (Double(stream.width), Double(stream.height))
    let middle = place.reduce(Point(x: 0, y: 0)) { Point(x: $0.x + $1.x, y: $0.y + $1.y) }
    let number = Double(max(place.count, 1))
    text.clear()
    text.cell(kind)
    text.cell(uuid.description)
    text.cell(label)
    text.cell(report.frame)
    text.cell(report.time)
    text.cell(clock(report.time))
    text.cell(middle.x / number * width)
    text.cell(middle.y / number * height)
    text.cell("")
    let isBox = place.count == 2
    text.cell(isBox ? (place[1].x - place[0].x) * width : nil)
    text.cell(isBox ? (place[1].y - place[0].y) * height : nil)
    text.cell(confidence)
    text.cell(state.rawValue)
    for index in 0..<4 {
      text.cell(isBox || index >= place.count ? nil : place[index].x * width)
      text.cell(isBox || index >= place.count ? nil : place[index].y * height)
    }
    text.endRow()
    try points.write(text.bytes)
  }

  private func note(
    _ uuid: ObservationUUID, _ kind: String, _ label: String, _ state: TrackingState, _ time: Timestamp,
    _ confidence: Double, _ place: [Point]
  ) {
    if tracks[uuid] == nil {
      guard order.count < Self.mostTracks else { return }
      order.append(uuid)
      tracks[uuid] = Track(kind: kind, label: label, first: time, last: time, state: state, place: place)
    }
    guard var track = tracks[uuid], state != .ended else { return }
    if state == .lost, track.state != .lost { track.losses += 1 }
    (track.last, track.state) = (time, state)
    if state != .lost, state != .predicted {
      track.seen += 1
      track.confidence += confidence
      track.place = place
    }
    tracks[uuid] = track
  }

  /// The time of the day at a time of the stream; empty for a file.
  private func clock(_ time: Timestamp) -> String { wallClock.map { ClockText.text($0 + time.seconds) } ?? "" }
}

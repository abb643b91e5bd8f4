// Observations as the plain typed fields of a GstStructure, and back: what travels on buffers, in events and in messages.
package import Flycatcher
package import GStreamerSupport

/// The layout of `FlycatcherMeta`, which is a surface of the project: names and types below are read by other people's programs.
///
/// Places are normalized as everywhere, times are nanoseconds of stream time (gint64), arrays are GstValueArray:
/// - `frame` (guint64), `time` (gint64), `analyzed` (gboolean)
/// - `observations`: array of GstStructure, one of
///   - `trajectory`: `uuid`, `state` (string), `time`, `confidence` (gdouble), `start`, `duration`, `detected-time` (array of gint64),
///     `detected-x`, `detected-y`, `detected-radius`, `projected-x`, `projected-y`, `equation-coefficients` (arrays of gdouble),
///     `moving-average-radius`; `detected-frame` (array of gint64) where frames were counted; where it is measured, `measures`: array of
///     GstStructure `measure` with `quantity`, `length-unit` (px or m, strings), `value`, `standard-deviation` (gdouble), and beside it
///     `measure-method`, `measure-refusal`, `bounce-of` (strings), `is-lower-bound` (gboolean), `x-coefficients`, `y-coefficients`
///   - `object`: `uuid`, `label`, `state`, `time`, `confidence`, `x`, `y`, `width`, `height`
///   - `rectangle`: `uuid`, `state`, `time`, `confidence`, `x`, `y` (arrays: top left, top right, bottom right, bottom left)
package enum ObservationFields {
  package static let metaName = "FlycatcherMeta"
  /// The names of the structures; also those of the parameters on the boxes that trackers attach.
  static let kinds = ["trajectory", "object", "rectangle"]

  /// Adds a report to fields that may hold that of an earlier tracker for the same frame.
  package static func add(_ report: FrameReport, to fields: Fields) {
    let isFirst = fields.integer("time") == nil
    if isFirst {
      fields.set("frame", unsigned: UInt64(max(report.frame, 0)))
      fields.set("time", report.time.nanoseconds)
    }
    fields.set("analyzed", report.isAnalyzed && (isFirst || fields.boolean("analyzed") ?? true))
    let observations = report.observations
    fields.append(observations.count, to: "observations") { structure(observations[$0]) }
  }

  /// One observation alone.
  package static func structure(_ observation: Observation) -> Structure {
    switch observation {
    case .trajectory(let trajectory): structure(trajectory)
    case .object(let object): structure(object)
    case .rectangle(let rectangle): structure(rectangle)
    }
  }

  /// Returns the fields of the box of an observation: the same fields, without the points of a trajectory.
  package static func parameters(_ observation: Observation) -> Structure {
    guard case .trajectory(let trajectory) = observation else { return structure(observation) }
    return head(trajectory)
  }

  private static func head(_ trajectory: TrajectoryObservation) -> Structure {
    let structure = Structure("trajectory")
    let fields = structure.fields
    setHead(fields, trajectory.uuid, trajectory.state.rawValue, trajectory.time, trajectory.confidence)
    fields.set("moving-average-radius", trajectory.movingAverageRadius)
    return structure
  }

  private static func structure(_ trajectory: TrajectoryObservation) -> Structure {
    let structure = head(trajectory)
    let fields = structure.fields
    fields.set("start", trajectory.timeRange.start.nanoseconds)
    fields.set("duration", (trajectory.timeRange.end - trajectory.timeRange.start).nanoseconds)
    let points = trajectory.detectedPoints
    fields.set("detected-time", points.map(\.time.nanoseconds))
    fields.set("detected-x", points.map(\.location.x))
    fields.set("detected-y", points.map(\.location.y))
    fields.set("detected-radius", points.map(\.radius))
    fields.set("projected-x", trajectory.projectedPoints.map(\.x))
    fields.set("projected-y", trajectory.projectedPoints.map(\.y))
    let curve = trajectory.equationCoefficients
    fields.set("equation-coefficients", [curve.a, curve.b, curve.c])
    let frames = points.compactMap(\.frame)
    if frames.count == points.count { fields.set("detected-frame", frames.map { Int64($0) }) }
    if let measures = trajectory.measures { set(measures, in: fields) }
    return structure
  }

  private static func structure(_ object: ObjectObservation) -> Structure {
    let structure = Structure("object")
    let fields = structure.fields
    setHead(fields, object.uuid, object.state.rawValue, object.time, object.confidence)
    fields.set("label", object.label)
    fields.set("x", object.boundingBox.x)
    fields.set("y", object.boundingBox.y)
    fields.set("width", object.boundingBox.width)
    fields.set("height", object.boundingBox.height)
    return structure
  }

  private static func structure(_ rectangle: RectangleObservation) -> Structure {
    let structure = Structure("rectangle")
    let fields = structure.fields
    setHead(fields, rectangle.uuid, rectangle.state.rawValue, rectangle.time, rectangle.confidence)
    fields.set("x", rectangle.corners.corners.map(\.x))
    fields.set("y", rectangle.corners.corners.map(\.y))
    return structure
  }

  private static func setHead(
    _ fields: Fields, _ uuid: ObservationUUID, _ state: String, _ time: Timestamp, _ confidence: Double
  ) {
    fields.set("uuid", uuid.description)
    fields.set("state", state)
    fields.set("time", time.nanoseconds)
    fields.set("confidence", confidence)
  }
}

// MARK: - Back

extension ObservationFields {
  /// - Returns: `nil` where the fields are no report; observations that cannot be understood are left out.
  package static func report(_ fields: Fields) -> FrameReport? {
    guard let time = fields.integer("time") else { return nil }
    var report = FrameReport(
      frame: Int(clamping: fields.unsigned("frame") ?? 0), time: Timestamp(nanoseconds: time),
      isAnalyzed: fields.boolean("analyzed") ?? true)
    fields.forEachStructure(in: "observations") { fields in
      if let observation = observation(fields) { report.observations.append(observation) }
    }
    return report
  }

  private static func observation(_ fields: Fields) -> Observation? {
    switch fields.name {
    case "trajectory": trajectory(fields).map { .trajectory($0) }
    case "object": object(fields).map { .object($0) }
    case "rectangle": rectangle(fields).map { .rectangle($0) }
    default: nil
    }
  }

  private static func trajectory(_ fields: Fields) -> TrajectoryObservation? {
    guard let (uuid, time, confidence) = head(fields),
      let state = fields.text("state").flatMap({ TrajectoryObservation.State(rawValue: $0) }),
      let start = fields.integer("start"), let duration = fields.integer("duration")
    else { return nil }
    let times = fields.integers("detected-time")
    let (x, y, radii) = (fields.numbers("detected-x"), fields.numbers("detected-y"), fields.numbers("detected-radius"))
    let curve = fields.numbers("equation-coefficients")
    guard [x.count, y.count, radii.count].allSatisfy({ $0 == times.count }), curve.count == 3 else { return nil }
    let frames = fields.integers("detected-frame")
    return TrajectoryObservation(
      uuid: uuid, state: state, time: time, confidence: confidence,
      timeRange: TimeRange(start: Timestamp(nanoseconds: start), duration: .nanoseconds(duration)),
      detectedPoints: times.indices.map { index in
        TrajectoryObservation.DetectedPoint(
          time: Timestamp(nanoseconds: times[index]), location: Point(x: x[index], y: y[index]), radius: radii[index],
          frame: frames.count == times.count ? Int(frames[index]) : nil)
      },
      projectedPoints: zip(fields.numbers("projected-x"), fields.numbers("projected-y")).map { Point(x: $0, y: $1) },
      equationCoefficients: Quadratic(a: curve[0], b: curve[1], c: curve[2]),
      movingAverageRadius: fields.number("moving-average-radius") ?? 0, measures: measures(fields))
  }

  private static func object(_ fields: Fields) -> ObjectObservation? {
    guard let (uuid, time, confidence) = head(fields), let state = trackingState(fields), let x = fields.number("x"),
      let y = fields.number("y"), let width = fields.number("width"), let height = fields.number("height")
    else { return nil }
    return ObjectObservation(
      uuid: uuid, label: fields.text("label") ?? "", state: state, time: time, confidence: confidence,
      boundingBox: Rectangle(x: x, y: y, width: width, height: height))
  }

  private static func rectangle(_ fields: Fields) -> RectangleObservation? {
    let (x, y) = (fields.numbers("x"), fields.numbers("y"))
    guard let (uuid, time, confidence) = head(fields), let state = trackingState(fields), x.count == 4, y.count == 4
    else { return nil }
    return RectangleObservation(
      uuid: uuid, state: state, time: time, confidence: confidence,
      corners: Quad(
        topLeft: Point(x: x[0], y: y[0]), topRight: Point(x: x[1], y: y[1]), bottomRight: Point(x: x[2], y: y[2]),
        bottomLeft: Point(x: x[3], y: y[3])))
  }

  private static func head(_ fields: Fields) -> (ObservationUUID, Timestamp, Double)? {
    guard let uuid = fields.text("uuid").flatMap({ ObservationUUID($0) }), let time = fields.integer("time"),
      let confidence = fields.number("confidence")
    else { return nil }
    return (uuid, Timestamp(nanoseconds: time), confidence)
  }

  private static func trackingState(_ fields: Fields) -> TrackingState? {
    fields.text("state").flatMap { TrackingState(rawValue: $0) }
  }
}

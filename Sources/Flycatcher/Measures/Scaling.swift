// From the motion in the picture to meters.
import Glibc

/// The measures of one flight in meters, by the method of the settings.
struct Scaling {
  let settings: MeasurementSettings
  let motion: PixelMotion
  /// The radii of the ball in pixels.
  let radii: [Double]
  /// The size of the picture in pixels.
  let width: Double
  let height: Double

  /// The relative error of the acceleration up to which it tells how long a meter is.
  private static let mostAccelerationError = 0.1
  /// The share of gravity by which the air may slow the ball.
  private static let mostDragShare = 0.2
  /// The angle between the plane of flight and that of the picture up to which a speed is no lower bound, degrees.
  private static let mostPlaneAngle = 10.0
  /// The share of the speed that is horizontal below which a flight counts as straight up or down.
  private static let leastHorizontalShare = 0.2
  /// The relative standard deviation of the focal length of a lens that is not known: the main cameras of phones have 24 to 28 mm in terms of
  /// 36 mm film, and 1.0 to 1.4 times that where the picture is stabilized, 0.67 to 1.09 of the width.
  private static let focalError = 0.12
  /// The error of an end of a length that was given, pixels.
  private static let endError = 1.0
  /// The relative error of a length because it may not lie exactly in the plane of flight: 2 % is 20 cm at 10 m.
  private static let planeError = 0.02
  /// The relative error with which the detector tells a radius, beside that of one point.
  private static let radiusError = 0.03

  func add(to measures: inout TrajectoryMeasures) {
    switch settings.scale {
    case .none, .court: break
    case .gravity: addGravity(&measures)
    case .ballDiameter(let diameter):
      guard let radius = meanRadius else {
        measures.refusal = "The size of the ball is not known."
        return
      }
      addFlat(&measures, .ballDiameter, pixelsPerMeter: radius.scaled(by: 2 / diameter))
    case .length(let from, let to, let meters):
      let length = hypot((to.x - from.x) * width, (to.y - from.y) * height)
      guard length > 1 else {
        measures.refusal = "The scale is shorter than a pixel."
        return
      }
      let error = hypot(Self.endError * 2.squareRoot() / length, Self.planeError)
      addFlat(
        &measures, .scale,
        pixelsPerMeter: Estimate(length / meters, standardDeviation: length / meters * error))
    }
  }

  private var meanRadius: Estimate? {
    guard radii.count > 1 else { return nil }
    let mean = radii.reduce(0, +) / Double(radii.count)
    let squares = radii.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let scatter = (squares / Double((radii.count - 1) * radii.count)).squareRoot()
    return Estimate(mean, standardDeviation: hypot(scatter, mean * Self.radiusError))
  }

  // MARK: Gravity

  private func addGravity(_ measures: inout TrajectoryMeasures) {
    let focal = settings.focalLength ?? CameraPose.usualFocalLength.value
    let focalError = settings.focalLength == nil ? Self.focalError : 0
    guard
      let seen = PinholeMotion(motion, center: (width / 2, height / 2), focalLength: focal * width)
    else {
      measures.refusal = "The points do not tell how the flight was accelerated."
      return
    }
    let h = seen.parameters.estimate { $0[4] }
    let acceleration = h.scaled(by: 2)
    let measured = "\(rounded(acceleration.value)) ± \(rounded(acceleration.standardDeviation)) px/s²"
    guard h.value > 0 else {
      measures.refusal = "The acceleration does not point downward: \(measured)."
      return
    }
    guard h.standardDeviation < Self.mostAccelerationError * h.value else {
      measures.refusal =
        "The downward acceleration is not known to \(Int(100 * Self.mostAccelerationError)) %: \(measured)."
      return
    }
    // The parameters of the motion, then the focal length and the rate of time.
    let count = seen.parameters.values.count
    let vector = seen.parameters
      .appending(Estimate(focal * width, standardDeviation: focal * width * focalError))
      .appending(Estimate(1, standardDeviation: settings.timingError))
    let gravity = settings.gravity
    // Time that runs faster by a share makes gravity look smaller by twice that.
    let inMeters = { (p: [Double]) in
      PinholeMotion.InMeters(p, focalLength: p[count], gravity: gravity * p[count + 1] * p[count + 1])
    }
    let planeAngle = vector.estimate { p in
      let motion = inMeters(p)
      return atan2(abs(motion.away), max(abs(motion.across), 1e-9)) * degrees
    }
    // The horizontal speed, with what the depth adds up to the angle to which the method holds.
    let most = tan(Self.mostPlaneAngle / degrees)
    let awayError = vector.estimate { inMeters($0).away }.standardDeviation
    let horizontal = { (p: [Double]) in
      let motion = inMeters(p)
      let away = max(motion.away * motion.away - awayError * awayError, 0).squareRoot()
      return hypot(motion.across, min(away, abs(motion.across) * most)) / p[count + 1]
    }
    let (start, middle, duration) = (motion.start, seen.middle, motion.duration)
    let upward = { (p: [Double], time: Double) in
      inMeters(p).upward / p[count + 1] - gravity * (time - middle) * p[count + 1]
    }
    let flight = PlaneMotion(
      vector: vector, start: start, duration: duration, gravity: { _ in gravity },
      horizontal: horizontal, upward: upward,
      side: { p in p[1] < 0 ? -1 : 1 })
    if let refusal = dragRefusal(flight.fastest) {
      measures.refusal = refusal
      return
    }
    measures.meters = flight.measures
    measures.meters[.acceleration] = Estimate(gravity, standardDeviation: 0)
    measures.meters[.pixelsPerMeter] = vector.estimate { inMeters($0).pixelsPerMeter }
    measures.meters[.planeAngle] = planeAngle
    // The angle of a throw almost straight up is hardly known, and makes no difference.
    let isUpright = horizontal(vector.values) < Self.leastHorizontalShare * flight.fastest
    let angle = planeAngle.value - (isUpright ? planeAngle.standardDeviation : 0)
    measures.isLowerBound = angle > Self.mostPlaneAngle
    measures.method = .gravity
  }

  /// Returns why the air cannot be neglected at a speed in m/s; `nil` where it can, or where the ball is not known.
  private func dragRefusal(_ speed: Double) -> String? {
    guard let ball = settings.ball else { return nil }
    let share = ball.dragShare(atSpeed: speed, gravity: settings.gravity)
    guard share > Self.mostDragShare else { return nil }
    let limit = ball.speed(ofDragShare: Self.mostDragShare, gravity: settings.gravity)
    let percent = (share * 100).rounded()
    let shown = Int(exactly: percent).map { "\($0)" } ?? rounded(percent)
    return "At \(rounded(speed)) m/s the air slows a \(ball.rawValue) by \(shown) % of gravity;"
      + " gravity gives a scale up to \(rounded(limit)) m/s."
  }

  // MARK: A scale in the plane of flight

  private func addFlat(
    _ measures: inout TrajectoryMeasures, _ method: TrajectoryMeasures.Method, pixelsPerMeter: Estimate
  ) {
    let flight = PlaneMotion(motion, pixelsPerUnit: pixelsPerMeter, timingError: settings.timingError)
    measures.meters = flight.measures
    measures.meters[.pixelsPerMeter] = pixelsPerMeter
    measures.method = method
  }

  // MARK: A court

  func add(_ camera: CourtCamera, to measures: inout TrajectoryMeasures) {
    let places = motion.places.map { TimedPlace(time: $0.time, x: $0.x - width / 2, y: $0.y - height / 2) }
    let space: SpaceMotion
    do throws(SpaceMotion.Refusal) {
      space = try SpaceMotion(
        places, camera: camera, gravity: settings.gravity, timingError: settings.timingError)
    } catch {
      measures.refusal =
        switch error {
        case .behindCamera: "Over this court, the flight would lie behind the camera."
        case .notDetermined: "The points do not determine a parabola in space."
        }
      return
    }
    measures.meters = space.measures(
      start: motion.start, duration: motion.duration, ballRadius: (settings.ball?.diameter ?? 0) / 2)
    measures.places = zip(motion.places, places).map { place, centered in
      let fitted = SpaceMotion.place(space.parameters.values, place.time - space.middle, space.gravity)
      let seen = camera.pose.world(SIMD2(centered.x, centered.y), depth: camera.pose.camera(fitted).z)
      return TrajectoryMeasures.Place(time: place.time - motion.start, x: seen.x, y: seen.y, z: seen.z)
    }
    measures.method = .court
  }
}

let degrees = 180 / Double.pi

/// A number with three digits that count, for messages.
func rounded(_ value: Double) -> String {
  guard value.isFinite, value != 0 else { return "\(value)" }
  let scale = pow(10, 2 - floor(log10(abs(value))))
  let text = (value * scale).rounded() / scale
  return text == text.rounded() && abs(text) < 1e15 ? "\(Int(text))" : "\(text)"
}

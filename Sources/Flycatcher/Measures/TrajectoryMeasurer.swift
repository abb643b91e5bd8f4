// Flights as they are reported, measured.

/// Measures trajectories while their observations come in.
///
/// ```swift
/// var settings = MeasurementSettings()
/// settings.scale = .length(from: Point(x: 0.1, y: 0.9), to: Point(x: 0.3, y: 0.9), meters: 2)
/// var measurer = try TrajectoryMeasurer(settings)
/// let measures = measurer.measure(flight, width: 1920, height: 1080)
/// print(measures?.meters[.launchSpeed]?.value ?? 0)
/// ```
public struct TrajectoryMeasurer: Sendable {
  /// The settings.
  public let settings: MeasurementSettings
  /// The newest corners of the rectangle that is tracked, for a court whose corners are not given.
  public var courtCorners: Quad?

  private var open: [ObservationUUID: [TrajectoryObservation.DetectedPoint]] = [:]
  private var openOrder: [ObservationUUID] = []
  private var recent: [PastMotion] = []
  private var court: KnownCourt?

  /// The motion of a flight, by which a later one may know that it began with a bounce.
  private struct PastMotion {
    var uuid: ObservationUUID
    var motion: PixelMotion
    var radius: Double
  }

  /// The camera above a court, kept as long as the corners stay.
  private struct KnownCourt {
    var corners: Quad
    var width: Double
    var height: Double
    var camera: Result<CourtCamera, CameraPose.Refusal>
  }

  /// The number of flights whose points, or motion, are kept.
  private static let mostKept = 64
  /// The distance of a corner, as a fraction of the picture, from which the pose is found anew.
  private static let leastMovement = 0.0005

  /// Creates a measurer.
  ///
  /// - Throws: `FlycatcherError` naming the first setting outside its range.
  public init(_ settings: MeasurementSettings = MeasurementSettings()) throws(FlycatcherError) {
    try settings.validate()
    self.settings = settings
  }

  /// Forgets the flights so far.
  public mutating func reset() { (open, openOrder, recent) = ([:], [], []) }

  /// Measures a flight by all of its points so far.
  ///
  /// - Parameters:
  ///   - observation: The newest observation of the flight.
  ///   - width: The width of the upright picture in pixels.
  ///   - height: The height of the upright picture in pixels.
  ///   - pixelAspectRatio: The width of a pixel of the upright picture, in heights of a pixel. Where it is not 1, lengths
  ///     in pixels are measured in heights of a pixel.
  ///   - playbackRate: The frames shown in a second, for which `captureRate` stands; `nil` where it is not known.
  /// - Returns: `nil` where there are too few points.
  public mutating func measure(
    _ observation: TrajectoryObservation, width: Int, height: Int, pixelAspectRatio: Double = 1,
    playbackRate: Double? = nil
  ) -> TrajectoryMeasures? {
    guard width > 0, height > 0, pixelAspectRatio > 0, pixelAspectRatio.isFinite else { return nil }
    let points = gather(observation)
    // Slow motion: what takes a second on the screen took less.
    let stretch = settings.captureRate.flatMap { rate in playbackRate.map { $0 / rate } } ?? 1
    let (w, h) = (Double(width) * pixelAspectRatio, Double(height))
    var places: [TimedPlace] = []
    for point in points {
      let place = TimedPlace(
        time: point.time.seconds * stretch, x: point.location.x * w, y: point.location.y * h)
      guard place.x.isFinite, place.y.isFinite, places.last.map({ $0.time < place.time }) ?? true else { continue }
      places.append(place)
    }
    guard let motion = PixelMotion(places) else { return nil }
    var measures = TrajectoryMeasures()
    measures.addPixels(motion, timingError: settings.timingError)
    // A radius is found across the shorter axis of what a round ball looks like in pixels that are not square.
    let radii = points.map { $0.radius * Double(width) * max(pixelAspectRatio, 1) }.filter { $0.isFinite && $0 > 0 }
    let radius = radii.isEmpty ? 0 : radii.reduce(0, +) / Double(radii.count)
    addBounce(&measures, observation.uuid, motion, radius)
    remember(PastMotion(uuid: observation.uuid, motion: motion, radius: radius))
    let scaling = Scaling(
      settings: settings, motion: motion, radii: radii, width: w, height: h)
    if case .court(let given, let size) = settings.scale {
      addCourt(&measures, scaling, given ?? courtCorners, size, width: w, height: h)
    } else {
      scaling.add(to: &measures)
    }
    return measures
  }

  /// Returns all points of the flight so far.
  private mutating func gather(_ observation: TrajectoryObservation) -> [TrajectoryObservation.DetectedPoint] {
    let uuid = observation.uuid
    guard observation.state != .ended else {
      open[uuid] = nil
      openOrder.removeAll { $0 == uuid }
      return observation.detectedPoints
    }
    if open[uuid] == nil {
      openOrder.append(uuid)
      if openOrder.count > Self.mostKept { open[openOrder.removeFirst()] = nil }
    }
    var points = open[uuid] ?? []
    if let first = observation.detectedPoints.first?.time {
      while let last = points.last, last.time >= first { points.removeLast() }
    }
    points += observation.detectedPoints
    open[uuid] = points
    return points
  }

  private mutating func remember(_ past: PastMotion) {
    recent.removeAll { $0.uuid == past.uuid }
    recent.append(past)
    if recent.count > Self.mostKept { recent.removeFirst() }
  }

  private func addBounce(
    _ measures: inout TrajectoryMeasures, _ uuid: ObservationUUID, _ motion: PixelMotion, _ radius: Double
  ) {
    let bounces = recent.compactMap { past -> (bounce: Bounce, uuid: ObservationUUID)? in
      guard past.uuid != uuid else { return nil }
      return Bounce(from: past.motion, to: motion, radius: max(radius, past.radius)).map { ($0, past.uuid) }
    }
    guard let nearest = bounces.min(by: { $0.bounce.distance < $1.bounce.distance }) else { return }
    measures.pixels[.restitution] = nearest.bounce.restitution
    measures.bounceOf = nearest.uuid
  }

  private mutating func addCourt(
    _ measures: inout TrajectoryMeasures, _ scaling: Scaling, _ corners: Quad?, _ size: MeasurementSettings.CourtSize,
    width: Double, height: Double
  ) {
    guard let corners else {
      measures.refusal = "No rectangle has been found that could be the court."
      return
    }
    switch camera(corners, size, width: width, height: height) {
    case .success(let camera): scaling.add(camera, to: &measures)
    case .failure(.notConvex):
      measures.refusal = "The corners of the court are no convex quadrilateral."
    case .failure(.fromBelow):
      measures.refusal = "The corners of the court are not clockwise as seen from above."
    case .failure(.noFocalLength):
      measures.refusal =
        "The corners of the court do not tell the focal length: no lens shows a rectangle of that size so."
    }
  }

  private mutating func camera(
    _ corners: Quad, _ size: MeasurementSettings.CourtSize, width: Double, height: Double
  ) -> Result<CourtCamera, CameraPose.Refusal> {
    if let court, court.width == width, court.height == height,
      zip(court.corners.corners, corners.corners).allSatisfy({
        abs($0.x - $1.x) < Self.leastMovement && abs($0.y - $1.y) < Self.leastMovement
      })
    {
      return court.camera
    }
    let camera: Result<CourtCamera, CameraPose.Refusal>
    if corners.isConvexClockwise {
      let pixels = corners.corners.map { SIMD2(($0.x - 0.5) * width, ($0.y - 0.5) * height) }
      let focalLength = settings.focalLength.map { $0 * width }
      camera = Result { () throws(CameraPose.Refusal) in
        try CourtCamera(corners: pixels, size: size, focalLength: focalLength, width: width)
      }
    } else {
      camera = .failure(.notConvex)
    }
    court = KnownCourt(corners: corners, width: width, height: height, camera: camera)
    return camera
  }
}

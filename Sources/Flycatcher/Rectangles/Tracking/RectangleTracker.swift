// The rectangle tracker: nominated and detected rectangles are tracked, searched for when lost, and keep their identity.

/// A tracker of the four corners of rectangles under perspective: of those that are nominated and, optionally, of those
/// that it detects itself.
public struct RectangleTracker: Tracker {
  /// The settings of a rectangle tracker. Each default is named here once.
  public struct Settings: Hashable, Sendable {
    /// The settings of detection; default `nil`, only nominated rectangles are tracked. Its `maximumObservations` limits
    /// the number of detected rectangles tracked at once; 0 is `RectangleTracker.maximumRectangles`.
    public var detection: RectangleDetector.Settings?
    /// The minimum time between two detections while something is tracked, 0 (every frame) to an hour; default 0.5 s.
    public var detectionInterval: Duration = .milliseconds(500)
    /// The time for which the place of a rectangle that is not seen is extrapolated before it is lost, since it is then likelier gone than
    /// covered, 0 to an hour; default 0.4 s.
    public var predictionDuration: Duration = .milliseconds(400)
    /// The time for which a lost, detected rectangle is searched for before it has ended, 0 to an hour; default 2 s. A
    /// nominated one is searched for to the end of the stream.
    public var maximumLostDuration: Duration = .seconds(2)

    /// Creates the default settings.
    public init() {}

    /// Checks every setting against its range.
    ///
    /// - Throws: `FlycatcherError` naming the first setting outside its range.
    public func validate() throws(FlycatcherError) {
      try detection?.validate()
      try FlycatcherError.check("detectionInterval", detectionInterval, in: 0...3600)
      try FlycatcherError.check("predictionDuration", predictionDuration, in: 0...3600)
      try FlycatcherError.check("maximumLostDuration", maximumLostDuration, in: 0...3600)
    }
  }

  /// The maximum number of rectangles tracked at once.
  public static let maximumRectangles = 64
  /// The settings of the tracker.
  public private(set) var settings: Settings
  /// The numbers that no calculation gives.
  var parameters = Parameters() {
    didSet { detector.parameters = parameters.detection }
  }
  private var detector: RectangleDetector
  private var nominations: [(uuid: ObservationUUID, quad: Quad)] = []
  private(set) var rectangles: [TrackedRectangle] = []
  /// The rectangles that were dropped since the newest frame.
  private var dropped: [TrackedRectangle] = []
  /// The quads of the last detection that are no known rectangles.
  private var unconfirmed: [PixelQuad] = []
  private var pyramid = PicturePyramid()
  private var geometry: PictureGeometry?
  private var order = FrameOrder()
  /// The nominations for which the picture turned out to be too small.
  private var unusable: [(uuid: ObservationUUID, quad: Quad)] = []
  private var lastDetection: Timestamp?

  /// Creates a tracker.
  ///
  /// - Throws: `FlycatcherError` naming the first setting outside its range.
  public init(_ settings: Settings = Settings()) throws(FlycatcherError) {
    try settings.validate()
    self.settings = settings
    detector = try Self.detector(settings, parameters)
  }

  /// Changes the settings; tracking goes on.
  ///
  /// - Throws: `FlycatcherError` naming the first setting outside its range; nothing has changed then.
  public mutating func apply(_ settings: Settings) throws(FlycatcherError) {
    try settings.validate()
    detector = try Self.detector(settings, parameters)
    if settings.detection != self.settings.detection { lastDetection = nil }
    self.settings = settings
  }

  /// Detects rectangles in the region that a person points out, from the next frame on.
  public mutating func take(_ request: PointedRequest) throws(FlycatcherError) -> Bool {
    guard case .region(let region) = request, var detection = settings.detection else { return false }
    detection.regionOfInterest = region ?? .picture
    var settings = settings
    settings.detection = detection
    try apply(settings)
    return true
  }

  private static func detector(
    _ settings: Settings, _ parameters: Parameters
  ) throws(FlycatcherError) -> RectangleDetector {
    var detection = settings.detection ?? RectangleDetector.Settings()
    detection.maximumObservations = 0
    if settings.detection == nil {
      // Only to find lost rectangles again, whatever their shape.
      detection.minimumAspectRatio = parameters.effort.minimumAspectRatio
      detection.minimumSize = parameters.effort.minimumSize
    }
    var detector = try RectangleDetector(detection)
    detector.parameters = parameters.detection
    return detector
  }

  /// Nominates a rectangle to be tracked from the next frame on.
  ///
  /// - Parameter quad: The corners in that frame, relative to the upright picture. They may lie outside it, and run
  ///   clockwise or counterclockwise.
  /// - Returns: The identity under which the rectangle is reported.
  /// - Throws: `FlycatcherError` if the corners do not make a rectangle in perspective that reaches into the picture, or
  ///   if `maximumRectangles` rectangles are tracked already.
  public mutating func nominate(_ quad: Quad) throws(FlycatcherError) -> ObservationUUID {
    try quad.checkNomination()
    guard rectangles.count + nominations.count < Self.maximumRectangles else {
      throw FlycatcherError(
        .limitReached, setting: "maximumRectangles", value: "\(rectangles.count + nominations.count + 1)",
        allowed: .atMost(Double(Self.maximumRectangles), .none))
    }
    let uuid = ObservationUUID()
    nominations.append((uuid, quad))
    return uuid
  }

  /// Stops tracking a rectangle; the next frame, or `finish`, reports that it has ended.
  ///
  /// - Returns: `true` if there was such a rectangle.
  @discardableResult
  public mutating func drop(_ uuid: ObservationUUID) -> Bool {
    if let waiting = nominations.firstIndex(where: { $0.uuid == uuid }) {
      nominations.remove(at: waiting)
      return true
    }
    guard let index = rectangles.firstIndex(where: { $0.uuid == uuid }) else { return false }
    dropped.append(rectangles.remove(at: index))
    return true
  }

  /// Analyzes the next frame.
  ///
  /// - Returns: An observation for each tracked rectangle.
  /// - Throws: `FlycatcherError` if the frame's time does not come after that of the frame before.
  public mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
    let time = frame.timestamp
    var isFirst = order.last == nil
    var before: [Observation] = []
    if case .restart(let last) = try order.admit(time) {
      before = endAll(at: last)
      isFirst = true
    }
    let geometry = PictureGeometry(frame)
    adapt(to: geometry)
    if isIdle(at: time) { return before }
    pyramid.update(frame.luma)
    for index in rectangles.indices {
      rectangles[index].track(pyramid, frame.luma, time: time, absence: settings.predictionDuration)
    }
    takeNominations(frame, geometry)
    detect(frame, geometry, isFirst: isFirst)
    return before + report(geometry, time: time)
  }

  /// Returns a last observation of each rectangle that was dropped since the newest frame, and forgets the stream; the
  /// newest observation of the others stands.
  public mutating func finish() -> [Observation] {
    let observations = takeDropped(at: order.last ?? .zero)
    reset()
    return observations
  }

  /// Ends every rectangle, and forgets the stream.
  ///
  /// - Returns: The last observation of each, with the state `ended`.
  public mutating func restart() -> [Observation] {
    let observations = endAll(at: order.last ?? .zero)
    order.reset()
    return observations
  }

  /// Forgets what was tracked; nominations that no frame has met yet stay.
  public mutating func reset() {
    forgetRectangles()
    order.reset()
  }

  private mutating func forgetRectangles() {
    rectangles.removeAll()
    dropped.removeAll()
    unconfirmed.removeAll()
    (geometry, lastDetection) = (nil, nil)
  }

  /// Ends every rectangle; nominations that no frame has used yet stay.
  private mutating func endAll(at time: Timestamp) -> [Observation] {
    dropped += rectangles
    let observations = takeDropped(at: time)
    forgetRectangles()
    return observations
  }

  /// Returns the last observations of the rectangles that were dropped, each once.
  private mutating func takeDropped(at time: Timestamp) -> [Observation] {
    defer { dropped.removeAll() }
    guard let geometry else { return [] }
    return dropped.map { .rectangle(Self.observation($0, .ended, geometry, at: time)) }
  }

  private func isIdle(at time: Timestamp) -> Bool {
    settings.detection == nil && rectangles.isEmpty && nominations.isEmpty && dropped.isEmpty
  }

  /// Scales the tracked rectangles to a picture of another size.
  private mutating func adapt(to geometry: PictureGeometry) {
    if let old = self.geometry, old.size != geometry.size {
      let factor = geometry.size / old.size
      for index in rectangles.indices { rectangles[index].scale(by: factor) }
      for index in dropped.indices { dropped[index].scale(by: factor) }
      unconfirmed.removeAll()
    }
    self.geometry = geometry
  }

  private mutating func takeNominations(_ frame: borrowing Frame, _ geometry: PictureGeometry) {
    for nomination in nominations {
      let (quad, isReversed) = geometry.stored(nomination.quad)
      let rectangle = TrackedRectangle(
        quad, uuid: nomination.uuid, confidence: 1, isNominated: true, isReversed: isReversed, time: frame.timestamp,
        pyramid: pyramid, plane: frame.luma, parameters)
      if let rectangle { rectangles.append(rectangle) } else { unusable.append(nomination) }
    }
    nominations.removeAll()
  }

  // MARK: Detection

  /// Detects rectangles if it is time to, recovers lost ones, and takes up new ones.
  private mutating func detect(_ frame: borrowing Frame, _ geometry: PictureGeometry, isFirst: Bool) {
    let time = frame.timestamp
    let isMissing = rectangles.contains { !$0.isSeen }
    guard settings.detection != nil || isMissing else { return }
    let isWaiting = settings.detection != nil && (rectangles.isEmpty || !unconfirmed.isEmpty)
    let interval =
      isMissing ? min(settings.detectionInterval, parameters.effort.searchInterval) : settings.detectionInterval
    if let lastDetection, !isWaiting, time - lastDetection < interval { return }
    lastDetection = time
    var candidates = detector.candidates(in: frame)
    candidates.removeAll { candidate in
      rectangles.contains { $0.isSeen && $0.lies(on: candidate.corners) }
    }
    let quads = candidates.prefix(parameters.effort.candidates).map(\.corners)
    for index in rectangles.indices where !rectangles[index].isSeen {
      rectangles[index].recover(at: quads, pyramid, frame.luma, time: time)
    }
    if let detection = settings.detection {
      takeUp(candidates, detection, frame, geometry, isFirst: isFirst)
    }
  }

  /// Takes up new rectangles once two detections agree on them; in the first frame at once.
  private mutating func takeUp(
    _ candidates: [RectangleCandidate], _ detection: RectangleDetector.Settings, _ frame: borrowing Frame,
    _ geometry: PictureGeometry, isFirst: Bool
  ) {
    let most = detection.maximumObservations == 0 ? Self.maximumRectangles : detection.maximumObservations
    // What one detection tells apart lies in different places, however near: a page and the picture on it.
    let known = rectangles.count
    var next: [PixelQuad] = []
    for candidate in candidates {
      let current = rectangles.count { $0.state != .lost && !$0.isNominated }
      guard current < most, rectangles.count < Self.maximumRectangles else { break }
      let corners = candidate.corners
      guard !rectangles.prefix(known).contains(where: { $0.state != .lost && $0.lies(on: corners) }) else { continue }
      let reach = parameters.sameness.gate * corners.area.squareRoot()
      guard isFirst || unconfirmed.contains(where: { $0.distance(to: corners) < reach }) else {
        next.append(corners)
        continue
      }
      let (isReversed, quad) = geometry.numbering(corners)
      let rectangle = TrackedRectangle(
        quad, uuid: ObservationUUID(), confidence: candidate.confidence, isNominated: false, isReversed: isReversed,
        time: frame.timestamp, pyramid: pyramid, plane: frame.luma, parameters)
      if let rectangle { rectangles.append(rectangle) }
    }
    unconfirmed = next
  }

  // MARK: Observations

  /// Returns an observation for each tracked rectangle; one that is given up is reported as ended, once.
  private mutating func report(_ geometry: PictureGeometry, time: Timestamp) -> [Observation] {
    var observations = unusable.map { nomination in
      Observation.rectangle(
        RectangleObservation(
          uuid: nomination.uuid, state: .ended, time: time, confidence: 0, corners: nomination.quad))
    }
    unusable.removeAll()
    observations += takeDropped(at: time)
    rectangles.removeAll { rectangle in
      let isGivenUp =
        rectangle.state == .lost && !rectangle.isNominated
        && time - rectangle.lastSeen > settings.predictionDuration + settings.maximumLostDuration
      observations.append(
        .rectangle(Self.observation(rectangle, isGivenUp ? .ended : rectangle.state, geometry, at: time)))
      return isGivenUp
    }
    return observations
  }

  private static func observation(
    _ rectangle: TrackedRectangle, _ state: TrackingState, _ geometry: PictureGeometry, at time: Timestamp
  ) -> RectangleObservation {
    RectangleObservation(
      uuid: rectangle.uuid, state: state, time: time, confidence: state == .ended ? 0 : Double(rectangle.confidence),
      corners: geometry.upright(rectangle.corners, isReversed: rectangle.isReversed))
  }
}

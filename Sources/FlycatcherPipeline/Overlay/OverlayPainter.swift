// Turns reports into the small pictures that are laid over the frames.
package import Flycatcher

/// Draws what was seen. Takes every report, and gives for every moment what lies over the frame.
///
/// Memory is bounded by the size of the frame and `limit` trails of each kind, whatever the length of the stream.
package struct OverlayPainter: Sendable {
  private(set) var style: OverlayStyle
  /// A drawing of the program's own, anew for every frame.
  private let drawing: (any FrameDrawing)?
  let orientation: Orientation
  var flights: [ObservationUUID: TrajectoryTrail] = [:]
  var objects: [ObservationUUID: ObjectTrail] = [:]
  var rectangles: [ObservationUUID: RectangleTrail] = [:]
  private var band: PointerGestures.Band?
  private(set) var thumbnail: Thumbnail?
  private var sheet: OverlaySheet?
  private var flightCount = 0
  private var boxCount = 0
  /// Counts what was added, for knowing whether a drawing is out of date.
  private var revision = 0
  private var drawn: (signature: Signature, images: [OverlayImage])?
  private var region: (width: Int, height: Int, images: [OverlayImage])?
  private static let limit = 256

  /// - Parameters:
  ///   - style: as `OverlayStyle.validate()` allows it.
  ///   - orientation: The orientation of the frames; observations are relative to the upright picture.
  ///   - drawing: A drawing of the program's own.
  package init(style: OverlayStyle, orientation: Orientation, drawing: (any FrameDrawing)? = nil) {
    self.style = style
    self.drawing = drawing
    self.orientation = orientation
  }

  /// Changes the style; what is being shown goes on.
  package mutating func apply(_ style: OverlayStyle) {
    guard style != self.style else { return }
    self.style = style
    revision &+= 1
    drawn = nil
    region = nil
  }

  /// Takes what became known with a frame.
  package mutating func add(_ report: FrameReport) {
    for observation in report.observations {
      revision &+= 1
      switch observation {
      case .trajectory(let flight): add(flight, at: report.time)
      case .object(let object): add(object, at: report.time)
      case .rectangle(let rectangle): add(rectangle, at: report.time)
      }
    }
  }

  /// Shows a box that is being dragged over the picture, or none.
  package mutating func show(_ band: PointerGestures.Band?) {
    guard band != self.band else { return }
    self.band = band
    revision &+= 1
  }

  /// Returns the images to be laid over the frame of a moment, in pixels of the stored picture; none when nothing is to
  /// be drawn.
  package mutating func images(at time: Timestamp, width: Int, height: Int) -> [OverlayImage] {
    forget(at: time)
    let isIdle = flights.isEmpty && objects.isEmpty && rectangles.isEmpty && band == nil && drawing == nil
    guard width > 0, height > 0, style.opacity > 0, !isIdle || style.regionOfInterest != nil else { return [] }
    let signature = signature(at: time, width: width, height: height)
    if let drawn, drawn.signature == signature { return drawn.images }
    guard let sheet = ownSheet(width: width, height: height) else { return [] }
    let outline = regionImages(on: sheet)
    sheet.wipe()
    paint(at: time, on: sheet)
    guard sheet.isGood else {
      self.sheet = nil
      return []
    }
    let images = outline + sheet.images()
    drawn = (signature, images)
    return images
  }

  /// Draws lines first, then the labels over them, those of the newest observations at their preferred places.
  private func paint(at time: Timestamp, on sheet: OverlaySheet) {
    let objects = objects.values.sorted { $0.number < $1.number }
    let rectangles = rectangles.values.sorted { $0.number < $1.number }
    let flights = flights.values.sorted { $0.number < $1.number }
    for object in objects { draw(object, at: time, on: sheet) }
    for rectangle in rectangles { draw(rectangle, at: time, on: sheet) }
    for flight in flights { draw(flight, at: time, on: sheet) }
    if let band { draw(band, on: sheet) }
    drawThumbnail(at: time, on: sheet)
    drawing?.draw(on: FrameCanvas(sheet), at: time)
    guard style.showsLabels else { return }
    for flight in flights.reversed() { label(flight, at: time, on: sheet) }
    for rectangle in rectangles.reversed() { label(rectangle, at: time, on: sheet) }
    for object in objects.reversed() { label(object, at: time, on: sheet) }
  }

  /// Forgets the stream: for a seek or a discontinuity.
  package mutating func reset() {
    flights = [:]
    objects = [:]
    rectangles = [:]
    thumbnail = nil
    drawn = nil
    revision &+= 1
  }

  // MARK: Memory

  private mutating func add(_ flight: TrajectoryObservation, at time: Timestamp) {
    if flights[flight.uuid] == nil {
      makeRoom(&flights, \.presence)
      flightCount &+= 1
      flights[flight.uuid] = TrajectoryTrail(number: flightCount, time: time)
    }
    flights[flight.uuid]?.add(flight, at: time)
  }

  private mutating func add(_ object: ObjectObservation, at time: Timestamp) {
    if objects[object.uuid] == nil {
      guard object.state != .ended else { return }
      makeRoom(&objects, \.presence)
      boxCount &+= 1
      objects[object.uuid] = ObjectTrail(number: boxCount, object, at: time)
    }
    objects[object.uuid]?.add(object, at: time, trail: style.trailDuration)
  }

  private mutating func add(_ rectangle: RectangleObservation, at time: Timestamp) {
    guard var known = rectangles[rectangle.uuid] else {
      guard rectangle.state != .ended else { return }
      makeRoom(&rectangles, \.presence)
      boxCount &+= 1
      let presence = Presence(first: time, last: time)
      rectangles[rectangle.uuid] = RectangleTrail(number: boxCount, presence: presence, observation: rectangle)
      return
    }
    known.observation = rectangle
    known.presence.last = max(known.presence.last, time)
    known.presence.hasEnded = rectangle.state == .ended
    rectangles[rectangle.uuid] = known
  }

  /// Drops the trails that were silent longest where there are too many.
  private func makeRoom<Trail>(_ trails: inout [ObservationUUID: Trail], _ presence: KeyPath<Trail, Presence>) {
    guard trails.count >= Self.limit,
      let oldest = trails.min(by: { $0.value[keyPath: presence].last < $1.value[keyPath: presence].last })
    else { return }
    trails[oldest.key] = nil
  }

  /// Drops what is no longer seen.
  private mutating func forget(at time: Timestamp) {
    func isGone(_ presence: Presence, _ opacity: Double) -> Bool { opacity <= 0 && time > presence.last }
    flights = flights.filter { !isGone($1.presence, opacity($1, at: time)) }
    objects = objects.filter { !isGone($1.presence, opacity(box: $1.presence, at: time)) }
    rectangles = rectangles.filter { !isGone($1.presence, opacity(box: $1.presence, at: time)) }
    if let uuid = thumbnail?.uuid, rectangles[uuid] == nil { thumbnail = nil }
  }

  /// Shows a thumbnail from now on, instead of the one before.
  mutating func show(_ thumbnail: Thumbnail) {
    self.thumbnail = thumbnail
    revision &+= 1
  }

  // MARK: Fading

  func opacity(_ flight: TrajectoryTrail, at time: Timestamp) -> Double {
    // A flight that has not ended may be silent for a few frames, or between two rare ones, and go on.
    let linger = flight.presence.hasEnded ? style.linger : style.linger + .seconds(1)
    return style.opacity
      * flight.presence.opacity(at: time, fadeIn: style.fadeIn, linger: linger, fadeOut: style.fadeOut)
  }

  /// Objects and rectangles are reported with every frame: they appear at once, and go when they end.
  func opacity(box presence: Presence, at time: Timestamp) -> Double {
    style.opacity
      * presence.opacity(
        at: time, fadeIn: .zero, linger: presence.hasEnded ? .zero : style.linger, fadeOut: style.fadeOut)
  }

  // MARK: Sheets

  /// All that a drawing depends on: the same signature, the same drawing.
  private struct Signature: Hashable {
    var width: Int
    var height: Int
    var revision: Int
    /// The time, where the drawing moves with it.
    var time: Timestamp?
    /// The opacity of each observation, in steps too small to see.
    var opacities: [Int]
  }

  private func signature(at time: Timestamp, width: Int, height: Int) -> Signature {
    let moves = drawing != nil || !objects.isEmpty || (style.trajectoryStyle == .comet && !flights.isEmpty)
    var opacities: [Int] = []
    if !moves {
      opacities = flights.values.sorted { $0.number < $1.number }.map { Int(opacity($0, at: time) * 128) }
      opacities += rectangles.values.sorted { $0.number < $1.number }
        .map { Int(opacity(box: $0.presence, at: time) * 128) }
    }
    return Signature(
      width: width, height: height, revision: revision, time: moves ? time : nil, opacities: opacities)
  }

  /// The sheet, made anew where the size changed or a copy of this painter holds it, too.
  private mutating func ownSheet(width: Int, height: Int) -> OverlaySheet? {
    // Before anything else holds a reference, if only for a moment.
    let isOwn = isKnownUniquelyReferenced(&sheet)
    if isOwn, let sheet, sheet.width == width, sheet.height == height { return sheet }
    sheet = OverlaySheet(width: width, height: height, orientation: orientation)
    return sheet
  }

  /// The outline of the region of interest, drawn once for a size.
  private mutating func regionImages(on sheet: OverlaySheet) -> [OverlayImage] {
    guard let rectangle = style.regionOfInterest, rectangle.isInsidePicture else { return [] }
    if let region, region.width == sheet.width, region.height == sheet.height { return region.images }
    sheet.wipe()
    let line = lineWidth(on: sheet)
    // Inside the picture's edge, where the region is all of it.
    let left = max(rectangle.x * sheet.uprightWidth, line / 2)
    let top = max(rectangle.y * sheet.uprightHeight, line / 2)
    let right = min(rectangle.maxX * sheet.uprightWidth, sheet.uprightWidth - line / 2)
    let bottom = min(rectangle.maxY * sheet.uprightHeight, sheet.uprightHeight - line / 2)
    let corners = [
      Spot(x: left, y: top), Spot(x: right, y: top), Spot(x: right, y: bottom), Spot(x: left, y: bottom),
      Spot(x: left, y: top),
    ]
    sheet.draw(corners, style.regionColor.faded(style.opacity), width: line)
    let images = sheet.images()
    region = (sheet.width, sheet.height, images)
    return images
  }

  /// Width of a line in pixels, never so thin that it cannot be seen.
  func lineWidth(on sheet: OverlaySheet) -> Double { max(style.lineWidth * sheet.shorterSide, 1.4) }
}

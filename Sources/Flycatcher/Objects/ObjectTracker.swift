// The object tracker: nominate anything, follow it, admit when it is lost.
import Glibc

/// A tracker of objects that are nominated by a box.
///
/// Each frame brings one observation for each object. An object that is not seen is `predicted`, then `lost`, and
/// searched for in ever larger circles around its last place; where it is found, it is `recovered` under the same uuid.
/// One that is lost for longer than `maximumLostDuration` has `ended`.
///
/// How it works: gradients and colors of a window around the object are answered by a background-aware correlation
/// filter (`CorrelationFilter`), merged with where the object's colors are (`ColorModel`); size by a filter over scales
/// (`ScaleFilter`). A fitted model of measurements of the box (`BoxMeasurements`, `StateProbabilities`) says how likely it lies on
/// the object, and with that whether it is followed, learned from and reported. The objects of a frame are spread over
/// threads.
public struct ObjectTracker: Tracker {
  /// The settings of the tracker.
  public internal(set) var settings: Settings
  /// The boxes that came with the newest frame and were refused: the first few; mostly none.
  public internal(set) var refusedRegions: [FlycatcherError] = []

  var parameters: Parameters
  var objects: [TrackedObject] = []
  var nominations: [Nomination] = []
  var ended: [TrackedObject] = []
  private var observations: [Observation] = []
  /// One for each task that has run beside others.
  private var workspaces: [TrackingWorkspace] = []
  private var pictures = EarlierPictures()
  private let maximumThreads: Int
  /// The geometry of the newest frame, in whose pixels the objects' boxes are.
  private(set) var geometry = PictureGeometry(width: 1, height: 1, orientation: .up)
  private var order = FrameOrder()
  /// When boxes that came with a frame were last taken.
  var lastRegions: Timestamp?

  /// Creates a tracker.
  ///
  /// - Throws: `FlycatcherError` naming the first setting outside its range.
  public init(_ settings: Settings = Settings()) throws(FlycatcherError) {
    try settings.validate()
    self.settings = settings
    let processors = max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 64))
    maximumThreads = settings.maximumThreads > 0 ? settings.maximumThreads : processors
    parameters = settings.trackingLevel == .accurate ? .accurate : .fast
  }

  /// The identities of the objects that are tracked, or wait for the next frame, in the order of their nomination.
  public var uuids: [ObservationUUID] {
    objects.map(\.uuid) + nominations.map(\.uuid).filter { uuid in !objects.contains { $0.uuid == uuid } }
  }

  /// Changes the settings, all but the tracking level; tracking goes on.
  ///
  /// - Throws: `FlycatcherError` naming the first setting outside its range, or `trackingLevel` where it is another: what an object
  ///   has learned at one level is of no use at the other.
  public mutating func apply(_ settings: Settings) throws(FlycatcherError) {
    try settings.validate()
    guard settings.trackingLevel == self.settings.trackingLevel else {
      let level = self.settings.trackingLevel.rawValue
      throw .outOfRange(
        "trackingLevel", settings.trackingLevel.rawValue,
        allowed: "\(level) as long as this tracker lives; make a new one")
    }
    self.settings = settings
  }

  /// Returns the object whose box holds a place of the upright picture: the smallest of several.
  public func object(at place: Point) -> ObservationUUID? {
    let boxes =
      objects.map { (uuid: $0.uuid, box: geometry.upright($0.box)) } + nominations.map { (uuid: $0.uuid, box: $0.box) }
    return boxes.filter { $0.box.contains(place) }.min { $0.box.width * $0.box.height < $1.box.width * $1.box.height }?
      .uuid
  }

  /// Nominates what a box was dragged over, drops what was clicked on.
  public mutating func take(_ request: PointedRequest) throws(FlycatcherError) -> Bool {
    switch request {
    case .nominate(let box): try nominate(box)
    case .drop(let place): return object(at: place).map { drop($0) } ?? false
    case .region: return false
    }
    return true
  }

  /// Nominates what is in a box of the next frame, to be tracked from there on.
  ///
  /// A box that covers more than half of the same as an object that is followed already (intersection over union) is
  /// that object: it is put into the new box and learned anew, and keeps its uuid.
  ///
  /// - Parameters:
  ///   - box: relative to the upright picture; what reaches beyond it is cut off, and a side of less than half a pixel grows to
  /// that.
  ///   - label: a name that comes back in every observation; where it is empty, an object that is followed already
  /// keeps its own.
  /// - Returns: the identity under which it is reported.
  /// - Throws: `FlycatcherError` where the box is not a box in the picture, or as many objects are followed as may be.
  @discardableResult
  public mutating func nominate(_ box: Rectangle, label: String = "") throws(FlycatcherError) -> ObservationUUID {
    let box = try Self.checked(box)
    let known = overlaps(box).max { $0.overlap < $1.overlap }
    if let known, known.overlap > parameters.places.shared {
      accept(box, label: label, as: known.uuid, isConfirmation: false)
      return known.uuid
    }
    return try add(box, label: label, isDetected: false)
  }

  /// Stops following an object; the next frame, or `finish`, reports that it has ended.
  ///
  /// - Returns: whether there was such an object.
  @discardableResult
  public mutating func drop(_ uuid: ObservationUUID) -> Bool {
    let waiting = nominations.firstIndex { $0.uuid == uuid }
    if let waiting { nominations.remove(at: waiting) }
    guard let index = objects.firstIndex(where: { $0.uuid == uuid }) else { return waiting != nil }
    ended.append(objects.remove(at: index))
    return true
  }

  /// Tracks the objects into the next frame, then takes up what was nominated for it.
  ///
  /// A frame of another size than the one before goes on with the same objects: places are relative to the picture.
  ///
  /// - Returns: an observation for each object.
  /// - Throws: `FlycatcherError` where the frame's time does not come after that of the frame before.
  public mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
    let before =
      switch try order.admit(frame.timestamp) {
      case .next: [Observation]()
      case .restart(let last): endAll(at: last)
      }
    takeSize(of: frame)
    let tasks = max(1, min(maximumThreads, objects.count))
    while workspaces.count < tasks, let workspace = TrackingWorkspace(parameters) { workspaces.append(workspace) }
    guard !workspaces.isEmpty else { return before }
    follow(frame, tasks: min(tasks, workspaces.count))
    takeRegions(of: frame)
    takeUpNominations(frame)
    endDuplicates(at: frame.timestamp)
    // A picture tells something where an object is known to be in it.
    if objects.contains(where: \.isVisible), let number = pictures.take(frame) {
      for index in objects.indices { objects[index].note(picture: number) }
    }
    let seen = report(at: frame.timestamp)
    return before.isEmpty ? seen : before + seen
  }

  /// Looks for every object but those that are put into a new box; each is independent of the others.
  private mutating func follow(_ frame: borrowing Frame, tasks: Int) {
    for nomination in nominations where !nomination.isConfirmation {
      guard let index = objects.firstIndex(where: { $0.uuid == nomination.uuid }) else { continue }
      objects[index].isPlacedAnew = true
    }
    // What ends is lost before.
    for index in objects.indices { objects[index].longestPrediction = settings.maximumLostDuration / 2 }
    Self.follow(&objects, &workspaces, into: frame, pictures, tasks: tasks)
    assignPlaces()
    for index in objects.indices where !objects[index].isPlacedAnew { objects[index].judge(frame.timestamp) }
  }

  private mutating func takeSize(of frame: borrowing Frame) {
    let before = geometry.size
    geometry = PictureGeometry(frame)
    guard geometry.size != before else { return }
    let factor = geometry.size / before
    for index in objects.indices { objects[index].resize(factor.x, factor.y) }
  }

  private mutating func takeUpNominations(_ frame: borrowing Frame) {
    for nomination in nominations {
      let box = geometry.stored(nomination.box)
      guard let index = objects.firstIndex(where: { $0.uuid == nomination.uuid }) else {
        var object = TrackedObject(
          box, label: nomination.label, uuid: nomination.uuid, parameters: parameters, frame: frame,
          workspace: &workspaces[0])
        object.isDetected = nomination.isDetected
        object.lastDetected = nomination.isDetected ? frame.timestamp : nil
        objects.append(object)
        continue
      }
      if !nomination.label.isEmpty { objects[index].label = nomination.label }
      if nomination.isDetected {
        objects[index].lastDetected = frame.timestamp
      } else {
        objects[index].isDetected = false
      }
      let state = objects[index].state
      // A box of quite another size is no correction: what was learned around the old one is of no use.
      let isNear = Self.overlap(geometry.upright(objects[index].box), nomination.box) > 0.3
      if nomination.isConfirmation && isNear && state == .tracked {
        objects[index].confirm(box, frame, &workspaces[0])
      } else {
        let isFound = state == .lost || state == .recovered
        let next = isFound ? TrackingState.recovered : nomination.isConfirmation ? .tracked : .nominated
        objects[index].place(box, as: next, frame, &workspaces[0])
      }
    }
    if !nominations.isEmpty { for index in objects.indices { noteColocated(with: index) } }
    nominations.removeAll(keepingCapacity: true)
  }

  private mutating func report(at time: Timestamp) -> [Observation] {
    // The memory of the last report, where its reader has let go of it.
    observations.removeAll(keepingCapacity: true)
    for object in ended { observations.append(.object(observation(object, .ended, at: time))) }
    ended.removeAll(keepingCapacity: true)
    var hasEnded = false
    for index in objects.indices {
      let state = objects[index].state
      let isGivenUp = state == .lost && time - objects[index].lastSeen > settings.maximumLostDuration
      hasEnded = hasEnded || isGivenUp
      observations.append(.object(observation(objects[index], isGivenUp ? .ended : state, at: time)))
    }
    if hasEnded {
      objects.removeAll { $0.state == .lost && time - $0.lastSeen > settings.maximumLostDuration }
    }
    return observations
  }

  /// Returns a last observation of each object that was dropped since the newest frame, and forgets the stream; the newest
  /// observation of the others stands.
  public mutating func finish() -> [Observation] {
    let observations = ended.map { Observation.object(observation($0, .ended, at: order.last ?? .zero)) }
    reset()
    return observations
  }

  /// Ends every object, and forgets the stream.
  ///
  /// - Returns: The last observation of each, with the state `ended`.
  public mutating func restart() -> [Observation] { endAll(at: order.last ?? .zero, isReset: true) }

  /// Ends every object; nominations that no frame has met yet stay.
  private mutating func endAll(at time: Timestamp, isReset: Bool = false) -> [Observation] {
    let observations = (ended + objects).map { Observation.object(observation($0, .ended, at: time)) }
    forgetObjects()
    if isReset { order.reset() }
    return observations
  }

  /// Forgets what was followed; nominations that no frame has met yet stay.
  public mutating func reset() {
    forgetObjects()
    order.reset()
  }

  private mutating func forgetObjects() {
    nominations.removeAll { nomination in objects.contains { $0.uuid == nomination.uuid } }
    objects.removeAll()
    ended.removeAll()
    refusedRegions.removeAll()
    pictures.removeAll()
    lastRegions = nil
  }

  private func observation(_ object: TrackedObject, _ state: TrackingState, at time: Timestamp) -> ObjectObservation {
    ObjectObservation(
      uuid: object.uuid, label: object.label, state: state, time: time,
      confidence: state == .ended ? 0 : object.confidence, boundingBox: geometry.upright(object.box))
  }
}

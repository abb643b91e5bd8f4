// The trackers: any settings, pictures, times and requests, in any order.
import Flycatcher

/// Lets a tracker watch a stream that the input describes.
///
/// - Parameters:
///   - most: of frames.
///   - change: asks something of the tracker between two frames.
private func watch<Watcher: Tracker>(
  _ tracker: inout Watcher, _ input: inout FuzzInput, most: Int, change: (inout Watcher, inout FuzzInput) -> Void
) {
  var picture = FuzzPicture(&input)
  var clock = FuzzClock(&input)
  for frame in 0..<input.integer(1...most) {
    if !input.isEmpty {
      switch input.byte() {
      case 0..<200: break
      case 200..<220: change(&tracker, &input)
      case 220..<235: _ = try? tracker.take(request(&input))
      case 235..<243: picture = FuzzPicture(&input)
      case 243..<247: check(tracker.finish())
      case 247..<250: tracker.reset()
      default: clock.advance(&input)
      }
    }
    clock.advance(&input)
    picture.draw(frame: frame)
    let regions = input.byte() > 230 ? regions(&input) : []
    picture.withFrame(at: clock.time, regions: regions) { frame in
      if let observations = try? tracker.track(frame) { check(observations) }
    }
  }
  check(tracker.finish())
}

private func request(_ input: inout FuzzInput) -> PointedRequest {
  switch input.byte() % 3 {
  case 0: .nominate(input.rectangle())
  case 1: .drop(input.point())
  default: .region(input.bool() ? input.rectangle() : nil)
  }
}

private func regions(_ input: inout FuzzInput) -> [FrameRegion] {
  (0..<input.integer(0...4)).map { _ in FrameRegion(type: input.text(most: 6), box: input.rectangle()) }
}

func fuzzTrajectories(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  func settings(_ input: inout FuzzInput) -> TrajectoryDetector.Settings {
    var settings = TrajectoryDetector.Settings()
    let changed = input.byte()
    if changed & 1 != 0 { settings.frameAnalysisSpacing = input.duration() }
    if changed & 2 != 0 { settings.trajectoryLength = input.anyInteger(5...30) }
    if changed & 4 != 0 { settings.objectMinimumNormalizedRadius = input.number() }
    if changed & 8 != 0 { settings.objectMaximumNormalizedRadius = input.number() }
    if changed & 16 != 0 { settings.regionOfInterest = input.rectangle() }
    if changed & 32 != 0 { settings.targetFrameTime = input.duration() }
    if changed & 64 != 0 { settings.minimumConfidence = input.number() }
    return settings
  }
  guard var tracker = try? TrajectoryDetector(settings(&input)) else { return }
  watch(&tracker, &input, most: 24) { try? $0.apply(settings(&$1)) }
}

func fuzzObjects(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  func settings(_ input: inout FuzzInput) -> ObjectTracker.Settings {
    var settings = ObjectTracker.Settings()
    // More than one thread makes no difference to what is reported, and the fuzzer slow.
    settings.maximumThreads = input.byte() > 240 ? input.anyInteger(0...4) : 1
    let changed = input.byte()
    settings.trackingLevel = changed & 1 != 0 && input.bool() ? .accurate : .fast
    if changed & 2 != 0 { settings.maximumObjects = input.anyInteger(1...5) }
    if changed & 4 != 0 { settings.maximumLostDuration = input.duration() }
    if changed & 8 != 0 { settings.renominateInterval = input.duration() }
    if changed & 16 != 0 { settings.regionTypes = RegionTypes(input.text(most: 8)) }
    return settings
  }
  guard var tracker = try? ObjectTracker(settings(&input)) else { return }
  for _ in 0..<input.integer(0...4) { _ = try? tracker.nominate(input.rectangle(), label: input.text(most: 4)) }
  watch(&tracker, &input, most: 8) { tracker, input in
    switch input.byte() % 3 {
    case 0: try? tracker.apply(settings(&input))
    case 1: _ = try? tracker.nominate(input.rectangle(), label: input.text(most: 4))
    default: if let uuid = tracker.uuids.first { tracker.drop(uuid) }
    }
  }
}

func fuzzRectangles(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  func detection(_ input: inout FuzzInput) -> RectangleDetector.Settings {
    var settings = RectangleDetector.Settings()
    let changed = input.byte()
    if changed & 1 != 0 { settings.minimumAspectRatio = input.number() }
    if changed & 2 != 0 { settings.maximumAspectRatio = input.number() }
    if changed & 4 != 0 { settings.quadratureTolerance = input.number() * 45 }
    if changed & 8 != 0 { settings.minimumSize = input.number() }
    if changed & 16 != 0 { settings.minimumConfidence = input.number() }
    if changed & 32 != 0 { settings.maximumObservations = input.anyInteger(0...8) }
    if changed & 64 != 0 { settings.regionOfInterest = input.rectangle() }
    return settings
  }
  func settings(_ input: inout FuzzInput) -> RectangleTracker.Settings {
    var settings = RectangleTracker.Settings()
    let changed = input.byte()
    if changed & 1 == 0 { settings.detection = detection(&input) }
    if changed & 2 != 0 { settings.detectionInterval = input.duration() }
    if changed & 4 != 0 { settings.predictionDuration = input.duration() }
    if changed & 8 != 0 { settings.maximumLostDuration = input.duration() }
    return settings
  }
  func quad(_ input: inout FuzzInput) -> Quad {
    Quad(topLeft: input.point(), topRight: input.point(), bottomRight: input.point(), bottomLeft: input.point())
  }
  guard var tracker = try? RectangleTracker(settings(&input)) else { return }
  for _ in 0..<input.integer(0...3) { _ = try? tracker.nominate(quad(&input)) }
  watch(&tracker, &input, most: 8) { tracker, input in
    if input.bool() { try? tracker.apply(settings(&input)) } else { _ = try? tracker.nominate(quad(&input)) }
  }
  var picture = FuzzPicture(&input)
  picture.draw(frame: 0)
  picture.withFrame(at: .zero) { frame in
    _ = RectifiedPicture(quad(&input), in: frame, longestSide: input.integer(-1...64))
    _ = RectifiedPicture(quad(&input), in: frame, width: input.integer(-1...64), height: input.integer(-1...64))
  }
}

/// Every tracker at the same hostile times, and the arithmetic of times itself.
func fuzzTimes(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let (first, second) = (Timestamp(nanoseconds: Int64(bitPattern: input.word())), Timestamp(seconds: input.number()))
  let range = TimeRange(from: first, to: second)
  _ = (range.end, range.duration.seconds, first - second, first + input.duration(), first < second)
  var objects = ObjectTracker.Settings()
  objects.maximumThreads = 1
  objects.trackingLevel = .fast
  objects.maximumLostDuration = .milliseconds(input.integer(0...2000))
  var rectangles = RectangleTracker.Settings()
  rectangles.detection = RectangleDetector.Settings()
  rectangles.maximumLostDuration = .milliseconds(input.integer(0...2000))
  guard let trajectories = try? TrajectoryDetector(), var object = try? ObjectTracker(objects),
    let rectangle = try? RectangleTracker(rectangles)
  else { return }
  _ = try? object.nominate(Rectangle(x: 0.3, y: 0.3, width: 0.3, height: 0.3))
  var trackers: [any Tracker] = [trajectories, object, rectangle]
  var picture = FuzzPicture(width: 48, height: 32, &input)
  for frame in 0..<24 where !input.isEmpty {
    picture.draw(frame: frame)
    let step = input.byte()
    let time: Timestamp =
      switch step {
      case 0..<128: Timestamp(nanoseconds: Int64(frame) * 33_333_333 &+ first.nanoseconds)
      case 128..<192: Timestamp(nanoseconds: input.element(of: FuzzInput.awkwardTimes) &+ Int64(frame))
      default: Timestamp(nanoseconds: Int64(bitPattern: input.word()))
      }
    for index in trackers.indices {
      picture.withFrame(at: time) { frame in
        if let observations = try? trackers[index].track(frame) { check(observations) }
      }
      if step == 255 { trackers[index].reset() }
    }
  }
  for index in trackers.indices { check(trackers[index].finish()) }
}

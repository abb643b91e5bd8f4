// The element `objecttrack`: nominated by property, by action signal, or by boxes that a detector before it attached.
import CGStreamer
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

struct ObjectTrackSettings: TrackerSettings {
  var tracker = ObjectTracker.Settings()
  var objects = ""
  var orientation = OrientationSetting.fixed(.up)
  var heedsNavigation = true

  func makeTracker() throws(FlycatcherError) -> ObjectTracker {
    _ = try nominations()
    return try ObjectTracker(tracker)
  }

  /// All but the level, which is for the next stream: what an object has learned at one is of no use at the other.
  func apply(to target: inout ObjectTracker) throws(FlycatcherError) {
    _ = try nominations()
    var settings = tracker
    settings.trackingLevel = target.settings.trackingLevel
    try target.apply(settings)
  }

  /// The boxes of `objects`: `x,y,width,height[,label]`, separated by semicolons.
  func nominations() throws(FlycatcherError) -> [(box: Rectangle, label: String)] {
    var found: [(box: Rectangle, label: String)] = []
    for part in objects.split(separator: ";") {
      let fields = part.split(separator: ",", maxSplits: 4, omittingEmptySubsequences: false)
      guard fields.count >= 4, let values = numbers(fields[0..<4].joined(separator: ",")[...]) else {
        throw .outOfRange("objects", "\"\(part)\"", allowed: "x,y,width,height[,label];... with numbers from 0 to 1")
      }
      let label = fields.count > 4 ? String(trimmed(fields[4])) : ""
      found.append((Rectangle(x: values[0], y: values[1], width: values[2], height: values[3]), label))
    }
    return found
  }
}

/// Follows what is nominated.
@safe final class ObjectTrack: TrackerElement<ObjectTrackSettings>, @unchecked Sendable {
  /// The `objects` that have been nominated since tracking began anew.
  private var nominated: String?

  static let description = unsafe ElementDescription(
    name: "objecttrack", typeName: "GstObjectTrack", longName: "Object tracker", category: "Filter/Analyzer/Video",
    summary: "Tracks nominated objects and attaches their bounding boxes to the buffers",
    pads: [
      PadDescription(name: "sink", direction: GST_PAD_SINK, caps: trackerCaps),
      PadDescription(name: "src", direction: GST_PAD_SRC, caps: trackerCaps),
    ],
    properties: properties.map(\.specification) + [statistics],
    actions: [
      ActionDescription(name: "nominate", parameters: [.number, .number, .number, .number, .text], result: .text),
      ActionDescription(name: "drop", parameters: [.text], result: .boolean),
    ],
    make: { unsafe ObjectTrack($0, $1, ObjectTrackSettings(), properties) })

  // MARK: Nominations

  override func notice(_ event: UnsafeMutablePointer<GstEvent>) {
    switch unsafe fc_event_type(event) {
    case GST_EVENT_STREAM_START, GST_EVENT_FLUSH_STOP: nominated = nil
    default: break
    }
    unsafe super.notice(event)
  }

  override func beginAnew() {
    nominated = nil
    super.beginAnew()
  }

  override func prepare(_ tracker: inout ObjectTracker) {
    guard accepted.objects != nominated else { return }
    nominated = accepted.objects
    for (box, label) in (try? accepted.nominations()) ?? [] { nominate(box, label, in: &tracker) }
  }

  private func nominate(_ box: Rectangle, _ label: String, in tracker: inout ObjectTracker) {
    do throws(FlycatcherError) {
      try tracker.nominate(box, label: label)
    } catch {
      warn(error.description, "An object is not followed. \(words(error))")
    }
  }

  override func act(_ action: Int, _ arguments: [PropertyValue]) -> PropertyValue? {
    if action == 0 {
      guard arguments.count == 5, case .text(let label) = arguments[4] else { return nil }
      let values = arguments.prefix(4).compactMap { if case .number(let value) = $0 { value } else { nil } }
      guard values.count == 4 else { return nil }
      let box = Rectangle(x: values[0], y: values[1], width: values[2], height: values[3])
      return nominate(box, label).map { .text($0.description) }
    }
    guard case .text(let text)? = arguments.first else { return .boolean(false) }
    let isDropped = ObservationUUID(text).map { uuid in tracker.read { $0?.drop(uuid) ?? false } }
    return .boolean(isDropped ?? false)
  }

  private func nominate(_ box: Rectangle, _ label: String) -> ObservationUUID? {
    do throws(FlycatcherError) {
      let uuid = try tracker.read { (tracker) throws(FlycatcherError) in try tracker?.nominate(box, label: label) }
      if uuid == nil { complain("The element is stopped: nominate from PAUSED on, or with the property objects.") }
      return uuid
    } catch {
      complain("The nomination is refused. \(words(error))")
      return nil
    }
  }
}

extension ObjectTrack {
  private static let properties: [Property<ObjectTrackSettings>] = [
    .text(
      "objects", "Objects",
      "Objects nominated in the first frame, or in the next one when changed: x,y,width,height[,label];... from 0 to 1",
      \.objects, of: ObjectTrackSettings()),
    .choice(
      "tracking-level", "Tracking level", "Trade-off between accuracy and processing time",
      \.tracker.trackingLevel.choice,
      .trackingLevel, of: ObjectTrackSettings(), mutability: .ready),
    .time(
      "renominate-interval", "Renomination interval",
      "Minimum time between two uses of upstream regions of interest as nominations (ns of stream time; 0 = every frame)",
      \.tracker.renominateInterval, of: ObjectTrackSettings()),
    .integer(
      "maximum-objects", "Maximum objects", "Maximum number of objects that are tracked at once",
      \.tracker.maximumObjects, 1...1000, of: ObjectTrackSettings()),
    .time(
      "maximum-lost-duration", "Maximum lost duration",
      "How long a lost object is searched for before its track ends (ns of stream time)",
      \.tracker.maximumLostDuration, of: ObjectTrackSettings()),
    .integer(
      "maximum-threads", "Maximum threads",
      "Maximum number of threads for the objects of a frame (0 = one per processor)",
      \.tracker.maximumThreads, 0...64, of: ObjectTrackSettings(), mutability: .ready),
    .text(
      "region-types", "Region types",
      "Types of upstream regions of interest that nominate objects, separated by commas (* = all, empty = none)",
      \.tracker.regionTypes.text, of: ObjectTrackSettings()),
    .choice(
      "orientation", "Orientation",
      "Which way is up in the stored picture; boxes and results are relative to the upright one",
      \.orientation.choice, .orientation, of: ObjectTrackSettings()),
    VideoElement.navigation(
      "Whether dragging a box in the video window nominates an object, and a right click drops one",
      of: ObjectTrackSettings()),
  ]
}

extension RegionTypes {
  fileprivate var text: String {
    get { description }
    set { self = RegionTypes(newValue) }
  }
}

extension Enumeration {
  static let trackingLevel = Enumeration(
    "GstObjectTrackLevel",
    [
      ("Higher accuracy, some milliseconds per object and frame", "accurate"),
      ("Lower accuracy, several times faster", "fast"),
    ])
}

// The options of the object tracker; each is the setting of the same name, but for one name that rectangles have too.
public import ArgumentParser
public import Flycatcher

struct ObjectOptions: ParsableArguments {
  private static let standard = ObjectTracker.Settings()

  @Option(
    name: .customLong("object"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Track the object in this box of the first frame; may be repeated. Fractions of the picture, from the \
      top left; the label is part of every observation.
      """, valueName: "x,y,w,h[=label]"), transform: LabeledBox.parse)
  var nominated: [LabeledBox] = []

  @Option(help: "accurate gives better boxes; fast takes about a quarter of the time.")
  var trackingLevel = standard.trackingLevel

  @Option(help: ArgumentHelp("Maximum number of objects at once, 1 to 1000.", valueName: "count"))
  var maximumObjects = standard.maximumObjects

  @Option(
    help: ArgumentHelp(
      "How long a lost object is searched for before it has ended, 0 to 3600.", valueName: "seconds"))
  var objectMaximumLostDuration = standard.maximumLostDuration.optionSeconds

  @Option(
    help: ArgumentHelp(
      """
      Types of the boxes on the frames (GstVideoRegionOfInterestMeta, from a detector in the pipeline) that nominate \
      objects: * is all of them (default with --object), an empty text none.
      """, valueName: "type,…"))
  var regionTypes: RegionTypes?

  @Option(
    help: ArgumentHelp(
      """
      Minimum time between two uses of the boxes on the frames, 0 (every frame) to 3600. A box that overlaps a tracked \
      object corrects it.
      """, valueName: "seconds"))
  var renominateInterval = standard.renominateInterval.optionSeconds

  /// A Boolean value indicating whether there is anything to do for an object tracker.
  var isWanted: Bool { !nominated.isEmpty || regionTypes != nil }

  /// Returns the tracker with these settings and its nominations.
  func tracker() throws(Failure) -> ObjectTracker {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = trackingLevel
    settings.maximumObjects = maximumObjects
    settings.maximumLostDuration = try TrajectoryOptions.duration(
      objectMaximumLostDuration, "--object-maximum-lost-duration", most: 3600)
    settings.regionTypes = regionTypes ?? Self.standard.regionTypes
    settings.renominateInterval = try TrajectoryOptions.duration(
      renominateInterval, "--renominate-interval", most: 3600)
    var tracker: ObjectTracker
    do {
      tracker = try ObjectTracker(settings)
    } catch {
      throw .setting(error)
    }
    for nomination in nominated {
      do {
        try tracker.nominate(nomination.box, label: nomination.label)
      } catch {
        throw .setting(error, named: ["boundingBox": "--object"])
      }
    }
    return tracker
  }

  /// Refuses settings that nothing would heed.
  func checkUse() throws(Failure) {
    let standard = Self.standard
    guard !isWanted else { return }
    guard trackingLevel == standard.trackingLevel, maximumObjects == standard.maximumObjects,
      objectMaximumLostDuration == standard.maximumLostDuration.optionSeconds,
      renominateInterval == standard.renominateInterval.optionSeconds
    else { throw .usage("The settings of objects need --object or --region-types.") }
  }
}

extension RegionTypes: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension ObjectTracker.TrackingLevel: ExpressibleByArgument {}

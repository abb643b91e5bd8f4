// The element `rectangletrack`: detects rectangles, follows their corners, and detects again at an interval.
import CGStreamer
import Flycatcher
import FlycatcherPipeline

enum RectangleTrack {
  struct Settings: TrackerSettings {
    var tracker = RectangleTracker.Settings()
    var detection = RectangleDetector.Settings()
    var regionOfInterest = "0,0,1,1"
    var orientation = Orientation.up
    var heedsNavigation = true

    func makeTracker() throws(FlycatcherError) -> RectangleTracker { try RectangleTracker(complete()) }

    func apply(to tracker: inout RectangleTracker) throws(FlycatcherError) { try tracker.apply(complete()) }

    private func complete() throws(FlycatcherError) -> RectangleTracker.Settings {
      var settings = tracker
      var detection = detection
      detection.regionOfInterest = try Rectangle(property: "region-of-interest", regionOfInterest)
      settings.detection = detection
      return settings
    }
  }

  static let description = unsafe ElementDescription(
    name: "rectangletrack", typeName: "GstRectangleTrack", longName: "Rectangle tracker",
    category: "Filter/Analyzer/Video",
    summary: "Detects rectangles in perspective, follows their corners and attaches them to the buffers",
    pads: [
      PadDescription(name: "sink", direction: GST_PAD_SINK, caps: acceptedCaps),
      PadDescription(name: "src", direction: GST_PAD_SRC, caps: acceptedCaps),
    ],
    properties: (detection + tracking).map(\.specification) + [TrackerElement<Settings>.statistics],
    make: { unsafe TrackerElement($0, $1, Settings(), detection + tracking) })

  private static let detection: [Property<Settings>] = [
    .number(
      "minimum-aspect-ratio", "Least aspect ratio", "Least ratio of the short side to the long one",
      \.detection.minimumAspectRatio, 0...1, of: Settings()),
    .number(
      "maximum-aspect-ratio", "Greatest aspect ratio", "Greatest ratio of the short side to the long one",
      \.detection.maximumAspectRatio, 0...1, of: Settings()),
    .number(
      "quadrature-tolerance", "Quadrature tolerance", "How far an angle may be from 90 degrees",
      \.detection.quadratureTolerance, 0...45, of: Settings()),
    .number(
      "minimum-size", "Least size", "Least length of the short side, a fraction of the picture's smaller dimension",
      \.detection.minimumSize, 0...1, of: Settings()),
    .number(
      "minimum-confidence", "Minimum confidence", "Rectangles of less confidence are not taken",
      \.detection.minimumConfidence, 0...1, of: Settings()),
    .integer(
      "maximum-observations", "Most observations", "How many rectangles are followed at once (0 = as many as can be)",
      \.detection.maximumObservations, 0...64, of: Settings()),
    .text(
      "region-of-interest", "Region of interest",
      "The part of the upright picture in which rectangles are detected: x,y,width,height, from 0 to 1",
      \.regionOfInterest, of: Settings()),
  ]

  private static let tracking: [Property<Settings>] = [
    .time(
      "detection-interval", "Detection interval",
      "Least time between two detections while there is something to follow (ns of stream time; 0 = every frame)",
      \.tracker.detectionInterval, of: Settings()),
    .time(
      "prediction-duration", "Longest prediction",
      "How long the place of a rectangle that is not seen is extrapolated (ns of stream time)",
      \.tracker.predictionDuration, of: Settings()),
    .time(
      "maximum-lost-duration", "Longest loss", "How long a lost rectangle is looked for (ns of stream time)",
      \.tracker.maximumLostDuration, of: Settings()),
    .choice(
      "orientation", "Orientation",
      "Which way is up in the stored picture; regions and results are relative to the upright one",
      \.orientation.choice, .orientation, of: Settings()),
    VideoElement.navigation(
      "Whether a box that is dragged with Shift in the video window is the region of interest",
      of: Settings()),
  ]
}

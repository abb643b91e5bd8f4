// The element `rectangletrack`: detects rectangles, follows their corners, and detects again at an interval.
import CGStreamer
import Flycatcher
import FlycatcherPipeline

enum RectangleTrack {
  struct Settings: TrackerSettings {
    var tracker = RectangleTracker.Settings()
    var detection = RectangleDetector.Settings()
    var regionOfInterest = "0,0,1,1"
    var orientation = OrientationSetting.fixed(.up)
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
    summary: "Detects rectangles in perspective, tracks their corners and attaches them to the buffers",
    pads: [
      PadDescription(name: "sink", direction: GST_PAD_SINK, caps: trackerCaps),
      PadDescription(name: "src", direction: GST_PAD_SRC, caps: trackerCaps),
    ],
    properties: (detection + tracking).map(\.specification) + [TrackerElement<Settings>.statistics],
    make: { unsafe TrackerElement($0, $1, Settings(), detection + tracking) })

  private static let detection: [Property<Settings>] = [
    .number(
      "minimum-aspect-ratio", "Minimum aspect ratio", "Minimum ratio of the short side to the long side",
      \.detection.minimumAspectRatio, 0...1, of: Settings()),
    .number(
      "maximum-aspect-ratio", "Maximum aspect ratio", "Maximum ratio of the short side to the long side",
      \.detection.maximumAspectRatio, 0...1, of: Settings()),
    .number(
      "quadrature-tolerance", "Quadrature tolerance", "Maximum deviation of a corner from 90 degrees (degrees)",
      \.detection.quadratureTolerance, 0...45, of: Settings()),
    .number(
      "minimum-size", "Minimum size", "Minimum length of the short side, a fraction of the picture's smaller dimension",
      \.detection.minimumSize, 0...1, of: Settings()),
    .number(
      "minimum-confidence", "Minimum confidence", "Detected rectangles of lower confidence are ignored",
      \.detection.minimumConfidence, 0...1, of: Settings()),
    .integer(
      "maximum-observations", "Maximum observations",
      "Maximum number of rectangles that are tracked at once (0 = no limit)",
      \.detection.maximumObservations, 0...64, of: Settings()),
    .text(
      "region-of-interest", "Region of interest",
      "The part of the upright picture in which rectangles are detected: x,y,width,height from 0 to 1, origin at the top left",
      \.regionOfInterest, of: Settings()),
  ]

  private static let tracking: [Property<Settings>] = [
    .time(
      "detection-interval", "Detection interval",
      "Minimum time between two detections while rectangles are tracked (ns of stream time; 0 = every frame)",
      \.tracker.detectionInterval, of: Settings()),
    .time(
      "prediction-duration", "Prediction duration",
      "How long the position of a rectangle that is not seen is extrapolated (ns of stream time)",
      \.tracker.predictionDuration, of: Settings()),
    .time(
      "maximum-lost-duration", "Maximum lost duration",
      "How long a lost rectangle is searched for before its track ends (ns of stream time)",
      \.tracker.maximumLostDuration, of: Settings()),
    .choice(
      "orientation", "Orientation",
      "Which way is up in the stored picture; regions and results are relative to the upright one",
      \.orientation.choice, .orientation, of: Settings()),
    VideoElement.navigation(
      "Whether dragging a box with Shift in the video window sets the region of interest",
      of: Settings()),
  ]
}

// The element `trajectorydetect`: every setting of the detector as a property.
import CGStreamer
import Flycatcher
import FlycatcherPipeline

enum TrajectoryDetect {
  struct Settings: TrackerSettings {
    var detector = TrajectoryDetector.Settings()
    var regionOfInterest = "0,0,1,1"
    var orientation = OrientationSetting.fixed(.up)
    var heedsNavigation = true
    var measuring = MeasuringTexts()

    func makeTracker() throws(FlycatcherError) -> MeasuringTracker {
      MeasuringTracker([try TrajectoryDetector(complete())], by: try TrajectoryMeasurer(measuring.settings()))
    }

    func apply(to tracker: inout MeasuringTracker) throws(FlycatcherError) {
      let (settings, measures) = (try complete(), try measuring.settings())
      try tracker.apply(settings, measures)
    }

    private func complete() throws(FlycatcherError) -> TrajectoryDetector.Settings {
      var settings = detector
      settings.regionOfInterest = try Rectangle(property: "region-of-interest", regionOfInterest)
      return settings
    }
  }

  static let description = unsafe ElementDescription(
    name: "trajectorydetect", typeName: "GstTrajectoryDetect", longName: "Trajectory detector",
    category: "Filter/Analyzer/Video",
    summary: "Detects objects that move along parabolas and attaches their trajectories to the buffers",
    pads: [
      PadDescription(name: "sink", direction: GST_PAD_SINK, caps: trackerCaps),
      PadDescription(name: "src", direction: GST_PAD_SRC, caps: trackerCaps),
    ],
    properties: all.map(\.specification) + [TrackerElement<Settings>.statistics],
    make: { unsafe TrackerElement($0, $1, Settings(), all) })

  private static let all = properties + measuring

  private static let properties: [Property<Settings>] = [
    .time(
      "frame-analysis-spacing", "Frame analysis spacing",
      "Minimum time between two analyzed frames (ns of stream time; 0 = every frame)",
      \.detector.frameAnalysisSpacing, of: Settings()),
    .integer(
      "trajectory-length", "Trajectory length",
      "Number of points that must agree before a trajectory is reported, and that an observation holds",
      \.detector.trajectoryLength, 5...500, of: Settings()),
    .number(
      "object-minimum-normalized-radius", "Minimum normalized radius",
      "Minimum radius of an object, a fraction of the picture's width", \.detector.objectMinimumNormalizedRadius,
      0...1, of: Settings()),
    .number(
      "object-maximum-normalized-radius", "Maximum normalized radius",
      "Maximum radius of an object, a fraction of the picture's width", \.detector.objectMaximumNormalizedRadius,
      0...1, of: Settings()),
    .text(
      "region-of-interest", "Region of interest",
      "The part of the upright picture that is analyzed: x,y,width,height from 0 to 1, origin at the top left",
      \.regionOfInterest, of: Settings()),
    .time(
      "target-frame-time", "Target frame time",
      "Processing time per frame above which the next frames are analyzed at lower resolution (ns; 0 = no limit)",
      \.detector.targetFrameTime, of: Settings()),
    .number(
      "minimum-confidence", "Minimum confidence", "Confidence from which a trajectory is reported",
      \.detector.minimumConfidence, 0...1, of: Settings()),
    .choice(
      "orientation", "Orientation",
      "Which way is up in the stored picture; regions and results are relative to the upright one",
      \.orientation.choice, .orientation, of: Settings()),
    VideoElement.navigation(
      "Whether dragging a box with Shift in the video window sets the region of interest",
      of: Settings()),
  ]
}

// The element `trajectorydetect`: every setting of the detector as a property.
import CGStreamer
import Flycatcher
import FlycatcherPipeline

enum TrajectoryDetect {
  struct Settings: TrackerSettings {
    var detector = TrajectoryDetector.Settings()
    var regionOfInterest = "0,0,1,1"
    var orientation = Orientation.up
    var heedsNavigation = true

    func makeTracker() throws(FlycatcherError) -> TrajectoryDetector { try TrajectoryDetector(complete()) }

    func apply(to tracker: inout TrajectoryDetector) throws(FlycatcherError) { try tracker.apply(complete()) }

    private func complete() throws(FlycatcherError) -> TrajectoryDetector.Settings {
      var settings = detector
      settings.regionOfInterest = try Rectangle(property: "region-of-interest", regionOfInterest)
      return settings
    }
  }

  static let description = unsafe ElementDescription(
    name: "trajectorydetect", typeName: "GstTrajectoryDetect", longName: "Trajectory detector",
    category: "Filter/Analyzer/Video",
    summary: "Finds small objects that fly along parabolas and attaches their trajectories to the buffers",
    pads: [
      PadDescription(name: "sink", direction: GST_PAD_SINK, caps: acceptedCaps),
      PadDescription(name: "src", direction: GST_PAD_SRC, caps: acceptedCaps),
    ],
    properties: properties.map(\.specification) + [TrackerElement<Settings>.statistics],
    make: { unsafe TrackerElement($0, $1, Settings(), properties) })

  private static let properties: [Property<Settings>] = [
    .time(
      "frame-analysis-spacing", "Frame analysis spacing",
      "Least time between two analyzed frames, judged on timestamps (ns; 0 = every frame)",
      \.detector.frameAnalysisSpacing, of: Settings()),
    .integer(
      "trajectory-length", "Trajectory length",
      "How many points must agree before a flight is reported, and how many an observation holds",
      \.detector.trajectoryLength, 5...500, of: Settings()),
    .number(
      "object-minimum-normalized-radius", "Smallest radius",
      "Smallest radius of an object, a fraction of the picture's width", \.detector.objectMinimumNormalizedRadius,
      0...1, of: Settings()),
    .number(
      "object-maximum-normalized-radius", "Largest radius",
      "Largest radius of an object, a fraction of the picture's width", \.detector.objectMaximumNormalizedRadius,
      0...1, of: Settings()),
    .text(
      "region-of-interest", "Region of interest",
      "The part of the upright picture that is looked at: x,y,width,height, from 0 to 1, origin at the top left",
      \.regionOfInterest, of: Settings()),
    .time(
      "target-frame-time", "Target frame time",
      "How long the analysis of a frame should take; after longer ones a lower resolution is used (ns; 0 = no limit)",
      \.detector.targetFrameTime, of: Settings()),
    .number(
      "minimum-confidence", "Minimum confidence", "A flight is reported once its confidence has reached this",
      \.detector.minimumConfidence, 0...1, of: Settings()),
    .choice(
      "orientation", "Orientation",
      "Which way is up in the stored picture; regions and results are relative to the upright one",
      \.orientation.choice, .orientation, of: Settings()),
    VideoElement.navigation(
      "Whether a box that is dragged with Shift in the video window is the region of interest",
      of: Settings()),
  ]
}

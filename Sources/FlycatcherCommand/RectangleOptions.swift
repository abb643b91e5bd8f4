// The options of the rectangle tracker; each is the setting of the same name, but for two names that other trackers have too.
import ArgumentParser
import Flycatcher

struct RectangleOptions: ParsableArguments {
  private static let standard = RectangleDetector.Settings()
  private static let tracking = RectangleTracker.Settings()

  @Flag(help: "Detect rectangles in the region of interest, and track them.")
  var rectangles = false

  @Option(
    name: .customLong("rectangle"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Track this rectangle from the first frame on; may be repeated. Its corners clockwise from the top left, as \
      fractions of the picture; a corner may lie outside.
      """, valueName: "x1,y1,…,x4,y4"), transform: Corners.parse)
  var nominated: [Corners] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --rectangles: maximum number reported at once, the most confident first; 0 is no limit.", valueName: "count"
    ))
  var maximumObservations = standard.maximumObservations

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --rectangles: minimum ratio of the short side to the long one, 0 to 1.", valueName: "ratio"))
  var minimumAspectRatio = standard.minimumAspectRatio

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --rectangles: maximum ratio of the short side to the long one, 0 to 1.", valueName: "ratio"))
  var maximumAspectRatio = standard.maximumAspectRatio

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --rectangles: how many degrees an angle may differ from 90°, 0 to 45.", valueName: "degrees"))
  var quadratureTolerance = standard.quadratureTolerance

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --rectangles: minimum length of the short side, a fraction of the picture's smaller dimension, 0 to 1.",
      valueName: "size"))
  var minimumSize = standard.minimumSize

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --rectangles: minimum confidence, 0 to 1. --minimum-confidence is for trajectories.",
      valueName: "confidence"))
  var rectangleMinimumConfidence = standard.minimumConfidence

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --rectangles: minimum time between two detections while something is tracked, 0 to 3600.",
      valueName: "seconds"))
  var detectionInterval = tracking.detectionInterval.optionSeconds

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long the position of an unseen rectangle is extrapolated before it is lost, 0 to 3600.",
      valueName: "seconds"))
  var predictionDuration = tracking.predictionDuration.optionSeconds

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long a lost, detected rectangle is searched for before it has ended, 0 to 3600.",
      valueName: "seconds"))
  var rectangleMaximumLostDuration = tracking.maximumLostDuration.optionSeconds

  /// A Boolean value indicating whether there is anything to do for a rectangle tracker.
  var isWanted: Bool { rectangles || !nominated.isEmpty }

  /// Returns the tracker with these settings and its nominations.
  func tracker(regionOfInterest: Rectangle) throws(Failure) -> RectangleTracker {
    var settings = RectangleTracker.Settings()
    settings.detection = rectangles ? detectorSettings(regionOfInterest) : nil
    settings.detectionInterval = try duration(detectionInterval, "--detection-interval")
    settings.predictionDuration = try duration(predictionDuration, "--prediction-duration")
    settings.maximumLostDuration = try duration(rectangleMaximumLostDuration, "--rectangle-maximum-lost-duration")
    var tracker: RectangleTracker
    do {
      tracker = try RectangleTracker(settings)
    } catch {
      throw .setting(error, named: ["minimumConfidence": "--rectangle-minimum-confidence"])
    }
    for corners in nominated {
      do {
        _ = try tracker.nominate(corners.quad)
      } catch {
        throw .setting(error, named: ["corners": "--rectangle", "maximumRectangles": "the number of rectangles"])
      }
    }
    return tracker
  }

  private func duration(_ seconds: Double, _ option: String) throws(Failure) -> Duration {
    try TrajectoryOptions.duration(seconds, option, most: 3600)
  }

  /// Refuses settings that would have no effect.
  func checkUse() throws(Failure) {
    if !rectangles, detectorSettings(.picture) != RectangleDetector.Settings() {
      throw .usage("The settings of rectangle detection need --rectangles.")
    }
    let durations = [detectionInterval, predictionDuration, rectangleMaximumLostDuration]
    let tracking = Self.tracking
    let standard = [tracking.detectionInterval, tracking.predictionDuration, tracking.maximumLostDuration]
    if !isWanted, durations != standard.map(\.optionSeconds) {
      throw .usage("The settings of rectangles need --rectangles or --rectangle.")
    }
  }

  private func detectorSettings(_ regionOfInterest: Rectangle) -> RectangleDetector.Settings {
    var settings = RectangleDetector.Settings()
    settings.minimumAspectRatio = minimumAspectRatio
    settings.maximumAspectRatio = maximumAspectRatio
    settings.quadratureTolerance = quadratureTolerance
    settings.minimumSize = minimumSize
    settings.minimumConfidence = rectangleMinimumConfidence
    settings.maximumObservations = maximumObservations
    settings.regionOfInterest = regionOfInterest
    return settings
  }
}

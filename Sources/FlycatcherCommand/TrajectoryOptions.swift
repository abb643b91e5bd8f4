// The options of the trajectory detector; each is the setting of the same name.
import ArgumentParser
import Flycatcher

struct TrajectoryOptions: ParsableArguments {
  private static let standard = TrajectoryDetector.Settings()

  @Option(help: ArgumentHelp("Points needed before a flight is reported, 5 to 500.", valueName: "points"))
  var trajectoryLength = standard.trajectoryLength

  @Option(
    help: ArgumentHelp(
      "Minimum time between two analyzed frames in seconds, by their timestamps; 0 is every frame.",
      valueName: "seconds")
  )
  var frameAnalysisSpacing = standard.frameAnalysisSpacing.optionSeconds

  @Option(
    help: ArgumentHelp(
      "Smallest radius of an object, a fraction of the picture's width, 0 to 1.", valueName: "radius"))
  var objectMinimumNormalizedRadius = standard.objectMinimumNormalizedRadius

  @Option(
    help: ArgumentHelp(
      "Largest radius of an object, a fraction of the picture's width, 0 to 1.", valueName: "radius"))
  var objectMaximumNormalizedRadius = standard.objectMaximumNormalizedRadius

  @Option(
    help: ArgumentHelp(
      """
      The part of the picture that is searched for flights and rectangles, each number 0 to 1, from the top left \
      (default: 0,0,1,1).
      """,
      valueName: "x,y,w,h"), transform: Region.parse)
  var regionOfInterest = Region(standard.regionOfInterest)

  @Option(
    help: ArgumentHelp(
      "Seconds the analysis of a frame should take at most; if it takes longer, resolution is reduced. 0 is no limit.",
      valueName: "seconds"))
  var targetFrameTime = standard.targetFrameTime.optionSeconds

  @Option(
    help: ArgumentHelp("Minimum confidence of a reported flight, 0 to 1.", valueName: "confidence"))
  var minimumConfidence = standard.minimumConfidence

  /// The detector with these settings.
  func detector() throws(Failure) -> TrajectoryDetector {
    var settings = TrajectoryDetector.Settings()
    settings.trajectoryLength = trajectoryLength
    settings.frameAnalysisSpacing = try Self.duration(frameAnalysisSpacing, "--frame-analysis-spacing")
    settings.objectMinimumNormalizedRadius = objectMinimumNormalizedRadius
    settings.objectMaximumNormalizedRadius = objectMaximumNormalizedRadius
    settings.regionOfInterest = regionOfInterest.rectangle
    settings.targetFrameTime = try Self.duration(targetFrameTime, "--target-frame-time")
    settings.minimumConfidence = minimumConfidence
    do {
      return try TrajectoryDetector(settings)
    } catch {
      throw .setting(error)
    }
  }

  /// Returns a duration given in seconds.
  ///
  /// - Parameters:
  ///   - option: the option that it is the value of.
  ///   - most: the longest duration, seconds.
  static func duration(_ seconds: Double, _ option: String, most: Int = 86_400) throws(Failure) -> Duration {
    do {
      try FlycatcherError.check(option, seconds, in: 0...Double(most), unit: .seconds)
    } catch {
      throw .setting(error, named: [option: option])
    }
    return .seconds(seconds)
  }
}

// The options of measuring: where the scale comes from, and the units of what is printed.
public import ArgumentParser
public import Flycatcher

struct MeasureOptions: ParsableArguments {
  private static let standard = MeasurementSettings()

  @Option(
    help: ArgumentHelp(
      """
      Where meters come from: gravity (the default; for flights in a plane that faces the camera), none (pixels alone), or the \
      length between two places in the plane of flight, fractions of the picture: 0.1,0.9,0.3,0.9=1.8m.
      """, valueName: "gravity|none|x1,y1,x2,y2=length"))
  var scale = ""

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Meters from a rectangle of known size on the floor, for flights in any direction: its corners clockwise as seen in \
      the picture, then the side from the first corner to the second and that from the second to the third. The size \
      alone, 15x28m, takes the rectangle that is tracked.
      """, valueName: "x1,y1,…,x4,y4=15x28m"))
  var court = ""

  @Option(help: ArgumentHelp("Meters from the size of the ball: its diameter, 0.001 to 100.", valueName: "meters"))
  var ballDiameter: Double?

  @Option(
    help: ArgumentHelp(
      "The kind of ball; with it, gravity gives no scale where the air slows the ball by more than 20 % of gravity."))
  var ball: BallKind?

  @Option(help: ArgumentHelp("The acceleration of gravity, 0.01 to 1000.", valueName: "m/s²"))
  var gravity = standard.gravity

  @Option(
    help: ArgumentHelp(
      "The frames that were taken in a second, for slow motion; not below the file's own.", valueName: "frames/s"))
  var captureRate: Double?

  @Option(
    help: ArgumentHelp(
      """
      The focal length: a fraction of the picture's width, 0.1 to 100, or as on 35 mm film, such as 26mm.
      """, valueName: "length"))
  var focalLength: String?

  @Option(
    help: ArgumentHelp(
      """
      How far the time from frame to frame may be off, a share of 0 to 0.5: 0.01 is 1 %, which is 2 % of an acceleration.
      """, valueName: "share"))
  var timingError = standard.timingError

  @Option(help: "The unit of speeds in tables and labels; lengths are in m, or with mph and ft/s in ft.")
  var speedUnit = SpeedUnit.metersPerSecond

  /// Returns the settings.
  func settings() throws(Failure) -> MeasurementSettings {
    var settings = MeasurementSettings()
    settings.gravity = gravity
    settings.captureRate = captureRate
    settings.ball = ball
    settings.timingError = timingError
    if let focalLength {
      guard let length = MeasurementSettings.focalLength(focalLength) else {
        throw .usage("--focal-length is \(focalLength); it must be a fraction of the picture's width, or such as 26mm.")
      }
      settings.focalLength = length
    }
    do {
      try settings.chooseScale(scale: scale, court: court, ballDiameter: ballDiameter)
      try settings.validate()
    } catch {
      throw .setting(error)
    }
    return settings
  }

  /// Refuses options that would have no effect.
  func checkUse(choice: TrackerChoice) throws(Failure) {
    let settings = try settings()
    guard settings != Self.standard, !choice.findsTrajectories else {
      if case .court(nil, _) = settings.scale, !choice.rectangles.isWanted {
        throw .usage(
          "--court without corners takes the tracked rectangle; add --rectangles or --rectangle, or the corners.")
      }
      return
    }
    throw .usage("The options of measuring are for trajectories; add --trajectories.")
  }

  /// Returns the trackers with their trajectories measured.
  func measuring(_ trackers: [any Tracker]) throws(Failure) -> [any Tracker] {
    do {
      return [MeasuringTracker(trackers, by: try TrajectoryMeasurer(settings()))]
    } catch let error as FlycatcherError {
      throw .setting(error)
    } catch {
      throw .usage("\(error)")
    }
  }
}

extension BallKind: ExpressibleByArgument {}
extension SpeedUnit: ExpressibleByArgument {}

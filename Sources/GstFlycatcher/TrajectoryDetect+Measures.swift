// The settings of measuring as properties of `trajectorydetect`.
import Flycatcher

extension TrajectoryDetect {
  /// The settings of measuring, some of them as texts.
  struct MeasuringTexts: Sendable {
    var scale = "gravity"
    var court = ""
    /// 0 is not given.
    var ballDiameter = 0.0
    var ball = ""
    var gravity = MeasurementSettings().gravity
    /// 0 is the rate at which the film is shown.
    var captureRate = 0.0
    var focalLength = ""
    var timingError = 0.0

    func settings() throws(FlycatcherError) -> MeasurementSettings {
      var settings = MeasurementSettings()
      settings.gravity = gravity
      settings.timingError = timingError
      if captureRate > 0 { settings.captureRate = captureRate }
      if !ball.isEmpty {
        guard let kind = BallKind(rawValue: ball) else {
          let names = BallKind.allCases.map(\.rawValue).joined(separator: ", ")
          throw .outOfRange("ball", ball, allowed: "one of \(names)")
        }
        settings.ball = kind
      }
      if !focalLength.isEmpty {
        guard let length = MeasurementSettings.focalLength(focalLength) else {
          throw .outOfRange("focalLength", focalLength, allowed: "a fraction of the picture's width, or such as 26mm")
        }
        settings.focalLength = length
      }
      // The usual scale gives way to another.
      let hasOther = !court.isEmpty || ballDiameter > 0
      try settings.chooseScale(
        scale: hasOther && scale == "gravity" ? "" : scale, court: court,
        ballDiameter: ballDiameter > 0 ? ballDiameter : nil)
      try settings.validate()
      return settings
    }
  }

  static let measuring: [Property<Settings>] = [
    .text(
      "scale", "Scale",
      "Where meters come from: gravity, none, or a length in the plane of flight, x1,y1,x2,y2=1.8m, from 0 to 1",
      \.measuring.scale, of: Settings()),
    .text(
      "court", "Court",
      "A rectangle of known size on the floor, its corners clockwise in the picture: x1,y1,x2,y2,x3,y3,x4,y4=15x28m",
      \.measuring.court, of: Settings()),
    .number(
      "ball-diameter", "Ball diameter", "Diameter of the ball in meters, as a scale (0 = not known)",
      \.measuring.ballDiameter, 0...100, of: Settings()),
    .text(
      "ball", "Ball", "Kind of ball, such as basketball: refuses gravity as a scale where the air slows it too much",
      \.measuring.ball, of: Settings()),
    .number(
      "gravity", "Gravity", "Acceleration of gravity in m/s²", \.measuring.gravity, 0.01...1000, of: Settings()),
    .number(
      "capture-rate", "Capture rate", "Frames taken in a real second, for slow motion (0 = as shown)",
      \.measuring.captureRate, 0...10_000_000, of: Settings()),
    .text(
      "focal-length", "Focal length", "A fraction of the picture's width, or as on 35 mm film, such as 26mm",
      \.measuring.focalLength, of: Settings()),
    .number(
      "timing-error", "Timing error", "Relative standard deviation of the time from frame to frame",
      \.measuring.timingError, 0...0.5, of: Settings()),
  ]
}

// The settings of the overlay. Each default is named here once.
public import Flycatcher

/// The style in which observations are drawn on the frames.
///
/// Lengths are fractions of the picture's shorter side, so that the drawing looks the same at every size.
public struct OverlayStyle: Sendable, Hashable {
  /// The style of a trajectory.
  public enum TrajectoryStyle: String, CaseIterable, Sendable {
    /// The fitted curve with the detected points on it.
    case path
    /// The detected points alone.
    case points
    /// A trail of fading particles behind the object.
    case comet
  }

  /// The rule by which trajectories are colored.
  public enum Coloring: String, CaseIterable, Sendable {
    /// `pointColor` and `curveColor` for every trajectory.
    case kind
    /// One color of the palette for each uuid.
    case identity
  }

  /// The style of trajectories; default `path`.
  public var trajectoryStyle = TrajectoryStyle.path
  /// The rule by which trajectories are colored; default `kind`, red points on a green curve. Objects and rectangles take
  /// the palette's colors either way.
  public var coloring = Coloring.kind
  /// The color of the detected points; default red.
  public var pointColor = OverlayColor(0xFF2D20)
  /// The color of the fitted curve; default green.
  public var curveColor = OverlayColor(0x2BE34A)
  /// The color of the region of interest's outline; default blue.
  public var regionColor = OverlayColor(0x2F7BFF)
  /// The colors for each uuid in turn, 1 to 64 of them; default Okabe and Ito's.
  public var palette: [OverlayColor] = .okabeIto
  /// The region that is outlined, relative to the upright picture; default none.
  public var regionOfInterest: Rectangle?
  /// A Boolean value indicating whether confidence and labels are written; default true.
  public var showsLabels = true
  /// The unit of the speed in the label of a flight that is measured; default m/s.
  public var speedUnit = SpeedUnit.metersPerSecond
  /// A Boolean value indicating whether the rectangle of highest confidence is also shown in the lower right corner,
  /// rectified, as long as it is tracked; default false. Frames must be of 8-bit YUV or gray.
  public var showsThumbnail = false
  /// The width of lines, 0.0005 to 0.05; default 0.0038, 2.7 pixels at 720 lines.
  public var lineWidth = 0.0038
  /// The radius of the dots at detected points, 0.0005 to 0.05; default 0.0045.
  public var pointRadius = 0.0045
  /// The height of the text, 0.01 to 0.2; default 0.026.
  public var fontSize = 0.026
  /// The opacity of the whole overlay, 0 to 1; default 1.
  public var opacity = 1.0
  /// The confidence below which lines are dashed, 0 to 1; default 0.5.
  public var confidenceThreshold = 0.5
  /// The time in which an observation appears, 0 to 10 s of stream time; default 0.12 s.
  public var fadeIn: Duration = .milliseconds(120)
  /// The time for which an observation stays after it was last reported, 0 to 60 s of stream time; default 0.7 s.
  public var linger: Duration = .milliseconds(700)
  /// The time in which it then disappears, 0 to 10 s of stream time; default 0.5 s.
  public var fadeOut: Duration = .milliseconds(500)
  /// The length of a comet's tail and of the trail behind an object, 0.05 to 10 s of stream time; default 0.8 s.
  public var trailDuration: Duration = .milliseconds(800)

  /// Creates the default style.
  public init() {}

  /// Checks every setting against its range.
  ///
  /// - Throws: `FlycatcherError` naming the first setting outside its range.
  public func validate() throws(FlycatcherError) {
    try FlycatcherError.check("lineWidth", lineWidth, in: 0.0005...0.05)
    try FlycatcherError.check("pointRadius", pointRadius, in: 0.0005...0.05)
    try FlycatcherError.check("fontSize", fontSize, in: 0.01...0.2)
    try FlycatcherError.check("opacity", opacity, in: 0...1)
    try FlycatcherError.check("confidenceThreshold", confidenceThreshold, in: 0...1)
    try FlycatcherError.check("fadeIn", fadeIn, in: 0...10)
    try FlycatcherError.check("linger", linger, in: 0...60)
    try FlycatcherError.check("fadeOut", fadeOut, in: 0...10)
    try FlycatcherError.check("trailDuration", trailDuration, in: 0.05...10)
    guard (1...64).contains(palette.count) else {
      throw .outOfRange("palette", "\(palette.count) colors", allowed: "of 1 to 64 colors")
    }
    guard ([pointColor, curveColor, regionColor] + palette).allSatisfy(\.isValid) else {
      throw .outOfRange("A color", "outside 0 to 1", allowed: "made of numbers from 0 to 1")
    }
    if let region = regionOfInterest, !region.isInsidePicture { throw .outsidePicture("regionOfInterest", region) }
  }

  /// Returns the palette's color for the `number`th observation.
  func color(_ number: Int) -> OverlayColor {
    palette.isEmpty ? curveColor : palette[number % palette.count]
  }
}

// Everything about the overlay's looks that a user can set. Each default is named here once.
public import Flycatcher

/// How observations are drawn on the frames.
///
/// Lengths are fractions of the picture's shorter side, so that the drawing looks the same at every size.
public struct OverlayStyle: Sendable, Hashable {
  /// How a flight is drawn.
  public enum FlightStyle: String, CaseIterable, Sendable {
    /// The fitted curve with the detected points on it.
    case path
    /// The detected points alone.
    case points
    /// A trail of fading particles behind the object.
    case comet
  }

  /// What decides over colors.
  public enum Coloring: String, CaseIterable, Sendable {
    /// `pointColor` and `curveColor` for every flight.
    case kind
    /// One color of the palette for each uuid.
    case identity
  }

  /// How flights are drawn; default `path`.
  public var flightStyle = FlightStyle.path
  /// Default `kind`: red points on a green curve. Objects and rectangles take the palette's colors either way.
  public var coloring = Coloring.kind
  /// Color of the detected points; default red.
  public var pointColor = OverlayColor(0xFF2D20)
  /// Color of the fitted curve; default green.
  public var curveColor = OverlayColor(0x2BE34A)
  /// Color of the region of interest's outline; default blue.
  public var regionColor = OverlayColor(0x2F7BFF)
  /// Colors for each uuid in turn, 1 to 64 of them; default Okabe and Ito's.
  public var palette: [OverlayColor] = .okabeIto
  /// The region that is outlined, relative to the upright picture; default none.
  public var regionOfInterest: Rectangle?
  /// Whether confidence and labels are written; default true.
  public var showsLabels = true
  /// Whether a rectangle is shown in the lower right corner, too, as if seen from straight ahead: the surest one, as
  /// long as it is followed. Default false. Frames must be of 8-bit YUV or gray.
  public var showsThumbnail = false
  /// Width of lines, 0.0005 to 0.05; default 0.0038, 2.7 pixels at 720 lines.
  public var lineWidth = 0.0038
  /// Radius of the dots at detected points, 0.0005 to 0.05; default 0.0045.
  public var pointRadius = 0.0045
  /// Height of the text, 0.01 to 0.2; default 0.026.
  public var fontSize = 0.026
  /// Opacity of everything, 0 to 1; default 1.
  public var opacity = 1.0
  /// Lines are solid from this confidence on and dashed below, 0 to 1; default 0.5.
  public var confidenceThreshold = 0.5
  /// How long something takes to appear, 0 to 10 s; default 0.12 s of stream time.
  public var fadeIn: Duration = .milliseconds(120)
  /// How long something stays after it was last reported, 0 to 60 s; default 0.7 s of stream time.
  public var linger: Duration = .milliseconds(700)
  /// How long it then takes to vanish, 0 to 10 s; default 0.5 s of stream time.
  public var fadeOut: Duration = .milliseconds(500)
  /// How far back in time a comet's tail and the trail behind an object reach, 0.05 to 10 s; default 0.8 s of stream time.
  public var trailDuration: Duration = .milliseconds(800)

  public init() {}

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

  /// The palette's color for the `number`th thing seen.
  func color(_ number: Int) -> OverlayColor {
    palette.isEmpty ? curveColor : palette[number % palette.count]
  }
}

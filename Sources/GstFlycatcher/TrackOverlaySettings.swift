// The properties of `trackoverlay`: the style of the overlay.
import Flycatcher
import FlycatcherPipeline

extension TrackOverlay {
  struct Settings: VideoSettings {
    var look = OverlayStyle()
    var orientation = OrientationSetting.fixed(.up)
    var heedsNavigation = true
    var palette = OverlayStyle().palette.map(\.hexadecimal).joined(separator: ",")
    var regionOfInterest = ""

    /// - Throws: `FlycatcherError` naming the property outside its range.
    func style() throws(FlycatcherError) -> OverlayStyle {
      var style = look
      style.palette = try Self.colors(palette)
      if !regionOfInterest.isEmpty {
        style.regionOfInterest = try Rectangle(property: "region-of-interest", regionOfInterest)
      }
      try style.validate()
      return style
    }

    private static func colors(_ text: String) throws(FlycatcherError) -> [OverlayColor] {
      var colors: [OverlayColor] = []
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        let digits = part.drop { $0 == " " || $0 == "#" }
        guard digits.utf8.count == 6, let value = UInt32(digits, radix: 16) else {
          throw .outOfRange("palette", "\"\(text)\"", allowed: "1 to 64 colors RRGGBB, separated by commas")
        }
        colors.append(OverlayColor(value))
      }
      return colors
    }
  }

  static let properties: [Property<Settings>] =
    lines + times + [
      .choice(
        "trajectory-style", "Trajectory style", "How a flight is drawn", \.look.trajectoryStyle.choice,
        .trajectoryStyle, of: Settings()
      ),
      .choice(
        "speed-unit", "Speed unit", "The unit of the speed in the label of a trajectory that is measured",
        \.look.speedUnit.choice, .speedUnit, of: Settings()),
      .choice("coloring", "Coloring", "What determines the colors", \.look.coloring.choice, .coloring, of: Settings()),
      .integer(
        "point-color", "Point color", "Color of detected points, big-endian ARGB", \.look.pointColor.argb,
        0...UInt32.max, of: Settings()),
      .integer(
        "curve-color", "Curve color", "Color of the fitted curve, big-endian ARGB", \.look.curveColor.argb,
        0...UInt32.max, of: Settings()),
      .integer(
        "region-color", "Region color", "Color of the region of interest's outline, big-endian ARGB",
        \.look.regionColor.argb, 0...UInt32.max, of: Settings()),
      .text(
        "palette", "Palette", "Colors assigned to identities in turn: 1 to 64 times RRGGBB, separated by commas",
        \.palette, of: Settings()),
      .text(
        "region-of-interest", "Region of interest",
        "The region that is outlined, relative to the upright picture: x,y,width,height from 0 to 1 (empty = none)",
        \.regionOfInterest, of: Settings()),
      .boolean(
        "shows-labels", "Shows labels", "Whether confidence and labels are written", \.look.showsLabels, of: Settings()),
      .boolean(
        "shows-thumbnail", "Shows thumbnail",
        "Whether the rectangle of highest confidence is shown rectified in the lower right corner (8-bit YUV or gray)",
        \.look.showsThumbnail, of: Settings()),
      .choice(
        "orientation", "Orientation", "Which way is up in the stored picture, as set on the trackers",
        \.orientation.choice, .orientation, of: Settings()),
      navigation("Whether a box is drawn while it is dragged in the video window", of: Settings()),
    ]

  private static let lines: [Property<Settings>] = [
    .number(
      "line-width", "Line width", "Width of lines, a fraction of the picture's shorter side", \.look.lineWidth,
      0.0005...0.05, of: Settings()),
    .number(
      "point-radius", "Point radius", "Radius of the dots, a fraction of the picture's shorter side",
      \.look.pointRadius, 0.0005...0.05, of: Settings()),
    .number(
      "font-size", "Font size", "Height of the text, a fraction of the picture's shorter side", \.look.fontSize,
      0.01...0.2, of: Settings()),
    .number("opacity", "Opacity", "Opacity of the whole overlay", \.look.opacity, 0...1, of: Settings()),
    .number(
      "confidence-threshold", "Confidence threshold", "Lines are solid from this confidence on and dashed below",
      \.look.confidenceThreshold, 0...1, of: Settings()),
  ]

  private static let times: [Property<Settings>] = [
    .time(
      "fade-in", "Fade in", "How long something takes to appear (ns of stream time)", \.look.fadeIn,
      .zero ... .seconds(10), of: Settings()),
    .time(
      "linger", "Linger", "How long something stays visible after its last observation (ns of stream time)",
      \.look.linger,
      .zero ... .seconds(60), of: Settings()),
    .time(
      "fade-out", "Fade out", "How long it then takes to disappear (ns of stream time)", \.look.fadeOut,
      .zero ... .seconds(10), of: Settings()),
    .time(
      "trail-duration", "Trail duration", "How far back in time tails and trails reach (ns of stream time)",
      \.look.trailDuration, .milliseconds(50) ... .seconds(10), of: Settings()),
  ]
}

extension Enumeration {
  static let trajectoryStyle = Enumeration(
    "GstTrackOverlayTrajectoryStyle",
    [
      ("The fitted curve with the detected points on it", "path"), ("The detected points alone", "points"),
      ("A trail of fading particles behind the object", "comet"),
    ])
  static let speedUnit = Enumeration(
    "GstTrackOverlaySpeedUnit",
    [
      ("Meters per second", "meters-per-second"), ("Kilometers per hour", "kilometers-per-hour"),
      ("Miles per hour", "miles-per-hour"), ("Feet per second", "feet-per-second"),
    ])
  static let coloring = Enumeration(
    "GstTrackOverlayColoring",
    [
      ("point-color and curve-color for every flight", "kind"),
      ("A color of the palette for each identity", "identity"),
    ])
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The number among all cases, from 0; setting one that is none does nothing.
  var choice: Int {
    get { Self.allCases.firstIndex(of: self) ?? 0 }
    set { if Self.allCases.indices.contains(newValue) { self = Self.allCases[newValue] } }
  }
}

extension OverlayColor {
  /// 0xAARRGGBB.
  var argb: Int {
    get {
      [opacity, red, green, blue].reduce(0) { $0 << 8 | Int((min(max($1, 0), 1) * 255).rounded()) }
    }
    set { self = OverlayColor(UInt32(truncatingIfNeeded: newValue), opacity: Double(newValue >> 24 & 0xFF) / 255) }
  }

  /// RRGGBB.
  var hexadecimal: String {
    let digits = String(argb & 0xFF_FFFF, radix: 16, uppercase: true)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}

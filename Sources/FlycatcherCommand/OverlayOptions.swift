// The options of the overlay; each is the setting of the same name.
public import ArgumentParser
import Flycatcher
public import FlycatcherPipeline

struct OverlayOptions: ParsableArguments {
  private static let standard = OverlayStyle()

  @Option(help: "How flights are drawn: the curve with its points, the points alone, or a fading trail.")
  var trajectoryStyle = standard.trajectoryStyle

  @Option(help: "Colors by kind (red points, green curve), or one for each flight.")
  var coloring = standard.coloring

  @Flag(inversion: .prefixedNo, help: "Show labels and confidence.")
  var showsLabels = standard.showsLabels

  @Flag(
    inversion: .prefixedNo,
    help: "Show the most confident rectangle, rectified, in the lower right corner.")
  var showsThumbnail = standard.showsThumbnail

  @Option(help: ArgumentHelp("Opacity of everything drawn, 0 to 1.", valueName: "opacity"))
  var opacity = standard.opacity

  @Option(
    help: ArgumentHelp(
      "Lines are solid at or above this confidence and dashed below it, 0 to 1.", valueName: "confidence"))
  var confidenceThreshold = standard.confidenceThreshold

  @Option(help: ArgumentHelp("Width of lines, a fraction of the shorter side, 0.0005 to 0.05.", valueName: "width"))
  var lineWidth = standard.lineWidth

  @Option(help: ArgumentHelp("Radius of points, a fraction of the shorter side, 0.0005 to 0.05.", valueName: "radius"))
  var pointRadius = standard.pointRadius

  @Option(help: ArgumentHelp("Height of text, a fraction of the shorter side, 0.01 to 0.2.", valueName: "height"))
  var fontSize = standard.fontSize

  @Option(help: ArgumentHelp("Fade-in time of a flight, 0 to 10.", valueName: "seconds"))
  var fadeIn = standard.fadeIn.optionSeconds

  @Option(help: ArgumentHelp("How long a flight stays visible after its last report, 0 to 60.", valueName: "seconds"))
  var linger = standard.linger.optionSeconds

  @Option(help: ArgumentHelp("Fade-out time after that, 0 to 10.", valueName: "seconds"))
  var fadeOut = standard.fadeOut.optionSeconds

  @Option(help: ArgumentHelp("Length of the trail of style comet, 0.05 to 10.", valueName: "seconds"))
  var trailDuration = standard.trailDuration.optionSeconds

  @Option(help: ArgumentHelp("Color of detected points (default: red).", valueName: "RRGGBB"))
  var pointColor: OverlayColor?

  @Option(help: ArgumentHelp("Color of fitted curves (default: green).", valueName: "RRGGBB"))
  var curveColor: OverlayColor?

  @Option(help: ArgumentHelp("Color of the region of interest (default: blue).", valueName: "RRGGBB"))
  var regionColor: OverlayColor?

  /// Refuses options that would have no effect.
  ///
  /// - Parameters:
  ///   - isDrawn: A Boolean value indicating whether anything is drawn with them.
  ///   - need: What would draw with them, in words for the user.
  func checkUse(isDrawn: Bool, need: String) throws(Failure) {
    guard !isDrawn, try style(regionOfInterest: .picture) != Self.standard else { return }
    throw .usage("The options of the overlay, such as --opacity, need \(need).")
  }

  /// The style with these settings.
  func style(regionOfInterest: Rectangle) throws(Failure) -> OverlayStyle {
    var style = OverlayStyle()
    style.trajectoryStyle = trajectoryStyle
    style.coloring = coloring
    style.showsLabels = showsLabels
    style.showsThumbnail = showsThumbnail
    style.opacity = opacity
    style.confidenceThreshold = confidenceThreshold
    style.lineWidth = lineWidth
    style.pointRadius = pointRadius
    style.fontSize = fontSize
    style.fadeIn = .seconds(option: fadeIn)
    style.linger = .seconds(option: linger)
    style.fadeOut = .seconds(option: fadeOut)
    style.trailDuration = .seconds(option: trailDuration)
    style.pointColor = pointColor ?? style.pointColor
    style.curveColor = curveColor ?? style.curveColor
    style.regionColor = regionColor ?? style.regionColor
    // The whole picture needs no outline.
    style.regionOfInterest = regionOfInterest == .picture ? nil : regionOfInterest
    do {
      try style.validate()
    } catch {
      throw .setting(error)
    }
    return style
  }
}

extension Duration {
  /// Seconds to the millisecond, as a help text shows them.
  var optionSeconds: Double { (seconds * 1000).rounded() / 1000 }

  /// Seconds as a user writes them. What no range allows stays outside of every range.
  static func seconds(option seconds: Double) -> Duration {
    .seconds(seconds.isFinite ? max(min(seconds, 1e9), -1e9) : -1)
  }
}

extension OverlayStyle.TrajectoryStyle: ExpressibleByArgument {}
extension OverlayStyle.Coloring: ExpressibleByArgument {}

extension OverlayColor: ExpressibleByArgument {
  /// - Parameter argument: six hexadecimal digits, with or without a `#` before them.
  public init?(argument: String) {
    let digits = argument.hasPrefix("#") ? argument.dropFirst() : argument[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
      return nil
    }
    self.init(value)
  }
}

// Targets as the XML of ONVIF's video analytics: a `tt:MetadataStream` a frame.
import Flycatcher

/// Builds one document a frame, in ONVIF's coordinates: (-1, -1) is the lower left corner of the picture, (1, 1) the upper right one.
enum ONVIFText {
  static func text(_ targets: [Target], gone: [Int], time: WallTime) -> String {
    var objects = targets.map(object).joined()
    if !gone.isEmpty {
      objects += "<tt:ObjectTree>" + gone.map { "<tt:Delete ObjectId=\"\($0)\"/>" }.joined() + "</tt:ObjectTree>"
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
      + "<tt:MetadataStream xmlns:tt=\"http://www.onvif.org/ver10/schema\" xmlns:fc=\"urn:flycatcher\">"
      + "<tt:VideoAnalytics><tt:Frame UtcTime=\"\(time.text)\" fc:clock=\"\(time.clock.rawValue)\">\(objects)</tt:Frame></tt:VideoAnalytics></tt:MetadataStream>\n"
  }

  private static func object(_ target: Target) -> String {
    let (box, center) = (target.box, target.center)
    var shape = "<tt:BoundingBox left=\"\(x(box.x))\" top=\"\(y(box.y))\" "
    shape += "right=\"\(x(box.x + box.width))\" bottom=\"\(y(box.y + box.height))\"/>"
    shape += "<tt:CenterOfGravity x=\"\(x(center.x))\" y=\"\(y(center.y))\"/>"
    if !target.corners.isEmpty {
      let points = target.corners.map { "<tt:Point x=\"\(x($0.x))\" y=\"\(y($0.y))\"/>" }
      shape += "<tt:Polygon>\(points.joined())</tt:Polygon>"
    }
    let likelihood = decimal(min(max(target.confidence, 0), 1))
    return "<tt:Object ObjectId=\"\(target.number)\"><tt:Appearance><tt:Shape>\(shape)</tt:Shape>"
      + "<tt:Class><tt:Type Likelihood=\"\(likelihood)\">\(escaped(target.name))</tt:Type></tt:Class>"
      + "</tt:Appearance></tt:Object>"
  }

  private static func x(_ place: Double) -> String { decimal(2 * place - 1) }
  private static func y(_ place: Double) -> String { decimal(1 - 2 * place) }

  /// Six digits after the point: a thousandth of a pixel.
  private static func decimal(_ value: Double) -> String {
    let millionths = Int((min(max(value.isFinite ? value : 0, -1e6), 1e6) * 1e6).rounded())
    let magnitude = Int(millionths.magnitude)
    return (millionths < 0 ? "-" : "") + "\(magnitude / 1_000_000).\(WallTime.padded(magnitude % 1_000_000, 6))"
  }

  /// Text as XML 1.0 takes it: control characters, which it has no way to write, are left out.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "\u{20}"..."\u{FFFD}", "\u{10000}"...: result.unicodeScalars.append(scalar)
      default: result += " "
      }
    }
    return result
  }
}

// What gst-inspect says, and what the file shows to the linker.
import Flycatcher
import FlycatcherPipeline
import Foundation
import Testing

struct InspectionTests {
  @Test func pluginReadsLikeAnUpstreamOne() throws {
    let result = try Program("/usr/bin/env", ["gst-inspect-1.0", "flycatcher"]).run()
    #expect(result.status == 0)
    for line in [
      "License                  LGPL", "trajectorydetect: Trajectory detector", "trackoverlay: Track overlay",
      "trackpublish: Track publisher", "objecttrack: Object tracker", "rectangletrack: Rectangle tracker",
    ] { #expect(result.output.contains(line), "\(result.output)") }
  }

  @Test(arguments: [
    ("trajectorydetect", "Filter/Analyzer/Video"), ("trackoverlay", "Filter/Editor/Video"),
    ("trackpublish", "Filter/Analyzer/Video"), ("objecttrack", "Filter/Analyzer/Video"),
    ("rectangletrack", "Filter/Analyzer/Video"),
  ])
  func elementIsDescribed(name: String, category: String) throws {
    let text = try Program("/usr/bin/env", ["gst-inspect-1.0", name]).run().output
    #expect(text.contains(category))
    #expect(text.contains("SRC template: 'src'") && text.contains("SINK template: 'sink'"))
    #expect(text.contains("+----GstBaseTransform"))
  }

  @Test(arguments: [
    ("trajectory-length", "Unsigned Integer. Range: 5 - 500 Default: 6"),
    ("frame-analysis-spacing", "Unsigned Integer64. Range: 0 - 3600000000000 Default: 0"),
    ("object-minimum-normalized-radius", "Double. Range:               0 -               1 Default:               0"),
    ("object-maximum-normalized-radius", "Double. Range:               0 -               1 Default:               1"),
    ("minimum-confidence", "Double. Range:               0 -               1 Default:             0.5"),
    ("target-frame-time", "Unsigned Integer64. Range: 0 - 3600000000000 Default: 0"),
    ("orientation", "Enum \"GstFlycatcherOrientation\" Default: 0, \"up\""),
    ("region-of-interest", "String. Default: \"0,0,1,1\""),
  ])
  func settingIsAProperty(name: String, kind: String) throws {
    let text = try Program("/usr/bin/env", ["gst-inspect-1.0", "trajectorydetect"]).run().output
    let lines = text.split(separator: "\n")
    let index = try #require(lines.firstIndex { $0.hasPrefix("  \(name)") && $0.contains(":") })
    #expect(lines[index + 1].contains("changeable in NULL, READY, PAUSED or PLAYING state"))
    #expect(lines[index + 1].contains("controllable") == (name != "region-of-interest"))
    #expect(lines[index + 2].contains(kind), "\(lines[index + 2])")
  }

  /// One name on every surface: `trajectoryLength` in Swift is `trajectory-length` here.
  @Test(arguments: ["trajectorydetect", "objecttrack", "rectangletrack", "trackoverlay"])
  func everySettingIsAProperty(element: String) throws {
    let settings: [Any] =
      switch element {
      case "trajectorydetect": [TrajectoryDetector.Settings()]
      case "objecttrack": [ObjectTracker.Settings()]
      case "rectangletrack": [RectangleTracker.Settings(), RectangleDetector.Settings()]
      default: [OverlayStyle()]
      }
    let names = settings.flatMap { Mirror(reflecting: $0).children.compactMap(\.label) }.filter { $0 != "detection" }
    let text = try Program("/usr/bin/env", ["gst-inspect-1.0", element]).run().output
    #expect(names.count > 3)
    for name in names {
      let property = name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
      #expect(
        text.contains("\n  \(property.padding(toLength: max(20, property.count), withPad: " ", startingAt: 0)): "))
    }
  }

  /// So that nothing in it gets in the way of another Swift library in the same process.
  @Test func onlyTheEntryPointsAreSeenFromOutside() throws {
    let text = try Program("/usr/bin/env", ["nm", "-D", "--defined-only", Plugin.file.path]).run().output
    let names = text.split(separator: "\n").compactMap { line -> Substring? in
      let parts = line.split(separator: " ")
      guard parts.count == 3, "TDBR".contains(parts[1]), !parts[2].hasPrefix("_") else { return nil }
      return parts[2]
    }
    #expect(names.filter { $0.hasPrefix("gst_plugin_flycatcher_") }.count == 2)
    #expect(names.allSatisfy { $0.hasPrefix("gst_plugin_flycatcher_") }, "\(names)")
  }
}

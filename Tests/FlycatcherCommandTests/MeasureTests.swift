import Foundation
import TestSupport
import Testing

/// Measures by the command's options.
@Suite struct MeasureTests {
  private func measures(_ options: String...) throws -> [[String: Any]] {
    try measures(of: Clips.toss(), options)
  }

  private func measures(of film: String, _ options: [String]) throws -> [[String: Any]] {
    let outcome = try Running(command, ["analyze", film, "--json", "-"] + options).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try outcome.jsonLines().filter { $0["state"] as? String == "ended" }
      .map { try #require($0["measures"] as? [String: Any]) }
  }

  private func value(_ measures: [String: Any], _ unit: String, _ name: String) throws -> Double {
    let table = try #require(measures[unit] as? [String: Any])
    return try #require((table[name] as? [String: Any])?["value"] as? Double)
  }

  @Test func everyFlightIsMeasured() throws {
    let found = try measures()
    #expect(found.count == 2)
    for flight in found {
      #expect(flight["method"] as? String == "gravity")
      #expect(try value(flight, "meters", "launchSpeed") > 0)
      #expect(try value(flight, "pixels", "launchSpeed") > 100)
    }
  }

  @Test func aScaleInThePicture() throws {
    // 32 pixels are a meter.
    let flight = try measures("--scale", "0.1,0.9,0.2,0.9=1m")[0]
    #expect(flight["method"] as? String == "scale")
    let (meters, pixels) = (try value(flight, "meters", "launchSpeed"), try value(flight, "pixels", "launchSpeed"))
    #expect(abs(pixels / meters - 32) < 1e-6)
    #expect(try measures("--scale", "none")[0]["meters"] == nil)
  }

  /// Anamorphic: 224 columns that are shown as wide as 320, upright and lying.
  @Test(arguments: [false, true])
  func pixelsThatAreNotSquareAreMeasuredAsTheyAreShown(_ isTurned: Bool) throws {
    let folder = try Folder()
    let film = folder.path("squeezed.mkv")
    let turn = isTurned ? " ! videoflip video-direction=90l" : ""
    try shell(
      "gst-launch-1.0 -q \(try Clips.source()) ! videoscale ! video/x-raw,width=224,pixel-aspect-ratio=10/7\(turn) "
        + "! x264enc speed-preset=ultrafast quantizer=10 pass=quant ! h264parse ! matroskamux ! filesink location=\(film)"
    )
    let options = ["--scale", "0.1,0.9,0.2,0.9=1m"] + (isTurned ? ["--orientation", "right"] : [])
    let (plain, squeezed) = (try measures("--scale", "0.1,0.9,0.2,0.9=1m"), try measures(of: film, options))
    #expect(plain.count == 2 && squeezed.count == 2)
    for (one, other) in zip(plain, squeezed) {
      let speeds = (try value(one, "meters", "launchSpeed"), try value(other, "meters", "launchSpeed"))
      #expect(abs(speeds.1 / speeds.0 - 1) < 0.02, "\(speeds)")
      let angles = (try value(one, "meters", "launchAngle"), try value(other, "meters", "launchAngle"))
      #expect(abs(angles.1 - angles.0) < 1, "\(angles)")
    }
    let header = try flycatcher("analyze", film, "--json", "-").jsonLines()[0]
    #expect(header["width"] as? Int == (isTurned ? 176 : 224), "the picture's own pixels")
  }

  @Test func slowMotionIsMadeReal() throws {
    let (real, slow) = (try measures()[0], try measures("--capture-rate", "240")[0])
    #expect(abs(try value(slow, "pixels", "launchSpeed") / (try value(real, "pixels", "launchSpeed")) - 4) < 0.01)
    #expect(abs(try value(slow, "pixels", "duration") * 4 - (try value(real, "pixels", "duration"))) < 1e-3)
  }

  @Test(arguments: [
    (["--scale", "0,0,1,0=0m"], "--scale"), (["--scale", "0.1,0.1,0.1,0.1=1m"], "--scale"),
    (["--court", "0.2,0.3,0.8,0.3,0.5,0.4,0,0.9=15x28m"], "--court"), (["--court", "15x28m"], "--court"),
    (["--capture-rate", "24"], "--capture-rate"), (["--capture-rate", "0"], "--capture-rate"),
    (["--gravity", "0"], "--gravity"), (["--ball-diameter", "-1"], "--ball-diameter"),
    (["--focal-length", "wide"], "--focal-length"), (["--scale", "none", "--court", "15x28m"], "--court"),
    (["--timing-error", "2"], "--timing-error"), (["--rectangles", "--gravity", "1.6"], "--trajectories"),
  ])
  func whatCannotBeIsRefused(_ options: [String], _ word: String) throws {
    let outcome = try Running(command, ["analyze", try Clips.toss()] + options).outcome()
    expect(outcome, code: 2, saying: word)
  }

  @Test func aFlightOverACourtBehindTheCameraSaysSo() throws {
    // Wider at its far side than at its near one: a ceiling.
    let flight = try measures("--court", "0.1,0.02,0.9,0.02,0.7,0.3,0.3,0.3=6x8m", "--focal-length", "0.8")[0]
    #expect(flight["meters"] == nil)
    #expect((flight["refusal"] as? String)?.isEmpty == false)
  }
}

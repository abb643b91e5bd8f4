// Pictures as decoders give them: more than 8 bits, red, green and blue, turned.
import Foundation
import TestSupport
import Testing

struct FormatTests {
  private let folder: Folder
  private let clip: String

  init() throws {
    folder = try Folder()
    clip = try FlightClip.make(URL(fileURLWithPath: folder.root))
  }

  /// Returns the first place and the number of points of each flight in a pipeline's pictures.
  private func flights(_ pictures: String, _ properties: String = "") throws -> [(x: Double, y: Double, count: Int)] {
    try lines(pictures, properties).compactMap { object in
      let points = object["detectedPoints"] as? [[String: Double]] ?? []
      return points.first.map { ($0["x", default: 0], $0["y", default: 0], points.count) }
    }
  }

  /// Returns the last line of each flight in a pipeline's pictures.
  private func lines(_ pictures: String, _ properties: String = "") throws -> [[String: Any]] {
    let lines = folder.path("flights.jsonl")
    let result = try Program.gst(
      "filesrc location=\(clip) ! decodebin ! \(pictures) ! trajectorydetect \(properties) "
        + "! trackpublish location=\(lines) ! fakesink"
    ).run()
    try #require(result.status == 0, "\(pictures): \(result.output)")
    return try String(contentsOfFile: lines, encoding: .utf8).split(separator: "\n").filter { $0.contains("\"ended\"") }
      .compactMap { line in
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      }
  }

  /// Read in place and as a copy, upright and lying.
  @Test(arguments: ["I420", "RGB"], [false, true])
  func pixelsThatAreNotSquareAreMeasuredAsTheyAreShown(_ format: String, _ isTurned: Bool) throws {
    let (angles, squeezed) = (
      try launchAngles("videoconvert"),
      try launchAngles(
        "videoconvert ! videoscale ! video/x-raw,width=224,pixel-aspect-ratio=10/7"
          + "\(isTurned ? " ! videoflip video-direction=90l" : "") ! videoconvert ! video/x-raw,format=\(format)",
        isTurned ? "orientation=right" : "")
    )
    #expect(angles.count == 2 && squeezed.count == 2)
    for (one, other) in zip(angles, squeezed) { #expect(abs(one - other) < 1, "\(one) and \(other)") }
  }

  private func launchAngles(_ pictures: String, _ properties: String = "") throws -> [Double] {
    try lines(pictures, properties).map { line in
      let pixels = (line["measures"] as? [String: Any])?["pixels"] as? [String: [String: Double]]
      return try #require(pixels?["launchAngle"]?["value"])
    }
  }

  /// The trackers see the same eight bits.
  @Test(arguments: ["I420_10LE", "P010_10LE", "I420_12LE", "P016_LE"])
  func moreBitsAreReadAsEight(_ format: String) throws {
    let plain = try flights("videoconvert ! video/x-raw,format=I420")
    #expect(plain.count == 2)
    let deep = try flights("videoconvert dither=none ! video/x-raw,format=\(format)")
    #expect(deep.count == plain.count)
    for (one, other) in zip(plain, deep) {
      #expect(abs(one.x - other.x) < 1e-6 && abs(one.y - other.y) < 1e-6 && one.count == other.count)
    }
  }

  @Test(arguments: [
    "I422_10LE", "Y444_10LE", "GRAY16_LE", "RGB", "BGRx", "GBR", "UYVY", "NV16", "v210", "NV12_4L4", "NV12_32L32",
    "NV12_16L32S", "RGB8P",
  ])
  func otherFormatsAreTaken(_ format: String) throws {
    #expect(try flights("videoconvert ! video/x-raw,format=\(format)").count == 2)
  }

  /// Tiles, whose strides are numbers of tiles, and numbers of colors in a table: read and drawn on, also where the last tiles are cut off.
  @Test(arguments: ["NV12_4L4", "NV12_32L32", "NV12_16L32S", "NV12_64Z32", "NV12_8L128", "NV12_10BE_8L128", "RGB8P"])
  func picturesWithoutRowsAreDrawnOn(_ format: String) throws {
    let drawn = folder.path("drawn.rgb")
    let result = try Program.gst(
      "videotestsrc num-buffers=3 pattern=black ! video/x-raw,format=\(format),width=192,height=96 "
        + "! objecttrack objects=0.2,0.2,0.5,0.5 ! trackoverlay ! videoconvert ! video/x-raw,format=RGB "
        + "! filesink location=\(drawn)", quiet: false
    ).run()
    #expect(result.status == 0 && !result.output.contains("WARNING"), "\(result.output)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: drawn))
    #expect(bytes.count { $0 > 100 } > 100, "the box on black")
  }

  /// A copy of an interlaced picture is interlaced, too.
  @Test(arguments: ["UYVY", "RGB", "GRAY16_LE"], ["interleaved", "mixed"])
  func interlacedPicturesAreRead(_ format: String, _ mode: String) throws {
    let lines = folder.path("interlaced.jsonl")
    let caps = "video/x-raw,format=\(format),width=320,height=240,interlace-mode=\(mode)"
    let result = try Program.gst(
      "videotestsrc num-buffers=3 ! \(caps) ! trajectorydetect ! trackpublish location=\(lines) ! fakesink"
    ).run()
    #expect(result.status == 0, "\(result.output)")
    #expect(try String(contentsOfFile: lines, encoding: .utf8).contains("\"frames\":3,\"analyzed\":3,"))
  }

  /// The script and the README's line with what phones and editors write.
  @Test(arguments: [
    ("video/x-raw,format=I420_10LE ! x264enc speed-preset=ultrafast ! matroskamux", "deep.mkv"),
    ("video/x-raw,format=RGB ! pngenc ! qtmux", "rgb.mov"),
  ])
  func annotateFileTakesThem(_ encoder: String, _ name: String) throws {
    let (input, output) = (folder.path(name), folder.path("annotated.mkv"))
    let made = try Program.gst(
      "filesrc location=\(clip) ! decodebin ! videoconvert ! \(encoder) ! filesink location=\(input)"
    ).run()
    try #require(made.status == 0, "\(made.output)")
    let script = Program.sources.appendingPathComponent("../../../pipelines/elements/annotate-file.sh").standardized
      .path
    let result = try Program("/usr/bin/env", ["timeout", "-s", "KILL", "60", script, input, output]).run()
    #expect(result.status == 0, "\(result.output)")
    let played = try Program.gst(
      "filesrc location=\(output) ! decodebin ! fakesink silent=false sync=false -v", quiet: false
    ).run()
    #expect(played.output.split(separator: "\n").count { $0.contains("last-message = chain") } == FlightClip.frames)
  }

  /// The scripts with a film as a phone writes it that is held upright.
  @Test func scriptsFollowTheTag() throws {
    let (film, video, lines) = (folder.path("turned.mp4"), folder.path("out.mkv"), folder.path("out.jsonl"))
    let made = try Program.gst(
      "filesrc location=\(clip) ! decodebin ! videoconvert ! videoflip video-direction=90l ! x264enc "
        + "! mp4mux ! filesink location=\(film)"
    ).run()
    try #require(made.status == 0, "\(made.output)")
    try markAsTurned(film)
    for (name, output) in [("publish", lines), ("annotate-file", video)] {
      let script = Program.sources.appendingPathComponent("../../../pipelines/elements/\(name).sh").standardized.path
      let result = try Program("/usr/bin/env", ["timeout", "-s", "KILL", "60", script, film, output]).run()
      #expect(result.status == 0, "\(result.output)")
    }
    let ended = try String(contentsOfFile: lines, encoding: .utf8).split(separator: "\n").count {
      $0.contains("\"ended\"")
    }
    #expect(ended == 2)
    let size = "video/x-raw,width=320,height=176"
    let played = try Program.gst("filesrc location=\(video) ! decodebin ! \(size) ! fakesink sync=false").run()
    #expect(played.status == 0, "\(played.output)")
  }

  @Test func orientationFollowsTheTag() throws {
    let upright = try flights("videoconvert")
    let turned = "videoflip video-direction=90l ! taginject tags=\"image-orientation=(string)rotate-90\""
    let followed = try flights(turned, "orientation=auto")
    #expect(upright.count == 2 && followed.count == 2)
    for (one, other) in zip(upright, followed) {
      #expect(abs(one.x - other.x) < 0.05 && abs(one.y - other.y) < 0.05, "\(one) \(other)")
    }
    // Without a tag, the picture stands upright.
    #expect(try flights("videoconvert", "orientation=auto").map(\.count) == upright.map(\.count))
  }
}

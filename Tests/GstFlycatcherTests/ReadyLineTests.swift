// The scripts in pipelines/elements and the commands in the documentation, run as written, with files in place of cameras and
// other sinks in place of windows.
import Foundation
import TestSupport
import Testing

struct ReadyLineTests {
  private let folder: Folder
  private var input: String { folder.path("input.mp4") }

  init() throws {
    folder = try Folder()
    let made = try Program.gst(
      "videotestsrc num-buffers=60 pattern=ball ! video/x-raw,format=I420,width=320,height=240,framerate=30/1 "
        + "! x264enc ! mp4mux ! filesink location=\(input)"
    ).run()
    try #require(made.status == 0, "\(made.output)")
  }

  private static func script(_ name: String) -> String {
    Program.sources.appendingPathComponent("../../../pipelines/elements/\(name).sh").standardized.path
  }

  private func line(_ name: String, _ arguments: [String], _ additions: [String: String] = [:]) throws {
    let result = try Program("/usr/bin/env", ["timeout", "-s", "KILL", "60", Self.script(name)] + arguments).run(
      additions)
    #expect(result.status == 0, "\(result.output)")
    try? #require(!result.output.contains("WARNING"), "\(result.output)")
  }

  /// Returns the number of pictures in a file.
  private func pictures(_ path: String) throws -> Int {
    let result = try Program.gst(
      "filesrc location=\(path) ! decodebin ! fakesink silent=false sync=false -v", quiet: false
    ).run()
    return result.output.split(separator: "\n").filter { $0.contains("last-message = chain") }.count
  }

  @Test func annotateFile() throws {
    let output = folder.path("output.mkv")
    try line("annotate-file", [input, output])
    #expect(try pictures(output) == 60)
  }

  @Test func record() throws {
    try line("record", ["file://\(input)", folder.path("part")])
    #expect(try pictures(folder.path("part-00000.mp4")) == 60)
  }

  @Test func publish() throws {
    let output = folder.path("output.jsonl")
    try line("publish", [input, output])
    let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    #expect(
      lines.first
        == "{\"type\":\"stream\",\"version\":1,\"source\":\"input.mp4\",\"width\":320,\"height\":240,\"framerate\":\"30/1\"}"
    )
    #expect(lines.last?.hasPrefix("{\"type\":\"summary\",\"frames\":60,\"analyzed\":60,\"skipped\":0,") == true)
  }

  /// A camera of a real server in, a publication to it out, read back from there.
  @Test func rtsp() throws {
    let program = Program.sources.appendingPathComponent("rtsp.py").path
    let result = try Program(
      "/usr/bin/env", ["timeout", "-s", "KILL", "120", "/usr/bin/python3", program, Self.script("rtsp")]
    ).run()
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func point() throws { try line("point", ["file://\(input)"], ["SINK": "fakesink"]) }

  @Test func watch() throws { try line("watch", ["file://\(input)"], ["SINK": "fakesink"]) }

  @Test func followDetections() throws {
    let output = folder.path("output.mkv")
    try line("follow-detections", [input, output, "identity"])
    #expect(try pictures(output) == 60)
  }

  @Test(.enabled(if: hasElement("facedetect"))) func followFaces() throws {
    let face = try faceClip()
    let output = folder.path("face.mkv")
    try line("follow-detections", [face, output])
    #expect(try pictures(output) == FaceClip.frames)
    #expect(try colorfulPixels(output) > 1000, "the face is gray, its box is not")
  }

  @Test(.enabled(if: hasElement("facedetect"))) func facesAreNominatedAndFollowed() throws {
    let output = URL(fileURLWithPath: folder.path("face.jsonl"))
    let result = try Program.gst(
      "filesrc location=\(try faceClip()) ! decodebin ! videoconvert ! facedetect display=false updates=none ! videoconvert "
        + "! objecttrack ! trackpublish location=\(output.path) ! fakesink"
    ).run()
    #expect(result.status == 0, "\(result.output)")
    var frames: Set<Int> = []
    for line in try String(contentsOf: output, encoding: .utf8).split(separator: "\n") {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard object["type"] as? String == "object", object["state"] as? String != "ended" else { continue }
      let (frame, box) = (
        try #require(object["frame"] as? Int), try #require(object["boundingBox"] as? [String: Double])
      )
      frames.insert(frame)
      #expect(object["label"] as? String == "face")
      let center = FaceClip.center(frame)
      let place = (
        x: box["x", default: 0] + box["width", default: 0] / 2, y: box["y", default: 0] + box["height", default: 0] / 2
      )
      #expect(abs(place.x * Double(FaceClip.width) - center.x) < 12, "frame \(frame)")
      #expect(abs(place.y * Double(FaceClip.height) - center.y) < 12, "frame \(frame)")
    }
    #expect(frames.count == FaceClip.frames)
  }

  private func faceClip() throws -> String {
    let (raw, clip) = (URL(fileURLWithPath: folder.path("face.raw")), folder.path("face.mp4"))
    try FaceClip.pictures().write(to: raw)
    let made = try Program.gst(
      "filesrc location=\(raw.path) ! rawvideoparse format=gray8 width=\(FaceClip.width) height=\(FaceClip.height) "
        + "framerate=30/1 ! videoconvert ! x264enc ! mp4mux ! filesink location=\(clip)"
    ).run()
    try #require(made.status == 0, "\(made.output)")
    return clip
  }

  /// Returns the number of pixels of a video that are not gray.
  private func colorfulPixels(_ path: String) throws -> Int {
    let raw = URL(fileURLWithPath: folder.path("picture.raw"))
    let result = try Program.gst(
      "filesrc location=\(path) ! decodebin ! videoconvert ! video/x-raw,format=RGB ! filesink location=\(raw.path)"
    ).run()
    try #require(result.status == 0, "\(result.output)")
    let pixels = [UInt8](try Data(contentsOf: raw))
    return stride(from: 0, to: pixels.count - 2, by: 3).count { at in
      let color = pixels[at...at + 2]
      return (color.max() ?? 0) - (color.min() ?? 0) > 60
    }
  }

  /// As they are written, with another sink in place of a window.
  @Test(arguments: ["docs/elements.md", "README.md"]) func commandsInTheDocumentation(page: String) throws {
    let path = Program.sources.appendingPathComponent("../../../\(page)").standardized
    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    let commands = lines.filter { $0.hasPrefix("gst-launch-1.0 ") }
    #expect(!commands.isEmpty)
    for name in ["toss.mp4", "match.mp4", "desk.mp4"] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: input)
    }
    for command in commands {
      let line = command.replacingOccurrences(of: "autovideosink", with: "fakesink")
      let result = try Program(
        "/bin/sh", ["-c", "cd \(folder.path(".")) && exec timeout -s KILL 60 \(line)"]
      ).run()
      #expect(result.status == 0 && !result.output.contains("WARNING"), "\(line)\n\(result.output)")
    }
  }

  @Test func metadataPadGoesIntoAMuxer() throws {
    let output = folder.path("output.mkv")
    let result = try Program.gst(
      "filesrc location=\(input) ! decodebin ! trajectorydetect ! trackpublish name=p ! queue ! x264enc ! queue ! mux. "
        + "p.metadata ! queue ! mux. matroskamux name=mux ! filesink location=\(output)"
    ).run()
    #expect(result.status == 0, "\(result.output)")
    let text = try Program.gst(
      "filesrc location=\(output) ! matroskademux name=d d.subtitle_0 ! fakesink dump=true sync=false", quiet: false
    ).run().output
    // The demuxer gives text as markup; one line each for the stream and the summary.
    #expect(text.split(separator: "\n").filter { $0.contains("{&quot;type&quot") }.count == 2, "\(text)")
  }
}

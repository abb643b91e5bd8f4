// The scripts in pipelines/elements, run as written, with a file in place of cameras and a sink in place of windows.
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

  private func line(_ name: String, _ arguments: [String], _ additions: [String: String] = [:]) throws {
    let script = Program.sources.appendingPathComponent("../../../pipelines/elements/\(name).sh").standardized.path
    let result = try Program("/usr/bin/env", ["timeout", "60", script] + arguments).run(additions)
    #expect(result.status == 0, "\(result.output)")
    try? #require(!result.output.contains("WARNING"), "\(result.output)")
  }

  /// How many pictures a file holds.
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

  @Test func watch() throws { try line("watch", ["file://\(input)"], ["SINK": "fakesink"]) }

  @Test func followDetections() throws {
    let output = folder.path("output.mkv")
    try line("follow-detections", [input, output])
    #expect(try pictures(output) == 60)
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

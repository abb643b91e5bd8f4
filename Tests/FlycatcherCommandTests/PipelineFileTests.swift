import Foundation
import TestSupport
import Testing

/// Each file in pipelines/ runs as written, with files in place of cameras and windows.
@Suite struct PipelineFileTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  private func run(_ name: String, _ values: String...) throws -> Outcome {
    try Running(command, ["run", package + "/pipelines/\(name).launch"] + values.flatMap { ["--set", $0] }).outcome()
  }

  @Test func everyFileIsTested() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: package + "/pipelines")
    #expect(
      files.filter { $0.hasSuffix(".launch") }.sorted() == [
        "annotate-file.launch", "follow-object.launch", "metadata-to-json.launch", "record-camera.launch",
        "scan-rectangle.launch", "watch-window.launch",
      ])
  }

  @Test func annotateFile() throws {
    let output = folder.path("an output.mkv")
    let outcome = try run("annotate-file", "INPUT=\(try Clips.toss())", "OUTPUT=\(output)")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try framesPlayed(output) == Clips.frameCount)
  }

  @Test func annotateFileWithAnotherEncoder() throws {
    let output = folder.path("out.mkv")
    let outcome = try run(
      "annotate-file", "INPUT=\(try Clips.toss())", "OUTPUT=\(output)",
      "ENCODER=vp8enc deadline=1 target-bitrate=8000000")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try framesPlayed(output) == Clips.frameCount)
  }

  @Test func watchWindow() throws {
    let outcome = try run("watch-window", "SOURCE=\(try Clips.source())", "SINK=fakesink")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("\(Clips.frameCount) frames"))
  }

  @Test(.enabled(if: !["/dev/dri", "/dev/fb0"].contains(where: FileManager.default.fileExists)))
  func watchWindowWithoutADisplay() throws {
    let line = "env -u DISPLAY -u WAYLAND_DISPLAY '\(command)' run '\(package)/pipelines/watch-window.launch'"
    let outcome = try Running("/bin/sh", ["-c", line]).outcome()
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("no display"))
  }

  @Test func recordCamera() throws {
    let output = folder.path("out.mkv")
    let camera =
      "videotestsrc is-live=true num-buffers=30 pattern=ball ! video/x-raw,width=160,height=96,framerate=30/1"
    let outcome = try run("record-camera", "SOURCE=\(camera)", "OUTPUT=\(output)")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try framesPlayed(output) == 30)
  }

  @Test func metadataToJSON() throws {
    let output = folder.path("out.jsonl")
    let outcome = try run("metadata-to-json", "INPUT=\(try Clips.toss())", "OUTPUT=\(output)")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = try jsonLines(contents(output))
    #expect(lines.first?["type"] as? String == "stream")
    #expect(lines.count(where: { $0["state"] as? String == "ended" }) == 2)
    #expect(lines.last?["frames"] as? Int == Clips.frameCount)
  }

  /// A film as a phone writes it that is held upright: stored lying, with a tag.
  @Test func filmsAreTurnedAsTheirTagSays() throws {
    let (film, video, lines) = (folder.path("turned.mp4"), folder.path("out.mkv"), folder.path("out.jsonl"))
    try shell(
      "gst-launch-1.0 -q \(try Clips.source()) ! videoflip video-direction=90l ! x264enc speed-preset=ultrafast "
        + "! mp4mux ! filesink location='\(film)'")
    try markAsTurned(film)
    for (name, output) in [("annotate-file", video), ("metadata-to-json", lines)] {
      let outcome = try run(name, "INPUT=\(film)", "OUTPUT=\(output)")
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    let stream = try #require(try jsonLines(contents(lines)).first)
    #expect(stream["width"] as? Int == 320 && stream["height"] as? Int == 176, "\(stream)")
    #expect(try jsonLines(contents(lines)).count(where: { $0["state"] as? String == "ended" }) == 2)
    try shell("gst-launch-1.0 -q filesrc location='\(video)' ! decodebin ! video/x-raw,width=320,height=176 ! fakesink")
  }

  @Test func followObject() throws {
    let (video, observations) = (folder.path("out.mkv"), folder.path("out.jsonl"))
    let outcome = try flycatcher(
      "run", package + "/pipelines/follow-object.launch", "--object", "0.3,0.3,0.2,0.3=wall", "--set",
      "INPUT=\(try Clips.toss())", "--set", "OUTPUT=\(video)", "--set", "OBSERVATIONS=\(observations)")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("wall"))
    #expect(try framesPlayed(video) == Clips.frameCount)
    let lines = try jsonLines(contents(observations))
    #expect(
      lines.count(where: { $0["type"] as? String == "object" && $0["state"] as? String != "ended" }) == Clips.frameCount
    )
  }

  @Test func scanRectangle() throws {
    let page = folder.path("page.png")
    let outcome = try flycatcher(
      "run", package + "/pipelines/scan-rectangle.launch", "--rectangles", "--unwarp", page, "--set",
      "SOURCE=\(try CardClip.source(in: folder))", "--set", "SINK=fakesink")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("rectangle"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: page)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func jsonIsWrittenBesideThePipelinesOwnOutput() throws {
    let outcome = try flycatcher(
      "run", package + "/pipelines/metadata-to-json.launch", "--set", "INPUT=\(try Clips.toss())", "--set",
      "OUTPUT=\(folder.path("own.jsonl"))", "--json", "-")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().count == jsonLines(contents(folder.path("own.jsonl"))).count)
  }

  @Test func theLinesAboutTheLastFrameAreAllWritten() throws {
    // A file that ends in mid-flight: at its last frame the flight goes on, ends, and is summed up.
    let (clip, output) = (folder.path("clip.mp4"), folder.path("out.jsonl"))
    try shell(
      """
      gst-launch-1.0 -q \(try Clips.source()) ! identity eos-after=26 \
      ! x264enc speed-preset=ultrafast bframes=0 quantizer=16 pass=quant ! h264parse ! mp4mux \
      ! filesink location='\(clip)'
      """)
    let outcome = try run("metadata-to-json", "INPUT=\(clip)", "OUTPUT=\(output)")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = try jsonLines(contents(output))
    #expect(lines.suffix(3).compactMap { $0["state"] as? String } == ["updated", "ended"])
    #expect(lines.last?["type"] as? String == "summary")
  }

  @Test func missingNamesAreListed() throws {
    let outcome = try run("annotate-file")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("--set INPUT=… --set OUTPUT=…"))
  }

  @Test func unknownNamesAreListed() throws {
    let outcome = try run("watch-window", "SINC=fakesink")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("${SINC}"))
  }
}

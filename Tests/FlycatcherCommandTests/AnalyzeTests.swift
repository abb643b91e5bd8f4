import Foundation
import TestSupport
import Testing

@Suite struct AnalyzeTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  @Test func jsonLinesTellTheStreamTheFlightsAndTheSummary() throws {
    let outcome = try flycatcher("analyze", try Clips.toss(), "--trajectories", "--json", "-")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = try outcome.jsonLines()
    let first = try #require(lines.first)
    #expect(first["type"] as? String == "stream")
    #expect(first["version"] as? Int == 1)
    #expect(first["width"] as? Int == 320)
    #expect(first["height"] as? Int == 176)
    #expect(first["framerate"] as? String == "60/1")
    let last = try #require(lines.last)
    #expect(last["type"] as? String == "summary")
    #expect(last["frames"] as? Int == Clips.frameCount)
    #expect(last["analyzed"] as? Int == Clips.frameCount)
    #expect(last["skipped"] as? Int == 0)
    let ended = lines.filter { $0["state"] as? String == "ended" }
    #expect(ended.count == 2)
    #expect(Set(lines.compactMap { $0["uuid"] as? String }).count == 2)
    #expect(outcome.errors.isEmpty)
  }

  @Test(arguments: [
    (["--direction", "leftToRight"], 1), (["--direction", "rightToLeft"], 1), (["--start-region", "0,0,0.4,1"], 1),
    (["--opening", "downward"], 2), (["--opening", "upward"], 0), (["--minimum-duration", "5"], 0),
    (["--minimum-net-displacement", "0.05"], 2),
  ])
  func theFilterKeepsTheFlightsThatCount(_ options: [String], _ count: Int) throws {
    let outcome = try Running(command, ["analyze", try Clips.toss(), "--json", "-"] + options).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    let ended = try outcome.jsonLines().filter { $0["state"] as? String == "ended" }
    #expect(ended.count == count)
  }

  @Test func withoutOutputsASummaryIsPrinted() throws {
    let outcome = try flycatcher("analyze", try Clips.toss())
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("flight"))
    #expect(outcome.output.contains("\(Clips.frameCount) frames in"))
    #expect(outcome.errors.isEmpty, "nothing but results where nobody watches")
  }

  @Test(arguments: ["out.mkv", "out.mp4"])
  func theAnnotatedVideoHasEveryFrameAndSomethingDrawnOnIt(_ name: String) throws {
    let output = folder.path(name)
    let outcome = try flycatcher("analyze", try Clips.toss(), "--annotate", output)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("\(Clips.frameCount) frames in"))
    #expect(try framesPlayed(output) == Clips.frameCount)
    let (before, after) = (folder.path("before"), folder.path("after"))
    try decode(try Clips.toss(), frame: 32, to: before)
    try decode(output, frame: 32, to: after)
    // The curve is green and the points are red: neither is in the gray scene.
    #expect(try saturation(before) < 40)
    #expect(try saturation(after) > 60)
  }

  @Test(arguments: ["openh264enc", "vp8enc", "x264enc bitrate=500 speed-preset=ultrafast"])
  func anotherEncoderIsTaken(_ encoder: String) throws {
    let output = folder.path("out.mkv")
    let outcome = try flycatcher("analyze", try Clips.toss(), "--annotate", output, "--encoder", encoder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try framesPlayed(output) == Clips.frameCount)
  }

  @Test func thePictureIsAPicture() throws {
    for (name, start) in [("out.png", Data([0x89, 0x50, 0x4E, 0x47])), ("out.svg", Data("<?xml".utf8))] {
      let outcome = try flycatcher("analyze", try Clips.toss(), "--picture", folder.path(name))
      #expect(outcome.code == 0, "\(outcome.errors)")
      let data = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
      #expect(data.starts(with: start))
      #expect(data.count > 2000)
    }
  }

  @Test func aPipelineOnStandardInputIsWatched() throws {
    let text = "# a comment\n\(try Clips.source()) ! appsink name=frames\n"
    let outcome = try Running(command, ["analyze", "-", "--json", "-"], input: text).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().last?["frames"] as? Int == Clips.frameCount)
  }

  @Test func aURIIsOpened() throws {
    let outcome = try flycatcher("analyze", "file://" + (try Clips.toss()), "--json", "-")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().last?["frames"] as? Int == Clips.frameCount)
  }

  @Test(arguments: ["jpegenc", "pngenc"])
  func aPictureIsOneFrame(_ encoder: String) throws {
    let path = folder.path("photo")
    let source = "videotestsrc num-buffers=1 ! video/x-raw,width=64,height=48"
    try shell("gst-launch-1.0 -q \(source) ! \(encoder) ! filesink location='\(path)'")
    let outcome = try flycatcher("analyze", path, "--json", "-")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().last?["frames"] as? Int == 1)
  }

  @Test(arguments: [
    "with space.mp4", "it's.mp4", #"a "quoted" one.mp4"#, #""all".mp4"#, #"back\slash.mp4"#, "wow!.mp4",
    "$HOME ${X}.mp4",
    "-dash.mp4", "ünïcode.mp4", "a=b;c(d).mp4", "# hash.mp4",
  ])
  func hardFileNamesAreTakenAsTheyAre(_ name: String) throws {
    try FileManager.default.copyItem(atPath: try Clips.toss(), toPath: folder.path(name))
    let outcome = try flycatcher(
      "analyze", "--json", "j " + name, "--annotate", "a " + name, "--", name, directory: folder.root)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try jsonLines(contents(folder.path("j " + name))).last?["frames"] as? Int == Clips.frameCount)
    #expect(size(folder.path("a " + name)) > 1000)
  }

  @Test func aTurnedVideoIsSeenUpright() throws {
    let turned = folder.path("turned.mp4")
    try shell(
      """
      gst-launch-1.0 -q filesrc location='\(try Clips.tossPixels())' \
      ! rawvideoparse format=i420 width=320 height=176 framerate=60/1 ! videoflip video-direction=90l \
      ! x264enc speed-preset=ultrafast quantizer=16 pass=quant ! h264parse ! mp4mux ! filesink location='\(turned)'
      """)
    try markAsTurned(turned)
    let outcome = try flycatcher("analyze", turned, "--json", "-")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = try outcome.jsonLines()
    #expect(lines.first?["width"] as? Int == 320)
    #expect(lines.count(where: { $0["state"] as? String == "ended" }) == 2)
    let told = try flycatcher("analyze", turned, "--orientation", "up", "--json", "-")
    #expect(try told.jsonLines().first?["width"] as? Int == 176)
  }

  /// One frame as RGB.
  private func decode(_ video: String, frame: Int, to path: String) throws {
    try shell(
      """
      gst-launch-1.0 -q filesrc location='\(video)' ! decodebin ! videoconvert \
      ! video/x-raw,format=RGB ! multifilesink location='\(path)-%d' max-files=0
      mv '\(path)-\(frame)' '\(path)' && rm -f '\(path)'-*
      """)
  }

  /// The largest difference between the color components of a pixel.
  private func saturation(_ path: String) throws -> Int {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var largest = 0
    for start in stride(from: 0, to: bytes.count - 2, by: 3) {
      let (red, green, blue) = (Int(bytes[start]), Int(bytes[start + 1]), Int(bytes[start + 2]))
      largest = max(largest, max(red, green, blue) - min(red, green, blue))
    }
    return largest
  }

  @Test(arguments: ["pngenc", "jpegenc", "avenc_bmp", "avenc_tiff"])
  func onePicture(_ encoder: String) throws {
    let path = folder.path("picture")
    try shell(
      "gst-launch-1.0 -q videotestsrc num-buffers=1 ! video/x-raw,width=320,height=240 ! videoconvert ! \(encoder) ! filesink location='\(path)'"
    )
    let lines = try flycatcher("analyze", path, "--json", "-").jsonLines()
    #expect(lines.first?["width"] as? Int == 320 && lines.last?["analyzed"] as? Int == 1)
  }

  /// Nothing is taken from its beginning before the pipeline reads it.
  @Test func aNamedPipe() throws {
    let path = folder.path("pipe")
    try shell("mkfifo '\(path)'")
    let feed = """
      gst-launch-1.0 -q filesrc location='\(try Clips.toss())' ! qtdemux ! h264parse ! mpegtsmux ! filesink location='\(path)' & \
      '\(command)' analyze '\(path)' --json -; wait
      """
    let outcome = try Running("/bin/sh", ["-c", feed]).outcome()
    #expect(try outcome.jsonLines().last?["frames"] as? Int == Clips.frameCount, "\(outcome.errors)")
  }
}

import Foundation
import TestSupport
import Testing

/// Whatever is put in: one clear message on standard error, the right code, no crash.
@Suite struct BadInputTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  // MARK: Files

  @Test func aMissingFile() throws {
    let path = folder.path("none.mp4")
    expect(try flycatcher("analyze", path), code: 1, saying: path, "no such file")
  }

  @Test func aFolder() throws {
    expect(try flycatcher("analyze", folder.root), code: 3, saying: "folder")
  }

  @Test func anEmptyFile() throws {
    let path = folder.path("empty.mp4")
    try Data().write(to: URL(fileURLWithPath: path))
    expect(try flycatcher("analyze", path), code: 3, saying: path, "empty")
  }

  @Test func aTextFile() throws {
    let path = folder.path("text.mp4")
    try "This is no video.\n".write(toFile: path, atomically: false, encoding: .utf8)
    expect(try flycatcher("analyze", path, "--json", "-"), code: 3, saying: "video")
  }

  @Test func noise() throws {
    let path = folder.path("noise.mp4")
    // The same in every run: by chance, another may pass for some format.
    var state: UInt32 = 1
    let bytes = (0..<100_000).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    expect(try flycatcher("analyze", path, "--json", "-"), code: 3, saying: "video")
  }

  @Test func soundAlone() throws {
    let path = folder.path("sound.wav")
    try shell("gst-launch-1.0 -q audiotestsrc num-buffers=20 ! wavenc ! filesink location='\(path)'")
    expect(try flycatcher("analyze", path, "--json", "-"), code: 3, saying: "video")
  }

  @Test func anAnimation() throws {
    let path = folder.path("animation.gif")
    try Data("GIF89a\u{10}\0\u{10}\0".utf8).write(to: URL(fileURLWithPath: path))
    for name in [path, "file://" + path] {
      expect(try flycatcher("analyze", name, "--json", "-"), code: 3, saying: path, "GIF")
    }
  }

  @Test func aServerThatIsNotThere() throws {
    let address = "http://127.0.0.1:1/toss.mp4"
    expect(try flycatcher("analyze", address, "--json", "-"), code: 1, saying: address, "server")
    // The results are handed on.
    let outcome = try flycatcher("analyze", "http://anna:secret@127.0.0.1:1/toss.mp4", "--json", "-")
    expect(outcome, code: 1, saying: "***@127.0.0.1")
    #expect(!outcome.output.contains("secret") && !outcome.errors.contains("secret"))
  }

  @Test func aPlaceThatNothingFills() throws {
    let pipeline = "videotestsrc num-buffers=${COUNT} ! appsink name=frames"
    expect(try flycatcher("analyze", "-", input: pipeline), code: 2, saying: "COUNT", "flycatcher run")
  }

  @Test(arguments: [0.3, 0.6, 0.95])
  func aTruncatedMP4(_ share: Double) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: try Clips.toss()))
    let path = folder.path("truncated.mp4")
    try whole.prefix(Int(Double(whole.count) * share)).write(to: URL(fileURLWithPath: path))
    expect(try flycatcher("analyze", path, "--json", folder.path("out")), code: 1)
    if size(folder.path("out")) > 0 { _ = try jsonLines(contents(folder.path("out"))) }
  }

  @Test(arguments: ["faststart=true", "fragment-duration=200"], [0.5, 0.9])
  func aTruncatedMP4ThatCanBePlayedIsAnalyzedUpToItsEnd(_ muxing: String, _ share: Double) throws {
    let (whole, path) = (folder.path("whole.mp4"), folder.path("truncated.mp4"))
    try shell(
      "gst-launch-1.0 -q filesrc location='\(try Clips.toss())' ! qtdemux ! h264parse ! mp4mux \(muxing) "
        + "! filesink location='\(whole)'")
    #expect(try framesPlayed(whole) == Clips.frameCount)
    let data = try Data(contentsOf: URL(fileURLWithPath: whole))
    try data.prefix(Int(Double(data.count) * share)).write(to: URL(fileURLWithPath: path))
    let outcome = try flycatcher("analyze", path, "--json", "-", "--annotate", folder.path("out.mkv"))
    expect(outcome, code: 1, saying: path, "too early")
    let frames = try #require(try outcome.jsonLines().last?["frames"] as? Int)
    #expect(frames > 10 && frames < Clips.frameCount)
    #expect(try framesPlayed(folder.path("out.mkv")) == frames)
  }

  @Test func aTruncatedMatroskaIsReadUpToItsEnd() throws {
    let (whole, path) = (folder.path("whole.mkv"), folder.path("truncated.mkv"))
    try shell(
      "gst-launch-1.0 -q filesrc location='\(try Clips.toss())' ! qtdemux ! h264parse ! matroskamux ! filesink location='\(whole)'"
    )
    let data = try Data(contentsOf: URL(fileURLWithPath: whole))
    try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: path))
    let outcome = try flycatcher("analyze", path, "--json", "-")
    expect(outcome, code: 1, saying: path, "too early")
    let frames = try #require(try outcome.jsonLines().last?["frames"] as? Int)
    #expect(frames > 20 && frames < Clips.frameCount)
  }

  @Test func anUnknownHost() throws {
    let outcome = try flycatcher("analyze", "rtsp://127.0.0.1:1/none", "--json", "-")
    #expect(outcome.code == 1 && outcome.signal == nil && !outcome.errors.isEmpty, "\(outcome.errors)")
  }

  // MARK: Frames

  @Test func noFramesAtAll() throws {
    let outcome = try Running(
      command, ["analyze", "-", "--json", "-"],
      input:
        "fakesrc num-buffers=0 ! capsfilter caps=video/x-raw,format=I420,width=64,height=64,framerate=30/1 ! appsink name=frames"
    ).outcome()
    expect(outcome, code: 1, saying: "no frames")
    #expect(try outcome.jsonLines().last?["frames"] as? Int == 0)
  }

  @Test(arguments: [
    "width=1,height=1", "width=2,height=2", "width=16,height=16", "width=17,height=33", "width=333,height=61",
  ])
  func smallAndOddSizes(_ size: String) throws {
    let output = folder.path("out.mkv")
    let outcome = try Running(
      command, ["analyze", "-", "--json", "-", "--annotate", output, "--picture", folder.path("out.png")],
      input:
        "videotestsrc num-buffers=20 pattern=ball ! video/x-raw,format=I420,framerate=30/1,\(size) ! appsink name=frames"
    ).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().last?["frames"] as? Int == 20)
    #expect(try framesPlayed(output) == 20)
  }

  @Test func eightK() throws {
    let size = "video/x-raw,format=I420,width=7680,height=4320,framerate=30/1"
    let outcome = try Running(
      command, ["analyze", "-", "--json", "-"],
      input: "videotestsrc num-buffers=1 pattern=black ! \(size) ! appsink name=frames"
    ).outcome(within: 150)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().last?["analyzed"] as? Int == 1)
  }

  @Test func aSizeThatChangesInMidStream() throws {
    let input = """
      concat name=c ! appsink name=frames
      videotestsrc num-buffers=30 pattern=ball ! video/x-raw,format=I420,width=320,height=240,framerate=30/1 ! c.
      videotestsrc num-buffers=30 pattern=ball ! video/x-raw,format=I420,width=160,height=96,framerate=30/1 ! c.
      """
    let outcome = try Running(command, ["analyze", "-", "--json", "-"], input: input).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().last?["frames"] as? Int == 60)
  }

  @Test(arguments: ["out.mkv", "out.mp4"])
  func aVideoKeepsItsFirstSize(_ name: String) throws {
    let input = """
      concat name=c ! appsink name=frames
      videotestsrc num-buffers=30 pattern=ball ! video/x-raw,format=I420,width=320,height=240,framerate=30/1 ! c.
      videotestsrc num-buffers=30 pattern=ball ! video/x-raw,format=I420,width=160,height=96,framerate=30/1 ! c.
      """
    let outcome = try Running(
      command, ["analyze", "-", "--json", "-", "--annotate", folder.path(name)], input: input
    ).outcome()
    expect(outcome, code: 0, saying: "320×240", "160×96")
    #expect(try outcome.jsonLines().last?["frames"] as? Int == 60)
    let again = try flycatcher("analyze", folder.path(name), "--json", "-")
    #expect(again.code == 0, "\(again.errors)")
    let lines = try again.jsonLines()
    #expect(lines.first?["width"] as? Int == 320 && lines.first?["height"] as? Int == 240)
    #expect(lines.last?["frames"] as? Int == 60)
  }

  @Test func timestampsThatGoBack() throws {
    let environment = try Detector.environment(in: folder)
    let input =
      "videotestsrc num-buffers=40 pattern=ball ! video/x-raw,format=I420,width=160,height=96,framerate=30/1 "
      + "! testboxes back=10 ! appsink name=frames"
    let outcome = try Running(
      "/usr/bin/env",
      environment + [command, "analyze", "-", "--json", "-", "--annotate", folder.path("out.mkv")], input: input
    ).outcome()
    expect(outcome, code: 0, saying: "time", "unanalyzed")
    let last = try #require(try outcome.jsonLines().last)
    #expect(last["frames"] as? Int == 40 && last["skipped"] as? Int == 4)
    #expect(try framesPlayed(folder.path("out.mkv")) > 30)
  }

  @Test func timestampsThatJump() throws {
    let input = """
      concat name=c adjust-base=false ! appsink name=frames
      videotestsrc num-buffers=30 pattern=ball ! video/x-raw,format=I420,width=160,height=96,framerate=30/1 ! c.
      videotestsrc num-buffers=30 pattern=ball timestamp-offset=7200000000000 \
      ! video/x-raw,format=I420,width=160,height=96,framerate=30/1 ! c.
      """
    let outcome = try Running(
      command, ["analyze", "-", "--json", "-", "--annotate", folder.path("out.mkv")], input: input
    ).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().last?["analyzed"] as? Int == 60)
    #expect(try framesPlayed(folder.path("out.mkv")) == 60)
  }

  @Test func framesWithoutTimestamps() throws {
    let output = folder.path("out.mkv")
    let outcome = try Running(
      command, ["analyze", "-", "--json", "-", "--annotate", output],
      input: """
        fakesrc num-buffers=5 sizetype=fixed sizemax=6144 filltype=zero format=bytes \
        ! video/x-raw,format=I420,width=64,height=64,framerate=0/1 ! appsink name=frames
        """
    ).outcome()
    expect(outcome, code: 1, saying: "time")
    _ = try outcome.jsonLines()
    #expect(!FileManager.default.fileExists(atPath: output), "a video without a frame is none")
  }

  // MARK: Settings

  @Test(arguments: [
    ("--trajectory-length", "4", "5"), ("--trajectory-length", "501", "500"), ("--trajectory-length", "many", "many"),
    ("--frame-analysis-spacing", "-1", "0"), ("--frame-analysis-spacing", "nan", "0"),
    ("--target-frame-time", "inf", "0"),
    ("--object-minimum-normalized-radius", "1.5", "1"), ("--object-maximum-normalized-radius", "-0.1", "0"),
    ("--minimum-confidence", "2", "1"), ("--region-of-interest", "0,0,2,1", "1"),
    ("--region-of-interest", "0,0,1", "x,y,w,h"), ("--region-of-interest", "a,b,c,d", "x,y,w,h"),
    ("--region-of-interest", "nan,0,1,1", "1"), ("--orientation", "sideways", "right"), ("--opacity", "7", "1"),
    ("--line-width", "1", "0.05"), ("--trajectory-style", "dots", "path"), ("--fade-in", "-3", "10"),
    ("--point-color", "red", "RRGGBB"), ("--encoder", "nothing", "--annotate"),
    ("--direction", "sideways", "leftToRight"), ("--start-region", "0,0,0,0", "0"), ("--opening", "shut", "upward"),
    ("--minimum-point-count", "-1", "0"), ("--minimum-duration", "-1", "0"), ("--minimum-net-displacement", "9", "1.5"),
  ])
  func aSettingOutOfRange(_ option: String, _ value: String, _ word: String) throws {
    let outcome = try flycatcher("analyze", try Clips.toss(), "\(option)=\(value)")
    expect(outcome, code: 2, saying: option, word)
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: [
    ["--opacity", "0.5"], ["--line-width", "0.01"], ["--clips", "clips", "--clean", "--no-shows-labels"],
  ])
  func aSettingOfWhatIsNotDrawn(_ options: [String]) throws {
    let outcome = try Running(
      command, ["analyze", try Clips.toss()] + options, directory: folder.root
    ).outcome()
    expect(outcome, code: 2, saying: "--opacity", "--annotate")
    #expect(outcome.output.isEmpty)
    let pipeline = "\(try Clips.source()) ! appsink name=frames"
    expect(try flycatcher("run", pipeline, "--opacity", "0.5"), code: 2, saying: "--opacity", "annotated")
    let drawn = pipeline + " appsrc name=annotated ! fakesink"
    #expect(try flycatcher("run", drawn, "--opacity", "0.5").code == 0)
  }

  @Test func anUnknownOption() throws {
    expect(
      try flycatcher("analyze", try Clips.toss(), "--trajectory-lenght", "8"), code: 2, saying: "--trajectory-length")
  }

  @Test(arguments: ["analyze", "run", "serve", "demo"]) func theAdviceNamesTheSubcommand(_ name: String) throws {
    expect(try flycatcher(name, "--no-such-option"), code: 2, saying: "flycatcher \(name) --help")
  }

  @Test func noInput() throws {
    expect(try flycatcher("analyze"), code: 2, saying: "input")
  }

  @Test func anUnknownSubcommand() throws {
    expect(try flycatcher("analyse", "x.mp4"), code: 2)
  }

  // MARK: Pipelines

  @Test(arguments: [
    ("videotestsrc ! fakesink", "frames"),
    ("videotestsrc ! appsink name=frames videotestsrc ! appsink name=frames", "frames"),
    ("videotestsrc ! nosuchelement ! appsink name=frames", "nosuchelement"),
    ("videotestsrc nosuchproperty=1 ! appsink name=frames", "nosuchproperty"),
    ("videotestsrc ! ! appsink name=frames", ""), ("", ""),
    ("videotestsrc ! identity name=frames ! fakesink", "frames"),
    ("audiotestsrc ! videoconvert ! appsink name=frames", ""), ("audiotestsrc ! appsink name=frames", "frames"),
  ])
  func aWrongPipeline(_ pipeline: String, _ word: String) throws {
    let outcome = try flycatcher("run", pipeline)
    expect(outcome, code: 2, saying: word.isEmpty ? "flycatcher" : word)
  }

  @Test func aMissingPipelineFile() throws {
    expect(try flycatcher("run", folder.path("none.launch")), code: 1, saying: "none.launch", "no such file")
  }

  // MARK: Outputs

  @Test(arguments: ["--json", "--annotate", "--picture"])
  func aFolderThatIsNotThere(_ option: String) throws {
    let ending = ["--json": "jsonl", "--annotate": "mkv", "--picture": "png"][option] ?? ""
    let outcome = try flycatcher("analyze", try Clips.toss(), option, folder.path("none/out.\(ending)"))
    expect(outcome, code: 1, saying: option, "no folder")
    #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
  }

  @Test(arguments: ["out.avi", "out", ".mkv.txt"])
  func aVideoOfAnUnknownKind(_ name: String) throws {
    expect(
      try flycatcher("analyze", try Clips.toss(), "--annotate", folder.path(name)), code: 2, saying: ".mkv", ".mp4")
  }

  @Test func anUnknownEncoder() throws {
    let outcome = try flycatcher(
      "analyze", try Clips.toss(), "--annotate", folder.path("a.mkv"), "--encoder", "nosuchenc")
    expect(outcome, code: 2, saying: "nosuchenc")
  }

  @Test func anEncoderWithMoreBehindIt() throws {
    let outcome = try flycatcher(
      "analyze", try Clips.toss(), "--annotate", folder.path("a.mkv"), "--encoder", "x264enc ! h264parse")
    expect(outcome, code: 2, saying: "encoder alone")
    #expect(!outcome.errors.contains("no element"), "\(outcome.errors)")
  }

  @Test(arguments: ["--csv", "--points-csv", "--report", "--picture", "--annotate", "--reel"])
  func whatIsNoStreamDoesNotGoToStandardOutput(_ option: String) throws {
    let outcome = try flycatcher("analyze", try Clips.toss(), option, "-", directory: folder.root)
    expect(outcome, code: 2, saying: option, "standard output")
    #expect(outcome.output.isEmpty && !FileManager.default.fileExists(atPath: folder.path("-")))
  }

  @Test(arguments: ["--json", "--annotate"])
  func aFullDisk(_ option: String) throws {
    let outcome = try flycatcher("analyze", try Clips.toss(), option, "/dev/full")
    expect(outcome, code: 1, saying: "disk")
  }

  /// A file that may not grow: as with a full disk, the last write stops in the middle.
  @Test(.disabled(if: Sanitizer.watchesThreads)) func whatWasWrittenUntilTheDiskWasFullIsWhole() throws {
    let (json, video) = (folder.path("out.jsonl"), folder.path("out.mkv"))
    let input =
      "videotestsrc num-buffers=600 pattern=snow ! video/x-raw,format=I420,width=160,height=96,framerate=30/1 "
      + "! appsink name=frames"
    func analyze(_ limit: Int, _ options: String) throws -> Outcome {
      let line = "trap '' XFSZ; ulimit -f \(limit); exec '\(command)' analyze - --object 0.2,0.2,0.4,0.4 \(options)"
      return try Running("/bin/bash", ["-c", line], input: input).outcome()
    }
    expect(try analyze(16, "--json '\(json)'"), code: 1, saying: json, "cannot be written")
    #expect(size(json) > 14_000 && size(json) <= 16_384)
    #expect(try contents(json).hasSuffix("}\n"))
    #expect(try jsonLines(contents(json)).count > 20)
    expect(try analyze(600, "--json '\(json)' --annotate '\(video)'"), code: 1)
    #expect(size(video) > 500_000)
    #expect(try framesPlayed(video, mayBeCutOff: true) > 20)
    #expect(try jsonLines(contents(json)).last?["type"] as? String == "summary")
  }

  @Test func aSinkThatCannotBeWritten() throws {
    let outcome = try flycatcher(
      "run",
      "\(try Clips.source()) ! appsink name=frames appsrc name=annotated ! filesink location=\(folder.path("none/x"))")
    expect(outcome, code: 1, saying: "none/x")
  }
}

import Foundation
import TestSupport
import Testing

/// Nothing that is read is written over, and what cannot be written is told.
@Suite struct OutputSafetyTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  @Test func theInputIsNotOverwritten() throws {
    let path = folder.path("toss.mp4")
    try FileManager.default.copyItem(atPath: try Clips.toss(), toPath: path)
    let before = size(path)
    expect(try flycatcher("analyze", path, "--annotate", folder.root + "/./toss.mp4"), code: 2, saying: "same file")
    expect(try flycatcher("analyze", path, "--json", path), code: 2, saying: "same file")
    #expect(size(path) == before)
  }

  @Test func twoOutputsInOneFile() throws {
    let path = folder.path("out.mkv")
    expect(
      try flycatcher("analyze", try Clips.toss(), "--annotate", path, "--json", path), code: 2, saying: "same file")
  }

  /// However the input is named: its address, a pipeline on standard input, a pipeline of the user's own.
  @Test func theInputOfAPipelineIsNotOverwritten() throws {
    let (path, link) = (folder.path("toss.mp4"), folder.path("link.mp4"))
    try FileManager.default.copyItem(atPath: try Clips.toss(), toPath: path)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let source = "filesrc location=\(path) ! decodebin ! videoconvert ! appsink name=frames"
    let uri = "file://\(path)"
    for output in [path, link] {
      expect(try flycatcher("analyze", uri, "--annotate", output), code: 2, saying: "input")
      expect(try flycatcher("analyze", uri, "--json", output), code: 2, saying: "--json", "input")
      expect(try flycatcher("analyze", uri, "--report", output), code: 2, saying: "--report", "input")
      for option in ["--annotate", "--json", "--csv", "--report"] {
        let line = "'\(command)' analyze - \(option) '\(output)' < '\(path)'"
        // What is no video by its name is refused for that.
        guard option != "--annotate" || output == path else { continue }
        expect(try Running("/bin/sh", ["-c", line]).outcome(), code: 2, saying: "input")
      }
      expect(try flycatcher("analyze", uri, "--rectangles", "--unwarp", output), code: 2, saying: "--unwarp", "input")
      expect(try flycatcher("analyze", "-", "--annotate", output, input: source), code: 2, saying: "input")
      expect(
        try flycatcher("run", "\(source) appsrc name=annotated ! filesink location=\(output)"), code: 2, saying: "input"
      )
      expect(try flycatcher("run", source, "--json", output), code: 2, saying: "--json", "input")
      expect(
        try flycatcher("run", "uridecodebin uri=\(uri) ! videoconvert ! appsink name=frames", "--json", output),
        code: 2, saying: "input")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func anOutputOfThePipelineIsNotOverwritten() throws {
    let path = folder.path("out.mkv")
    let pipeline = "\(try Clips.source()) ! appsink name=frames appsrc name=annotated ! filesink location=\(path)"
    expect(try flycatcher("run", pipeline, "--json", path), code: 2, saying: "same file")
  }

  @Test func aReaderThatGoesAway() throws {
    let outcome = try Running(
      "/bin/bash", ["-c", "set -o pipefail; '\(command)' analyze '\(try Clips.toss())' --json - | head -1"]
    )
    .outcome()
    #expect(outcome.code == 1, "\(outcome.errors)")
    #expect(try outcome.jsonLines().count == 1)
  }

  @Test(arguments: ["", "--json -"])
  func standardOutputOnAFullDisk(_ options: String) throws {
    let outcome = try Running(
      "/bin/sh", ["-c", "'\(command)' analyze '\(try Clips.toss())' \(options) > /dev/full"]
    ).outcome()
    expect(outcome, code: 1, saying: "standard output")
  }

  @Test func aClosedStandardOutputIsNotTakenForAFile() throws {
    let (json, video) = (folder.path("out.jsonl"), folder.path("out.mkv"))
    let analyze = "'\(command)' analyze '\(try Clips.toss())'"
    expect(try Running("/bin/sh", ["-c", "\(analyze) >&-"]).outcome(), code: 1, saying: "standard output")
    let outcome = try Running(
      "/bin/sh", ["-c", "\(analyze) --json '\(json)' --annotate '\(video)' <&- >&- 2>&-"]
    ).outcome()
    #expect(outcome.code == 0)
    #expect(try jsonLines(contents(json)).last?["frames"] as? Int == Clips.frameCount)
    #expect(try framesPlayed(video) == Clips.frameCount)
  }

  /// On a terminal the progress bar and the lines share one screen: each line begins at the left.
  @Test func theProgressBarGivesWayToLines() throws {
    let camera =
      "videotestsrc num-buffers=40 pattern=ball ! \(Clips.caps),framerate=30/1 ! identity sleep-time=30000 ! appsink name=frames"
    try camera.write(toFile: folder.path("camera"), atomically: false, encoding: .utf8)
    let outcome = try onTerminal(
      "'\(command)' analyze - --json - --object 0.2,0.2,0.4,0.4 < '\(folder.path("camera"))'", in: folder)
    #expect(outcome.output.contains("frames/s"))
    let lines = outcome.output.split(whereSeparator: \.isNewline).filter { $0.contains("{") }
    #expect(lines.count == 42)
    for line in lines {
      let shown = line.components(separatedBy: "\r").last?.replacingOccurrences(of: "\u{1B}[K", with: "")
      #expect(shown?.hasPrefix("{") == true, "\(line)")
    }
  }
}

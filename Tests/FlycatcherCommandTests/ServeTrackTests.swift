// The cues beside a recording in a real browser, and the line about a service on a terminal.
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct ServeTrackTests {
  @Test(.enabled(if: ReportTests.hasBrowser), .timeLimit(.minutes(4))) func aBrowserReadsTheCues() throws {
    let folder = try Folder()
    let recordings = folder.path("recordings")
    let serving = try Serving([try Clips.toss(), "--record", recordings, "--record-format", "mp4", "--webvtt"])
    #expect(try serving.program.outcome(within: 60).code == 0)
    let video = try #require(
      try FileManager.default.contentsOfDirectory(atPath: recordings).first { $0.hasSuffix(".mp4") })
    let program = package + "/Tests/FlycatcherCommandTests/Programs/webvtt_track.py"
    let arguments = [program, recordings, video, video.replacing(".mp4", with: ".vtt")]
    let outcome = try Running("/usr/bin/python3", arguments).outcome(within: 180)
    let told = try #require(try jsonLines(outcome.output).first, "\(outcome.errors)")
    let cues = try #require(told["cues"] as? [[String: Any]])
    #expect(cues.count >= 30)
    var trajectories = 0
    for cue in cues {
      let start = try #require(cue["start"] as? Double)
      #expect(start < cue["end"] as? Double ?? 0)
      for line in cue["lines"] as? [[String: Any]] ?? [] where line["type"] as? String == "trajectory" {
        trajectories += 1
        // The cue is there with the picture in which the ball was seen; cues count in milliseconds.
        let time = try #require(line["time"] as? Double)
        #expect(abs(time - start) <= 0.002, "\(time) \(start)")
      }
    }
    #expect(trajectories >= 30)
    // Where the picture is, its cue is active.
    let now = try #require(told["now"] as? Double)
    let active = try #require(told["active"] as? [[String: Any]])
    #expect(active.contains { abs(($0["time"] as? Double ?? -1) - now) <= 0.05 }, "\(now): \(active)")
    #expect(abs((told["duration"] as? Double ?? 0) - Double(Clips.frameCount) / 60) < 0.3, "\(told["duration"] ?? "")")
  }

  @Test(.timeLimit(.minutes(1))) func aTerminalShowsHowItGoes() throws {
    let folder = try Folder()
    let (seen, dark) = (folder.path("seen"), try Camera.freePort())
    let line =
      "'\(command)' serve '\(try Clips.toss())' --loop --port 0 --mount /dark=rtsp://127.0.0.1:\(dark)/none"
    let terminal = try Running("/usr/bin/script", ["-qefc", line, seen])
    let deadline = Date() + 30
    var text = ""
    while !(text.contains("frames/s") && text.contains("/dark no picture")), Date() < deadline {
      usleep(100_000)
      text = try contents(seen)
    }
    #expect(text.contains("/live ") && text.contains("frames/s") && text.contains("/dark no picture"), "\(text)")
    #expect(text.contains("0 clients"))
    // Lines of the log begin at the margin, whatever stood there.
    #expect(text.contains("\r\u{1B}[K20"))
    terminal.send(SIGTERM)
    _ = try terminal.outcome(within: 20)
  }
}

// A process that is granted little, and one that is started in an unusual way.
import Foundation
import TestSupport
import Testing

@Suite struct LimitsTests {
  /// Runs a shell line in which `$flycatcher` is the command.
  private func script(_ line: String) throws -> Outcome {
    try Running("/bin/sh", ["-c", "flycatcher='\(command)'; \(line)"]).outcome()
  }

  /// Runs the command on a live pipeline, and ends its terminal when it is at work.
  private func endTerminal(of pipeline: String, trap: String = "") throws -> Outcome {
    let folder = try Folder()
    return try withExtendedLifetime(folder) {
      let lines = folder.path("out.jsonl")
      return try script(
        """
        \(trap)"$flycatcher" run '\(pipeline)' --json '\(lines)' & pid=$!
        for wait in $(seq 200); do [ -s '\(lines)' ] && break; sleep 0.05; done
        kill -HUP $pid; wait $pid
        """)
    }
  }

  private let pipeline = "'videotestsrc num-buffers=9 ! appsink name=frames'"

  @Test(arguments: [5, 6, 8, 10, 12, 20])
  func fewFilesAreToldAndDoNoHarm(_ count: Int) throws {
    let outcome = try script("ulimit -n \(count); exec \"$flycatcher\" run \(pipeline)")
    expect(outcome, code: 1, saying: "ulimit -n", "\(count) files")
  }

  @Test(.disabled(if: Sanitizer.isPresent, "A sanitizer reserves more memory than that."))
  func littleMemoryIsToldAndDoesNoHarm() throws {
    let outcome = try script("ulimit -v 200000; exec \"$flycatcher\" analyze '\(try Clips.toss())'")
    expect(outcome, code: 1, saying: "ulimit -v", "195 MB")
  }

  @Test func aSoftLimitIsRaised() throws {
    let outcome = try script("ulimit -S -n 10; exec \"$flycatcher\" run \(pipeline)")
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  /// nohup ignores SIGHUP before it starts the command.
  @Test func theEndOfTheTerminalIsIgnoredWhereNohupAsksForIt() throws {
    let outcome = try endTerminal(
      of: "videotestsrc is-live=true num-buffers=45 ! appsink name=frames", trap: "trap '' HUP; ")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("45 frames"))
  }

  @Test func theEndOfTheTerminalEndsOthers() throws {
    let outcome = try endTerminal(of: "videotestsrc is-live=true ! appsink name=frames")
    #expect(outcome.code == 130, "\(outcome.errors)")
  }

  /// The progress bar keeps to one line of a narrow terminal.
  @Test func theProgressBarFitsTheTerminal() throws {
    let folder = try Folder()
    let film = folder.path("film.mkv")
    try shell(
      "gst-launch-1.0 -q videotestsrc num-buffers=600 ! video/x-raw,width=640,height=360,framerate=30/1 ! jpegenc "
        + "! matroskamux ! filesink location='\(film)'")
    let line = "stty cols 40; '\(command)' analyze '\(film)' --json '\(folder.path("json"))'"
    let lines = try onTerminal(line, in: folder).output.replacing("\u{1B}[K", with: "").split { $0.isNewline }
    let bars = lines.filter { $0.contains("%") }
    #expect(!bars.isEmpty && bars.allSatisfy { $0.count < 40 }, "\(bars)")
  }
}

// What a run leaves behind: the table at the end, the exit code, the header of a file whose writer was killed.
import Foundation
import TestSupport
import Testing

@Suite struct ResultTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  @Test func theSummaryIsPrintedBesideFiles() throws {
    let outcome = try flycatcher(
      "analyze", Clips.toss(), "--json", folder.path("a.jsonl"), "--annotate", folder.path("a.mkv"), "--picture",
      folder.path("a.png"))
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("flight") && outcome.output.contains("frames/s"))
  }

  @Test func theJSONLinesAreAloneOnStandardOutput() throws {
    let outcome = try flycatcher("analyze", Clips.toss(), "--json", "-")
    #expect(try outcome.jsonLines().last?["type"] as? String == "summary")
  }

  /// Until the end is known the header says nothing of it.
  @Test func theHeaderOfAKilledRecordingClaimsNoLength() throws {
    let path = folder.path("killed.mkv")
    // Slow enough to be killed in the middle, and with a length that is known.
    let film = folder.path("film.mkv")
    try shell(
      "gst-launch-1.0 -q videotestsrc num-buffers=3000 ! video/x-raw,width=640,height=360,framerate=30/1 ! jpegenc "
        + "! matroskamux ! filesink location='\(film)'")
    let running = try Running(command, ["analyze", film, "--annotate", path])
    let deadline = Date(timeIntervalSinceNow: 30)
    while size(path) < 20_000, Date() < deadline { usleep(10_000) }
    running.send(SIGKILL)
    #expect(try running.outcome().signal == SIGKILL)
    let header = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(2000)
    #expect(try Self.duration(inHeader: header) < 1)
    #expect(try framesPlayed(path, mayBeCutOff: true) > 0)
  }

  @Test func theHeaderOfAWholeRecordingTellsItsLength() throws {
    let path = folder.path("whole.mkv")
    #expect(try flycatcher("analyze", Clips.toss(), "--annotate", path).code == 0)
    let header = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(2000)
    #expect(try Self.duration(inHeader: header) > 500)
  }

  /// The `Duration` of a Matroska file in milliseconds; 0 where there is none.
  private static func duration(inHeader header: Data) throws -> Double {
    guard let place = header.range(of: Data([0x44, 0x89])) else { return 0 }
    let bytes = [UInt8](header[place.upperBound...].prefix(9))
    try #require(bytes.count == 9 && (bytes[0] == 0x88 || bytes[0] == 0x84))
    guard bytes[0] == 0x88 else {
      return Double(Float(bitPattern: bytes[1...4].reduce(0) { $0 << 8 | UInt32($1) }))
    }
    return Double(bitPattern: bytes[1...8].reduce(0) { $0 << 8 | UInt64($1) })
  }

  @Test func theExitCodesAreInTheHelpAndTheReadMe() throws {
    let help = try flycatcher("--help").output
    let readme = try contents(package + "/README.md")
    for (code, word) in [
      (0, "success"), (1, "another attempt"), (2, "wrong usage"), (3, "not a video"), (130, "interrupted"),
    ] {
      #expect(help.split(separator: "\n").contains { $0.contains("  \(code) ") && $0.contains(word) }, "\(help)")
      #expect(readme.split(separator: "\n").contains { $0.hasPrefix("| \(code) |") && $0.contains(word) }, "\(code)")
    }
  }
}

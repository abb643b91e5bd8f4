import Foundation
import TestSupport
import Testing

/// GStreamer's own count of its objects, at the end of the command.
@Suite struct LeakTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// Returns the leaks that GStreamer's tracer reports.
  private func leaks(_ arguments: String...) throws -> [Substring] {
    let environment = ["GST_TRACERS=leaks", "GST_DEBUG=GST_TRACER:7", "GST_DEBUG_NO_COLOR=1"]
    let outcome = try Running("/usr/bin/env", environment + [command] + arguments).outcome()
    #expect(outcome.code == 0, "\(outcome.errors.suffix(2000))")
    #expect(outcome.errors.contains("object-alive.class"), "the tracer was not at work")
    return outcome.errors.split(separator: "\n").filter { $0.contains("object-alive, type-name=(string)Gst") }
  }

  @Test func analyzeLeavesNothing() throws {
    let leaks = try leaks(
      "analyze", try Clips.toss(), "--trajectories", "--object", "0.4,0.4,0.2,0.2", "--json", folder.path("out.jsonl"),
      "--annotate", folder.path("out.mkv"), "--picture", folder.path("out.png"))
    #expect(leaks.isEmpty)
  }

  @Test func runLeavesNothing() throws {
    let leaks = try leaks(
      "run", package + "/pipelines/annotate-file.launch", "--set", "INPUT=\(try Clips.toss())", "--set",
      "OUTPUT=\(folder.path("out.mkv"))")
    #expect(leaks.isEmpty)
  }
}

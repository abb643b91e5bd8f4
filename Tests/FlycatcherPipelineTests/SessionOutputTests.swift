// Files that two would write, and what is said when a source or a window goes away.
import Flycatcher
import Foundation
import TestSupport
import Testing

@testable import FlycatcherPipeline
@testable import GStreamerSupport

@Suite(.timeLimit(.minutes(1))) struct SessionOutputTests {
  @Test func twoSessionsDoNotWriteOneFile() throws {
    let folder = try Folder()
    let path = folder.path("out.raw")
    let source = "videotestsrc is-live=true num-buffers=40 ! video/x-raw,format=GRAY8,width=32,height=32,framerate=25/1"
    let text = "\(source) ! appsink name=frames appsrc name=annotated ! filesink location=\(path)"
    let (first, second) = (try Session(pipeline: text, trackers: []), try Session(pipeline: text, trackers: []))
    var refusal: (any Error)?
    let statistics = try first.run { report in
      guard report.frame == 5 else { return }
      do {
        try second.run()
      } catch {
        refusal = error
      }
    }
    #expect((refusal as? PipelineError)?.code == .sameFile)
    #expect(statistics.frames == 40)
    // When the first has ended, the file is free again.
    try Session(pipeline: text, trackers: []).run()
  }

  @Test func twoDoNotWriteTheSameLines() throws {
    let folder = try Folder()
    let path = folder.path("out.jsonl")
    let lines = try JSONLines(path: path)
    try lines.write(StreamDescription(source: "first"))
    let error = #expect(throws: PipelineError.self) { try JSONLines(path: path) }
    #expect(error?.code == .sameFile)
    try lines.write(SessionStatistics())
    #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 2)
  }

  @Test func refusalClosesTheFile() throws {
    let folder = try Folder()
    let path = folder.path("refused.raw")
    let lock = try #require(try OutputLock.lock(path))
    #expect(throws: PipelineError.self) { try OutputLock.lock(path) }
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { number in
      // It may have been closed since.
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
      return target?.hasSuffix("/refused.raw") ?? false
    }
    #expect(open == 1)
    lock.release()
  }

  /// As rtspsrc says it when the camera is switched off.
  @Test func aCameraThatGoesAwayIsNoDirectory() {
    let fault = Fault(
      kind: .cannotWrite, message: "Could not write to resource.", details: "", element: "rtspsrc0", factory: "rtspsrc")
    for source in ["rtsp://camera/stream", "stream"] {
      let explanation = FaultExplanation(
        framesName: "frames", annotatedName: "annotated", source: source, hasFrames: true, isOutput: false)
      let error = explanation.error(for: fault)
      #expect(error.code == .connectionLost)
      #expect(error.description.contains("connection to \(source) was lost"), "\(error)")
      #expect(!error.description.contains("directory"))
    }
  }

  @Test func aFileThatCannotBeWrittenIsNoCamera() {
    let fault = Fault(
      kind: .cannotWrite, message: "Could not write.", details: "", element: "filesink0", factory: "filesink")
    let explanation = FaultExplanation(
      framesName: "frames", annotatedName: "annotated", source: "rtsp://camera/stream", hasFrames: true, isOutput: true)
    #expect(explanation.error(for: fault).code == .cannotWrite)
  }
}

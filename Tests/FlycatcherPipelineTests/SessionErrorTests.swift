// What goes wrong is said in one error, with a code, before anything runs where that is possible.
import Flycatcher
import FlycatcherPipeline
import Foundation
import GStreamerSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct SessionErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var code: PipelineError.Code
    var mentions: String
    var testDescription: String { text }
  }

  static let beforeRunning: [Case] = [
    Case(text: "", code: .invalidDescription, mentions: "no element"),
    Case(text: "videotestsrc ! ! appsink name=frames", code: .invalidDescription, mentions: "syntax"),
    Case(text: "videotestsrc ! nosuchelement ! appsink name=frames", code: .unknownElement, mentions: "nosuchelement"),
    // GStreamer's own parser reads through a null pointer where links refer to names and no element is made.
    Case(text: "a. ! b.", code: .missingElement, mentions: "named a"),
    Case(text: "~0.:0.:", code: .invalidDescription, mentions: "syntax"),
    Case(text: "nosuchelement a. ! b.", code: .unknownElement, mentions: "nosuchelement"),
    Case(text: "appsink=x a. ! b.", code: .invalidDescription, mentions: "syntax"),
    Case(text: "! a. ! appsink name=frames", code: .invalidDescription, mentions: "syntax"),
    Case(text: "videotestsrc ! b. appsink name=frames", code: .missingElement, mentions: "name"),
    Case(text: "vaapih264enc ! appsink name=frames", code: .unknownElement, mentions: "gstreamer1.0-vaapi"),
    Case(text: "videotestsrc ! fakesink", code: .missingElement, mentions: "appsink name=frames"),
    Case(text: "videotestsrc ! fakesink name=frames", code: .wrongElement, mentions: "fakesink"),
    Case(
      text: "videotestsrc ! appsink name=frames appsink name=annotated", code: .wrongElement, mentions: "appsrc"),
    Case(
      text: "videotestsrc ! appsink name=frames videotestsrc ! appsink name=frames", code: .duplicateName,
      mentions: "frames"),
    Case(text: "videotestsrc nosuch=1 ! appsink name=frames", code: .wrongProperty, mentions: "nosuch"),
    Case(text: "videotestsrc pattern=nosuch ! appsink name=frames", code: .wrongProperty, mentions: "nosuch"),
    Case(
      text: "filesrc location=/nonexistent/toss.mp4 ! decodebin ! appsink name=frames", code: .fileNotFound,
      mentions: "/nonexistent/toss.mp4"),
    Case(text: "filesrc location=/ ! decodebin ! appsink name=frames", code: .fileNotReadable, mentions: "directory"),
    Case(text: "filesrc ! decodebin ! appsink name=frames", code: .wrongProperty, mentions: "location"),
    Case(
      text: "uridecodebin uri=file:///nonexistent/a%20b.mp4 ! appsink name=frames", code: .fileNotFound,
      mentions: "a b.mp4"),
    Case(
      text: "videotestsrc ! appsink name=frames appsrc name=annotated ! filesink location=/nonexistent/out.mkv",
      code: .cannotWrite, mentions: "/nonexistent"),
    Case(text: "audiotestsrc ! appsink name=frames caps=audio/x-raw", code: .notNegotiated, mentions: "I420"),
    Case(text: "videotestsrc ! fakesink appsink name=frames", code: .notLinked, mentions: "frames"),
    Case(text: "videoconvert ! appsink name=frames", code: .notLinked, mentions: "No source"),
    Case(text: "appsrc name=annotated ! appsink name=frames", code: .notLinked, mentions: "No source"),
    Case(text: "videotestsrc ! appsink name=frames appsrc name=annotated", code: .notLinked, mentions: "annotated"),
    Case(
      text:
        "videotestsrc ! tee name=t ! appsink name=frames t. ! filesink location=/tmp/twice t. ! filesink location=/tmp/twice",
      code: .sameFile, mentions: "/tmp/twice"),
  ]

  @Test(arguments: beforeRunning)
  func saidBeforeAnythingRuns(_ example: Case) throws {
    let error = #expect(throws: PipelineError.self) { try Session(pipeline: example.text, trackers: []) }
    #expect(error?.code == example.code)
    #expect(error?.description.contains(example.mentions) == true, "\(error?.description ?? "")")
  }

  static let whileRunning: [Case] = [
    Case(
      text: "fakesrc num-buffers=5 sizetype=fixed sizemax=64 ! appsink name=frames", code: .notNegotiated,
      mentions: "raw video"),
    Case(
      text: "videotestsrc num-buffers=5 ! video/x-raw,format=RGB ! identity ! appsink name=frames",
      code: .notNegotiated, mentions: "videoconvert"),
    Case(
      text: "videotestsrc num-buffers=5 ! video/x-raw,format=GRAY8 ! appsink name=frames "
        + "appsrc name=annotated ! identity ! vp8enc ! fakesink", code: .notNegotiated,
      mentions: "videoconvert"),
    Case(
      text: "audiotestsrc num-buffers=5 ! identity ! appsink name=frames", code: .notNegotiated, mentions: "frames"),
    Case(
      text: "videotestsrc num-buffers=50 ! video/x-raw,format=I420 ! appsink name=frames "
        + "appsrc name=annotated ! filesink location=/dev/full", code: .diskFull, mentions: "disk"),
    Case(
      text: "videotestsrc num-buffers=5 ! video/x-raw,format=I420 ! identity error-after=3 ! appsink name=frames "
        + "appsrc name=annotated ! fakesink", code: .failed, mentions: "identity"),
  ]

  @Test(arguments: whileRunning)
  func saidWhenItHappens(_ example: Case) throws {
    let session = try Session(pipeline: example.text, trackers: [NotingTracker(notebook: Notebook())])
    let started = Moment.now
    let error = #expect(throws: PipelineError.self) { try session.run() }
    #expect(error?.code == example.code, "\(error?.description ?? "")")
    #expect(error?.description.contains(example.mentions) == true, "\(error?.description ?? "")")
    #expect(Moment.now - started < .seconds(10))
  }

  @Test func textIsNoVideo() throws {
    let folder = try Folder()
    let path = folder.path("notes.txt")
    try Data("Nothing to see here.\n".utf8).write(to: URL(filePath: path))
    let session = try Session(
      pipeline: "filesrc location=\(path) ! decodebin ! videoconvert ! appsink name=frames", trackers: [])
    #expect(throws: PipelineError.self) { try session.run() }
  }

  @Test func emptyFileIsNoVideo() throws {
    let folder = try Folder()
    let path = folder.path("empty.mp4")
    try Data().write(to: URL(filePath: path))
    let session = try Session(
      pipeline: "filesrc location=\(path) ! decodebin ! videoconvert ! appsink name=frames", trackers: [])
    let error = #expect(throws: PipelineError.self) { try session.run() }
    #expect(error?.code == .notVideo, "\(error?.description ?? "")")
  }

  @Test func soundAloneIsNoVideoStream() throws {
    let folder = try Folder()
    let path = folder.path("sound.wav")
    try run(
      "audiotestsrc num-buffers=10 ! wavenc ! filesink location=\(path) videotestsrc num-buffers=1 ! appsink name=frames"
    )
    let session = try Session(
      pipeline: "filesrc location=\(path) ! decodebin ! videoconvert ! appsink name=frames", trackers: [])
    let error = #expect(throws: PipelineError.self) { try session.run() }
    #expect(error?.code == .noVideoStream, "\(error?.description ?? "")")
  }

  @Test func truncatedMovieIsAnalyzedAsFarAsItGoesAndTheRecordingIsFinished() throws {
    let folder = try Folder()
    let (whole, part, out) = (folder.path("whole.mkv"), folder.path("part.mkv"), folder.path("out.mp4"))
    try run(
      "videotestsrc num-buffers=60 ! video/x-raw,format=I420,width=160,height=120 ! tee name=t ! queue ! x264enc "
        + "key-int-max=5 ! h264parse ! matroskamux ! filesink location=\(whole) t. ! queue ! appsink name=frames")
    let bytes = try Data(contentsOf: URL(filePath: whole))
    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: part))
    let notebook = Notebook()
    let session = try Session(
      pipeline: "filesrc location=\(part) ! decodebin ! videoconvert ! appsink name=frames "
        + "appsrc name=annotated ! videoconvert ! x264enc ! h264parse ! mp4mux ! filesink location=\(out)",
      trackers: [NotingTracker(notebook: notebook)])
    _ = try? session.run()
    #expect(notebook.entries.count > 5)
    let (_, statistics) = try run("filesrc location=\(out) ! decodebin ! videoconvert ! appsink name=frames")
    #expect(statistics.frames == notebook.entries.count)
  }

  @Test func sourceThatDiesLeavesAPlayableRecording() throws {
    let folder = try Folder()
    let path = folder.path("out.mp4")
    let session = try Session(
      pipeline: "videotestsrc ! video/x-raw,format=I420,width=160,height=120 ! identity error-after=30 "
        + "! appsink name=frames appsrc name=annotated ! videoconvert ! x264enc ! h264parse ! mp4mux "
        + "! filesink location=\(path)", trackers: [NotingTracker(notebook: Notebook())])
    #expect(throws: PipelineError.self) { try session.run() }
    let (_, statistics) = try run("filesrc location=\(path) ! decodebin ! videoconvert ! appsink name=frames")
    #expect(statistics.frames == session.statistics.frames && statistics.frames > 20)
  }

  @Test func framesWithoutTimestampsAreRefused() throws {
    let folder = try Folder()
    let path = folder.path("raw")
    try Data(count: 64 * 64 * 4).write(to: URL(filePath: path))
    let session = try Session(
      pipeline: "filesrc location=\(path) blocksize=4096 ! video/x-raw,format=GRAY8,width=64,height=64,framerate=0/1 "
        + "! appsink name=frames", trackers: [])
    let error = #expect(throws: PipelineError.self) { try session.run() }
    #expect(error?.code == .timestampNotFound, "\(error?.description ?? "")")
  }

  @Test func sessionRunsOnce() throws {
    let session = try Session(pipeline: "videotestsrc num-buffers=1 ! appsink name=frames", trackers: [])
    try session.run()
    let error = #expect(throws: PipelineError.self) { try session.run() }
    #expect(error?.code == .alreadyRun)
  }

  @Test func latencyOutOfRangeIsNamed() throws {
    var options = SessionOptions()
    options.maximumLatency = .seconds(11)
    let error = #expect(throws: PipelineError.self) {
      try Session(pipeline: "videotestsrc ! appsink name=frames", trackers: [], options: options)
    }
    #expect(error?.code == .wrongProperty)
  }
}

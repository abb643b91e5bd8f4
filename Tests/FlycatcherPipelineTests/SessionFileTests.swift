// Files: every frame is analyzed and goes on, whatever the speed of the two halves.
import Flycatcher
import FlycatcherPipeline
import Foundation
import GStreamerSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct SessionFileTests {
  static let source = "videotestsrc num-buffers=50 ! video/x-raw,format=I420,width=64,height=48,framerate=25/1"

  @Test func everyFrameIsAnalyzedInOrder() throws {
    let notebook = Notebook()
    let (reports, statistics) = try run("\(Self.source) ! appsink name=frames", [NotingTracker(notebook: notebook)])
    #expect(reports.map(\.frame) == Array(0..<50))
    #expect(notebook.entries.map(\.time.nanoseconds) == (0..<50).map { Int64($0) * 40_000_000 })
    #expect(statistics.frames == 50 && statistics.analyzed == 50 && statistics.skipped == 0)
    #expect(!statistics.isLive)
    #expect(notebook.pages.read { $0.finishes } == 1)
  }

  @Test func reportsCanBeAwaited() async throws {
    let session = try Session(
      pipeline: "\(Self.source) ! appsink name=frames", trackers: [NotingTracker(notebook: Notebook())])
    var count = 0
    for try await report in session.reports {
      #expect(report.frame == count)
      count += 1
    }
    #expect(count == 50)
    #expect(session.stream == StreamDescription(source: "videotestsrc", width: 64, height: 48, framerate: "25/1"))
  }

  /// Its queue holds three: whoever waited for room in it waited for ever.
  @Test func aSecondHalfThatEndsByItselfHoldsNothingUp() throws {
    let (reports, statistics) = try run(
      "\(Self.source) ! appsink name=frames  appsrc name=annotated num-buffers=5 ! fakesink",
      [NotingTracker(notebook: Notebook())])
    #expect(reports.count == 50 && statistics.analyzed == 50)
  }

  @Test func lastWordOfTheTrackersIsReported() throws {
    let (reports, statistics) = try run(
      "\(Self.source) ! appsink name=frames", [NotingTracker(notebook: Notebook(), reportsAtEnd: true)])
    #expect(reports.count == 51 && statistics.frames == 50)
    #expect(reports.last?.frame == 49 && reports.last?.observations.count == 1)
  }

  @Test(arguments: ["filesink location=%", "queue ! filesink location=%"])
  func pixelsGoOnUnchangedWithoutAnOverlay(_ sink: String) throws {
    let folder = try Folder()
    let (direct, through) = (folder.path("direct"), folder.path("through"))
    let tail = sink.replacingOccurrences(of: "%", with: through)
    try run(
      "\(Self.source) ! tee name=t ! queue ! filesink location=\(direct) t. ! queue ! appsink name=frames "
        + "appsrc name=annotated ! \(tail)", [NotingTracker(notebook: Notebook())])
    let written = try Data(contentsOf: URL(filePath: through))
    #expect(written.count == 50 * 64 * 48 * 3 / 2)
    #expect(try written == Data(contentsOf: URL(filePath: direct)))
  }

  @Test func slowSecondHalfLosesNothing() throws {
    let (reports, statistics) = try run(
      "\(Self.source) ! appsink name=frames appsrc name=annotated ! identity sleep-time=5000 ! fakesink",
      [NotingTracker(notebook: Notebook())])
    #expect(reports.count == 50 && statistics.analyzed == 50)
  }

  @Test func slowReaderSlowsTheFileAndLosesNothing() throws {
    let session = try Session(
      pipeline: "videotestsrc num-buffers=200 ! video/x-raw,width=32,height=32,format=GRAY8 ! appsink name=frames",
      trackers: [NotingTracker(notebook: Notebook())])
    var frames: [Int] = []
    try session.run { report in
      frames.append(report.frame)
      if frames.count < 20 {
        Thread.sleep(forTimeInterval: 0.01)
        #expect(session.statistics.frames <= frames.count + 64 + 4)
      }
    }
    #expect(frames == Array(0..<200))
  }

  @Test func recordingIsPlayable() throws {
    let folder = try Folder()
    let path = folder.path("out.mkv")
    try run(
      "\(Self.source) ! appsink name=frames appsrc name=annotated ! videoconvert ! x264enc ! h264parse "
        + "! matroskamux name=mux ! filesink location=\(path) appsrc name=metadata ! mux.",
      [NotingTracker(notebook: Notebook(), reportsBoxes: true)])
    let (again, statistics) = try run(
      "filesrc location=\(path) ! decodebin ! videoconvert ! appsink name=frames",
      [NotingTracker(notebook: Notebook())])
    #expect(statistics.frames == 50)
    #expect(again.first?.time == .zero)
  }

  /// The session's last reference goes with the loop.
  @Test func recordingIsPlayableWhenTheLoopIsLeft() async throws {
    let folder = try Folder()
    let path = folder.path("out.mp4")
    func record() async throws {
      let session = try Session(
        pipeline: "videotestsrc ! video/x-raw,format=I420,width=64,height=48,framerate=25/1 ! appsink name=frames "
          + "appsrc name=annotated ! videoconvert ! x264enc ! h264parse ! mp4mux ! filesink location=\(path)",
        trackers: [])
      for try await report in session.reports where report.frame == 30 { break }
    }
    try await record()
    var frames: Int?
    let ended = Moment.now + .seconds(10)
    while frames == nil, Moment.now < ended {
      try await Task.sleep(for: .milliseconds(200))
      frames = try? run("filesrc location=\(path) ! decodebin ! videoconvert ! appsink name=frames").statistics.frames
    }
    #expect(frames ?? 0 > 30)
  }

  /// The end of stream that a source was asked for waits for the source's thread, and the source's change of state for that.
  @Test func forcedEndEndsTheSourcesThread() throws {
    for number in 0..<8 {
      let session = try Session(
        pipeline: "videotestsrc name=endless\(number) ! video/x-raw,format=GRAY8,width=32,height=32 "
          + "! appsink name=frames", trackers: [])
      try session.run { report in
        guard report.frame == 5 else { return }
        session.stop()
        session.stop()
      }
    }
    // GLib keeps up to two threads that do nothing, under the names that they had.
    let ended = Moment.now + .seconds(10)
    while try sourceThreads() > 2, Moment.now < ended { Thread.sleep(forTimeInterval: 0.1) }
    #expect(try sourceThreads() <= 2)
  }

  /// Returns the number of threads of the sources of `forcedEndEndsTheSourcesThread`.
  private func sourceThreads() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count { thread in
      // It may have ended since.
      let name = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
      return name?.hasPrefix("endless") ?? false
    }
  }

  /// The demuxer has made all its pads before decodebin, behind it, has made any.
  @Test func decoderThatMakesItsPadsAfterTheDemuxerIsWaitedFor() throws {
    let folder = try Folder()
    let path = folder.path("in.mp4")
    try run(
      "\(Self.source) ! appsink name=frames appsrc name=annotated ! videoconvert ! x264enc ! h264parse "
        + "! mp4mux ! filesink location=\(path)")
    let (reports, _) = try run("filesrc location=\(path) ! qtdemux ! decodebin ! videoconvert ! appsink name=frames")
    #expect(reports.count == 50)
  }
}

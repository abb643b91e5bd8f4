// Live streams: nothing is dropped, latency is bounded, what the trackers cannot keep up with is counted.
import Flycatcher
import FlycatcherPipeline
import Foundation
import GStreamerSupport
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct SessionLiveTests {
  static let source =
    "videotestsrc is-live=true num-buffers=60 ! video/x-raw,format=I420,width=64,height=48,framerate=50/1"

  @Test func slowTrackerSkipsFramesAndDropsNone() throws {
    let folder = try Folder()
    let path = folder.path("out")
    let notebook = Notebook()
    var options = SessionOptions()
    options.maximumLatency = .milliseconds(40)
    let (reports, statistics) = try run(
      "\(Self.source) ! appsink name=frames appsrc name=annotated ! filesink location=\(path)",
      [NotingTracker(notebook: notebook, pause: .milliseconds(100))], options: options)
    #expect(statistics.isLive)
    #expect(statistics.frames == 60)
    #expect(statistics.analyzed + statistics.skipped == 60)
    #expect(statistics.skipped > 30 && statistics.analyzed >= 5)
    #expect(notebook.entries.count == statistics.analyzed)
    #expect(reports.map(\.frame) == Array(0..<60))
    #expect(reports.count { !$0.isAnalyzed } == statistics.skipped)
    // 60 frames in 1.2 s: the stream went at its own pace, not at the tracker's.
    #expect(statistics.elapsed < .seconds(2.5))
    #expect(try Data(contentsOf: URL(filePath: path)).count == 60 * 64 * 48 * 3 / 2)
  }

  /// A tracker that takes just as long as a frame is ready now before, now after the next one comes.
  @Test(arguments: [2, 3, 4])
  func eachFrameIsReportedOnceAndInOrder(milliseconds: Int) throws {
    let notebook = Notebook()
    var options = SessionOptions()
    options.maximumLatency = .zero
    let (reports, statistics) = try run(
      "videotestsrc is-live=true num-buffers=300 ! video/x-raw,format=I420,width=16,height=16,framerate=300/1 "
        + "! appsink name=frames",
      [NotingTracker(notebook: notebook, pause: .milliseconds(milliseconds))], options: options)
    #expect(reports.map(\.frame) == Array(0..<300))
    #expect(notebook.entries.count == statistics.analyzed)
    #expect(reports.count { $0.isAnalyzed } == statistics.analyzed)
  }

  @Test func fastTrackerSeesEveryFrame() throws {
    let (_, statistics) = try run(
      "\(Self.source) ! appsink name=frames appsrc name=annotated ! fakesink sync=true",
      [NotingTracker(notebook: Notebook())])
    #expect(statistics.frames == 60)
    #expect(statistics.analyzed >= 55)
  }

  @Test func framesReachTheOutputWithinTheLatencyThatIsReported() throws {
    // The sink throws away what comes later than its time plus the pipeline's latency; each analyzed frame is held
    // for 60 ms, and would be thrown away if the session did not report its own latency. A few may be late on a busy machine.
    let folder = try Folder()
    let path = folder.path("out")
    var options = SessionOptions()
    options.maximumLatency = .milliseconds(100)
    let (_, statistics) = try run(
      "\(Self.source) ! appsink name=frames "
        + "appsrc name=annotated ! filesink sync=true max-lateness=30000000 location=\(path)",
      [NotingTracker(notebook: Notebook(), pause: .milliseconds(60))], options: options)
    #expect(statistics.frames == 60)
    #expect(statistics.analyzed >= 10)
    // Under a sanitizer everything is late.
    let inTime = Sanitizer.isPresent ? 30 : 54
    #expect(try Data(contentsOf: URL(filePath: path)).count >= inTime * 64 * 48 * 3 / 2)
  }

  @Test func slowReaderDoesNotSlowTheStream() throws {
    let session = try Session(
      pipeline: "\(Self.source) ! appsink name=frames", trackers: [NotingTracker(notebook: Notebook())])
    var first = true
    var atFirst: SessionStatistics?
    try session.run { _ in
      if first {
        Thread.sleep(forTimeInterval: 1.5)
        atFirst = session.statistics
      }
      first = false
    }
    #expect(atFirst?.frames == 60)
  }

  @Test func stopEndsALiveStreamAndFinishesTheFile() async throws {
    let folder = try Folder()
    let path = folder.path("out.mkv")
    let endless = Self.source.replacingOccurrences(of: "num-buffers=60", with: "")
    let session = try Session(
      pipeline: "\(endless) ! appsink name=frames appsrc name=annotated ! videoconvert "
        + "! x264enc tune=zerolatency ! h264parse ! mp4mux ! filesink location=\(path)",
      trackers: [NotingTracker(notebook: Notebook())])
    var count = 0
    let started = Moment.now
    try session.run { _ in
      count += 1
      if count == 20 { session.stop() }
    }
    #expect(Moment.now - started < .seconds(10))
    let (_, statistics) = try run("filesrc location=\(path) ! decodebin ! videoconvert ! appsink name=frames")
    #expect(statistics.frames >= 20 && statistics.frames <= count)
  }

  @Test func secondStopEndsAtOnceAlthoughTheOutputHangs() throws {
    let session = try Session(
      pipeline: "\(Self.source) ! appsink name=frames appsrc name=annotated ! identity sleep-time=3000000 ! fakesink",
      trackers: [NotingTracker(notebook: Notebook())])
    let started = Moment.now
    _ = StreamThread.start("stopper") {
      Thread.sleep(forTimeInterval: 0.4)
      session.stop()
      Thread.sleep(forTimeInterval: 0.3)
      session.stop()
    }
    try session.run()
    #expect(Moment.now - started < .seconds(9))
  }
}

// Where time begins, and what happens when it goes back: by a seek, or by itself.
import Flycatcher
import FlycatcherPipeline
import Foundation
import GStreamerSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct SessionTimeTests {
  /// The reader is slow and seeks from its loop: the session's thread waits for room meanwhile.
  @Test func seekFromASlowLoopIsQuickAndLetsNothingOldThrough() throws {
    let session = try Session(
      pipeline: "videotestsrc ! video/x-raw,format=GRAY8,width=32,height=32,framerate=25/1 ! appsink name=frames "
        + "appsrc name=annotated ! fakesink", trackers: [NotingTracker(notebook: Notebook())])
    var seeks: [Duration] = []
    var isFirstAfterSeek = false
    let target = Timestamp(nanoseconds: 40_000_000_000)
    try session.run { report in
      if isFirstAfterSeek {
        #expect(report.time == target)
        isFirstAfterSeek = false
        if seeks.count == 4 { session.stop() }
      }
      Thread.sleep(forTimeInterval: 0.01)
      guard report.frame % 100 == 99, seeks.count < 4 else { return }
      // By now the queue of reports is full.
      Thread.sleep(forTimeInterval: 0.3)
      let started = Moment.now
      #expect(session.seek(to: target))
      seeks.append(Moment.now - started)
      isFirstAfterSeek = true
    }
    #expect(seeks.count == 4 && seeks.allSatisfy { $0 < .seconds(1) }, "\(seeks)")
  }

  @Test func timeBeginsWithTheFirstSegment() throws {
    let folder = try Folder()
    let path = folder.path("in.ts")
    try run(
      "videotestsrc num-buffers=60 ! video/x-raw,format=I420,width=64,height=48,framerate=25/1 ! tee name=t ! queue "
        + "! x264enc ! h264parse ! mpegtsmux ! filesink location=\(path) t. ! queue max-size-time=0 ! appsink name=frames"
    )
    let session = try Session(
      pipeline: "filesrc location=\(path) ! tsdemux ! h264parse ! avdec_h264 ! appsink name=frames", trackers: [])
    var times: [Double] = []
    try session.run { times.append($0.time.seconds) }
    #expect(times.count == 60)
    for (number, time) in times.enumerated() { #expect(abs(time - Double(number) / 25) < 1e-3) }
  }

  /// By less than trackers took for a jump, by half a second, by an hour.
  @Test(arguments: [UInt(300_000_000), 500_000_000, 3_600_000_000_000])
  func timeThatGoesBackEndsWhatWasTracked(_ step: UInt) throws {
    let notebook = Notebook()
    let start: UInt = 3_700_000_000_000
    let times = (0..<50).map { start + UInt($0) * 40_000_000 }
    let session = try Session(
      pipeline: "appsrc name=gray format=time ! appsink name=frames",
      trackers: [NotingTracker(notebook: notebook, reportsBoxes: true)])
    Thread.detachNewThread { try? session.push(at: times + times.map { $0 + 2_000_000_000 - step }) }
    var states: [TrackingState] = []
    let statistics = try session.run { report in
      for case .object(let object) in report.observations { states.append(object.state) }
    }
    #expect(statistics.frames == 100 && statistics.analyzed == 100)
    #expect(states.count { $0 == .ended } == 1)
    #expect(states.firstIndex(of: .ended) == 50)
    #expect(session.warnings.contains { $0.contains("went back") }, "\(session.warnings)")
  }

  @Test func framesInTheWrongOrderEndNothing() throws {
    let session = try Session(
      pipeline: "appsrc name=gray format=time ! appsink name=frames",
      trackers: [NotingTracker(notebook: Notebook(), reportsBoxes: true)])
    let times = [0, 1, 2, 5, 3, 4, 6, 7].map { UInt($0) * 40_000_000 }
    Thread.detachNewThread { try? session.push(at: times) }
    var ended = 0
    let statistics = try session.run { report in
      for case .object(let object) in report.observations where object.state == .ended { ended += 1 }
    }
    #expect(statistics.frames == 8 && statistics.analyzed == 6 && ended == 0)
  }
}

// What happens along a stream: seeks, changes of size, gaps, formats, times.
import Flycatcher
import FlycatcherPipeline
import Foundation
import GStreamerSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct SessionStreamTests {
  @Test(arguments: [0, 20_000_000_000])
  func seekBeginsAnewEverywhere(_ target: Int64) throws {
    let folder = try Folder()
    let path = folder.path("out")
    let notebook = Notebook()
    let session = try Session(
      pipeline: "videotestsrc ! video/x-raw,format=GRAY8,width=32,height=32,framerate=25/1 ! appsink name=frames "
        + "appsrc name=annotated ! filesink location=\(path)", trackers: [NotingTracker(notebook: notebook)])
    var (times, frames): ([Int64], [Int]) = ([], [])
    var hasSought = false
    try session.run { report in
      times.append(report.time.nanoseconds)
      frames.append(report.frame)
      if times.count == 200 {
        #expect(session.seek(to: Timestamp(nanoseconds: target)))
        hasSought = true
      }
      if times.count == 600 { session.stop() }
    }
    #expect(hasSought)
    let jump = try #require(times.indices.dropFirst().first { times[$0] != times[$0 - 1] + 40_000_000 })
    #expect(times[jump] == target)
    #expect(zip(times[jump...], times[jump...].dropFirst()).allSatisfy { $1 == $0 + 40_000_000 })
    #expect(notebook.resets >= 1)
    // A file sink starts its file anew at a flush: what is in it came after the seek, and all of that.
    let written = try Data(contentsOf: URL(filePath: path)).count
    #expect(written % 1024 == 0 && written / 1024 == session.statistics.frames - frames[jump])
  }

  /// The observer's thread is the one that drops the frames in progress.
  @Test(arguments: [false, true]) func seekOfAnObserverIsRefused(_ isLive: Bool) throws {
    final class Seeker: FrameObserver {
      let session = Monitor<Session?>(nil)
      let answers = Monitor<[Bool]>([])
      func observe(_ frame: borrowing Frame, _ report: FrameReport) {
        guard report.frame >= 5, answers.read({ $0.isEmpty }), let session = session.read({ $0 }) else { return }
        let answer = session.seek(to: .zero)
        answers.read { $0.append(answer) }
      }
    }
    let seeker = Seeker()
    let session = try Session(
      pipeline: "videotestsrc num-buffers=20 is-live=\(isLive) ! video/x-raw,format=GRAY8,width=32,height=32 "
        + "! appsink name=frames", trackers: [], observers: [seeker])
    seeker.session.read { $0 = session }
    defer { seeker.session.read { $0 = nil } }
    #expect(try session.run().frames == 20)
    #expect(seeker.answers.read { $0 } == [false])
  }

  @Test func changeOfSizeBeginsAnewAndGoesOn() throws {
    let folder = try Folder()
    let path = folder.path("out")
    let notebook = Notebook()
    let (reports, statistics) = try run(
      "concat name=c ! appsink name=frames appsrc name=annotated ! filesink location=\(path) "
        + "videotestsrc num-buffers=10 ! video/x-raw,format=I420,width=64,height=48 ! c. "
        + "videotestsrc num-buffers=10 ! video/x-raw,format=I420,width=32,height=24 ! c.",
      [NotingTracker(notebook: notebook, reportsBoxes: true)])
    #expect(reports.map(\.frame) == Array(0..<20))
    #expect(statistics.analyzed == 20)
    #expect(notebook.resets >= 1)
    #expect(notebook.entries.map(\.width) == Array(repeating: 64, count: 10) + Array(repeating: 32, count: 10))
    #expect(try Data(contentsOf: URL(filePath: path)).count == 10 * (64 * 48 + 32 * 24) * 3 / 2)
  }

  @Test func timestampsThatGoBackPassUnanalyzed() throws {
    // Interleaving two sources that both start at 0 makes times go back again and again.
    let (_, statistics) = try run(
      "funnel name=f ! appsink name=frames appsrc name=annotated ! fakesink "
        + "videotestsrc num-buffers=10 ! video/x-raw,format=GRAY8,width=32,height=32,framerate=25/1 ! f. "
        + "videotestsrc num-buffers=10 ! video/x-raw,format=GRAY8,width=32,height=32,framerate=25/1 ! f.",
      [NotingTracker(notebook: Notebook())])
    #expect(statistics.frames == 20)
    #expect(statistics.analyzed + statistics.skipped == 20)
  }

  @Test(arguments: ["I420", "YV12", "NV12", "NV21", "Y42B", "Y444", "GRAY8"], [(36, 28), (35, 27), (1, 1), (16, 16)])
  func planesAreWhatTheyAre(_ format: String, _ size: (Int, Int)) throws {
    let notebook = Notebook()
    try run(
      "videotestsrc num-buffers=2 pattern=solid-color foreground-color=0xffff0000 "
        + "! video/x-raw,format=\(format),width=\(size.0),height=\(size.1),colorimetry=bt601 ! appsink name=frames",
      [NotingTracker(notebook: notebook)])
    #expect(notebook.entries.count == 2)
    let entry = try #require(notebook.entries.first)
    #expect(entry.width == size.0 && entry.height == size.1)
    let red: [Double] = format == "GRAY8" ? [81] : [81, 90, 240]
    #expect(entry.mean.count == red.count)
    for (mean, truth) in zip(entry.mean, red) { #expect(abs(mean - truth) <= 2) }
  }

  @Test func unusualStridesAreReadInPlaceAndLaidOutForElementsThatDoNotKnowThem() throws {
    let folder = try Folder()
    let (movie, direct, through) = (folder.path("in.mkv"), folder.path("direct"), folder.path("through"))
    try run(
      "videotestsrc num-buffers=5 ! video/x-raw,format=I420,width=184,height=102 ! tee name=t ! queue ! x264enc "
        + "! h264parse ! matroskamux ! filesink location=\(movie) t. ! queue ! appsink name=frames")
    let decoded = "filesrc location=\(movie) ! matroskademux ! h264parse ! avdec_h264"
    try run("\(decoded) ! filesink location=\(direct) videotestsrc num-buffers=1 ! appsink name=frames")
    try run("\(decoded) ! appsink name=frames appsrc name=annotated ! filesink location=\(through)")
    let plain = try Data(contentsOf: URL(filePath: direct))
    #expect(plain.count == 5 * (184 * 102 + 2 * 92 * 51))
    #expect(try plain == Data(contentsOf: URL(filePath: through)))
  }

  @Test func streamTimeBeginsAtZeroWhereRawTimestampsDoNot() throws {
    let folder = try Folder()
    let path = folder.path("in.mp4")
    try run(
      "videotestsrc num-buffers=30 ! video/x-raw,format=I420,width=64,height=48,framerate=25/1 ! tee name=t ! queue "
        + "! x264enc bframes=2 b-adapt=false ! h264parse ! mp4mux ! filesink location=\(path) t. ! queue "
        + "! appsink name=frames")
    let (reports, _) = try run("filesrc location=\(path) ! decodebin ! videoconvert ! appsink name=frames")
    #expect(reports.count == 30)
    #expect(reports.first?.time == .zero)
    #expect(reports.last.map { abs($0.time.seconds - 29.0 / 25) < 1e-6 } == true)
  }

  @Test func sessionsAreIndependentOfEachOther() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        group.addTask {
          let notebook = Notebook()
          let session = try Session(
            pipeline: "videotestsrc num-buffers=\(30 + number) ! video/x-raw,format=I420,width=64,height=48 "
              + "! appsink name=frames appsrc name=annotated ! fakesink appsrc name=metadata ! fakesink",
            trackers: [NotingTracker(notebook: notebook, reportsBoxes: true)])
          var count = 0
          for try await _ in session.reports { count += 1 }
          #expect(count == 30 + number && notebook.entries.count == count)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func leavingTheLoopStopsTheSession() async throws {
    let session = try Session(
      pipeline: "videotestsrc ! video/x-raw,format=GRAY8,width=32,height=32 ! appsink name=frames", trackers: [])
    for try await report in session.reports where report.frame == 5 { break }
    #expect(await isStill(session, within: .seconds(10)))
  }

  /// Whether frames have stopped to come, looked at from a thread of its own: tasks may wait for their turn longer than the session takes, behind
  /// tests that keep the threads of the concurrency runtime.
  private func isStill(_ session: Session, within timeout: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      let hasThread = StreamThread.start("looking") {
        let ended = Moment.now + timeout
        var (frames, isStill) = (session.statistics.frames, false)
        while !isStill, Moment.now < ended {
          Thread.sleep(forTimeInterval: 0.2)
          let now = session.statistics.frames
          (isStill, frames) = (now == frames, now)
        }
        continuation.resume(returning: isStill)
      }
      if !hasThread { continuation.resume(returning: false) }
    }
  }

  @Test func cancelingTheTaskEndsTheLoop() async throws {
    let session = try Session(
      pipeline: "videotestsrc is-live=true ! video/x-raw,format=GRAY8,width=32,height=32,framerate=2/1 "
        + "! appsink name=frames", trackers: [])
    let task = Task {
      var count = 0
      for try await _ in session.reports { count += 1 }
      return count
    }
    // From a thread of its own: a task may wait for its turn for many frames, behind tests that keep the threads of the concurrency runtime.
    #expect(
      StreamThread.start("canceling") {
        Thread.sleep(forTimeInterval: 0.7)
        task.cancel()
      })
    #expect(try await task.value < 10)
  }

  @Test func refusedSecondReaderLeavesTheFirstAlone() async throws {
    let session = try Session(
      pipeline: "videotestsrc num-buffers=200 ! video/x-raw,format=GRAY8,width=32,height=32 ! appsink name=frames",
      trackers: [])
    var count = 0
    for try await report in session.reports {
      count += 1
      guard report.frame == 20 else { continue }
      do {
        for try await _ in session.reports { Issue.record("A second reader got a report.") }
        Issue.record("A second reader was let in.")
      } catch {
        #expect(error.code == .alreadyRun)
      }
    }
    #expect(count == 200)
  }

  @Test func observersSeeEveryFrameWithItsReport() throws {
    final class Watcher: FrameObserver {
      let seen = Monitor<[(Int, Timestamp)]>([])
      func observe(_ frame: borrowing Frame, _ report: FrameReport) {
        let time = frame.timestamp
        seen.read { $0.append((report.frame, time)) }
      }
    }
    let watcher = Watcher()
    let session = try Session(
      pipeline: "videotestsrc num-buffers=20 ! appsink name=frames", trackers: [], observers: [watcher])
    try session.run()
    let seen = watcher.seen.read { $0 }
    #expect(seen.map(\.0) == Array(0..<20))
    #expect(seen.allSatisfy { $0.1.nanoseconds / 33_333_333 == Int64($0.0) })
  }
}

import Foundation
import TestSupport
import Testing

/// However the command ends, what it has written can be used.
@Suite struct InterruptionTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// A live source that never ends.
  private let camera = """
    videotestsrc is-live=true pattern=ball ! video/x-raw,format=I420,width=160,height=96,framerate=30/1 \
    ! appsink name=frames
    """

  private func record(_ name: String) throws -> Running {
    let running = try Running(
      command, ["analyze", "-", "--annotate", folder.path(name), "--json", folder.path("out.jsonl")], input: camera)
    let deadline = Date().addingTimeInterval(20)
    while size(folder.path(name)) < 6000, Date() < deadline { usleep(50_000) }
    return running
  }

  @Test(arguments: [(SIGINT, "out.mkv"), (SIGTERM, "out.mkv"), (SIGHUP, "out.mkv"), (SIGINT, "out.mp4")])
  func anInterruptionFinishesTheFiles(_ signal: Int32, _ name: String) throws {
    let running = try record(name)
    running.send(signal)
    let outcome = try running.outcome(within: 20)
    #expect(outcome.code == 130, "\(outcome.errors)")
    let lines = try jsonLines(contents(folder.path("out.jsonl")))
    let last = try #require(lines.last)
    #expect(last["type"] as? String == "summary")
    let frames = try #require(last["frames"] as? Int)
    #expect(frames > 5)
    #expect(try framesPlayed(folder.path(name)) == frames)
    #expect(try isFinished(folder.path(name)))
  }

  /// Returns a Boolean value indicating whether the file holds its length (Matroska), or ends with the index of its fragments (MP4).
  private func isFinished(_ path: String) throws -> Bool {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    if path.hasSuffix(".mp4") { return data.range(of: Data("mfra".utf8)) != nil }
    guard let duration = data.range(of: Data([0x44, 0x89, 0x88])) else { return false }
    return data[duration.upperBound..<duration.upperBound + 8].contains { $0 != 0 }
  }

  @Test(arguments: ["out.mkv", "out.mp4"])
  func aKilledCommandLeavesFilesThatPlay(_ name: String) throws {
    let running = try record(name)
    usleep(2_500_000)
    running.send(SIGKILL)
    let outcome = try running.outcome(within: 20)
    #expect(outcome.signal == SIGKILL)
    #expect(try framesPlayed(folder.path(name), mayBeCutOff: true) > 20)
    #expect(try !isFinished(folder.path(name)), "it was killed too late to show anything")
    let lines = try jsonLines(contents(folder.path("out.jsonl")))
    #expect(lines.first?["type"] as? String == "stream")
  }

  /// The same ending as at the end of a film: the table, the page, the clips with their pictures, and the reel.
  @Test(.timeLimit(.minutes(3)), arguments: [SIGINT, SIGTERM])
  func whatWasSeenUntilAnInterruptionIsShown(_ signal: Int32) throws {
    let (film, lines) = (folder.path("long.mp4"), folder.path("out.jsonl"))
    try shell("ffmpeg -nostdin -v error -stream_loop 120 -i '\(try Clips.toss())' -c copy '\(film)'")
    let (page, clips, reel) = (folder.path("page.html"), folder.path("clips"), folder.path("reel.mp4"))
    let running = try Running(
      command, ["analyze", film, "--json", lines, "--report", page, "--clips", clips, "--reel", reel])
    let deadline = Date() + 60
    while !holds(lines, "ended"), Date() < deadline { usleep(5000) }
    running.send(signal)
    let outcome = try running.outcome(within: 120)
    expect(outcome, code: 130, saying: "interrupted")
    let last = try #require(try jsonLines(contents(lines)).last)
    let frames = try #require(last["frames"] as? Int)
    #expect(frames < 121 * Clips.frameCount, "it was interrupted too late to show anything")
    #expect(outcome.output.contains("confidence") && outcome.output.contains("\(frames) frames"), "\(outcome.output)")
    #expect(holds(page, "\"flights\":[{"))
    let names = try FileManager.default.contentsOfDirectory(atPath: clips).sorted()
    #expect(names.contains { $0.hasSuffix(".png") })
    let videos = names.filter { $0.hasSuffix(".mp4") }
    #expect(!videos.isEmpty)
    let cut = try videos.map { try framesPlayed("\(clips)/\($0)") }.reduce(0, +)
    #expect(cut > 0 && cut < 121 * Clips.frameCount)
    #expect(try framesPlayed(reel) == cut)
  }

  /// A camera has no other end.
  @Test func anInterruptionOfACameraWritesThePage() throws {
    let (lines, page) = (folder.path("out.jsonl"), folder.path("page.html"))
    let running = try Running(command, ["analyze", "-", "--json", lines, "--report", page], input: camera)
    let deadline = Date() + 20
    while size(lines) == 0, Date() < deadline { usleep(50_000) }
    running.send(SIGINT)
    let outcome = try running.outcome(within: 20)
    #expect(outcome.code == 130, "\(outcome.errors)")
    #expect(outcome.output.contains("frames/s"))
    #expect(holds(page, "</html>"))
  }

  /// Returns a Boolean value indicating whether a file is there and holds a text.
  private func holds(_ path: String, _ text: String) -> Bool {
    (try? contents(path))?.contains(text) ?? false
  }

  @Test func anInterruptionBeforeTheFirstFrameIsNoFaultOfTheInput() throws {
    let clip = folder.path("clip.mkv")
    try shell(
      "gst-launch-1.0 -q videotestsrc num-buffers=60 ! video/x-raw,width=240,height=160 "
        + "! x264enc ! h264parse ! matroskamux ! filesink location=\(clip)")
    for moment in 1...20 {
      let running = try Running(command, ["analyze", clip, "--json", folder.path("early.jsonl")])
      usleep(UInt32(moment * 8000))
      running.send(SIGINT)
      let outcome = try running.outcome(within: 10)
      // Before it listens, it ends as any program does.
      #expect(outcome.signal == SIGINT || [0, 130].contains(outcome.code), "\(moment): \(outcome.errors)")
    }
  }

  @Test func aSecondInterruptionEndsAtOnce() throws {
    // The end of the stream gets stuck behind an element that never lets it through.
    let running = try Running(
      command,
      [
        "run", camera + " appsrc name=annotated ! identity sleep-time=20000000 ! fakesink", "--json",
        folder.path("out.jsonl"),
      ])
    let deadline = Date().addingTimeInterval(20)
    while size(folder.path("out.jsonl")) == 0, Date() < deadline { usleep(50_000) }
    running.send(SIGINT)
    usleep(500_000)
    running.send(SIGINT)
    let start = Date()
    let outcome = try running.outcome(within: 20)
    #expect(Date().timeIntervalSince(start) < 3)
    #expect(outcome.code == 130, "\(outcome.errors)")
  }
}

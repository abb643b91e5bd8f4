import Foundation
import TestSupport
import Testing

/// What the command reads from or writes to stops: a request to end is heeded within ten seconds all the same.
@Suite struct StallTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// A pipe with a name, held open at both ends.
  private func pipe(_ name: String) throws -> Int32 {
    let path = folder.path(name)
    try unsafe #require(mkfifo(path, 0o600) == 0)
    let descriptor = unsafe open(path, O_RDWR | O_NONBLOCK)
    try #require(descriptor >= 0)
    return descriptor
  }

  private func expectEnd(of running: Running) throws {
    running.send(SIGTERM)
    let outcome = try running.outcome(within: 10)
    #expect(outcome.code == 130, "\(outcome.errors)")
  }

  @Test(arguments: [0.4, 1.5]) func aSourceThatStalls(after seconds: Double) throws {
    try shell(
      "gst-launch-1.0 -q videotestsrc num-buffers=60 pattern=ball ! video/x-raw,width=240,height=160 "
        + "! x264enc ! h264parse ! matroskamux ! filesink location=\(folder.path("clip.mkv"))")
    let descriptor = try pipe("input")
    defer { close(descriptor) }
    let running = try Running(
      command,
      [
        "analyze", folder.path("input"), "--json", folder.path("out.jsonl"), "--annotate", folder.path("out.mkv"),
      ])
    let beginning = try Data(contentsOf: URL(fileURLWithPath: folder.path("clip.mkv"))).prefix(6500)
    let written = unsafe beginning.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    #expect(written == 6500)
    // A sanitizer has the command begin later.
    usleep(UInt32(seconds * 1e6) * (Sanitizer.isPresent ? 5 : 1))
    try expectEnd(of: running)
  }

  @Test func aReaderThatStops() throws {
    let descriptor = try pipe("output")
    defer { close(descriptor) }
    let running = try Running(
      command,
      [
        "run",
        "videotestsrc is-live=true ! video/x-raw,format=I420,width=240,height=160 ! appsink name=frames "
          + "appsrc name=annotated ! videoconvert ! filesink location=\(folder.path("output"))",
        "--json", folder.path("out.jsonl"),
      ])
    let deadline = Date().addingTimeInterval(20)
    while size(folder.path("out.jsonl")) == 0, Date() < deadline { usleep(50_000) }
    usleep(500_000)
    try expectEnd(of: running)
  }

  /// The opening of a pipe that nobody writes returns never.
  @Test func aSourceThatDoesNotEvenOpen() throws {
    let path = folder.path("input")
    try unsafe #require(mkfifo(path, 0o600) == 0)
    let running = try Running(
      command, ["run", "filesrc location=\(path) ! decodebin ! videoconvert ! appsink name=frames"])
    usleep(1_500_000)
    try expectEnd(of: running)
  }

  /// Nor does that of one that nobody reads.
  @Test func aPageThatCannotBeOpened() throws {
    try shell(
      "gst-launch-1.0 -q videotestsrc num-buffers=60 pattern=ball ! video/x-raw,width=240,height=160 "
        + "! x264enc ! h264parse ! matroskamux ! filesink location=\(folder.path("clip.mkv"))")
    let page = folder.path("page.mkv")
    try unsafe #require(mkfifo(page, 0o600) == 0)
    let running = try Running(
      command,
      ["analyze", folder.path("clip.mkv"), "--rectangle", "0.1,0.1,0.9,0.1,0.9,0.9,0.1,0.9", "--unwarp", page])
    usleep(1_500_000)
    try expectEnd(of: running)
  }

  /// Two sinks behind a tee without queues: neither gets its first picture before the other has it.
  @Test(.disabled(if: Sanitizer.isPresent, "A sanitizer reserves more memory than that."))
  func aPipelineThatWaitsForItself() throws {
    try shell(
      "gst-launch-1.0 -q videotestsrc num-buffers=60 ! video/x-raw,width=240,height=160 ! jpegenc ! matroskamux "
        + "! filesink location=\(folder.path("clip.mkv"))")
    let pipeline =
      "filesrc location=\(folder.path("clip.mkv")) ! decodebin ! videoconvert ! tee name=t ! appsink name=frames "
      + "t. ! fakesink t. ! fakesink"
    // With limited memory, in which threads are likely to be missing, it is told sooner.
    let running = try Running("/bin/sh", ["-c", "ulimit -v 3000000; exec '\(command)' run '\(pipeline)'"])
    let outcome = try running.outcome(within: 15)
    expect(outcome, code: 1, saying: "wait for each other", "queue", "ulimit -v")
  }

  /// More lines than a pipe holds, which nobody takes out of it.
  @Test func linesThatNobodyReads() throws {
    let descriptor = try pipe("output")
    defer { close(descriptor) }
    let video = folder.path("out.mkv")
    let pipeline =
      "videotestsrc num-buffers=20000 pattern=ball ! video/x-raw,format=I420,width=240,height=160 ! appsink name=frames "
      + "appsrc name=annotated ! videoconvert ! jpegenc ! matroskamux ! filesink location=\(video)"
    let boxes = "--object 0.1,0.1,0.3,0.3 --object 0.5,0.1,0.3,0.3"
    let running = try Running(
      "/bin/sh", ["-c", "exec '\(command)' run '\(pipeline)' \(boxes) --json - >'\(folder.path("output"))'"])
    // The pipe is full when the video grows no more.
    var (before, now) = (-1, 0)
    while now == 0 || now != before {
      usleep(1_500_000)
      (before, now) = (now, size(video))
    }
    try expectEnd(of: running)
    // What was recorded until then can be played.
    try shell("ffprobe -v error -show_entries format=duration -of csv=p=0 '\(video)' | grep -q '[0-9]'")
  }
}

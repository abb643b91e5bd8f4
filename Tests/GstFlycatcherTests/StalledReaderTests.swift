// Whoever reads the lines of an element stops: the pipeline can be stopped all the same.
import Foundation
import TestSupport
import Testing

struct StalledReaderTests {
  @Test func thePipelineStops() throws {
    let folder = try Folder()
    let lines = folder.path("lines")
    try unsafe #require(mkfifo(lines, 0o600) == 0)
    // Held open, and never read.
    let descriptor = unsafe open(lines, O_RDWR | O_NONBLOCK)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let pipeline =
      "videotestsrc pattern=ball ! video/x-raw,width=160,height=120 "
      + "! objecttrack 'objects=0.1,0.1,0.3,0.3;0.5,0.1,0.3,0.3' ! trackpublish fd=1 ! fakesink"
    let result = try Program(
      "/bin/sh",
      [
        "-c",
        "timeout --signal=INT --kill-after=10 5 gst-launch-1.0 -q \(pipeline) >'\(lines)'",
      ]
    ).run()
    // 124: it ended when it was asked to; 137: it had to be killed.
    #expect(result.status == 124, "\(result.output)")
  }
}

// What the elements attach, as programs in Python and C read it at the end of a pipeline.
import Foundation
import TestSupport
import Testing

struct MetaTests {
  /// The meta has no tags and normalized places: it is still right when format or size have changed, and after an encoder and a
  /// decoder. The boxes are in pixels, and GStreamer scales them. Elements that flip or crop keep the meta as it is, with places in
  /// the picture that the tracker saw: put the tracker after them.
  @Test(arguments: [
    ("queue", "boxes"), ("videoconvert ! video/x-raw,format=RGB", "boxes"),
    ("videoscale ! video/x-raw,width=640,height=480", "boxes"), ("videorate ! video/x-raw,framerate=30/1", "boxes"),
    ("x264enc tune=zerolatency ! avdec_h264", "boxes"), ("x264enc bframes=2 ! h264parse ! avdec_h264", "boxes"),
    ("videoflip video-direction=horiz", "none"), ("videocrop left=80", "none"),
  ])
  func metaSurvives(way: String, boxes: String) throws {
    let description = "appsrc name=in ! trajectorydetect ! \(way) ! appsink name=out"
    let script = Program.sources.appendingPathComponent("read_meta.py").path
    let result = try Program("/usr/bin/python3", [script, description, "same", boxes]).run()
    #expect(result.status == 0, "\(result.output)")
  }

  /// A buffer that is repeated carries the observations of its frame again.
  @Test(arguments: ["", "videorate ! video/x-raw,framerate=60/1 !"])
  func eachFrameIsPublishedOnce(_ way: String) throws {
    let folder = try Folder()
    let lines = folder.path("lines.jsonl")
    let result = try Program.gst(
      "videotestsrc num-buffers=10 pattern=ball ! video/x-raw,width=160,height=120,framerate=30/1 "
        + "! objecttrack objects=0.3,0.3,0.2,0.2 ! \(way) trackpublish location=\(lines) ! fakesink"
    ).run()
    #expect(result.status == 0, "\(result.output)")
    let frames = try String(contentsOfFile: lines, encoding: .utf8).split(separator: "\n").compactMap { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["frame"] as? Int
    }
    #expect(frames == Array(0..<10))
  }

  @Test func placesFollowAFlipBeforeTheTracker() throws {
    let description = "appsrc name=in ! videoflip video-direction=horiz ! trajectorydetect ! appsink name=out"
    let script = Program.sources.appendingPathComponent("read_meta.py").path
    let result = try Program("/usr/bin/python3", [script, description, "flipped", "mirrored"]).run()
    #expect(result.status == 0, "\(result.output)")
  }

  @Test(arguments: ["queue", "videoconvert ! video/x-raw,format=NV12", "trackoverlay ! trackpublish"])
  func programInCReadsTheMeta(way: String) throws {
    let description = "appsrc name=in ! trajectorydetect ! \(way) ! fakesink name=out"
    let result = try Program(compiled: "read_meta", [description]).run()
    #expect(result.status == 0, "\(result.output)")
  }
}

// A real pointer in a real window: each sink that sends navigation events, and what changes places on their way up.
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct MouseTests {
  /// The end of a pipeline, and how places in its window become places of the tracker's picture: factor and offset, x then y.
  @Test(
    arguments: [
      ("ximagesink", "videoconvert ! ximagesink", "1 0 1 0"), ("glimagesink", "glimagesink", "1 0 1 0"),
      ("gtksink", "videoconvert ! gtksink", "1 0 1 0"),
      ("ximagesink", "videoscale ! video/x-raw,width=320,height=240 ! videoconvert ! ximagesink", "2 0 2 0"),
      ("ximagesink", "videocrop left=100 top=50 ! videoconvert ! ximagesink", "1 100 1 50"),
      ("ximagesink", "videoflip video-direction=horiz ! videoconvert ! ximagesink", "-1 640 1 0"),
    ].filter { hasElement($0.0) })
  func boxesAreDraggedOverObjectsAndRegions(sink: String, end: String, places: String) throws {
    let programs = ["with_screen.py", "mouse.py"].map { Program.sources.appendingPathComponent($0).path }
    let arguments = [programs[0], "timeout", "-s", "KILL", "60", "/usr/bin/python3", programs[1], end]
    let result = try Program("/usr/bin/python3", arguments + places.split(separator: " ").map(String.init)).run()
    #expect(result.status == 0, "\(result.output)")
  }
}

import Foundation
import TestSupport
import Testing

/// The mouse in the window of a pipeline that `flycatcher run` runs: a real pointer on an X server of the test's own.
@Suite struct WindowTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  @Test func boxesAreDraggedOverObjectsAndRegions() throws {
    let lines = folder.path("out.jsonl")
    let pipeline = """
      videotestsrc is-live=true pattern=zone-plate kx2=20 ky2=20 ! video/x-raw,format=I420,width=640,height=480,framerate=30/1 \
      ! appsink name=frames appsrc name=annotated ! videoconvert ! ximagesink
      """
    let picture =
      "gst-launch-1.0 -q ximagesrc num-buffers=1 use-damage=false show-pointer=false ! videoconvert ! video/x-raw,format=RGB"
    let script = """
      \(command) run '\(pipeline)' --tracking-level fast --json \(lines) & running=$!
      for wait in $(seq 100); do [ -s \(lines) ] && break; sleep 0.1; done
      sleep 2
      xdotool mousemove 110 90 mousedown 1 mousemove 150 120 sleep 0.2 mousemove 190 160 sleep 0.2 mouseup 1 sleep 1.5
      xdotool mousemove 30 300 click 3 sleep 0.3 mousemove 150 120 click 3 sleep 0.7
      xdotool keydown shift mousemove 200 200 mousedown 1 mousemove 300 280 sleep 0.2 mousemove 400 350 sleep 0.2 mouseup 1 keyup shift
      sleep 0.7
      \(picture) ! filesink location=\(folder.path("screen.rgb"))
      kill -INT $running
      wait $running
      """
    let screen = package + "/Tests/GstFlycatcherTests/Programs/with_screen.py"
    let outcome = try Running("/usr/bin/python3", [screen, "sh", "-c", script]).outcome()
    #expect(outcome.code == 130, "\(outcome.errors)")

    let objects = try jsonLines(contents(lines)).filter { $0["type"] as? String == "object" }
    #expect(Set(objects.compactMap { $0["uuid"] as? String }).count == 1)
    let box = try #require(objects.first?["boundingBox"] as? [String: Double])
    #expect(objects.first?["state"] as? String == "nominated")
    for (name, place) in [("x", 110.0 / 640), ("y", 90.0 / 480), ("width", 80.0 / 640), ("height", 70.0 / 480)] {
      #expect(abs((box[name] ?? 0) - place) < 0.003, "\(name) \(box)")
    }
    #expect(objects.count > 10)
    #expect(objects.last?["state"] as? String == "ended")

    let pixels = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("screen.rgb"))))
    try #require(pixels.count == 800 * 600 * 3)
    let outlined = (210..<390).count { x in
      (198...202).contains { y in
        let pixel = (y * 800 + x) * 3
        return Int(pixels[pixel + 2]) > Int(pixels[pixel]) + 50
      }
    }
    #expect(outlined > 160, "the region of interest is outlined along its upper edge")
  }

  /// Who closes the window has seen enough; what is recorded beside it is finished. Frames may still be on their way to the window.
  @Test(
    arguments: [
      (sink: "ximagesink", rate: 30, sleep: 0), (sink: "ximagesink", rate: 10, sleep: 150_000),
      (sink: "glimagesink", rate: 30, sleep: 0), (sink: "gtksink", rate: 30, sleep: 0),
    ].filter { hasElement($0.sink) })
  func closingTheWindowEndsTheSession(sink: String, rate: Int, sleep: Int) throws {
    let output = folder.path("out.mkv")
    let pipeline = """
      videotestsrc is-live=true ! video/x-raw,format=I420,width=320,height=240,framerate=\(rate)/1 ! appsink name=frames \
      appsrc name=annotated ! tee name=t ! queue ! videoconvert ! identity sleep-time=\(sleep) ! \(sink) sync=false \
      t. ! queue ! videoconvert ! x264enc tune=zerolatency ! matroskamux ! filesink location=\(output)
      """
    let programs = package + "/Tests/FlycatcherCommandTests/Programs"
    let script = """
      \(command) run '\(pipeline)' & running=$!
      for wait in $(seq 100); do [ -s \(output) ] && break; sleep 0.1; done
      sleep 2
      python3 \(programs)/close_windows.py
      wait $running
      """
    let screen = package + "/Tests/GstFlycatcherTests/Programs/with_screen.py"
    let outcome = try Running("/usr/bin/python3", [screen, "sh", "-c", script]).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("frames/s"), "\(outcome.output)")
    #expect(try framesPlayed(output) > rate * 2 / 3)
  }
}

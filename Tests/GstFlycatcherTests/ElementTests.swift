// The elements through GstHarness: each check is a function of a C program beside this file.
import Testing

struct ElementTests {
  @Test(arguments: [
    "formats", "sharing", "flush", "size_change", "end_of_stream", "quality_of_service", "queries", "cropping",
    "bad_input",
    "no_framerate", "tiny", "stream_time", "backward", "lost_frames",
  ])
  func detector(check: String) throws {
    let result = try Program(compiled: "detect_checks", [check]).run()
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("\(check)\n"), "\(result.output)")
  }

  @Test(arguments: [
    "blending", "attaching", "not_drawn_downstream", "changes_while_playing", "style_changes", "publishing",
    "flushed_text", "time_of_day", "unwritable", "states",
  ])
  func overlayAndPublisher(check: String) throws {
    let result = try Program(compiled: "overlay_checks", [check]).run()
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("\(check)\n"), "\(result.output)")
  }

  @Test(arguments: ["objects", "signals", "regions", "far_too_many", "malformed", "rectangles", "together"])
  func objectsAndRectangles(check: String) throws {
    let result = try Program(compiled: "box_checks", [check]).run()
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("\(check)\n"), "\(result.output)")
  }

  @Test(arguments: [
    "from_another_thread", "most_objects", "refused", "after_a_refusal", "navigation", "time_that_goes_back", "rounds",
  ])
  func whatIsAskedForAtWork(check: String) throws {
    let result = try Program(compiled: "change_checks", [check]).run()
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("\(check)\n"), "\(result.output)")
  }

  @Test(arguments: [
    "objecttrack tracking-level=best", "trackoverlay coloring=none", "trajectorydetect orientation=sideways",
    "objecttrack maximum-objects=0", "trajectorydetect trajectory-length=4",
  ])
  func valuesThatAreNoneAreRefusedByName(element: String) throws {
    let result = try Program.gst("videotestsrc num-buffers=3 ! \(element) ! fakesink").run()
    let property = try #require(element.split(separator: " ").last?.split(separator: "=").first)
    let isOutOfRange = element.hasSuffix("=0") || element.hasSuffix("=4")
    // GLib itself brings numbers into the range, and says so.
    #expect(result.status == 0 || !isOutOfRange)
    #expect(result.output.contains(property), "\(result.output)")
  }

  @Test(arguments: ["detect_checks", "overlay_checks", "box_checks", "change_checks"])
  func nothingOfGStreamersIsLeaked(program: String) throws {
    let result = try Program(compiled: program, []).run(["GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7"])
    #expect(result.status == 0, "\(result.output)")
    let leaks = result.output.split(separator: "\n").filter {
      $0.contains("object-alive,") && $0.contains("address=(gpointer)0x")
    }
    #expect(leaks.isEmpty, "\(leaks.joined(separator: "\n"))")
  }

  @Test func noWarningComesFromTheElements() throws {
    let description =
      "videotestsrc num-buffers=30 pattern=ball ! trajectorydetect ! trackoverlay ! trackpublish name=p ! fakesink "
      + "p.metadata ! queue ! fakesink async=false"
    let result = try Program.gst(description).run(["GST_DEBUG": "3"])
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n").filter {
      ($0.contains("WARN") || $0.contains("ERROR") || $0.contains("CRITICAL"))
        && ["trajectorydetect", "trackoverlay", "trackpublish", "flycatcher"].contains(where: $0.contains)
    }
    #expect(lines.isEmpty, "\(lines.joined(separator: "\n"))")
  }
}

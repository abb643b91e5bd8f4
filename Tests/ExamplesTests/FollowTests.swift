// `follow` on a clip of people and balls: a box dragged over one who walks, and rectangles that are detected.
import DemoScene
import Flycatcher
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct FollowTests {
  private static let walking = Scene(
    figures: [
      Figure(
        feet: Point(x: 0.3, y: 0.85), speed: 0.02, height: 0.45, shirt: Color(0xC03028), trousers: Color(0x203050))
    ], noise: 1)

  @Test(arguments: ["ximagesink", "glimagesink"].filter(hasElement))
  func draggedObjectIsFollowedInItsColor(window: String) async throws {
    let run = try ExampleRun()
    let clip = try await run.clip(Self.walking, seconds: 15)
    let output = try await run.onScreen(
      "FollowExample", "'\(clip)' --level accurate --window \(window)",
      """
      drag 160 130 250 310
      sleep 2
      shot followed
      xdotool mousemove 50 25 click 3 sleep 0.7
      shot stopped
      xdotool click 3 sleep 0.5
      """)
    #expect(output.contains("tracking ") && output.contains("stopped") && output.contains("started"), "\(output)")
    let followed = try run.screen("followed")
    // The first color of the palette, around where the figure walks by now, and nowhere else.
    let orange = { (red: Int, green: Int, blue: Int) in red > 170 && green > 100 && green < 200 && blue < 90 }
    let near = followed.count(x: 130...330, y: 100...340, where: orange)
    #expect(near > 300, "\(near)")
    #expect(followed.count(x: 400...630, y: 100...340, where: orange) < 20)
  }

  @Test func objectOfTheCommandLineIsRecorded() async throws {
    let run = try ExampleRun()
    let clip = try await run.clip(Self.walking, seconds: 2)
    let out = run.folder.path("out.mkv")
    let output = try await run.shell(
      "'\(ExampleRun.program("FollowExample"))' '\(clip)' --object 0.24,0.38,0.12,0.48 --window none --record '\(out)'")
    #expect(
      output.contains("tracking ") && output.contains("from frame 1") && output.contains("60 frames"), "\(output)")
    #expect(!output.contains("no longer tracking"), "\(output)")
  }

  @Test func rectanglesAreDetectedAndFollowed() async throws {
    let run = try ExampleRun()
    let out = run.folder.path("out.mkv")
    // A white card on a dark ground.
    let output = try await run.shell(
      """
      '\(ExampleRun.program("FollowExample"))' --track rectangles --window none --record '\(out)' --pipeline \
      'compositor name=m sink_1::xpos=200 sink_1::ypos=100 \
      videotestsrc num-buffers=40 pattern=black ! video/x-raw,format=I420,width=640,height=360,framerate=30/1 ! m. \
      videotestsrc num-buffers=40 pattern=white ! video/x-raw,format=I420,width=200,height=140,framerate=30/1 ! m. \
      m.'
      """)
    #expect(output.contains("tracking "), "\(output)")
    #expect(!output.contains("no longer tracking"), "\(output)")
  }
}

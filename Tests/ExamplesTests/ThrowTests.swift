// `throw` on a clip of throws: in both views, with a region that is dragged, stopped, started, and a swing replayed.
import DemoScene
import Flycatcher
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct ThrowTests {
  /// A throw to the right every 1.4 s over a gray wall: at every moment one is shown.
  private static func throwing(seconds: Double) -> Scene {
    var balls: [Ball] = []
    for start in stride(from: 0.5, to: seconds, by: 1.4) {
      balls.append(
        .thrown(
          from: Point(x: 0.08, y: 0.8), to: Point(x: 0.9, y: 0.75), start: start, duration: 1, radius: 0.010,
          color: Color(0xF2E640), gravity: 3.2))
    }
    return Scene(balls: balls, noise: 1)
  }

  private static func leftward() -> Scene {
    Scene(
      balls: [
        .thrown(
          from: Point(x: 0.92, y: 0.8), to: Point(x: 0.1, y: 0.75), start: 0.5, duration: 1, radius: 0.010,
          color: Color(0xF2E640), gravity: 3.2)
      ], noise: 1)
  }

  /// Without a window: what is recorded shows the path, and what is written tells the radius.
  @Test func throwToTheRightIsToldAndRecordedAndOneToTheLeftIsNot() async throws {
    let run = try ExampleRun()
    let right = try await run.clip(Self.throwing(seconds: 1.8), seconds: 2)
    let out = run.folder.path("out.mkv")
    let output = try await run.shell(
      "'\(ExampleRun.program("ThrowExample"))' '\(right)' --window none --record '\(out)' --start 0.02")
    let lines = output.split(separator: "\n").filter { $0.contains("moving average radius") }
    #expect(lines.count >= 5, "\(output)")
    let radii = lines.compactMap { line in
      line.split(separator: "radius ").last.flatMap { Double($0.prefix { $0 != "," }) }
    }
    #expect(radii.count == lines.count && radii.allSatisfy { abs($0 - 0.010) < 0.003 }, "\(radii)")
    #expect(lines.allSatisfy { $0.hasPrefix("1 ") }, "one throw, one number")
    #expect(output.contains("60 frames"))
    let frames = try await run.shell(
      "ffprobe -v error -count_frames -select_streams v -show_entries stream=nb_read_frames -of csv=p=0 '\(out)'")
    #expect(frames.trimmingCharacters(in: .whitespacesAndNewlines).hasPrefix("60"), "\(frames)")

    let other = try ExampleRun()
    let left = try await other.clip(Self.leftward(), seconds: 2)
    let silent = try await other.shell(
      "'\(ExampleRun.program("ThrowExample"))' '\(left)' --window none --record '\(other.folder.path("out.mkv"))'")
    #expect(!silent.contains("moving average radius"), "\(silent)")
  }

  @Test func regionIsDraggedAndTheSwingReplayed() async throws {
    let run = try ExampleRun()
    let clip = try await run.clip(Self.throwing(seconds: 24), seconds: 24)
    let output = try await run.onScreen(
      "ThrowExample", "'\(clip)' --view golf",
      """
      drag 20 60 620 340
      sleep 4.5
      shot golf
      shots replay & grab=$!
      sleep 1.5
      xdotool mousemove 170 25 click 3
      wait $grab
      xdotool mousemove 50 25 click 3 sleep 0.7 click 3 sleep 0.3
      """)
    #expect(output.contains("moving average radius"), "\(output)")
    #expect(output.contains("replay of") && output.contains("stopped") && output.contains("started"), "\(output)")
    let golf = try run.screen("golf")
    // The dragged region in blue: its upper edge and its left one.
    let blue = { (red: Int, green: Int, blue: Int) in blue > red + 60 && blue > green + 30 }
    #expect(golf.count(x: 30...600, y: 57...63, where: blue) > 500)
    #expect(golf.count(x: 17...23, y: 70...330, where: blue) > 200)
    // Detected points in red and projected ones in green, where balls fly.
    #expect(golf.count(x: 20...620, y: 60...340) { $0 > $1 + 90 && $0 > $2 + 90 } > 40)
    #expect(golf.count(x: 20...620, y: 60...340) { $1 > $0 + 60 && $1 > $2 + 60 } > 20)
    // The picture of the swing in the lower right corner, gray.
    let gray = { (red: Int, green: Int, blue: Int) in abs(red - green) < 6 && abs(green - blue) < 6 }
    let counts = try (0..<20).map { try run.screen("replay\($0)").count(x: 400...620, y: 230...345, where: gray) }
    #expect(counts.contains { $0 > 20000 }, "\(counts)")
  }
}

extension ExampleRun {
  /// The path of a built program.
  static func program(_ name: String) -> String { products + "/" + name }
}

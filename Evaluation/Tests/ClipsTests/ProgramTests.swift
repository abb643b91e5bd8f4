import Clips
import Foundation
import Testing

/// How long other programs are waited for.
@Suite struct ProgramTests {
  @Test func whoSaysNothingMoreIsEnded() {
    var said = ""
    let result = Program.run(
      ["sh", "-c", "echo one; exec sleep 60"], limit: 0.5, output: { said += String(decoding: $0, as: UTF8.self) })
    #expect(said == "one\n")
    #expect(result.failure?.hasPrefix("no end") == true)
    #expect(result.elapsed < 30)
  }

  @Test func whoWritesOnIsWaitedFor() {
    var pieces = 0
    let script = "for i in 1 2 3 4; do echo $i; sleep 0.4; done"
    let result = Program.run(["sh", "-c", script], limit: 1.2, output: { _ in pieces += 1 })
    #expect(result.failure == nil)
    #expect(pieces > 0)
    #expect(result.elapsed > 1.2)
  }

  @Test func theTimeOfWhoTakesTheOutputDoesNotCount() {
    let result = Program.run(
      ["sh", "-c", "echo one; sleep 0.1"], limit: 1, output: { _ in Thread.sleep(forTimeInterval: 2) })
    #expect(result.failure == nil)
  }

  @Test func aFailureIsTold() {
    let result = Program.run(["sh", "-c", "echo nothing there >&2; exit 3"])
    #expect(result.failure == "exit 3: nothing there")
  }
}

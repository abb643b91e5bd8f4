import GStreamerSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MonitorTests {
  @Test func waitsUntilAnotherThreadHasChangedTheValue() {
    let monitor = Monitor(0)
    #expect(StreamThread.start("test") { for _ in 0..<1000 { monitor.change { $0 += 1 } } })
    #expect(monitor.wait { $0 == 1000 ? true : nil } == true)
  }

  @Test func givesUpAtTheDeadline() {
    let monitor = Monitor(0)
    let before = Moment.now
    let result: Bool? = monitor.wait(until: before + .milliseconds(30)) { $0 == 1 ? true : nil }
    #expect(result == nil)
    #expect(Moment.now - before >= .milliseconds(30))
  }
}

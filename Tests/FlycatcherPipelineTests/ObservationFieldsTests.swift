// What travels on buffers: complete, and in time that grows with the number of observations.
import Flycatcher
import GStreamerSupport
import Glibc
import Testing

@testable import FlycatcherPipeline

struct ObservationFieldsTests {
  private func report(_ count: Int) -> FrameReport {
    let box = Rectangle(x: 0.25, y: 0.5, width: 0.125, height: 0.0625)
    return FrameReport(
      frame: 7, time: Timestamp(nanoseconds: 1_000_000_000),
      observations: (0..<count).map { number in
        .object(
          ObjectObservation(
            uuid: ObservationUUID(), label: "object \(number)", state: .tracked, time: .zero, confidence: 0.5,
            boundingBox: box))
      })
  }

  private func uuids(_ report: FrameReport) -> [ObservationUUID] {
    report.observations.compactMap { if case .object(let object) = $0 { object.uuid } else { nil } }
  }

  /// As two trackers one after the other do it.
  @Test func reportsOfSeveralTrackersForOneFrameAddUp() throws {
    try GStreamer.start()
    let (first, second) = (report(3), report(2))
    let structure = Structure("FlycatcherMeta")
    ObservationFields.add(first, to: structure.fields)
    ObservationFields.add(second, to: structure.fields)
    ObservationFields.add(report(0), to: structure.fields)
    let read = try #require(ObservationFields.report(structure.fields))
    #expect(read.frame == 7 && read.isAnalyzed)
    #expect(uuids(read) == uuids(first) + uuids(second))
  }

  /// Something else may have put a field of our names on the buffer; it gives way.
  @Test func aFieldOfAnotherKindGivesWay() throws {
    try GStreamer.start()
    let foreign: [(Fields) -> Void] = [
      { $0.set("observations", [0.25, 0.5]) }, { $0.set("observations", [Int64]()) },
      { $0.set("observations", "none") },
    ]
    for set in foreign {
      let structure = Structure("FlycatcherMeta")
      set(structure.fields)
      let added = report(2)
      ObservationFields.add(added, to: structure.fields)
      #expect(uuids(try #require(ObservationFields.report(structure.fields))) == uuids(added))
    }
  }

  /// Eight times as many take eight times as long; where every addition copied what is there, it would be sixty-four times.
  @Test func timeGrowsWithTheNumberOfObservations() throws {
    try GStreamer.start()
    func time(_ count: Int) -> Int {
      let report = report(count)
      return (0..<5).map { _ in
        let structure = Structure("FlycatcherMeta")
        let start = processorTime()
        ObservationFields.add(report, to: structure.fields)
        return processorTime() - start
      }.min() ?? 0
    }
    _ = time(125)
    #expect(time(1000) < time(125) * 24)
  }

  /// Nanoseconds that this thread has had; other programs on the machine do not count.
  private func processorTime() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

// Which flights a picture counts, and how it numbers them: as the table of the same clip does.
import Flycatcher
import Foundation
import GStreamerSupport
import TestSupport
import Testing

@testable import FlycatcherPipeline

@Suite struct StrobeStateTests {
  private func flight(
    _ uuid: ObservationUUID, _ state: TrajectoryObservation.State, from start: Double, to end: Double,
    confidence: Double = 0.9
  ) -> TrajectoryObservation {
    let times = stride(from: start, through: end + 1e-9, by: 0.04).map { Timestamp(seconds: $0) }
    return TrajectoryObservation(
      uuid: uuid, state: state, time: Timestamp(seconds: end), confidence: confidence,
      timeRange: TimeRange(from: Timestamp(seconds: start), to: Timestamp(seconds: end)),
      detectedPoints: times.map {
        .init(time: $0, location: Point(x: $0.seconds / 4, y: 0.5), radius: 0.01)
      },
      projectedPoints: [], equationCoefficients: Quadratic(a: 0, b: 0, c: 0.5), movingAverageRadius: 0.01)
  }

  /// A state that has seen a few frames, with what was reported in the last of them.
  private func state(_ flights: [TrajectoryObservation]) -> StrobeState {
    var state = StrobeState(minimumConfidence: 0.5)
    let pixels = [UInt8](repeating: 90, count: 64 * 48)
    for number in 0..<10 {
      guard let luma = Plane(pixels.span, width: 64, height: 48, rowStride: 64) else { continue }
      let time = Timestamp(seconds: Double(number) * 0.04)
      let report = FrameReport(
        frame: number, time: time, observations: number == 9 ? flights.map { .trajectory($0) } : [])
      state.add(Frame(luma: luma, timestamp: time), report, history: 24, maximumTrajectories: 60)
    }
    return state
  }

  @Test func flightsAreNumberedAsTheyBegin() {
    let (early, late) = (ObservationUUID(), ObservationUUID())
    // The later one is reported first.
    let numbered = state([
      flight(late, .began, from: 0.4, to: 0.8), flight(early, .began, from: 0.3, to: 0.6),
      flight(late, .ended, from: 0.4, to: 1), flight(early, .ended, from: 0.1, to: 1),
    ]).numberedTrajectories
    #expect(numbered.map(\.trail.number) == [1, 2])
    #expect(numbered.map { $0.trail.points.first?.time.seconds } == [0.1, 0.4])
  }

  @Test func whatTheEndOfTheStreamTellsIsShown() {
    let uuid = ObservationUUID()
    var state = state([flight(uuid, .began, from: 0.6, to: 1)])
    let whole = FrameReport(
      frame: 9, time: Timestamp(seconds: 1), observations: [.trajectory(flight(uuid, .ended, from: 0.1, to: 1))])
    state.finish(whole, maximumTrajectories: 60)
    #expect(state.numberedTrajectories.map { $0.trail.points.first?.time.seconds } == [0.1])
  }

  @Test func aFlightThatIsWithdrawnDoesNotCount() {
    let (kept, withdrawn) = (ObservationUUID(), ObservationUUID())
    let state = state([
      flight(withdrawn, .began, from: 0.1, to: 0.5), flight(kept, .began, from: 0.2, to: 0.5),
      flight(withdrawn, .ended, from: 0.1, to: 0.8, confidence: 0.1), flight(kept, .ended, from: 0.2, to: 0.9),
    ])
    #expect(state.numberedTrajectories.map(\.trail.number) == [1])
    #expect(state.numberedTrajectories.first?.trail.points.first?.time.seconds == 0.2)
  }

  @Test func aSessionTellsThePictureOfTheEnd() throws {
    final class Watcher: FrameObserver {
      let last = Monitor<[FrameReport]>([])
      func observe(_ frame: borrowing Frame, _ report: FrameReport) {}
      func finish(_ report: FrameReport) { last.read { $0.append(report) } }
    }
    let watcher = Watcher()
    let session = try Session(
      pipeline: "videotestsrc num-buffers=20 ! appsink name=frames",
      trackers: [NotingTracker(notebook: Notebook(), reportsAtEnd: true)], observers: [watcher])
    try session.run()
    let last = watcher.last.read { $0 }
    #expect(last.count == 1 && last.first?.frame == 19 && last.first?.observations.count == 1)
  }

  /// From the hundredth flight on, the number took the room of the times.
  @Test(arguments: [1, 12, 100, 1234], [0.5, 123.4, 5000])
  func legendHasRoomForItsTexts(_ number: Int, _ start: Double) throws {
    let unit = 20.0
    var trail = TrajectoryTrail(number: number, time: .zero)
    trail.add(flight(ObservationUUID(), .ended, from: start, to: start + 1), at: .zero)
    let legend = StrobePage.Legend([trail], .metersPerSecond, unit: unit, width: 2000)
    let canvas = try #require(CairoCanvas(width: 100, height: 100))
    canvas.setFont(size: unit * 0.92, isBold: true)
    #expect(unit * 1.7 + canvas.width(of: "\(number)") < legend.timesStart)
    canvas.setFont(size: unit * 0.92)
    #expect(legend.timesStart + canvas.width(of: StrobePage.times(of: trail)) < legend.confidenceStart)
    #expect(legend.confidenceStart + canvas.width(of: "0.99") < legend.cellWidth)
  }
}

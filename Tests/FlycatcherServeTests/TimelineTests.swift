// Whatever times a source gives its frames, those of the output go forward, and keep the source's rhythm where they can.
import Testing

@testable import FlycatcherServe

@Suite struct TimelineTests {
  private static let frame: Int64 = 40_000_000

  /// The places of frames that come at the source's own pace.
  private func places(_ timestamps: [Int64]) -> [Int64] {
    var timeline = Timeline()
    return timestamps.enumerated().map { timeline.place($1, now: Int64($0) * Self.frame) }
  }

  @Test func aSteadySourceKeepsItsRhythm() {
    let start: Int64 = 3_600_000_000_000
    #expect(places((0..<5).map { start + $0 * Self.frame }) == (0..<5).map { $0 * Self.frame })
  }

  @Test func aLateFrameKeepsItsDistance() {
    var timeline = Timeline()
    _ = timeline.place(0, now: 0)
    #expect(timeline.place(Self.frame, now: 3 * Self.frame) == Self.frame)
  }

  @Test func oneFrameHoursOffIsStampedAnew() {
    var times = (0..<6).map { $0 * Self.frame }
    times[3] += 7_200_000_000_000
    #expect(places(times) == (0..<6).map { $0 * Self.frame })
  }

  @Test func threeInARowAreANewTimeline() {
    let jump: Int64 = -3_600_000_000_000
    var timeline = Timeline()
    for index in 0..<10 { _ = timeline.place(Int64(index) * Self.frame, now: Int64(index) * Self.frame) }
    for index in 10..<13 { _ = timeline.place(jump + Int64(index) * Self.frame, now: Int64(index) * Self.frame) }
    // The fourth comes late, and keeps its distance all the same: the new timeline is believed.
    let late = timeline.place(jump + 13 * Self.frame, now: 15 * Self.frame)
    #expect(late == 13 * Self.frame)
  }

  @Test func timesAlwaysIncrease() {
    let hostile: [Int64] = [0, 0, .max, .min, -1, 1, .max, .max, .max, .max, 5, 4, 3, .min, .min, .min, .min, 0]
    let places = places(hostile)
    #expect(zip(places, places.dropFirst()).allSatisfy(<))
  }

  @Test func aNewSourceBeginsWhereTheClockStands() {
    var timeline = Timeline()
    _ = timeline.place(0, now: 0)
    timeline.beginSource()
    #expect(timeline.place(0, now: 9_000_000_000) == 9_000_000_000)
  }
}

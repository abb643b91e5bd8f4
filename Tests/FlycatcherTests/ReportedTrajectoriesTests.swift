// What is told of trajectories whose tracks branch, are lost and are found again.
import Testing

@testable import Flycatcher

@Suite struct ReportedTrajectoriesTests {
  private let criteria = ReportedTrajectories.Criteria(length: 5, confidence: 0.5, radii: 1...100)

  private func thrown(_ time: Double) -> SIMD2<Double> { SIMD2(50 + 240 * time, 300 - 420 * time + 450 * time * time) }

  private func candidate(_ time: Double, _ place: SIMD2<Double>) -> Candidate {
    Candidate(
      timestamp: Timestamp(seconds: time), time: time, x: place.x, y: place.y, drift: SIMD2(), radius: 8, length: 8,
      axis: SIMD2(1, 0), evidence: .background, contrast: 20, significance: 300, fill: 1, shade: 0, attachment: 0,
      color: SIMD4(200, 128, 128, 0), hidden: 0, density: 1e-7)
  }

  /// The likeliest track through the places of some frames at 30 frames a second.
  private func track(
    _ frames: Range<Int>, family: Int, confidence: Double, _ place: (Double) -> SIMD2<Double>
  ) throws -> Track {
    var associator = Associator()
    for frame in frames {
      let time = Double(frame) / 30
      associator.advance(
        [candidate(time, place(time))], time: time, Associator.Scene(interval: 1.0 / 30, grain: 1))
    }
    var track = try #require(associator.tracks.max { $0.score < $1.score })
    track.family = family
    track.mark(confidence: confidence)
    return track
  }

  /// What is not as sure while it goes on, but counts, is told of once it is over.
  @Test(arguments: [(0.7, false), (0.8, true)])
  func aTrajectoryBeginsHalfwayToCertainty(_ confidence: Double, begins: Bool) throws {
    var associator = Associator()
    var reported = ReportedTrajectories()
    associator.tracks = [try track(0..<10, family: 1, confidence: confidence, thrown)]
    #expect(reported.follow(&associator, criteria).map(\.state) == (begins ? [.began] : []))
    associator.finish()
    #expect(reported.follow(&associator, criteria).map(\.state) == (begins ? [.ended] : [.began, .ended]))
  }

  /// What came before a flight, such as a ball on the rim that then falls, gives a branch that holds it more points, but explains nothing of the flight.
  @Test func aBranchIsJudgedByWhatTheOthersMayExplain() throws {
    var associator = Associator()
    var reported = ReportedTrajectories()
    var flight = try track(10..<20, family: 1, confidence: 0.9, thrown)
    associator.tracks = [flight]
    #expect(reported.follow(&associator, criteria).map(\.state) == [.began])
    flight.miss(-1)
    let older = try track(0..<14, family: 1, confidence: 0.6, thrown)
    try #require(older.bestScore > flight.bestScore)
    associator.tracks = [older, flight]
    #expect(reported.follow(&associator, criteria).isEmpty)
    associator.finish()
    let last = reported.follow(&associator, criteria)
    #expect(last.map(\.state) == [.ended])
    #expect(last.first?.track.points.first?.candidate.time == 10.0 / 30)
    #expect(last.first?.track.confidence == 0.9)
  }

  @Test func whatIsLostWithoutAWordHasEnded() throws {
    var associator = Associator()
    var reported = ReportedTrajectories()
    associator.tracks = [try track(0..<10, family: 1, confidence: 0.9, thrown)]
    let first = reported.follow(&associator, criteria)
    #expect(first.map(\.state) == [.began])
    associator.tracks = []
    let second = reported.follow(&associator, criteria)
    #expect(second.map(\.state) == [.ended])
    #expect(second.map(\.uuid) == first.map(\.uuid))
    #expect(reported.follow(&associator, criteria).isEmpty)
  }

  /// More tracks may end with one frame than are remembered, each with a branch that holds the same.
  @Test func eachIsToldOfOnceHoweverManyEndAtOnce() throws {
    var associator = Associator()
    var reported = ReportedTrajectories()
    let count = 20
    func tracks(_ family: Int) throws -> [Track] {
      try (0..<count).map { number in
        try track(0..<10, family: family + number, confidence: 0.9) { thrown($0) + SIMD2(100 * Double(number), 0) }
      }
    }
    associator.tracks = try tracks(1) + tracks(1 + count)
    #expect(reported.follow(&associator, criteria).count == count)
    associator.finish()
    let last = reported.follow(&associator, criteria)
    #expect(last.map(\.state) == [TrajectoryObservation.State](repeating: .ended, count: count))
  }

  @Test func aTrackThatHoldsMoreOfTheSameGoesOn() throws {
    var associator = Associator()
    var reported = ReportedTrajectories()
    associator.tracks = [try track(4..<10, family: 1, confidence: 0.9, thrown)]
    let first = reported.follow(&associator, criteria)
    associator.tracks = [try track(0..<11, family: 2, confidence: 0.9, thrown)]
    let second = reported.follow(&associator, criteria)
    #expect(second.map(\.state) == [.updated])
    #expect(second.map(\.uuid) == first.map(\.uuid))
    #expect(second.first?.track.points.count == 11)
  }

  @Test func whatIsFoundAgainIsTheSameTrajectory() throws {
    var associator = Associator()
    associator.scene.interval = 1.0 / 30
    var reported = ReportedTrajectories()
    associator.tracks = [try track(0..<8, family: 1, confidence: 0.9, thrown)]
    let first = reported.follow(&associator, criteria)
    associator.tracks[0].misses = 3
    associator.tracks.append(try track(11..<20, family: 2, confidence: 0.9, thrown))
    let second = reported.follow(&associator, criteria)
    #expect(second.map(\.state) == [.updated])
    #expect(second.map(\.uuid) == first.map(\.uuid))
    #expect(second.first?.track.points.count == 17)
    #expect(second.first?.track.newest.age == 20)
    #expect(reported.absorbed == [2])
  }

  /// A branch of the later track that was last seen before the earlier one ended would be left without a point.
  @Test func aBranchWithNothingNewerIsNotJoined() throws {
    var associator = Associator()
    associator.scene.interval = 1.0 / 30
    associator.tracks = [
      try track(3..<7, family: 2, confidence: 0.1, thrown), try track(11..<20, family: 2, confidence: 0.9, thrown),
    ]
    associator.join(try track(0..<8, family: 1, confidence: 0.9, thrown), to: 2)
    #expect(associator.tracks.map(\.points.count) == [17])
    #expect(associator.tracks.map(\.family) == [1])
  }

  @Test func aBounceIsAnotherTrajectory() throws {
    let bounce = 8.0 / 30
    func path(_ time: Double) -> SIMD2<Double> {
      let after = max(time - bounce, 0)
      return thrown(min(time, bounce)) + SIMD2(200 * after, -600 * after + 450 * after * after)
    }
    var associator = Associator()
    associator.scene.interval = 1.0 / 30
    var reported = ReportedTrajectories()
    associator.tracks = [try track(0..<9, family: 1, confidence: 0.9, path)]
    let first = reported.follow(&associator, criteria)
    associator.tracks[0].misses = 2
    associator.tracks.append(try track(9..<18, family: 2, confidence: 0.9, path))
    let second = reported.follow(&associator, criteria)
    #expect(second.map(\.state) == [.began])
    #expect(second.first?.uuid != first.first?.uuid)
  }

  /// A track of twelve points that was told of, and is divided: the earlier part ends with a confidence.
  private func divided(
    at change: Int, confidence: Double
  ) throws -> (associator: Associator, reported: ReportedTrajectories, uuid: ObservationUUID?) {
    var associator = Associator()
    associator.scene.interval = 1.0 / 30
    var reported = ReportedTrajectories()
    associator.tracks = [try track(0..<12, family: 100, confidence: 0.9, thrown)]
    let uuid = reported.follow(&associator, criteria).first?.uuid
    associator.divide(0, at: change)
    associator.settle(0, confidence: confidence)
    return (associator, reported, uuid)
  }

  @Test func ofADividedTrackTheFlightGoesOn() throws {
    var (associator, reported, uuid) = try divided(at: 4, confidence: 0)
    associator.mark(0, confidence: 0.9)
    let reports = reported.follow(&associator, criteria)
    #expect(reports.map(\.state) == [.updated])
    #expect(reports.first?.uuid == uuid)
    #expect(reports.first?.track.points.count == 8)
  }

  @Test func twoPartsOfOneMotionAreOneTrajectory() throws {
    var (associator, reported, uuid) = try divided(at: 6, confidence: 0.8)
    associator.mark(0, confidence: 0.9)
    let reports = reported.follow(&associator, criteria)
    #expect(reports.map(\.state) == [.updated])
    #expect(reports.first?.uuid == uuid)
    #expect(reports.first?.track.points.count == 12)
  }

  /// Less than the least number of points is not told of: what was told of waits for them.
  @Test func theLaterPartOfADividedTrackIsGivenTime() throws {
    var (associator, reported, uuid) = try divided(at: 8, confidence: 0.1)
    #expect(associator.tracks[0].points.count == 4)
    #expect(reported.follow(&associator, criteria).isEmpty)
    associator.clearEnded()
    associator.tracks[0] = try track(8..<14, family: associator.tracks[0].family, confidence: 0.9, thrown)
    let reports = reported.follow(&associator, criteria)
    #expect(reports.map(\.state) == [.updated])
    #expect(reports.first?.uuid == uuid)
  }
}

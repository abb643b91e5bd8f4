// The stages of the trajectory detector, each alone.
import Foundation
import Testing

@_spi(Evaluation) @testable import Flycatcher

@Suite struct TrajectoryStagesTests {
  /// A filter that has seen one place, and knows little of how it goes on.
  private func filter(
    at place: SIMD2<Double>, accelerationVariance: Double = 1e6, law: MotionFilter.Law = .constant
  ) -> MotionFilter {
    MotionFilter(
      place: place, variance: SIMD2(repeating: 0.01), velocityVariance: SIMD2(repeating: 1e6), acceleration: .zero,
      accelerationVariance: SIMD2(repeating: accelerationVariance), walk: 1, law: law)
  }

  /// Follows a path from a time on, by steps of a thirtieth of a second unless others are given.
  private func follow(
    _ path: (Double) -> SIMD2<Double>, steps: Int, by step: Double = 1.0 / 30, with first: MotionFilter
  )
    -> MotionFilter
  {
    var filter = first
    for number in 1...steps {
      filter.advance(step)
      filter.update(path(Double(number) * step), variance: SIMD2(repeating: 0.01))
    }
    return filter
  }

  private func isNear(_ one: SIMD2<Double>, _ other: SIMD2<Double>, within distance: Double) -> Bool {
    magnitude(one - other) < distance
  }

  @Test func theFilterFollowsAParabola() {
    func path(_ time: Double) -> SIMD2<Double> {
      SIMD2(3 + 200 * time - 450 * time * time, 7 - 100 * time + 300 * time * time)
    }
    var filter = follow(path, steps: 12, with: filter(at: path(0)))
    #expect(isNear(filter.acceleration, SIMD2(-900, 600), within: 10))
    filter.advance(0.1)
    #expect(isNear(filter.place, path(12.0 / 30 + 0.1), within: 1))
  }

  /// The place along one axis of what loses its speed at a rate, and is pulled by an acceleration.
  private func slowing(_ time: Double, loss: Double, speed: Double, acceleration: Double) -> Double {
    let way = (1 - exp(-loss * time)) / loss
    return speed * way + acceleration * (time - way) / loss
  }

  @Test func theFilterFollowsWhatLosesItsSpeed() {
    func path(_ time: Double) -> SIMD2<Double> {
      SIMD2(
        3 + slowing(time, loss: 4, speed: -1500, acceleration: 900),
        50 + slowing(time, loss: 4, speed: 800, acceleration: -300))
    }
    var filter = follow(path, steps: 12, with: filter(at: path(0), law: .damped(4)))
    #expect(isNear(filter.acceleration, SIMD2(900, -300), within: 10))
    filter.advance(0.1)
    #expect(isNear(filter.place, path(12.0 / 30 + 0.1), within: 1))
    filter.advance(-0.1)
    #expect(isNear(filter.place, path(12.0 / 30), within: 1))
  }

  @Test func theFilterFollowsWhatIsSwung() {
    func path(_ time: Double) -> SIMD2<Double> { SIMD2(150 + 90 * cos(6 * time), 200 + 60 * sin(6 * time)) }
    var filter = follow(path, steps: 12, with: filter(at: path(0), accelerationVariance: 1e7, law: .swung(6)))
    #expect(isNear(filter.acceleration, -36 * (path(12.0 / 30) - SIMD2(150, 200)), within: 20))
    filter.advance(0.2)
    #expect(isNear(filter.place, path(12.0 / 30 + 0.2), within: 1))
    filter.advance(-0.2)
    #expect(isNear(filter.place, path(12.0 / 30), within: 1))
  }

  /// What flies away from the camera, and what the air holds back, is one motion; that helps nothing that keeps its speed, and no other thing.
  @Test func aFlightMayLoseItsSpeed() throws {
    func held(_ time: Double) -> SIMD2<Double> {
      SIMD2(
        100 + slowing(time, loss: 4, speed: 900, acceleration: 0),
        600 + slowing(time, loss: 4, speed: -2400, acceleration: 1200))
    }
    let associator = Associator()
    let other = try track(0..<6, thrown)
    var flight = other
    flight.mark(confidence: 0.9)
    func gain(_ path: (Double) -> SIMD2<Double>) -> Double {
      let points = points(layers(path, count: 16))
      return associator.evidenceOfMotion(points, of: flight) - associator.evidenceOfMotion(points, of: other)
    }
    #expect(gain(held) > 3)
    #expect(gain(thrown) < 0.1)
    #expect(gain(thrown) > -0.3)
  }

  @Test(arguments: [3, 63, 64, 200, 256, 300])
  func aListOfThePoolHasRoomForOneMorePoint(count: Int) {
    var pool = PointPool()
    let points = layers({ SIMD2(100 * $0, 50) }, count: count).map {
      TrackPoint(candidate: $0, clock: $0.time, score: 0, variance: SIMD2(), age: 1)
    }
    var list = pool.copy(points)
    #expect(list.capacity > count)
    while list.count < list.capacity { list.append(points[0]) }
    let full = list.map(\.clock)
    pool.makeRoom(in: &list)
    #expect(list.capacity > full.count)
    #expect(list.map(\.clock) == full)
    pool.give(&list)
    #expect(list.isEmpty)
  }

  @Test func theFilterRunsBackward() {
    func path(_ time: Double) -> SIMD2<Double> {
      SIMD2(100 + 60 * time + 300 * time * time, 40 - 80 * time - 150 * time * time)
    }
    let filter = follow(path, steps: 8, by: -1.0 / 30, with: filter(at: path(0)))
    #expect(isNear(filter.acceleration, SIMD2(600, -300), within: 10))
  }

  private func follow(_ candidates: [Candidate?]) -> Associator { follow(candidates.map { $0.map { [$0] } ?? [] }) }

  /// Follows the candidates of each frame.
  private func follow(_ frames: [[Candidate]], _ clock: FilmClock = FilmClock()) -> Associator {
    var associator = Associator()
    associator.clock = clock
    for (index, candidates) in frames.enumerated() {
      associator.advance(candidates, time: Double(index) / 30, Associator.Scene(interval: 1.0 / 30, grain: 1))
    }
    return associator
  }

  @Test func oneThingIsOneTrack() throws {
    let associator = follow(layers(thrown, count: 20))
    let track = try #require(associator.tracks.max { $0.score < $1.score })
    #expect(track.points.count == 20)
    #expect(abs(PathFit(track.points[...]).acceleration.y - 900) < 5)
  }

  @Test func missedFramesAreBridged() throws {
    var candidates: [Candidate?] = layers(thrown, count: 24)
    for index in [9, 10, 15] { candidates[index] = nil }
    let track = try #require(follow(candidates).tracks.max { $0.score < $1.score })
    #expect(track.points.count == 21)
  }

  @Test func aLostFrameIsAJumpOfTheClock() throws {
    // From the tenth frame on the film shows the picture of the frame after.
    let candidates = layers({ thrown($0 > 9.5 / 30 ? $0 + 1.0 / 30 : $0) }, count: 20)
    let track = try #require(follow(candidates).tracks.max { $0.score < $1.score })
    #expect(track.points.count == 20)
    #expect(abs(track.ahead - 1.0 / 30) < 1e-9)
  }

  /// In a film that is known to lose frames, a flight is followed from its first point on though its first steps are not alike.
  @Test func whereFramesAreLostOftenAFlightMayBeginWithOne() throws {
    // Of seven frames the second and the fifth are lost.
    let shown = (0..<40).filter { ![1, 4].contains($0 % 7) }
    let candidates = layers({ thrown(Double(shown[Int(($0 * 30).rounded())]) / 30) }, count: 20)
    var known = FilmClock()
    for _ in 0..<4 {
      var steps = StepCounts()
      for step in [FilmStep.lost, .regular, .lost, .regular, .regular] { steps.add(step, isAfterRepeat: false) }
      known.learn(steps)
    }
    let track = try #require(follow(candidates.map { [$0] }, known).tracks.max { $0.score < $1.score })
    #expect(track.points.count == 20)
    let span = track.newest.clock - track.points[0].clock
    #expect(abs(span - Double(shown[19]) / 30) < 1e-6)
    #expect(abs(PathFit(track.points[...]).acceleration.y - 900) < 5)
    let regular = try #require(follow(candidates.map { [$0] }).tracks.max { $0.score < $1.score })
    #expect(regular.points.count < 20)
  }

  /// The pictures of a film of 24 frames a second whose rate was raised to 30 by repeating every fourth.
  @Test func inRepeatedPicturesNoTimeMayGoBy() throws {
    var associator = Associator()
    let candidates = layers({ thrown($0) }, count: 20)
    var time = 0.0
    for (index, candidate) in candidates.enumerated() {
      let repeats = index > 0 && index.isMultiple(of: 4) ? 1 : 0
      let step = Double(repeats + 1) / 30
      time += step
      var shown = candidate
      shown.time = time
      associator.advance([shown], time: time, Associator.Scene(interval: step, repeats: repeats, grain: 1))
    }
    let track = try #require(associator.tracks.max { $0.score < $1.score })
    #expect(track.points.count == 20)
    #expect(abs(track.newest.clock - track.points[0].clock - 19.0 / 30) < 1e-6)
  }

  /// The likeliest track through some of the frames of a path.
  private func track(_ frames: Range<Int>, _ place: (Double) -> SIMD2<Double>) throws -> Track {
    let candidates = layers(place, count: frames.upperBound)
    let seen = candidates.indices.map { frames.contains($0) ? [candidates[$0]] : [] }
    return try #require(follow(seen).tracks.max { $0.score < $1.score })
  }

  @Test func aTrackGoesOnFromALostOneOfItsMotion() throws {
    var associator = Associator()
    associator.scene = Associator.Scene(
      interval: 1.0 / 30, grain: 1, box: PlaceBox(low: .zero, high: SIMD2(1000, 600)))
    associator.tracks = [try track(10..<20, thrown)]
    associator.remember(try track(0..<8) { thrown($0) + SIMD2(300, 100) })
    let unrelated = associator.whole(of: 0)
    #expect(unrelated == nil)
    associator.remember(try track(0..<8, thrown))
    let found = associator.whole(of: 0)
    let whole = try #require(found)
    #expect(whole.track.points.map(\.candidate.time) == [0..<8, 10..<20].joined().map { Double($0) / 30 })
    #expect(whole.track.family == associator.tracks[0].family)
    associator.join(0, whole: whole)
    #expect(associator.tracks[0].points.count == 18)
    #expect(associator.lost.count == 1)
  }

  @Test func whatIsFarAwayIsNoPartOfAMotion() throws {
    var associator = Associator()
    associator.scene = Associator.Scene(
      interval: 1.0 / 30, grain: 1, box: PlaceBox(low: .zero, high: SIMD2(1000, 600)))
    associator.tracks = [try track(10..<16, thrown)]
    associator.remember(try track(0..<5) { SIMD2(700 + 90 * $0, 500 + 60 * $0) })
    let unrelated = associator.whole(of: 0)
    #expect(unrelated == nil)
  }

  @Test func aBounceIsTwoTracks() {
    let bounce = 0.4
    func path(_ time: Double) -> SIMD2<Double> {
      let down = SIMD2(50 + 240 * time, 100 + 450 * time * time)
      let after = time - bounce
      let up = SIMD2(50 + 240 * time, 100 + 450 * bounce * bounce - 300 * after + 450 * after * after)
      return time < bounce ? down : up
    }
    var associator = follow(layers(path, count: 24))
    associator.finish()
    let longest = associator.ended.sorted { $0.points.count > $1.points.count }.prefix(2)
    #expect(longest.count >= 1)
    #expect(longest.allSatisfy { $0.points.count <= 15 })
  }

  @Test func oneBadPointIsNoChangeOfMotion() throws {
    var candidates = layers(thrown, count: 24)
    candidates[12].x += 5
    candidates[12].y += 5
    let track = try #require(follow(candidates).tracks.max { $0.score < $1.score })
    #expect(track.points.count >= 23)
  }

  @Test func whatStandsStillIsNoTrack() {
    let associator = follow(layers({ _ in SIMD2(100, 100) }, count: 20))
    #expect(associator.tracks.isEmpty)
  }

  /// Spots that come and go in their places lie on many paths; what was in its place before does not arrive there.
  @Test func whatStoodInItsPlaceHasNotFlownThere() throws {
    let places = layers(thrown, count: 16, radius: 3)
    /// The best score where each place of a flight holds a spot for some frames before it is reached, and after.
    func bestScore(before: [Int], after: [Int]) throws -> Double {
      let associator = follow(
        places.indices.map { frame in
          places.indices.compactMap { place in
            let shown = place - before[place % before.count]...place + after[place % after.count]
            guard shown.contains(frame) else { return nil }
            var spot = places[place]
            (spot.timestamp, spot.time) = (places[frame].timestamp, places[frame].time)
            return spot
          }
        })
      return try #require(associator.tracks.map(\.score).max())
    }
    let flight = try bestScore(before: [0], after: [0])
    #expect(flight > 90)
    #expect(try bestScore(before: [1, 6, 3, 2], after: [4, 2, 5, 1, 7]) < 0.65 * flight)
  }

  /// What moves by less than it trembles from a frame to the next was near its place before.
  @Test func whatMovesSlowlyIsNotTakenForWhatStands() throws {
    let slow = follow(layers({ SIMD2(100 + 60 * $0, 200 - 30 * $0) }, count: 20, radius: 8))
    let track = try #require(slow.tracks.max { $0.score < $1.score })
    #expect(track.points.count >= 19)
    #expect(track.score > 95)
  }

  /// A thing that goes straight on.
  private func walking(_ time: Double) -> SIMD2<Double> { SIMD2(100 + 150 * time, 200) }

  /// One that comes across it.
  private func crossing(_ time: Double) -> SIMD2<Double> {
    let since = time - 0.7
    return SIMD2(205 + 300 * since, 200 + 330 * since)
  }

  @Test func whatIsFoundAgainMayBelongToAnother() {
    // The one thing goes out of sight; another crosses where it would be.
    let walk = layers(walking, count: 30)
    let other = layers(crossing, count: 30)
    var frames: [[Candidate]] = []
    for frame in 0..<30 {
      var seen: [Candidate] = []
      if frame < 15 { seen.append(walk[frame]) }
      if frame >= 10 { seen.append(other[frame]) }
      frames.append(seen)
    }
    var associator = follow(frames)
    associator.finish()
    #expect(associator.ended.map { $0.points.count }.sorted() == [15, 20])
  }

  @Test func whereTwoThingsMeetBothAreToldOf() {
    let walk = layers(walking, count: 30)
    let falling = layers({ walking($0) + SIMD2<Double>(60, 75) * ($0 - 0.7) }, count: 30)
    var associator = Associator()
    var told: [Int] = []
    for frame in 0..<30 {
      associator.clearEnded()
      var seen = [walk[frame]]
      if (6..<21).contains(frame) { seen.append(falling[frame]) }
      associator.advance(seen, time: Double(frame) / 30, Associator.Scene(interval: 1.0 / 30, grain: 1))
      told += associator.ended.map { $0.points.count }
    }
    associator.finish()
    told += associator.ended.map { $0.points.count }
    #expect(told.count == 2)
    // Each candidate belongs to one of them.
    #expect((42...45).contains(told.reduce(0, +)))
  }

  /// A track with these candidates, each of which gained as much and was measured with this variance; `nil` is that of each.
  private func track(_ candidates: [Candidate], gain: Double, variance: Double?, family: Int) -> Track {
    let (first, last) = (candidates[0], candidates[candidates.count - 1])
    let velocity = (last.place - first.place) / (last.time - first.time)
    func spread(_ candidate: Candidate) -> SIMD2<Double> {
      variance.map { SIMD2(repeating: $0) } ?? candidate.variance(grain: 1)
    }
    var track = Track(
      first, Associator().motion(of: first, radius: first.radius, velocity: velocity), score: -6,
      variance: spread(first))
    track.family = family
    for (before, candidate) in zip(candidates, candidates.dropFirst()) {
      track.advance(candidate.time - before.time)
      track.take(candidate, Likelihood(gain: gain, fit: gain, variance: spread(candidate)))
    }
    return track
  }

  /// The places of what is covered more and more leave its path, and stay beside it. What is seen in part is measured less well, so that this is no
  /// other motion, as that after a bounce is.
  @Test func whatIsSeenInPartForAWhileIsOneMotion() {
    let associator = Associator()
    var covered = layers({ thrown($0) + SIMD2(0, 2.5 * min(max(30 * $0 - 9, 0), 4)) }, count: 24)
    for index in 10..<covered.count { covered[index].evidence = .part }
    let bouncing = layers({ $0 < 0.8 ? thrown($0) : thrown($0) - SIMD2(0, 500 * ($0 - 0.8)) }, count: 30)
    func changes(_ candidates: [Candidate]) -> [Int] {
      (7...candidates.count).compactMap {
        associator.changeOfMotion(in: track(Array(candidates.prefix($0)), gain: 3, variance: nil, family: 1))
      }
    }
    #expect(changes(covered).isEmpty)
    // It is at the bounce in frame 24, from when there are enough points behind it on.
    let found = changes(bouncing)
    #expect(!found.isEmpty && found.allSatisfy { (24...25).contains($0) }, "\(found)")
  }

  @Test func whatIsThrownIsNotTheArmsThatThrewIt() throws {
    // The arm's track, which missed the ball in two frames and took it in the next two, has the higher score, for the points of the arm.
    let arm = layers({ SIMD2(100 + 60 * $0, 400 - 240 * $0) }, count: 12)
    let ball = layers({ arm[11].place + SIMD2(700, -500) * ($0 - 11.0 / 30) }, count: 17)
    var associator = Associator()
    associator.tracks = [
      track(arm + ball[14...15], gain: 3, variance: 200, family: 1),
      track([arm[11]] + ball[12...15], gain: 7, variance: 1, family: 2),
    ]
    #expect(associator.tracks[0].score > associator.tracks[1].score)
    associator.advance([ball[16]], time: ball[16].time, Associator.Scene(interval: 1.0 / 30, grain: 1))
    let best = try #require(associator.tracks.max { $0.score < $1.score })
    #expect(best.family == 2 && best.points.count == 6)
    #expect(associator.ended.map { $0.points.count } == [11])
  }

  /// Where two branches explain as much to the end, one of them is told of, and not none.
  @Test func oneOfTwoBranchesIsToldOfAtTheEnd() {
    var associator = Associator()
    let branch = track(layers(thrown, count: 12), gain: 7, variance: nil, family: 3)
    associator.tracks = [branch.detached, branch.detached, branch.detached]
    associator.finish()
    #expect(associator.ended.map(\.points.count) == [12])
  }

  @Test func twoCandidatesOfOneThingAreToldOfOnce() {
    // A ball is two candidates until they become one.
    let one = layers(thrown, count: 30)
    let other = layers({ thrown($0) + SIMD2<Double>(4, 4) }, count: 15)
    var frames: [[Candidate]] = one.map { [$0] }
    for frame in other.indices { frames[frame].append(other[frame]) }
    var associator = follow(frames)
    associator.finish()
    #expect(associator.ended.count == 1)
    #expect(associator.ended.first?.points.count == 30)
  }

  @Test func aCrowdIsCountedByThingsAndNotByTheirBranches() throws {
    let track = try #require(follow(layers(thrown, count: 10)).tracks.max { $0.score < $1.score })
    func beside(by offset: Double, family: Int, radius: Double = 8) throws -> Track {
      let candidates = layers({ thrown($0) + SIMD2(offset, 0) }, count: 10)
      var other = try #require(follow(candidates).tracks.max { $0.score < $1.score })
      (other.family, other.state.radius) = (family, radius)
      return other
    }
    var associator = Associator()
    associator.tracks = [
      track, try beside(by: 60, family: 2), try beside(by: 120, family: 3), try beside(by: 61, family: 2),
      try beside(by: 180, family: 4, radius: 20), try beside(by: 1, family: 5),
    ]
    associator.tracks[0].family = 1
    // The branches of 2 are one thing; 4 is of another size, and 5 is what the track itself follows.
    #expect(associator.crowd(around: associator.tracks[0]) == 2)
  }

  /// Half a turn of a hand with a ball, over the shoulder.
  private func swung(_ time: Double) -> SIMD2<Double> {
    let angle = .pi * time * 30 / 19
    return SIMD2(400 - 90 * cos(angle), 300 - 90 * sin(angle))
  }

  @Test func whatIsSwungIsLikelierSwungThanThrown() throws {
    let (flight, hand) = (layers(thrown, count: 20), layers(swung, count: 20))
    #expect(PathFit(points(flight)).significance.y > 20)
    #expect(PathFit(points(hand)).significance.y > 20)
    let associator = Associator()
    #expect(associator.swing(points(flight), radius: 8) < -0.5)
    #expect(associator.swing(points(hand), radius: 8) > 5)
    // Not even what loses its speed goes on an arc.
    let held = layers(
      { SIMD2(900 * (1 - exp(-4 * $0)) / 4, 600 - 1500 * (1 - exp(-4 * $0)) / 4 + 300 * $0) }, count: 16)
    #expect(associator.swing(points(held), radius: 8) < -1)
    // A half turn is one motion, unless it is taken for a flight.
    let other = try track(0..<6, thrown)
    var believed = other
    believed.mark(confidence: 1)
    let turn = points(layers(swung, count: 30))
    #expect(associator.evidenceOfMotion(turn, of: other) > associator.evidenceOfMotion(turn, of: believed) + 5)
  }
}

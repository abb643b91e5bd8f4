// From candidates to tracks: multiple hypotheses, scored by their log-likelihood ratio against clutter.
import Glibc

/// Follows several hypotheses about what flies through the candidates.
///
/// Three candidates that agree seed a track; a Kalman filter of constant acceleration foretells its next place; what lies within its χ² gate extends
/// it, and where two candidates do, both hypotheses go on. A track's score is the sum of the log-likelihood ratios of its points against
/// the clutter measured around them (Sittler 1964; Blackman 2004). A bounce or a hit ends a track, since no later candidate is likely under
/// its motion, and seeds another.
struct Associator: Sendable {
  var parameters = Parameters()
  var tracks: [Track] = .reserving(usualTracks)
  /// The tracks that ended with the newest frame.
  private(set) var ended: [Track] = .reserving(usualTracks)
  /// The newest tracks that ended and were not told of.
  var lost: [LostTrack] = .reserving(usualTracks)
  /// The candidates of the newest frames, oldest first.
  var past: [CandidateLayer] = .reserving(memory)
  /// Layers of frames that are forgotten.
  private var spare: [CandidateLayer] = .reserving(memory)
  var scene = Scene()
  private var nextFamily = 0
  var clock = FilmClock()
  var pool = PointPool()
  private var order: [Int] = .reserving(usualTracks)
  /// Empty between frames, as `kept` is.
  var seeds: [Seed] = .reserving(usualSeeds)
  private var kept: [Track] = .reserving(usualTracks)

  /// The number of frames whose candidates are kept: as far back as a track is followed from where it was seeded.
  static let memory = 24
  /// The candidates and tracks of most frames; more take memory when they come.
  private static let (usualCandidates, usualTracks, usualSeeds) = (128, 320, 320)
  /// The number of points from which on a track is told of.
  static let leastTold = 5
  /// The number of points with which a track ends, whatever it follows: a pendulum never does. It is 40 seconds at 30 frames a second.
  static let mostPoints = 1_200

  /// The measures of the film that likelihoods depend on.
  struct Scene: Sendable {
    /// Seconds from the picture before to the newest.
    var interval = 1.0 / 30
    /// The number of times that the picture before was repeated.
    var repeats = 0
    /// Pixels of the picture in one that is analyzed.
    var grain = 1.0
    /// What is analyzed; what flies out of it has ended.
    var box = PlaceBox.everywhere
  }

  mutating func reset() {
    tracks.removeAll(keepingCapacity: true)
    ended.removeAll(keepingCapacity: true)
    forgetLost()
    forgetPast()
    clock = FilmClock()
  }

  /// Forgets the tracks that ended before.
  mutating func clearEnded() {
    for index in ended.indices { pool.give(&ended[index].points) }
    ended.removeAll(keepingCapacity: true)
  }

  /// Ends every track.
  mutating func finish() {
    clearEnded()
    keepBestBranches()
    // Those that follow are still compared with its points.
    for index in tracks.indices { end(copy(of: index), at: index) }
    for index in tracks.indices { pool.give(&tracks[index].points) }
    tracks.removeAll(keepingCapacity: true)
    forgetPast()
  }

  /// Keeps the best branch of each family.
  private mutating func keepBestBranches() {
    for index in tracks.indices.reversed() where indexOfBest(of: tracks[index].family) != index {
      pool.give(&tracks[index].points)
      tracks.remove(at: index)
    }
  }

  /// Takes the memory that a usual film needs, once: however much will move in it.
  private mutating func takeMemory() {
    pool.fill()
    while spare.count < Self.memory { spare.append(CandidateLayer(capacity: Self.usualCandidates)) }
  }

  /// Forgets the candidates of earlier frames; their memory serves later ones.
  private mutating func forgetPast() {
    spare.append(contentsOf: past)
    past.removeAll(keepingCapacity: true)
  }

  /// Changes what is known of a track.
  mutating func mark(_ index: Int, confidence: Double) { tracks[index].mark(confidence: confidence) }

  /// Gives a track that ended its last confidence, that of its first `count` points, and drops the others.
  mutating func settle(_ index: Int, confidence: Double, count: Int? = nil) {
    if let count { ended[index].points.removeLast(ended[index].points.count - count) }
    ended[index].mark(confidence: confidence)
  }

  /// The number of other things that are followed and look alike: ants, flakes and leaves come in numbers.
  func crowd(around track: Track) -> Int {
    tracks.indices.count { index in
      // The branches of one hypothesis follow one thing.
      looksAlike(tracks[index], track)
        && !(0..<index).contains { tracks[$0].family == tracks[index].family && looksAlike(tracks[$0], track) }
    }
  }

  /// Whether a track follows another thing of about the size and color.
  @inline(__always)
  private func looksAlike(_ other: Track, _ track: Track) -> Bool {
    guard other.family != track.family, other.points.count >= 5 else { return false }
    return other.look.isLike(track.look) && track.share(of: other) < 0.5
  }

  /// Takes in the candidates of the next frame.
  mutating func advance(_ candidates: [Candidate], time: Double, _ scene: Scene) {
    self.scene = scene
    if past.isEmpty { takeMemory() }
    // The oldest layer's memory serves the newest.
    var layer =
      past.count >= Self.memory
      ? past.removeFirst() : spare.popLast() ?? CandidateLayer(capacity: Self.usualCandidates)
    clock.begin(interval: scene.interval, repeats: scene.repeats, irregular: parameters.irregular)
    let step = scene.interval + clock.offset(clock.likeliest)
    layer.take(candidates, time: time, clock: (past.last?.clock ?? time) + step)
    for (age, earlier) in past.suffix(2).reversed().enumerated() {
      layer.findStanding(in: earlier, age: age + 1, grain: scene.grain)
    }
    past.append(consume layer)
    for index in tracks.indices { extend(index) }
    for index in tracks.indices {
      if let change = changeOfMotion(in: tracks[index]) { divide(index, at: change) }
    }
    endLost()
    addSeeds()
    settleMeetings()
    prune()
    for index in tracks.indices where !tracks[index].isTracedBack && tracks[index].points.count >= 6 {
      traceBack(index)
    }
  }

  mutating func newFamily() -> Int {
    nextFamily += 1
    return nextFamily
  }

  /// A candidate as the next point of a track.
  private struct Match {
    var candidate: Int
    var likelihood: Likelihood
    var step: FilmStep
  }

  /// The number of points from which on a track may show how the film's time goes on.
  private static let leastClocked = 4

  private mutating func extend(_ index: Int) {
    let count = tracks[index].points.count
    let showsClock = count >= Self.leastClocked && tracks[index].misses == 0
    let missed = logMissed(tracks[index])
    let newest = past.count - 1
    var best: Match?
    var second: Match?
    for step in FilmStep.allCases {
      let probability = clock.logProbability(step)
      guard probability > -.infinity, showsClock || clock.isUsual(step) else { continue }
      var foretold = tracks[index].state
      foretold.advance(scene.interval + clock.offset(step))
      let reach = reach(of: foretold)
      for number in past[newest].indices(x: foretold.motion.place.x - reach...foretold.motion.place.x + reach) {
        guard let likelihood = likelihood(of: past[newest].candidates[number], for: foretold)?.given(probability),
          likelihood.gain > missed
        else { continue }
        let match = Match(candidate: number, likelihood: likelihood, step: step)
        if likelihood.fit > best?.likelihood.fit ?? -.infinity {
          second = best
          best = match
        } else if likelihood.fit > second?.likelihood.fit ?? -.infinity {
          second = match
        }
      }
    }
    guard let best else { return miss(index, clock.likeliest, missed) }
    if let second, best.likelihood.fit - second.likelihood.fit < parameters.branching,
      tracks.count < 2 * Int(parameters.capacity)
    {
      take(second, branch(index))
    }
    if best.step != clock.likeliest && tracks.count < 2 * Int(parameters.capacity) {
      // It may as well be something else, and the thing not seen.
      miss(branch(index), clock.likeliest, missed)
    }
    take(best, index)
    // What it explains less well may also be the beginning of another one.
    if count + 1 >= 5, best.likelihood.fit >= parameters.largestGain { past[newest].isTaken[best.candidate] = true }
  }

  /// The log-probability that the thing of a track is not seen in the newest frame: how long it stays hidden does not depend on the frame rate.
  private func logMissed(_ track: Track) -> Double {
    track.misses == 0 ? log(1 - parameters.detection) : log(parameters.occlusion) * scene.interval * 30
  }

  private mutating func miss(_ index: Int, _ step: FilmStep, _ gain: Double) {
    tracks[index].advance(scene.interval, offset: clock.offset(step))
    tracks[index].miss(gain)
  }

  /// Adds a second hypothesis that is the same so far.
  ///
  /// - Returns: its index.
  private mutating func branch(_ index: Int) -> Int {
    tracks.append(copy(of: index))
    return tracks.count - 1
  }

  /// The same track in memory of its own.
  private mutating func copy(of index: Int) -> Track {
    var track = tracks[index]
    track.points = pool.copy(track.points)
    return track
  }

  private mutating func take(_ match: Match, _ index: Int) {
    tracks[index].advance(scene.interval, offset: clock.offset(match.step))
    pool.makeRoom(in: &tracks[index].points)
    tracks[index].take(past[past.count - 1].candidates[match.candidate], match.likelihood)
    tracks[index].untold.add(match.step, isAfterRepeat: scene.repeats > 0)
  }

  /// Lets the film's clock learn from a track that is a flight.
  mutating func learnClock(from index: Int) {
    clock.learn(tracks[index].untold)
    tracks[index].untold = StepCounts()
  }

  private mutating func endLost() {
    var index = 0
    while index < tracks.count {
      if isOver(tracks[index]) {
        end(index)
        tracks.swapAt(index, tracks.count - 1)
        tracks.removeLast()
      } else {
        index += 1
      }
    }
  }

  private func isOver(_ track: Track) -> Bool {
    let hasLeft = track.misses > 0 && !scene.box.contains(track.state.motion.place)
    let unseen = past[past.count - 1].time - track.newest.candidate.time
    let isLost = track.misses > 2 && unseen > parameters.longestGap + scene.interval
    return hasLeft || isLost || track.points.count >= Self.mostPoints
      || track.score < track.bestScore - parameters.loss
  }

  /// Ends a track, which is without points then.
  mutating func end(_ index: Int) {
    let track = tracks[index]
    tracks[index].points = []
    end(track, at: index)
  }

  /// Ends a track with its first `count` points.
  mutating func end(_ index: Int, with count: Int) {
    tracks[index].points.removeLast(tracks[index].points.count - count)
    tracks[index].score = tracks[index].newest.score
    end(index)
  }

  /// Tells of the end of a track, where no better branch of it goes on.
  private mutating func end(_ track: consuming Track, at index: Int) {
    if !mayBeTold(track, index) { return pool.give(&track.points) }
    track.trimEnd()
    trimChange(&track)
    // The same thing followed by two hypotheses is told of once, by the one that explains better what both saw.
    let (start, score) = (track.points[0].candidate.time, track.newest.score)
    let isDoubled = tracks.indices.contains { other in
      tracks[other].family != track.family && tracks[other].gain(since: start) > score
        && track.share(of: tracks[other]) > 0.5
    }
    if isDoubled { return pool.give(&track.points) }
    if let other = ended.firstIndex(where: { track.share(of: $0) > 0.5 }) {
      guard track.bestScore > ended[other].bestScore else { return pool.give(&track.points) }
      forgetEnded(other)
    }
    ended.append(track)
  }

  /// Whether a track that ends is the best of its family, so that the others are forgotten.
  private mutating func mayBeTold(_ track: Track, _ index: Int) -> Bool {
    for other in tracks.indices where other != index && tracks[other].family == track.family {
      if !track.explainsMore(than: tracks[other]) { return false }
    }
    if let known = ended.firstIndex(where: { $0.family == track.family }) {
      guard track.explainsMore(than: ended[known]) else { return false }
      forgetEnded(known)
    }
    return true
  }

  /// Returns the branch of a family that explains most.
  func best(of family: Int) -> Track? { indexOfBest(of: family).map { tracks[$0] } }

  /// The index of the branch of a family that explains most, the first of those that explain as much.
  private func indexOfBest(of family: Int) -> Int? {
    var best: Int?
    for index in tracks.indices where tracks[index].family == family {
      if best.map({ tracks[index].explainsMore(than: tracks[$0]) }) ?? true { best = index }
    }
    return best
  }

  private mutating func forgetEnded(_ index: Int) {
    pool.give(&ended[index].points)
    ended.remove(at: index)
  }

  /// Ends one of any two tracks of different things that have come to the same: a candidate belongs to one thing. Of two tracks that went side
  /// by side before, the likelier one is kept by `prune`.
  private mutating func settleMeetings() {
    var index = 0
    while index < tracks.count {
      guard let own = pointsBeforeMeeting(index) else {
        index += 1
        continue
      }
      // Another branch of it may go on.
      let isLast = !tracks.indices.contains { $0 != index && tracks[$0].family == tracks[index].family }
      if isLast, own >= Self.leastTold {
        end(index, with: own)
      } else {
        pool.give(&tracks[index].points)
      }
      tracks.swapAt(index, tracks.count - 1)
      tracks.removeLast()
    }
  }

  /// The number of points that a track has of its own, where it gives way to another one; `nil` where it does not.
  ///
  /// Either goes on, and the other is what it was before they met, or nothing where that is less: the likelier of the two hypotheses is taken.
  private func pointsBeforeMeeting(_ index: Int) -> Int? {
    guard tracks[index].misses == 0 else { return nil }
    for number in tracks.indices where number != index && tracks[number].misses == 0 {
      guard tracks[number].family != tracks[index].family, tracks[index].isSame(as: tracks[number]) else { continue }
      let (track, other) = (tracks[index], tracks[number])
      let met = track.meeting(with: other)
      if track.runsBeside(other, until: met) { continue }
      let (gain, otherGain) = (track.gain(since: met), other.gain(since: met))
      let givesWay =
        gain == otherGain ? (track.score, -index) < (other.score, -number) : gain < otherGain
      if givesWay { return track.points.count { $0.candidate.time < met } }
    }
    return nil
  }

  /// Keeps the best of the tracks that have come to the same, and no more than there is room for.
  private mutating func prune() {
    order.removeAll(keepingCapacity: true)
    order.append(contentsOf: tracks.indices)
    order.insertionSort { tracks[$0].score > tracks[$1].score }
    for index in order {
      if let same = kept.firstIndex(where: { $0.isSame(as: tracks[index]) }) {
        if kept[same].family == tracks[index].family, tracks[index].explainsMore(than: kept[same]) {
          swap(&kept[same], &tracks[index])
        }
        pool.give(&tracks[index].points)
      } else if kept.count < Int(parameters.capacity) {
        kept.append(tracks[index])
        // Points that two tracks hold would be copied when they are given back.
        tracks[index].points = []
      } else {
        pool.give(&tracks[index].points)
      }
    }
    swap(&tracks, &kept)
    kept.removeAll(keepingCapacity: true)
  }
}

// The beginnings of tracks: three candidates that one thing may have been seen as, and the way back from there.
import Glibc

extension Associator {
  /// The seconds between the candidates of a seed, at least.
  private static let shortestStep = 1.0 / 70

  /// A candidate by the number of its frame among those that are remembered, and its own in that.
  fileprivate struct SeenCandidate {
    var frame: Int
    var number: Int
  }

  /// Three candidates with which a track begins.
  struct Seed {
    fileprivate var beginning: Beginning
    fileprivate var second: SeenCandidate
    fileprivate var third: SeenCandidate
  }

  private func candidate(_ seen: SeenCandidate) -> Candidate { past[seen.frame].candidates[seen.number] }

  /// Adds the tracks that begin with three candidates, the last of them in the newest frame, as long as there is room.
  mutating func addSeeds() {
    var found: [Seed] = []
    swap(&found, &seeds)
    findSeeds(into: &found)
    for seed in found { tracks.append(track(seed)) }
    found.removeAll(keepingCapacity: true)
    swap(&found, &seeds)
  }

  private func findSeeds(into seeds: inout [Seed]) {
    guard past.count >= 3 else { return }
    let room = 2 * Int(parameters.capacity) - tracks.count
    let newest = past.count - 1
    // At high frame rates things move too little from a frame to the next to tell where they go.
    let wanted = (Self.shortestStep / max(scene.interval, 1e-4)).rounded()
    // Two steps lie within what is remembered.
    let step = max(1, min(Int(wanted), (Self.memory - 1) / 2))
    for number in past[newest].looks.indices where !past[newest].isTaken[number] {
      let look = past[newest].looks[number]
      let third = SeenCandidate(frame: newest, number: number)
      for gap in 1...2 where newest - gap * step >= step {
        let middle = newest - gap * step
        let after = past[newest].clock - past[middle].clock
        let reach = 2.5 * parameters.speed * expectedRadius(look.radius) * after
        for index in past[middle].indices(x: look.place.x - reach...look.place.x + reach)
        where !past[middle].isTaken[index] {
          guard mayBeOne(past[middle].looks[index], look, dt: after) else { continue }
          let second = SeenCandidate(frame: middle, number: index)
          guard liesAlong(second, third) else { continue }
          for earlier in 1...(gap == 1 ? 2 : 1) where middle - earlier * step >= 0 {
            guard seeds.count < room else { return }
            let first = middle - earlier * step
            let steps = Steps(before: past[middle].clock - past[first].clock, after: after)
            addLikeliest(second, third, from: first, steps, to: &seeds)
          }
        }
      }
    }
  }

  /// Seconds of the film's clock from the first candidate of a seed to the second, and to the third.
  fileprivate struct Steps {
    var before: Double
    var after: Double
    /// Whether the film lost a frame in one of them.
    var haveLost = false
  }

  private func expectedRadius(_ radius: Double) -> Double { max(radius, parameters.leastRadius * scene.grain) }

  /// Whether two candidates of neighboring frames may be one thing that moves, by what is seen of them first.
  private func mayBeOne(_ first: CandidateLook, _ second: CandidateLook, dt: Double) -> Bool {
    // Most have another color, which is known without a root.
    let difference = second.color - first.color
    guard abs(difference.x) < 60, abs(difference.y) < 30, abs(difference.z) < 30 else { return false }
    let distance = magnitude(second.place - first.place)
    guard distance > 0.1 * second.radius + 0.4 * scene.grain,
      distance < 2.5 * parameters.speed * min(expectedRadius(first.radius), expectedRadius(second.radius)) * dt
    else { return false }
    let ratio = second.radius / first.radius
    return ratio > 0.5 && ratio < 2
  }

  /// Whether both lie as what goes from one to the other.
  private func liesAlong(_ first: SeenCandidate, _ second: SeenCandidate) -> Bool {
    let way = past[second.frame].looks[second.number].place - past[first.frame].looks[first.number].place
    let distance = magnitude(way)
    return Self.mayLie(past[first.frame].candidates[first.number], along: way, distance)
      && Self.mayLie(past[second.frame].candidates[second.number], along: way, distance)
  }

  /// Whether a candidate may have gone a way: a streak lies along it, and is not longer.
  @inline(__always)
  private static func mayLie(_ one: Candidate, along way: SIMD2<Double>, _ distance: Double) -> Bool {
    guard one.elongation > 2, one.evidence == .background else { return true }
    let cosine = abs(way.x * one.axis.x + way.y * one.axis.y) / distance
    return cosine > 0.8 && 2 * one.length < 1.5 * distance + 4 * one.radius
  }

  /// Adds the likeliest beginning through a pair and a candidate of an earlier frame, if there is one.
  ///
  /// In a film that loses frames often one may be lost in either step.
  private func addLikeliest(
    _ second: SeenCandidate, _ third: SeenCandidate, from frame: Int, _ steps: Steps, to seeds: inout [Seed]
  ) {
    guard steps.before > 0, steps.after > 0 else { return }
    let count = seeds.count
    addBeginning(second, third, from: frame, steps, to: &seeds, after: count)
    guard clock.isUsual(.lost) else { return }
    let lost = clock.offset(.lost)
    let before = Steps(before: steps.before + lost, after: steps.after, haveLost: true)
    addBeginning(second, third, from: frame, before, to: &seeds, after: count)
    let after = Steps(before: steps.before, after: steps.after + lost, haveLost: true)
    addBeginning(second, third, from: frame, after, to: &seeds, after: count)
  }

  /// Adds the likeliest beginning, or puts it in the place of a less likely one that is there after the first `count` seeds.
  private func addBeginning(
    _ second: SeenCandidate, _ third: SeenCandidate, from frame: Int, _ steps: Steps, to seeds: inout [Seed],
    after count: Int
  ) {
    let (dt, before) = (steps.after, steps.before)
    let look = past[second.frame].looks[second.number]
    let speed = (past[third.frame].looks[third.number].place - look.place) / dt
    let expected = look.place - speed * before
    let radius = expectedRadius(look.radius)
    let reach =
      3 * (parameters.gravity * radius + parameters.drag * magnitude(speed)) * before * (before + dt) / 2
      + 4 * (0.4 * scene.grain + 0.1 * radius) * (1 + before / dt)
    for index in past[frame].indices(x: expected.x - reach...expected.x + reach) where !past[frame].isTaken[index] {
      let first = SeenCandidate(frame: frame, number: index)
      guard abs(past[frame].looks[index].place.y - expected.y) < reach,
        mayBeOne(past[frame].looks[index], look, dt: before), liesAlong(first, second),
        let beginning = begin(first, second, third, steps)
      else { continue }
      let best = seeds.count > count ? seeds[count].beginning.fit : 0
      guard beginning.gain > 0, beginning.fit > best else { continue }
      seeds.removeLast(seeds.count - count)
      seeds.append(Seed(beginning: beginning, second: second, third: third))
    }
  }

  /// How a track of three candidates begins: most of what is tried is no track.
  fileprivate struct Beginning {
    var first: SeenCandidate
    var velocity: SIMD2<Double>
    var radius: Double
    var second: Likelihood
    var third: Likelihood
    var steps: Steps

    var gain: Double { second.gain + third.gain }
    var fit: Double { second.fit + third.fit }
  }

  private func begin(
    _ one: SeenCandidate, _ two: SeenCandidate, _ three: SeenCandidate, _ steps: Steps
  ) -> Beginning? {
    let (first, second, third) = (candidate(one), candidate(two), candidate(three))
    let velocity = (third.place - first.place) / (steps.before + steps.after)
    let radius = max((first.radius + second.radius + third.radius) / 3, parameters.leastRadius * scene.grain)
    var state = TrackState(first, motion(of: first, radius: radius, velocity: velocity))
    state.advance(steps.before)
    guard let ofSecond = likelihood(of: second, for: state) else { return nil }
    state.take(second, ofSecond)
    state.advance(steps.after)
    let probability = steps.haveLost ? clock.logProbability(.lost) : 0
    guard let ofThird = likelihood(of: third, for: state)?.given(probability) else { return nil }
    return Beginning(first: one, velocity: velocity, radius: radius, second: ofSecond, third: ofThird, steps: steps)
  }

  private mutating func track(_ seed: Seed) -> Track {
    let (beginning, velocity) = (seed.beginning, seed.beginning.velocity)
    let first = candidate(beginning.first)
    var track = Track(
      first, motion(of: first, radius: beginning.radius, velocity: velocity), score: parameters.prior,
      variance: variance(of: first, at: velocity), in: pool.take())
    track.family = newFamily()
    func take(_ seen: SeenCandidate, after before: SeenCandidate, step: Double, _ likelihood: Likelihood) {
      let dt = past[seen.frame].time - past[before.frame].time
      track.advance(dt, offset: step - dt, frames: seen.frame - before.frame)
      track.take(candidate(seen), likelihood)
    }
    take(seed.second, after: beginning.first, step: beginning.steps.before, beginning.second)
    take(seed.third, after: seed.second, step: beginning.steps.after, beginning.third)
    return track
  }

  /// A filter that has seen one candidate of a thing that moves at about this velocity.
  func motion(
    of first: Candidate, radius: Double, velocity: SIMD2<Double>, law: MotionFilter.Law = .constant
  ) -> MotionFilter {
    let gravity = parameters.gravity * radius
    let speed = square(parameters.speed * radius)
    // What is lost of the speed is an acceleration, too, where it is not known, and so is what holds a thing that is swung.
    let (drag, hold) =
      switch law {
      case .constant: (parameters.drag * velocity, 0.0)
      case .damped: (SIMD2<Double>.zero, 0.0)
      case .swung(let rate): (SIMD2<Double>.zero, rate * magnitude(velocity))
      }
    let accelerations = SIMD2(square(parameters.sidewaysShare * gravity), square(gravity))
    return MotionFilter(
      place: first.place, variance: variance(of: first, at: velocity), velocityVariance: SIMD2(repeating: speed),
      acceleration: SIMD2(0, 0.5 * gravity),
      accelerationVariance: accelerations + drag * drag + SIMD2(repeating: square(hold)),
      walk: square(parameters.walkShare * (gravity + magnitude(drag))), law: law)
  }

  /// Follows a track from its first point back through the candidates of earlier frames: it was seeded where three of them agreed, which
  /// may be long after it came into sight.
  mutating func traceBack(_ index: Int) {
    tracks[index].isTracedBack = true
    var earlier = pool.take()
    findPoints(before: tracks[index], into: &earlier)
    tracks[index].prepend(&earlier)
    pool.give(&earlier)
  }

  /// Finds the points of a track in the frames before its first one, the newest of them first, each with its own gain as its score.
  private func findPoints(before track: Track, into earlier: inout [TrackPoint]) {
    let points = track.points
    guard let first = points.first?.candidate, let start = past.firstIndex(where: { $0.time >= first.time }) else {
      return
    }
    // The same filter, run backward from the sixth point to the first.
    let span = points[5].clock - points[0].clock
    guard span > 0 else { return }
    let velocity = (points[5].candidate.place - first.place) / span
    var backward = TrackState(
      points[5].candidate, motion(of: points[5].candidate, radius: track.radius, velocity: velocity))
    backward.radius = track.radius
    backward.color = points[0].candidate.color
    for index in stride(from: 4, through: 0, by: -1) {
      backward.advance(points[index].clock - points[index + 1].clock)
      backward.motion.update(points[index].candidate.place, variance: points[index].variance)
    }
    (backward.first, backward.newest) = (first.place, first.place)
    var misses = 0
    var time = points[0].clock
    for index in stride(from: start - 1, through: 0, by: -1) where misses < 2 {
      let layer = past[index]
      let dt = past[index + 1].clock - layer.clock
      var best: (candidate: Int, likelihood: Likelihood, lost: Double)?
      for isLost in [false, true] where !isLost || clock.isUsual(.lost) {
        let (lost, probability) = isLost ? (clock.offset(.lost), clock.logProbability(.lost)) : (0, 0)
        var foretold = backward
        foretold.advance(-dt - lost)
        for number in layer.candidates.indices where !layer.isTaken[number] {
          guard let likelihood = likelihood(of: layer.candidates[number], for: foretold)?.given(probability),
            likelihood.gain > 1, likelihood.fit > best?.likelihood.fit ?? 0
          else { continue }
          best = (number, likelihood, lost)
        }
      }
      backward.advance(-dt - (best?.lost ?? 0))
      time -= dt + (best?.lost ?? 0)
      guard let best else {
        misses += 1
        continue
      }
      misses = 0
      let candidate = layer.candidates[best.candidate]
      backward.motion.update(candidate.place, variance: best.likelihood.variance)
      let point = TrackPoint(
        candidate: candidate, clock: time, score: best.likelihood.gain, variance: best.likelihood.variance,
        age: index - start + 1)
      (backward.first, backward.newest) = (candidate.place, candidate.place)
      earlier.append(point)
    }
  }
}

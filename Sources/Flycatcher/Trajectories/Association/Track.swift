// A track: a hypothesis that some candidates are one thing in flight, with the log-likelihood ratio for it.

/// A candidate as a point of a track.
struct TrackPoint: Sendable {
  var candidate: Candidate
  /// The time on the track's own clock, in seconds: a film that lost a frame shows the next picture too early.
  var clock: Double
  /// The log-likelihood ratio of the track up to this point.
  var score: Double
  /// The variance of its place along x and y.
  var variance: SIMD2<Double>
  /// How the frame differs from that of an earlier point, once that has been looked at.
  var difference: DisplacedDifference?
  /// The number of the frame from the first point's, which is 1; repeated pictures do not count.
  var age: Int
}

/// How the thing of a track moves and what it looks like: what its next candidate is compared with.
struct TrackState: Sendable {
  /// The motion at the clock of the newest frame.
  var motion: MotionFilter
  /// The mean radius and color of the points, newer ones counting more.
  var radius: Double
  var color: SIMD4<Float>
  /// The places of the first point and of the newest.
  var first: SIMD2<Double>
  var newest: SIMD2<Double>

  /// The velocity in pixels a second.
  var velocity: SIMD2<Double> { motion.velocity }

  init(_ first: Candidate, _ motion: MotionFilter) {
    self.motion = motion
    (radius, color) = (first.radius, first.color)
    (self.first, newest) = (first.place, first.place)
  }

  /// Foretells a later time.
  mutating func advance(_ dt: Double) { motion.advance(dt) }

  /// Takes in the next candidate.
  mutating func take(_ candidate: Candidate, _ likelihood: Likelihood) {
    motion.update(candidate.place, variance: likelihood.variance)
    // What is seen in part tells less about size and color.
    let weight = candidate.evidence == .background ? 0.3 : 0.15
    radius += (candidate.radius - radius) * weight
    color += (candidate.color - color) * Float(weight)
    newest = candidate.place
  }
}

/// A hypothesis about which candidates are one thing in flight.
struct Track: Sendable {
  /// The number that all branches of one hypothesis share.
  var family = 0
  var points: [TrackPoint]
  var state: TrackState
  /// Seconds by which the track's own clock is ahead of the time stamps.
  var ahead = 0.0
  /// The steps of the film that the clock has not been told of.
  var untold = StepCounts()
  /// The sum of log-likelihood ratios against clutter.
  var score: Double
  var bestScore: Double
  /// Frames since the newest point.
  var misses = 0
  var age = 1
  /// The newest confidence.
  private(set) var confidence = 0.0
  /// The number of points with which it was most confident, and how much.
  private(set) var peak = (count: 0, confidence: 0.0)
  /// Whether the frames before its first point have been searched.
  var isTracedBack = false

  var radius: Double { state.radius }
  var color: SIMD4<Float> { state.color }
  var look: Look { Look(radius: radius, color: color) }
  var newest: TrackPoint { points[points.count - 1] }

  /// - Parameter points: An empty list for its points.
  init(
    _ first: Candidate, _ motion: MotionFilter, score: Double, variance: SIMD2<Double>,
    in points: consuming [TrackPoint] = []
  ) {
    state = TrackState(first, motion)
    self.score = score
    bestScore = score
    self.points = consume points
    self.points.append(TrackPoint(candidate: first, clock: first.time, score: score, variance: variance, age: 1))
  }

  /// Becomes the same as another track, in its own memory: either may grow without taking more.
  mutating func copy(_ other: Track) {
    var points: [TrackPoint] = []
    swap(&points, &self.points)
    points.removeAll(keepingCapacity: true)
    points.append(contentsOf: other.points)
    self = other
    self.points = points
  }

  /// The same track in its own memory.
  var detached: Track {
    var track = self
    track.points = .reserving(points.capacity)
    track.points.append(contentsOf: points)
    return track
  }

  /// Takes the confidence of all points so far.
  mutating func mark(confidence: Double) {
    self.confidence = confidence
    if confidence >= peak.confidence { peak = (points.count, confidence) }
  }

  /// Forgets the confidence of the points so far, which are others now.
  mutating func forgetConfidence() { (confidence, peak) = (0, (0, 0)) }

  /// Foretells the next frame.
  ///
  /// - Parameter offset: Seconds that have gone by beside those of the time stamps.
  mutating func advance(_ dt: Double, offset: Double = 0, frames: Int = 1) {
    state.advance(dt + offset)
    ahead += offset
    age += frames
  }

  /// Takes a candidate as its newest point.
  mutating func take(_ candidate: Candidate, _ likelihood: Likelihood) {
    state.take(candidate, likelihood)
    score += likelihood.gain
    bestScore = max(bestScore, score)
    misses = 0
    points.append(
      TrackPoint(
        candidate: candidate, clock: candidate.time + ahead, score: score, variance: likelihood.variance, age: age))
  }

  /// Takes note that its thing is not seen in the newest frame.
  mutating func miss(_ gain: Double) {
    score += gain
    misses += 1
  }

  /// Puts points before the first one, the newest of them first, whose scores are their own gains.
  mutating func prepend(_ earlier: inout [TrackPoint]) {
    guard let oldest = earlier.last else { return }
    earlier.reverse()
    var total = points[0].score
    for index in earlier.indices {
      total += earlier[index].score
      earlier[index].score = total
      earlier[index].age += 1 - oldest.age
    }
    let gain = total - points[0].score
    if peak.count > 0 { peak.count += earlier.count }
    for index in points.indices {
      points[index].score += gain
      points[index].age += 1 - oldest.age
    }
    age += 1 - oldest.age
    score += gain
    bestScore += gain
    points.insert(contentsOf: earlier, at: 0)
    state.first = points[0].candidate.place
  }

  /// Puts the points of an earlier track of the same motion before its own, and becomes one of its family.
  ///
  /// What was known of the earlier one is what the whole falls back to, should it turn out to be no flight.
  ///
  /// - Parameter frames: the number of frames from the earlier track's newest point to the first one after it.
  mutating func join(_ earlier: Track, frames: Int, prior: Double) {
    let end = earlier.newest
    family = earlier.family
    points.removeAll { $0.candidate.time <= end.candidate.time }
    guard let first = points.first else { return }
    let shift = end.clock - end.candidate.time - (first.clock - first.candidate.time)
    ahead += shift
    let older = end.age + frames - first.age
    let gain = end.score - prior
    for index in points.indices {
      points[index].age += older
      points[index].score += gain
      points[index].clock += shift
    }
    age += older
    score += gain
    bestScore = max(bestScore + gain, earlier.bestScore)
    peak = earlier.peak
    points.insert(contentsOf: earlier.points, at: 0)
    state.first = points[0].candidate.place
    isTracedBack = true
  }

  /// Drops the points that made the track less likely at its end.
  mutating func trimEnd() {
    guard let best = points.indices.max(by: { points[$0].score < points[$1].score }), best >= 2 else { return }
    points.removeLast(points.count - 1 - best)
  }

  /// Whether this track, the less likely one, has come to the same as another.
  @inline(__always)
  func isSame(as other: Track) -> Bool {
    guard points[points.count - 1].candidate.isSame(as: other.points[other.points.count - 1].candidate) else {
      return false
    }
    if family == other.family || min(points.count, other.points.count) < 5 { return true }
    return points[points.count - 2].candidate.isSame(as: other.points[other.points.count - 2].candidate)
  }

  /// The time from which on each of its points is one of another track's, too; of tracks that have most of their points in common, that of the
  /// first one: they are two explanations of what is seen from there on.
  func meeting(with other: Track) -> Double {
    var time = newest.candidate.time
    if share(of: other) > 0.5 || other.share(of: self) > 0.5 {
      forEachPair(with: other) { one, two in
        if one.isSame(as: two) { time = min(time, one.time) }
      }
      return time
    }
    var theirs = other.points.count - 1
    for point in points.reversed() {
      while theirs > 0, other.points[theirs].candidate.time > point.candidate.time { theirs -= 1 }
      guard point.candidate.isSame(as: other.points[theirs].candidate) else { break }
      time = point.candidate.time
    }
    return time
  }

  /// Whether it went side by side with another one before a time: one thing may be two candidates.
  func runsBeside(_ other: Track, until time: Double) -> Bool {
    let reach = min(radius, other.radius)
    var (near, common) = (0, 0)
    forEachPair(with: other) { one, two in
      guard one.time < time else { return }
      common += 1
      if magnitude(one.place - two.place) < reach { near += 1 }
    }
    return 2 * near > common
  }

  /// What the points from a time on add to its score; where it was worth less than nothing before, all of it.
  @inline(__always)
  func gain(since time: Double) -> Double {
    let last = points.indices.last { points[$0].candidate.time < time }
    return score - max(last.map { points[$0].score } ?? 0, 0)
  }

  /// Whether it explains better than another branch what both may explain. A part that was divided off begins with nothing: what the
  /// others had before counts for none.
  func explainsMore(than other: Track) -> Bool {
    let start = max(points[0].candidate.time, other.points[0].candidate.time)
    return (best(since: start), bestScore) > (other.best(since: start), other.bestScore)
  }

  /// What the points from a time on added to its score, at its best.
  private func best(since time: Double) -> Double {
    let last = points.indices.last { points[$0].candidate.time < time }
    return bestScore - max(last.map { points[$0].score } ?? 0, 0)
  }

  /// The share of this track's points that another has, too.
  func share(of other: Track) -> Double {
    var common = 0
    forEachPair(with: other) { one, two in
      // The same thing may be seen whole and in part.
      if magnitude(one.place - two.place) < 1.5 * max(one.radius, two.radius) + 1 { common += 1 }
    }
    return Double(common) / Double(max(points.count, 1))
  }

  /// Calls `body` with the candidates that this track and another have in the same frame.
  @inline(__always)
  private func forEachPair(with other: Track, _ body: (borrowing Candidate, borrowing Candidate) -> Void) {
    let (own, others) = (points.span, other.points.span)
    var (mine, theirs) = (0, 0)
    while mine < own.count, theirs < others.count {
      let (time, otherTime) = (own[mine].candidate.time, others[theirs].candidate.time)
      if time == otherTime { body(own[mine].candidate, others[theirs].candidate) }
      if time <= otherTime { mine += 1 }
      if otherTime <= time { theirs += 1 }
    }
  }
}

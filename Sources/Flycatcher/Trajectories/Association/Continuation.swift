// Whether a track is the flight of an earlier one that goes on: what was lost for a while, or divided too early.
import Glibc

/// A track that ended and was not told of.
struct LostTrack: Sendable {
  var track: Track
  /// The log-likelihood of its newest points as one motion.
  let evidence: Double
}

extension Associator {
  /// The number of points of either track that are looked at.
  private static let window = 12
  /// The number of a later track's first points that may be older than the last of the earlier one, and of those that must be newer.
  private static let overlap = 2
  private static let least = 3

  /// Whether one flight explains two tracks better than two motions do.
  ///
  /// The odds are those by which a track is divided, with all points that there are by now, but for what is swung: as one motion it is no flight, and
  /// what it comes back from may be a cushion.
  mutating func isOneFlight(_ earlier: Track, _ later: Track) -> Bool {
    var points = pool.take()
    defer { pool.give(&points) }
    return isOneFlight(earlier, later, in: &points) {
      evidenceOfEnd(of: earlier)
    } after: {
      evidenceOfBeginning(of: later, from: $0)
    }
  }

  /// The same with the log-likelihoods of either track's points, each as one motion: those of the earlier one, and of the later one from a point on.
  ///
  /// - Parameter points: An empty list for both.
  private func isOneFlight(
    _ earlier: Track, _ later: Track, in points: inout [TrackPoint], before: () -> Double,
    after: (_ start: Int) -> Double
  ) -> Bool {
    let end = earlier.newest
    guard let start = later.points.firstIndex(where: { $0.candidate.time > end.candidate.time }), start <= Self.overlap,
      later.points.count - start >= Self.least, abs(log(earlier.radius / later.radius)) < 1.1,
      earlier.points.count + later.points.count < Self.mostPoints
    else { return false }
    let gap = later.points[start].candidate.time - end.candidate.time
    guard gap <= parameters.longestGap + scene.interval else { return false }
    let begun = later.points[start]
    guard isWithinReach(begun, of: earlier, later, after: gap) else { return false }
    let ahead = end.clock - end.candidate.time - (begun.clock - begun.candidate.time)
    points.append(contentsOf: earlier.points.suffix(Self.window))
    let first = points.count - 1
    for var point in later.points[start...].prefix(Self.window) {
      point.clock = max(point.clock + ahead, points[points.count - 1].clock + 1e-6)
      points.append(point)
    }
    let one = evidenceOfFlight(points[...], radius: earlier.radius)
    let before = before()
    // What has nothing to do with it may begin anywhere in the picture.
    let size = pointwiseMax(scene.box.size, SIMD2(repeating: 1))
    guard before + after(start) - log(size.x * size.y) < one else { return false }
    let two = before + evidenceOfMotion(points[first...], of: earlier) + logHazard(gap)
    return two < one
  }

  /// The log-likelihood of a track's newest points as one motion.
  private func evidenceOfEnd(of track: Track) -> Double {
    evidenceOfMotion(track.points.suffix(Self.window), of: track)
  }

  /// The log-likelihood of a track's points from one of its first on as one motion.
  private func evidenceOfBeginning(of track: Track, from start: Int) -> Double {
    evidenceOfMotion(track.points[start...].prefix(Self.window), of: track)
  }

  /// Whether something may have come from the end of one track to a point of another: no further than twice the way that the faster of the two
  /// goes, and the places may be wrong by the sizes. What is further away need not be explained.
  private func isWithinReach(_ point: TrackPoint, of earlier: Track, _ later: Track, after time: Double) -> Bool {
    let speed = max(magnitude(earlier.state.velocity), magnitude(later.state.velocity))
    let sizes = earlier.radius + later.radius
    return magnitude(point.candidate.place - earlier.newest.candidate.place) < 2 * (speed * time + sizes)
  }

  /// The number of lost tracks that are remembered.
  private static let most = 24

  /// Remembers a track that ended and was not told of: what goes on from it may show what it was.
  mutating func remember(_ track: Track) {
    guard track.points.count >= Self.leastTold else { return }
    if lost.count >= Self.most {
      pool.give(&lost[0].track.points)
      lost.removeFirst()
    }
    var track = track
    track.points = pool.copy(track.points)
    lost.append(LostTrack(track: track, evidence: evidenceOfEnd(of: track)))
  }

  /// Forgets the lost tracks: nothing goes on from one scene to the next.
  mutating func forgetLost() {
    for index in lost.indices { pool.give(&lost[index].track.points) }
    lost.removeAll(keepingCapacity: true)
  }

  /// A track together with the lost one whose motion it is, in memory of its own, and the index of that.
  struct Whole {
    var track: Track
    var lost: Int
  }

  /// Returns a track together with the lost one whose motion it is; `nil` where there is none.
  mutating func whole(of index: Int) -> Whole? {
    guard let number = newestLost(beforeFlightOf: index) else { return nil }
    var track = tracks[index]
    track.points = pool.copy(track.points, room: lost[number].track.points.count)
    track.join(
      lost[number].track, frames: frames(from: lost[number].track, to: track), prior: parameters.prior)
    track.family = tracks[index].family
    track.forgetConfidence()
    return Whole(track: track, lost: number)
  }

  /// The number of the newest lost track whose flight a track goes on with.
  private mutating func newestLost(beforeFlightOf index: Int) -> Int? {
    guard !lost.isEmpty else { return nil }
    var points = pool.take()
    defer { pool.give(&points) }
    // Its own points, from any of the first ones that may be older on, are the same for each of them.
    var ofBeginning = InlineArray<3, Double>(repeating: .nan)
    for number in lost.indices.reversed() {
      points.removeAll(keepingCapacity: true)
      let isOne = isOneFlight(lost[number].track, tracks[index], in: &points) {
        lost[number].evidence
      } after: { start in
        if ofBeginning[start].isNaN { ofBeginning[start] = evidenceOfBeginning(of: tracks[index], from: start) }
        return ofBeginning[start]
      }
      if isOne { return number }
    }
    return nil
  }

  /// Goes on with a track together with the lost one that it goes on from.
  mutating func join(_ index: Int, whole: Whole) {
    pool.give(&tracks[index].points)
    tracks[index] = whole.track
    pool.give(&lost[whole.lost].track.points)
    lost.remove(at: whole.lost)
  }

  /// Lets a track and its branches go on from an earlier one, of whose family they become.
  mutating func join(_ earlier: Track, to family: Int) {
    let end = earlier.newest.candidate.time
    // A branch that has nothing newer is none of what goes on.
    tracks.removeAll { $0.family == earlier.family || ($0.family == family && $0.newest.candidate.time <= end) }
    for index in tracks.indices where tracks[index].family == family {
      let frames = frames(from: earlier, to: tracks[index])
      tracks[index].join(earlier, frames: frames, prior: parameters.prior)
    }
  }

  /// The number of frames from the newest point of a track to the first one after it of another, counted as far as they are remembered.
  private func frames(from earlier: Track, to later: Track) -> Int {
    let start = earlier.newest.candidate.time
    let end = later.points.first { $0.candidate.time > start }?.candidate.time ?? start
    let counted = past.count { $0.time > start && $0.time <= end }
    let oldest = past.first?.time ?? .infinity
    guard oldest > start else { return max(counted, 1) }
    let forgotten = Int(((min(oldest, end) - start) / max(scene.interval, 1e-3)).rounded())
    return max(oldest <= end ? counted + forgotten - 1 : forgotten, 1)
  }
}

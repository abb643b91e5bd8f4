// Where one motion ends and another begins: a release, a rim, a bounce that the gate let through.
import Glibc

extension Associator {
  /// The number of points on either side of a change of motion that are looked at. Behind it there are at least as many as tell a motion, so that a
  /// track is divided once, and where it changes.
  private static let window = (before: 12, after: 4...8)

  /// The index of the first point after a change of motion among the newest points of a track; `nil` where one motion explains them all.
  ///
  /// The posterior odds of two motions against one, each a constant acceleration that wanders: the evidence of either is the product of
  /// the densities that its filter foretells (MacKay 2003, chapter 28). Two motions need more speeds and accelerations, whose
  /// wide priors are the price for them, beside the probability that motions change at all. What is taken for one flight so far is divided
  /// against those odds.
  func changeOfMotion(in track: Track) -> Int? {
    guard track.misses == 0, track.points.count >= 7 else { return nil }
    return change(in: track, after: Self.window.after, least: max(logOdds(track.confidence), 0))
  }

  /// Drops the newest points of a track that ends, where they follow another motion: the first ones after a hit.
  func trimChange(_ track: inout Track) {
    guard track.points.count >= 6, let index = change(in: track, after: 1...3, least: 0) else { return }
    track.points.removeLast(track.points.count - index)
  }

  private func change(in track: Track, after: ClosedRange<Int>, least: Double) -> Int? {
    let points = track.points
    let first = max(0, points.count - after.upperBound - Self.window.before)
    // As many as the window's two sides hold at most.
    var before = InlineArray<20, Double>(repeating: 0)
    var count = 0
    let whole = evidence(points[first...], radius: track.radius) { evidence in
      if before.indices.contains(count) { before[count] = evidence }
      count += 1
    }
    var best: (index: Int, odds: Double)?
    for behind in 1...after.upperBound {
      let index = points.count - behind
      guard index - first >= 2 else { continue }
      // The second motion begins where the first one ends.
      let two = before[index - 1 - first] + evidence(points[(index - 1)...], radius: track.radius)
      let time = points[index].clock - points[index - 1].clock
      let odds = two - whole + logHazard(time)
      if odds > best?.odds ?? least { best = (index, odds) }
    }
    // Where it is likeliest one of the newest points, more of them tell where it is.
    guard let best, points.count - best.index >= after.lowerBound else { return nil }
    // Each of the motions may be of what loses its speed, or is swung.
    let two =
      evidenceOfMotion(points[first..<best.index], of: track) + evidenceOfMotion(points[(best.index - 1)...], of: track)
    let time = points[best.index].clock - points[best.index - 1].clock
    let odds = two - evidenceOfMotion(points[first...], of: track) + logHazard(time)
    return odds > least ? best.index : nil
  }

  /// Ends a track at a point, and follows what comes after as another one.
  mutating func divide(_ index: Int, at change: Int) {
    let family = tracks[index].family
    guard var track = part(of: index, from: change) else { return }
    track.family = newFamily()
    end(index, with: change)
    for other in tracks.indices where other != index && tracks[other].family == family {
      tracks[other].family = track.family
    }
    tracks[index] = track
  }

  /// Returns the points of a track from one of them on as a track of their own, whose points the pool takes back if it is not followed.
  mutating func part(of index: Int, from start: Int) -> Track? {
    guard let (first, last) = ends(of: tracks[index].points[start...]), last.clock > first.clock else { return nil }
    let radius = tracks[index].radius
    let velocity = (last.candidate.place - first.candidate.place) / (last.clock - first.clock)
    var part = Track(
      first.candidate, motion(of: first.candidate, radius: radius, velocity: velocity), score: parameters.prior,
      variance: first.variance, in: pool.take())
    part.family = tracks[index].family
    part.points[0].clock = first.clock
    part.points[0].difference = first.difference
    part.ahead = first.clock - first.candidate.time
    for number in (start + 1)..<max(tracks[index].points.count, start + 1) {
      let point = tracks[index].points[number]
      part.advance(point.clock - part.newest.clock, frames: max(point.age - first.age + 1 - part.age, 1))
      part.ahead = point.clock - point.candidate.time
      // What is outside the gate of the new motion's first points is kept: the evidence is that they belong together.
      let likelihood =
        likelihood(of: point.candidate, for: part.state)
        ?? Likelihood(gain: 0, fit: 0, variance: point.variance)
      part.take(point.candidate, likelihood)
      part.points[part.points.count - 1].difference = point.difference
    }
    part.isTracedBack = true
    return part
  }

  private func ends(of points: ArraySlice<TrackPoint>) -> (first: TrackPoint, last: TrackPoint)? {
    guard let first = points.first, let last = points.last else { return nil }
    return (first, last)
  }
}

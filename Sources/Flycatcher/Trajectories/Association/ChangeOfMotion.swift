// Where one motion ends and another begins: a release, a rim, a bounce that the gate let through.

extension Associator {
  /// The number of points on either side of a change of motion that are looked at.
  private static let window = (before: 8, after: 4...7)

  /// The index of the first point after a change of motion among the newest points of a track; `nil` where one motion explains them all.
  ///
  /// A generalized likelihood ratio test (Willsky and Jones 1976): parabolas over time are fitted to the points before and after, and a
  /// cubic, which drag or perspective may bend a path to, to all of them.
  func changeOfMotion(in track: Track) -> Int? {
    let points = track.points
    guard track.misses == 0, points.count >= 8 else { return nil }
    var best: (index: Int, gain: Double)?
    for after in Self.window.after {
      let index = points.count - after
      let first = max(0, index - Self.window.before)
      guard index - first >= 4 else { continue }
      let before = squaredResiduals(points[first..<index], degree: 2)
      let behind = squaredResiduals(points[index...], degree: 2)
      let whole = squaredResiduals(points[first...], degree: 3)
      // The scatter about the smoother of the two motions tells how well places are measured.
      let noise = max(1, min(before / Double(2 * (index - first) - 6), behind / Double(2 * after - 6)))
      let gain = (whole - before - behind) / noise
      if gain > best?.gain ?? parameters.change { best = (index, gain) }
    }
    return best?.index
  }

  /// Ends a track where its motion changed, and follows what comes after as another one.
  mutating func divide(_ index: Int, at change: Int) {
    let whole = tracks[index]
    let rest = Array(whole.points[change...])
    guard let first = rest.first, let last = rest.last, last.clock > first.clock else { return }
    let velocity = (last.candidate.place - first.candidate.place) / (last.clock - first.clock)
    var track = Track(
      first.candidate, filters(at: first.candidate, radius: whole.radius, velocity: velocity), score: parameters.prior,
      variance: first.variance)
    track.points[0].clock = first.clock
    track.ahead = first.clock - first.candidate.time
    for point in rest.dropFirst() {
      track.advance(point.clock - track.newest.clock, frames: max(point.age - first.age + 1 - track.age, 1))
      track.ahead = point.clock - point.candidate.time
      // What is outside the gate of the new motion's first points is kept: the test has found them to belong together.
      let likelihood =
        likelihood(of: point.candidate, for: track)
        ?? Likelihood(gain: 0, surprise: parameters.gate, variance: point.variance)
      track = track.extended(by: point.candidate, likelihood)
    }
    track.isTracedBack = true
    track.family = newFamily()
    tracks[index].points.removeLast(rest.count)
    tracks[index].score = tracks[index].newest.score
    end(index)
    for other in tracks.indices.reversed() where other != index && tracks[other].family == whole.family {
      tracks[other].family = track.family
      tracks[other].uuid = nil
    }
    tracks[index] = track
  }
}

// What was told of trajectories: each begins once, is followed by one track at a time, and ends once.

/// The trajectories that were reported, and the tracks that follow them.
///
/// Tracks are hypotheses: they branch, are divided, and are given up for better ones. A trajectory is told of under one identity,
/// whichever track follows it.
struct ReportedTrajectories: Sendable {
  /// What is to be told of a trajectory.
  struct Report: Sendable {
    var uuid: ObservationUUID
    var state: TrajectoryObservation.State
    var track: Track
  }

  /// What a track must be to be told of.
  struct Criteria: Sendable {
    /// The least number of points.
    var length: Int
    /// The least confidence.
    var confidence: Double
    /// The mean radius in pixels.
    var radii: ClosedRange<Double>

    /// The share of the doubt that the least confidence leaves (one less that) with which a trajectory is said to have begun: with less fewer are
    /// withdrawn, and all begin later.
    private static let doubt = 0.5

    /// The confidence from which on a trajectory is said to have begun.
    private var beginning: Double { 1 - (1 - confidence) * Self.doubt }

    func begins(_ track: Track) -> Bool { track.confidence >= beginning && isOfSize(track) }

    func counts(_ track: Track) -> Bool { track.confidence >= confidence && isOfSize(track) }

    private func isOfSize(_ track: Track) -> Bool {
      guard track.points.count >= length else { return false }
      return radii.contains(track.points.reduce(0) { $0 + $1.candidate.radius } / Double(track.points.count))
    }
  }

  /// A trajectory that goes on.
  private struct Open: Sendable {
    let uuid: ObservationUUID
    /// The newest track that followed it.
    var track: Track
    /// Whether that track has ended, and another may yet go on from it.
    var isWaiting = false
    var isNew = true
  }

  /// The number of ended trajectories that a track may turn out to be a part of.
  private static let capacity = 8

  private var open: [Open] = .reserving(32)
  /// The newest trajectories that have ended.
  private var over: [Track] = .reserving(capacity)
  private var reports: [Report] = []
  /// The families of tracks that were joined to another with the newest frame.
  private(set) var absorbed: [Int] = .reserving(32)

  mutating func reset() {
    open.removeAll(keepingCapacity: true)
    over.removeAll(keepingCapacity: true)
  }

  /// Takes in the tracks of the newest frame.
  ///
  /// A track that goes on from one that a trajectory had is joined to it.
  ///
  /// - Returns: What is to be told, in order.
  mutating func follow(_ associator: inout Associator, _ criteria: Criteria) -> [Report] {
    // What was told is not kept: tracks whose points nothing else holds grow in place.
    defer { reports = [] }
    absorbed.removeAll(keepingCapacity: true)
    followEnded(&associator, criteria)
    for track in associator.ended where !isFollowed(track) && criteria.counts(track) && !isPart(track) {
      tellWhole(track)
    }
    let tracks = associator.tracks
    for track in tracks where track.misses == 0 && !isFollowed(track) && !absorbed.contains(track.family) {
      if join(track, &associator, criteria) { continue }
      guard criteria.begins(track), !isPart(track) else { continue }
      if let index = open.firstIndex(where: { $0.track.share(of: track) > 0.5 }) {
        // It holds more of the same flight.
        open[index].track.copy(track)
        open[index].isWaiting = false
      } else if !isDoubled(track, among: tracks) {
        open.append(Open(uuid: ObservationUUID(), track: track.detached))
      }
    }
    for index in open.indices {
      let family = open[index].track.family
      guard let track = associator.best(of: family), track.misses == 0, track.points.count >= criteria.length else {
        continue
      }
      open[index].track.copy(track)
      reports.append(Report(uuid: open[index].uuid, state: open[index].isNew ? .began : .updated, track: track))
      open[index].isNew = false
    }
    return reports
  }

  /// Goes on with the trajectory whose flight a track is, if its own track has lost it.
  private mutating func join(_ track: Track, _ associator: inout Associator, _ criteria: Criteria) -> Bool {
    guard criteria.begins(track) else { return false }
    let index = open.firstIndex { trajectory in
      let family = trajectory.track.family
      return (trajectory.isWaiting || !associator.tracks.contains { $0.family == family && $0.misses == 0 })
        && associator.isOneFlight(trajectory.track, track)
    }
    guard let index else { return false }
    associator.join(open[index].track, to: track.family)
    absorbed.append(track.family)
    open[index].isWaiting = false
    return true
  }

  /// Goes on with each trajectory whose track does not go on as the track that follows the same, or tells of its end, unless a track
  /// begins from there. Of a track that was divided, the part that is a flight goes on.
  private mutating func followEnded(_ associator: inout Associator, _ criteria: Criteria) {
    let (tracks, ended) = (associator.tracks, associator.ended)
    var index = 0
    while index < open.count {
      let track = open[index].track
      if !open[index].isWaiting {
        // What ends is better than the branches of it that go on.
        if let last = ended.first(where: { $0.family == track.family }) {
          if !criteria.counts(last), let part = tracks.first(where: { isFlight($0, of: track, criteria) }) {
            open[index].track.copy(part)
            index += 1
            continue
          }
          open[index].track.copy(last)
        } else if tracks.contains(where: { $0.family == track.family }) {
          index += 1
          continue
        } else if let other = tracks.first(where: { !isFollowed($0) && track.share(of: $0) > 0.5 }) {
          open[index].track.copy(other)
          index += 1
          continue
        } else if let last = ended.first(where: { !isFollowed($0) && track.share(of: $0) > 0.5 }) {
          open[index].track.copy(last)
        }
      }
      let last = open[index].track
      open[index].isWaiting = tracks.contains { !isFollowed($0) && associator.isOneFlight(last, $0) }
      if open[index].isWaiting { index += 1 } else { close(index) }
    }
  }

  /// Whether a track that nothing follows is a part of one that was divided, and is a flight, or may become one.
  private func isFlight(_ part: Track, of track: Track, _ criteria: Criteria) -> Bool {
    !isFollowed(part) && part.share(of: track) > 0.5
      && (part.points.count < criteria.length || criteria.begins(part))
  }

  private mutating func close(_ index: Int) {
    let trajectory = open.remove(at: index)
    reports.append(Report(uuid: trajectory.uuid, state: .ended, track: trajectory.track))
    remember(trajectory.track)
  }

  /// Tells of a track that was not sure enough before its end.
  private mutating func tellWhole(_ track: Track) {
    let uuid = ObservationUUID()
    reports.append(Report(uuid: uuid, state: .began, track: track))
    reports.append(Report(uuid: uuid, state: .ended, track: track))
    remember(track)
  }

  private mutating func remember(_ track: Track) {
    if over.count >= Self.capacity { over.removeFirst() }
    over.append(track.detached)
  }

  /// Whether a trajectory is followed by a track or one of its branches.
  private func isFollowed(_ track: Track) -> Bool { open.contains { $0.track.family == track.family } }

  /// Whether a track follows what is told of already, or a part of it. More may end with one frame than are remembered.
  private func isPart(_ track: Track) -> Bool {
    open.contains { track.share(of: $0.track) > 0.5 } || reports.contains { track.share(of: $0.track) > 0.5 }
      || over.contains { track.share(of: $0) > 0.5 }
  }

  /// Whether another track follows the same and is surer of it.
  private func isDoubled(_ track: Track, among tracks: [Track]) -> Bool {
    tracks.contains { other in
      other.confidence > track.confidence && other.family != track.family && track.share(of: other) > 0.5
    }
  }
}

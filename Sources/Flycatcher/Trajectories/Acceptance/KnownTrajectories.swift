// What is known of a film: the thing that flies mostly is one, what looks like what does not fly does not either, and gravity bends no path upward.
import Glibc

/// The flights of a film that are beyond doubt, and the paths that cannot be flights.
struct KnownTrajectories: Sendable {
  private struct Trajectory: Sendable {
    var family: Int
    var look: Look
    var contrast: Double
    var shade: Double
    var times: ClosedRange<Double>
  }

  /// A clear path that has ended.
  private struct Other: Sendable {
    var look: Look
    var box: PlaceBox
    var end: Double
    var bendsUpward: Bool
    var isWithoutGravity: Bool
  }

  /// The number of flights that are remembered; the newest ones count.
  private static let capacity = 16

  /// Seconds for which a path that is no flight is remembered, and the number of them that is.
  private static let memory = (seconds: 30.0, count: 64)

  /// What is analyzed, once a frame was.
  var picture: PlaceBox?
  private var trajectories: [Trajectory] = .reserving(capacity)
  /// The newest clear paths that bent upward, or that nothing pulled down.
  private var others: [Other] = .reserving(memory.count)

  /// Forgets the film.
  mutating func forget() {
    picture = nil
    trajectories.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
  }

  /// Takes note of a path that has ended.
  mutating func note(_ measurements: TrackMeasurements) {
    guard measurements.bendsUpward || measurements.isWithoutGravity else { return }
    if others.count >= Self.memory.count { others.removeFirst() }
    others.append(
      Other(
        look: measurements.look, box: measurements.box, end: measurements.times.upperBound,
        bendsUpward: measurements.bendsUpward, isWithoutGravity: measurements.isWithoutGravity))
  }

  /// The number of paths of the last half minute that bent upward: where there are many, those that bend downward do so by chance, too.
  func upwardCount(at time: Double) -> Int { others.count { $0.bendsUpward && isRecent($0, at: time) } }

  private func isRecent(_ other: Other, at time: Double) -> Bool {
    other.end < time && time - other.end < Self.memory.seconds
  }

  /// Remembers a flight, or what is newly known of it.
  mutating func add(_ measurements: TrackMeasurements, family: Int) {
    let trajectory = Trajectory(
      family: family, look: measurements.look, contrast: measurements.contrast, shade: measurements.shade,
      times: measurements.times)
    if let index = trajectories.firstIndex(where: { $0.family == family }) {
      trajectories[index] = trajectory
    } else {
      if trajectories.count >= Self.capacity { trajectories.removeFirst() }
      trajectories.append(trajectory)
    }
  }

  /// Forgets what turned out to be no flight.
  mutating func remove(family: Int) { trajectories.removeAll { $0.family == family } }

  /// Whether something else that stands out more flies at the same time, so that this may be its shadow.
  func isBesideStronger(during times: ClosedRange<Double>, contrast: Double, excluding family: Int) -> Bool {
    trajectories.contains { trajectory in
      let overlap =
        min(times.upperBound, trajectory.times.upperBound) - max(times.lowerBound, trajectory.times.lowerBound)
      return trajectory.family != family && overlap > 0.5 * (times.upperBound - times.lowerBound)
        && trajectory.contrast > 1.5 * contrast && trajectory.shade < 0.5
    }
  }

  /// Of what looks alike, how much flew before: the logarithm of one more than the number of flights that were over, less that of one more than the number
  /// of paths of the half minute before that nothing pulled down, if they were everywhere as they are around it: a ticker tells nothing of a ball high
  /// above it, and leaves fall all over a picture. What moves at the same time does not count: each of a crowd would be believed for the others.
  func likeness(_ look: Look, in box: PlaceBox, during times: ClosedRange<Double>) -> Double {
    let flights = trajectories.count { $0.times.upperBound < times.lowerBound && $0.look.isLike(look) }
    let surroundings = Surroundings(of: box, in: picture)
    var (near, all) = (0, 0)
    for other in others
    where other.isWithoutGravity && isRecent(other, at: times.upperBound) && other.look.isLike(look) {
      all += 1
      if surroundings.meet(other.box) { near += 1 }
    }
    let paths = surroundings.expected(near: near, all: all)
    return log(Double(1 + flights)) - log(1 + paths)
  }
}

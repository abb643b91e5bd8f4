// What is known of a film: gravity is the same for all of its flights, the thing that flies mostly is, and gravity bends no path upward.
import Glibc

/// The flights of a film that are beyond doubt, and the paths that cannot be flights.
struct KnownTrajectories: Sendable {
  private struct Trajectory: Sendable {
    var family: Int
    var fall: Double
    var radius: Double
    var contrast: Double
    var shade: Double
    var times: ClosedRange<Double>
  }

  /// The standard deviations of the logarithms of gravity, in radii, and of the radius, among flights of one thing.
  private static let deviation = (fall: 0.4, radius: 0.5)
  /// The number of flights that are remembered; the newest ones count.
  private static let capacity = 16

  /// Seconds for which a path that bends upward is remembered, and the number of them that is.
  private static let memory = (seconds: 30.0, count: 64)

  private var trajectories: [Trajectory] = .reserving(capacity)
  /// The times at which paths ended that bent upward.
  private var upwardTimes: [Double] = .reserving(memory.count)

  /// Takes note of a path that has ended.
  mutating func note(_ measurements: TrackMeasurements) {
    guard measurements.bendsUpward else { return }
    if upwardTimes.count >= Self.memory.count { upwardTimes.removeFirst() }
    upwardTimes.append(measurements.times.upperBound)
  }

  /// The number of paths of the last half minute that bent upward: where there are many, those that bend downward do so by chance, too.
  func upwardCount(at time: Double) -> Int {
    upwardTimes.count { $0 < time && time - $0 < Self.memory.seconds }
  }

  /// Remembers a flight, or what is newly known of it.
  mutating func add(_ measurements: TrackMeasurements, family: Int) {
    let trajectory = Trajectory(
      family: family, fall: measurements.fall, radius: measurements.radius, contrast: measurements.contrast,
      shade: measurements.shade, times: measurements.times)
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

  /// The likeness to the most similar other flight, 0 to 1; 0 where none is known.
  func likeness(fall: Double, radius: Double, excluding family: Int) -> Double {
    var best = 0.0
    for trajectory in trajectories where trajectory.family != family {
      let distance =
        square((fall - trajectory.fall) / Self.deviation.fall)
        + square(log(radius / trajectory.radius) / Self.deviation.radius)
      best = max(best, exp(-0.5 * distance))
    }
    return best
  }
}

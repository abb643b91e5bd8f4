// The numbers of the frames in which the points of a trajectory were seen.

/// The numbers of the newest frames, by their times.
package struct FrameNumbers: Sendable {
  private var times: [Int64] = []
  private var numbers: [Int] = []
  /// The number of frames that are known: a minute and more at 240 frames a second.
  private static let most = 16_384

  package init() {}

  /// Adds the newest frame.
  package mutating func add(_ number: Int, at time: Timestamp) {
    guard times.last.map({ $0 < time.nanoseconds }) ?? true else { return }
    times.append(time.nanoseconds)
    numbers.append(number)
    guard times.count > 2 * Self.most else { return }
    times.removeFirst(Self.most)
    numbers.removeFirst(Self.most)
  }

  /// Forgets the frames, because time goes back.
  package mutating func reset() { (times, numbers) = ([], []) }

  /// Numbers the points of the trajectories among observations.
  package func number(_ observations: inout [Observation]) {
    for index in observations.indices {
      guard case .trajectory(var trajectory) = observations[index] else { continue }
      for point in trajectory.detectedPoints.indices where trajectory.detectedPoints[point].frame == nil {
        trajectory.detectedPoints[point].frame = number(at: trajectory.detectedPoints[point].time)
      }
      observations[index] = .trajectory(trajectory)
    }
  }

  private func number(at time: Timestamp) -> Int? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time.nanoseconds { low = middle + 1 } else { high = middle }
    }
    return low < times.count && times[low] == time.nanoseconds ? numbers[low] : nil
  }
}

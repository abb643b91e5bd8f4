// Takes from the frames how the things that are followed move against their surroundings.

extension TrajectoryDetector {
  /// The number of points from which on a track may be judged.
  private static let leastPoints = 5

  /// Compares the frame of each point of the tracks with that of the point before, as long as both are remembered.
  mutating func compareFrames() {
    for index in associator.tracks.indices {
      let count = associator.tracks[index].points.count
      guard associator.tracks[index].misses == 0, count >= Self.leastPoints else { continue }
      for number in (1..<count).reversed() where associator.tracks[index].points[number].difference == nil {
        let (one, two) = (
          associator.tracks[index].points[number - 1].candidate, associator.tracks[index].points[number].candidate
        )
        guard let difference = difference(one, two) else { break }
        associator.tracks[index].points[number].difference = difference
      }
    }
  }

  private func difference(_ one: Candidate, _ two: Candidate) -> DisplacedDifference? {
    let place = finder.place
    return finder.foreground.displacedDifference(
      from: (place.analyzed(one.place), one.timestamp), to: (place.analyzed(two.place), two.timestamp),
      radius: 0.5 * (one.radius + two.radius) / place.factor)
  }
}

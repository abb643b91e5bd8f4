// Takes from the frames how the things that are followed move against their surroundings.

extension TrajectoryDetector {
  /// The number of points from which on a track may be judged.
  private static let leastPoints = 5

  /// Compares the frame of each point of the tracks with that of a point before, as long as both are remembered.
  mutating func compareFrames() {
    for index in associator.tracks.indices {
      let count = associator.tracks[index].points.count
      guard associator.tracks[index].misses == 0, count >= Self.leastPoints else { continue }
      for number in (1..<count).reversed() where associator.tracks[index].points[number].difference == nil {
        guard let difference = difference(at: number, of: associator.tracks[index].points) else { break }
        associator.tracks[index].points[number].difference = difference
      }
    }
  }

  /// Seconds between two frames from which on they tell where a thing has been: those of 60 frames a second do.
  private static let leastInterval = 0.016

  /// Compares the frame of a point with that of the newest point before that is long enough ago.
  ///
  /// In a film of many frames a second, a thing covers in each what it has covered in the one before. Where no remembered frame is that old, the
  /// oldest of them is compared.
  private func difference(at number: Int, of points: [TrackPoint]) -> DisplacedDifference? {
    let two = points[number].candidate
    var one: Candidate?
    for earlier in points[..<number].reversed() where finder.foreground.remembers(earlier.candidate.timestamp) {
      one = earlier.candidate
      if two.time - earlier.candidate.time >= Self.leastInterval { break }
    }
    guard let one else { return nil }
    let place = finder.place
    return finder.foreground.displacedDifference(
      from: (place.analyzed(one.place), one.timestamp), to: (place.analyzed(two.place), two.timestamp),
      radius: 0.5 * (one.radius + two.radius) / place.factor)
  }
}

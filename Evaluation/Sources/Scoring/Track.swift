// A trajectory as it was reported, from its first line to its last.

/// The report of one trajectory.
public struct Track: Sendable {
  /// All points that were known at the end, in pixels counted by their centers.
  public var points: [TimedPlace]
  /// The confidence of the last line.
  public var confidence: Double
  /// The highest confidence of all lines.
  public var highestConfidence: Double
  /// The time of the first line in frames.
  public var reported: Double

  public init(points: [TimedPlace], confidence: Double, highestConfidence: Double? = nil, reported: Double = 0) {
    self.points = points
    self.confidence = confidence
    self.highestConfidence = highestConfidence ?? confidence
    self.reported = reported
  }

  /// Collects the trajectories in the order in which they were first reported.
  ///
  /// Observations count from the outer corner of the first pixel, truth from its center: half a pixel is taken off.
  public static func collect(_ lines: [ObservationLine], _ truth: TrajectoryTruth) -> [Track] {
    var tracks: [Track] = []
    var index: [String: Int] = [:]
    for line in lines where line.type == "trajectory" {
      guard let uuid = line.uuid, let confidence = line.confidence, let points = line.detectedPoints else { continue }
      let places = points.map { point in
        TimedPlace(
          Int((point.time * truth.fps).rounded(.toNearestOrEven)), point.x * truth.width - 0.5,
          point.y * truth.height - 0.5)
      }
      if let known = index[uuid] {
        tracks[known].points = places
        tracks[known].confidence = confidence
        tracks[known].highestConfidence = max(tracks[known].highestConfidence, confidence)
      } else {
        index[uuid] = tracks.count
        let time = line.time ?? points.last?.time ?? 0
        tracks.append(Track(points: places, confidence: confidence, reported: time * truth.fps))
      }
    }
    return tracks
  }
}

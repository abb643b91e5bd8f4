// What the stages of the trajectory detector saw, for the evaluation that fits and judges them.

/// What the stages of the detector saw with the newest frame.
@_spi(Evaluation) public struct TrajectoryTrace: Sendable {
  /// A candidate in pixels of the upright picture.
  public struct Candidate: Sendable {
    public var x, y, radius, length, contrast, fill, attachment, density: Double
    public var isBackground: Bool
  }

  /// A track that has ended, with its measurements and those of its beginnings.
  public struct Track: Sendable {
    /// Times in seconds, places in pixels of the upright picture.
    public var points: [(time: Double, x: Double, y: Double, radius: Double)]
    public var confidence: Double
    /// The measurements after so many points; the last ones are those of the whole track.
    public var measurements: [(count: Int, values: [Double])]
  }

  public static let measurementNames = TrackMeasurements.Name.allCases.map(\.rawValue)
  public var candidates: [Candidate]
  public var ended: [Track]
  public var trackCount: Int
}

extension TrajectoryDetector {
  /// What the stages saw with the newest frame.
  @_spi(Evaluation) public var trace: TrajectoryTrace {
    TrajectoryTrace(
      candidates: finder.candidates.map { one in
        TrajectoryTrace.Candidate(
          x: one.x + one.drift.x, y: one.y + one.drift.y, radius: one.radius, length: one.length,
          contrast: one.contrast, fill: one.fill, attachment: one.attachment, density: one.density,
          isBackground: one.evidence == .background)
      }, ended: associator.ended.filter { $0.points.count >= 5 }.map(trace), trackCount: associator.tracks.count)
  }

  /// Ends all tracks and tells what they were.
  @_spi(Evaluation) public mutating func finishedTrace() -> TrajectoryTrace {
    associator.finish()
    settleEnded()
    return trace
  }

  private func trace(_ track: Track) -> TrajectoryTrace.Track {
    let counts = [5, 6, 7, 8, 10, 13, 17, 24].filter { $0 < track.points.count } + [track.points.count]
    let measurements = counts.map { count in
      let measured = TrackMeasurements(
        track.points[..<count], family: track.family, grain: finder.place.factor, known: known,
        crowd: associator.crowd(around: track)
      ).with(swing: associator.swing(track.points[..<count], radius: track.radius))
      return (count: count, values: measured.values.indices.map { measured.values[$0] })
    }
    return TrajectoryTrace.Track(
      points: track.points.map { point in
        let one = point.candidate
        return (one.time, one.x + one.drift.x, one.y + one.drift.y, one.radius)
      }, confidence: track.confidence, measurements: measurements)
  }
}

// The trajectory detector on decoded pictures, in the process itself: for what the command does not show.
public import Clips
@_spi(Evaluation) public import Flycatcher
public import Scenes
public import Scoring

extension Tracker {
  /// Analyzes a frame of I420 bytes.
  public mutating func track(_ bytes: [UInt8], _ layout: I420Layout, at time: Timestamp) throws -> [Observation] {
    let span = bytes.span
    let planes = layout.planes
    let (width, height) = (layout.chromaWidth, layout.chromaHeight)
    guard
      let luma = Plane(
        span.extracting(planes.luma), width: layout.width, height: layout.height, rowStride: layout.lumaStride),
      let blue = Plane(span.extracting(planes.blue), width: width, height: height, rowStride: layout.chromaStride),
      let red = Plane(span.extracting(planes.red), width: width, height: height, rowStride: layout.chromaStride),
      let frame = Frame(luma: luma, blueDifference: blue, redDifference: red, timestamp: time)
    else { throw EvaluationError("A frame of \(layout.width) × \(layout.height) does not hold its pixels.") }
    return try track(frame)
  }
}

/// What several detectors find in one clip, which is decoded once.
public struct DetectedClip: Sendable {
  /// What is true of the clip, drawn flights included.
  public let truth: TrajectoryTruth
  /// The trajectories that each of the detectors reported, in the order of their first reports.
  public private(set) var tracks: [[Track]]
  /// What each of them had as a track, whether it was reported or not, where that was asked for.
  public private(set) var ended: [[EndedTrack]]

  /// A track that ended with its measurements, in the order of `TrajectoryTrace.measurementNames`.
  public struct EndedTrack: Sendable {
    public var track: Track
    public var measurements: [Double]
    /// The measurements that it had after fewer points.
    public var beginnings: [[Double]]
  }

  /// - Parameters:
  ///   - isMirrored: Whether the film is mirrored first; what is drawn then, and the camera, are of the mirrored film.
  ///   - change: How the film is changed after that.
  ///   - drawn: Flights that are drawn into the film.
  ///   - held: The camera that takes the film then.
  ///   - keepsEnded: Whether ended tracks are kept.
  public init(
    _ clip: Clip, isMirrored: Bool = false, change: FilmChange? = nil, drawn: DrawnThings? = nil,
    held: HeldCamera? = nil, detectors: [TrajectoryDetector], keepsEnded: Bool = false
  ) throws {
    let taken = try clip.load(TrajectoryTruth.self)
    let film = isMirrored ? taken.mirrored : taken
    let truth = held?.truth ?? drawn?.truth ?? change?.truth(film) ?? film
    self.truth = truth
    let whole = I420Layout(width: Int(film.width), height: Int(film.height))
    let layout = change?.layout(whole) ?? whole
    var detectors = detectors
    var reports = detectors.map { _ in ReportedTracks() }
    var ended = detectors.map { _ in [EndedTrack]() }
    var (index, decoded) = (0, 0)
    try Film.decode(clip.video, layout, changes: change?.elements ?? []) { bytes in
      defer { decoded += 1 }
      for _ in 0..<(change?.count(of: decoded) ?? 1) {
        let time = Timestamp(seconds: Double(index) / truth.fps)
        var bytes = bytes
        if isMirrored { layout.mirror(&bytes) }
        change?.change(frame: index, &bytes, layout)
        drawn?.draw(frame: index, on: &bytes, layout)
        if let held { bytes = held.frame(index, of: bytes) }
        for number in detectors.indices {
          reports[number].add(try detectors[number].track(bytes, held?.layout ?? layout, at: time), truth)
          if keepsEnded { ended[number] += Self.ended(detectors[number].trace, truth) }
        }
        index += 1
      }
    }
    for number in detectors.indices {
      // What is asked for the trace has nothing to report any more: a copy is asked.
      var copy = detectors[number]
      if keepsEnded { ended[number] += Self.ended(copy.finishedTrace(), truth) }
      reports[number].add(detectors[number].finish(), truth)
    }
    tracks = reports.map(\.tracks)
    self.ended = ended
  }

  private static func ended(_ trace: TrajectoryTrace, _ truth: TrajectoryTruth) -> [EndedTrack] {
    trace.ended.map { track in
      let points = track.points.map { TimedPlace(Int(($0.time * truth.fps).rounded()), $0.x - 0.5, $0.y - 0.5) }
      var measurements = track.measurements.map(\.values)
      let last = measurements.popLast() ?? []
      return EndedTrack(
        track: Track(points: points, confidence: track.confidence), measurements: last, beginnings: measurements)
    }
  }

  public func figures(_ variant: Int, minimumConfidence: Double) -> TrajectoryFigures {
    TrajectoryFigures(TrajectoryScorer(truth), tracks[variant], minimumConfidence: minimumConfidence)
  }
}

/// The trajectories of a detector, collected as those of a file are.
private struct ReportedTracks {
  private(set) var tracks: [Track] = []
  private var index: [ObservationUUID: Int] = [:]

  mutating func add(_ observations: [Observation], _ truth: TrajectoryTruth) {
    for case .trajectory(let seen) in observations {
      let points = seen.detectedPoints.map { point in
        TimedPlace(
          Int((point.time.seconds * truth.fps).rounded(.toNearestOrEven)), point.location.x * truth.width - 0.5,
          point.location.y * truth.height - 0.5)
      }
      if let known = index[seen.uuid] {
        tracks[known].points = points
        tracks[known].confidence = seen.confidence
        tracks[known].highestConfidence = max(tracks[known].highestConfidence, seen.confidence)
      } else {
        index[seen.uuid] = tracks.count
        tracks.append(
          Track(points: points, confidence: seen.confidence, reported: seen.time.seconds * truth.fps))
      }
    }
  }
}

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

/// What a detector finds in a version of a clip.
public struct DetectedClip: Sendable {
  /// What is true of this version, drawn flights included.
  public let truth: TrajectoryTruth
  /// The trajectories that were reported, in the order of their first reports.
  public let tracks: [Track]
  /// What was a track, whether it was reported or not, where that was asked for.
  public let ended: [EndedTrack]

  /// A track that ended with its measurements, in the order of `TrajectoryTrace.measurementNames`.
  public struct EndedTrack: Sendable {
    public var track: Track
    public var measurements: [Double]
    /// The measurements that it had after fewer points.
    public var beginnings: [[Double]]
  }

  /// Analyzes versions of a clip, each with a detector, and returns what each finds; what decodes alike is decoded once.
  ///
  /// - Parameters:
  ///   - isMirrored: Whether the film is mirrored first; the versions are of the mirrored film then.
  ///   - keepsEnded: Whether ended tracks are kept.
  public static func all(
    _ clip: Clip, isMirrored: Bool = false, _ versions: [(version: FilmVersion, detector: TrajectoryDetector)],
    keepsEnded: Bool = false
  ) throws -> [DetectedClip] {
    let taken = try clip.load(TrajectoryTruth.self)
    let film = isMirrored ? taken.mirrored : taken
    let whole = I420Layout(width: Int(film.width), height: Int(film.height))
    var analyses = versions.map { Analysis($0.version, $0.detector, film, keepsEnded: keepsEnded) }
    let alike = Dictionary(grouping: analyses.indices) { versions[$0].version.elements }
    for (elements, numbers) in alike {
      let layout = versions[numbers[0]].version.decodedLayout(whole)
      var decoded = 0
      try Film.decode(clip.video, layout, changes: elements) { bytes in
        var bytes = bytes
        if isMirrored { layout.mirror(&bytes) }
        for number in numbers { try analyses[number].add(bytes, layout, decoded) }
        decoded += 1
      }
    }
    return analyses.indices.map { analyses[$0].finish() }
  }

  public func figures(minimumConfidence: Double) -> TrajectoryFigures {
    TrajectoryFigures(TrajectoryScorer(truth), tracks, minimumConfidence: minimumConfidence)
  }
}

/// A version of a clip while it is analyzed.
private struct Analysis {
  private let truth: TrajectoryTruth
  private let version: FilmVersion
  private let keepsEnded: Bool
  private var detector: TrajectoryDetector
  private var reports = ReportedTracks()
  private var ended: [DetectedClip.EndedTrack] = []
  /// The number of frames that were analyzed.
  private var count = 0

  init(_ version: FilmVersion, _ detector: TrajectoryDetector, _ film: TrajectoryTruth, keepsEnded: Bool) {
    truth = version.truth(film)
    (self.version, self.detector, self.keepsEnded) = (version, detector, keepsEnded)
  }

  /// - Parameter decoded: the number of the frame in the clip.
  mutating func add(_ bytes: [UInt8], _ layout: I420Layout, _ decoded: Int) throws {
    for _ in 0..<version.count(of: decoded) {
      let (seen, layout) = version.frame(count, of: bytes, layout)
      reports.add(try detector.track(seen, layout, at: Timestamp(seconds: Double(count) / truth.fps)), truth)
      if keepsEnded { ended += Self.ended(detector.trace, truth) }
      count += 1
    }
  }

  mutating func finish() -> DetectedClip {
    // What is asked for the trace has nothing to report any more: a copy is asked.
    var copy = detector
    if keepsEnded { ended += Self.ended(copy.finishedTrace(), truth) }
    reports.add(detector.finish(), truth)
    return DetectedClip(truth: truth, tracks: reports.tracks, ended: ended)
  }

  private static func ended(_ trace: TrajectoryTrace, _ truth: TrajectoryTruth) -> [DetectedClip.EndedTrack] {
    trace.ended.map { track in
      let points = track.points.map { TimedPlace(Int(($0.time * truth.fps).rounded()), $0.x - 0.5, $0.y - 0.5) }
      var measurements = track.measurements.map(\.values)
      let last = measurements.popLast() ?? []
      return DetectedClip.EndedTrack(
        track: Track(points: points, confidence: track.confidence), measurements: last, beginnings: measurements)
    }
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

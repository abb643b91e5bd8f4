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

/// What several detectors report of one clip, which is decoded once.
public struct DetectedClip: Sendable {
  public let truth: TrajectoryTruth
  /// The trajectories that each of the detectors reported, in the order of their first reports.
  public private(set) var tracks: [[Track]]

  /// - Parameter variants: for each detector its tuned numbers, as far as they are not the detector's own.
  public init(_ clip: Clip, variants: [[String: Double]]) throws {
    let truth = try clip.load(TrajectoryTruth.self)
    self.truth = truth
    let layout = I420Layout(width: Int(truth.width), height: Int(truth.height))
    var detectors: [TrajectoryDetector] = []
    for numbers in variants {
      var detector = try TrajectoryDetector()
      detector.tunedNumbers = numbers
      detectors.append(detector)
    }
    var reports = variants.map { _ in ReportedTracks() }
    var index = 0
    try Film.decode(clip.video, layout) { bytes in
      let time = Timestamp(seconds: Double(index) / truth.fps)
      for number in detectors.indices {
        reports[number].add(try detectors[number].track(bytes, layout, at: time), truth)
      }
      index += 1
    }
    for number in detectors.indices { reports[number].add(detectors[number].finish(), truth) }
    tracks = reports.map(\.tracks)
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

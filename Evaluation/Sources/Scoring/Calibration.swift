// Does a confidence say how often it is right?

/// A confidence, and the outcome it was for.
public struct Forecast: Hashable, Sendable {
  /// 0 to 1.
  public var confidence: Double
  public var isRight: Bool

  public init(_ confidence: Double, isRight: Bool) {
    self.confidence = confidence
    self.isRight = isRight
  }
}

/// Forecasts in bins of equal width, each with its mean confidence beside its share of right ones.
public struct ReliabilityDiagram: Sendable {
  public struct Bin: Hashable, Sendable {
    public var count: Int
    public var meanConfidence: Double
    public var shareRight: Double
  }

  /// From the lowest confidence to the highest; `nil` where there is no forecast.
  public let bins: [Bin?]
  /// The mean distance of confidence and share, weighted by the forecasts in a bin (Naeini, Cooper, Hauskrecht 2015); not a number without any.
  public let expectedCalibrationError: Double
  public let count: Int

  public init(_ forecasts: [Forecast], binCount: Int = 10) {
    var members = [[Forecast]](repeating: [], count: max(binCount, 1))
    for forecast in forecasts {
      members[max(min(Int(forecast.confidence * Double(members.count)), members.count - 1), 0)].append(forecast)
    }
    bins = members.map { bin in
      guard !bin.isEmpty else { return nil }
      return Bin(
        count: bin.count, meanConfidence: mean(bin.map(\.confidence)), shareRight: mean(bin.map { $0.isRight ? 1 : 0 }))
    }
    count = forecasts.count
    let weighted = bins.compactMap { $0 }.map { Double($0.count) * abs($0.meanConfidence - $0.shareRight) }
    expectedCalibrationError = forecasts.isEmpty ? .nan : weighted.reduce(0, +) / Double(forecasts.count)
  }
}

/// The trade of precision for recall.
public struct PrecisionRecallCurve: Sendable {
  public struct Sample: Hashable, Sendable {
    public var minimumConfidence: Double
    public var precision: Double
    public var recall: Double
    public var f1: Double
  }

  /// One for each minimum confidence from 0 to 1.
  public let samples: [Sample]

  /// Scores the same trajectories again for each minimum confidence.
  public init(_ clips: [(scorer: TrajectoryScorer, tracks: [Track])], steps: Int = 40) {
    let fits = clips.map { clip in clip.tracks.map { clip.scorer.fit($0.points) } }
    samples = (0...max(steps, 1)).map { step in
      let minimum = Double(step) / Double(max(steps, 1))
      var total = TrajectoryFigures()
      for (clip, fits) in zip(clips, fits) {
        total += TrajectoryFigures(clip.scorer, clip.tracks, fits: fits, minimumConfidence: minimum)
      }
      return Sample(minimumConfidence: minimum, precision: total.precision, recall: total.recall, f1: total.f1)
    }
  }

  /// The sample with the highest F1, the lowest confidence of those.
  public var best: Sample? { samples.max { $0.f1 < $1.f1 } }
}

extension TrajectoryScorer {
  /// Confidences with their outcomes; what lies in ignored boxes is left out.
  public func forecasts(_ tracks: [Track]) -> [Forecast] {
    zip(tracks, verdicts(tracks, minimumConfidence: -.infinity)).compactMap { track, verdict in
      switch verdict {
      case .right: Forecast(track.confidence, isRight: true)
      case .false, .piece: Forecast(track.confidence, isRight: false)
      case .ignored, .belowMinimum: nil
      }
    }
  }
}

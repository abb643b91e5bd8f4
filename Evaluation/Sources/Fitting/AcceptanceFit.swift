// The acceptance model: fitted to logged tracks, judged on clips it was not fitted to.
public import Scoring

/// A track with what was measured of it.
public struct LoggedTrack: Sendable {
  public var track: Track
  /// By name.
  public var measurements: [String: Double]
  /// The measurements that it had after fewer points.
  public var beginnings: [[String: Double]]

  public init(_ track: Track, _ measurements: [String: Double], beginnings: [[String: Double]] = []) {
    self.track = track
    self.measurements = measurements
    self.beginnings = beginnings
  }
}

/// The logged tracks of one clip with what is true of it.
public struct LoggedClip: Sendable {
  public var scorer: TrajectoryScorer
  public var tracks: [LoggedTrack]
  /// What each of its tracks counts for in the fit.
  public var weight: Double
  /// The film it shows: clips of one film are left out together.
  public var film: String

  public init(_ truth: TrajectoryTruth, _ tracks: [LoggedTrack], weight: Double = 1, film: String? = nil) {
    self.film = film ?? truth.name
    scorer = TrajectoryScorer(truth)
    self.tracks = tracks
    self.weight = weight
  }
}

/// The use that a fit makes of tracks on an arc that are too short to be right, or the second on it. The scores count them as false.
public enum PieceTreatment: String, CaseIterable, Sendable {
  /// A free flight and yet no right report: neither.
  case leftOut
  case `false`
  case right
}

/// A model with its probabilities for every track, as fitted to all clips and to all but the track's own.
public struct AcceptanceFit: Sendable {
  public let names: [String]
  public private(set) var model: LogisticModel
  /// Tracks that the model was fitted to, and those of them that are right.
  public let exampleCount: Int
  public let rightCount: Int
  /// For each clip the probabilities of its tracks by the model of all clips.
  public private(set) var inSample: [[Double]]
  /// The same by a model that was fitted without the clip.
  public private(set) var leftOut: [[Double]]
  /// For each film the model of the others.
  public private(set) var modelsWithout: [String: LogisticModel] = [:]
  private let clips: [LoggedClip]

  /// - Parameters:
  ///   - names: the measurements to use, in this order; `nil` for all of the first track, by name.
  ///   - quadraticTerms: products of two of them to use, too.
  ///   - penalty: as `LogisticModel` takes it.
  ///   - most: the most tracks that one clip counts for; those of a clip with more count less each.
  public init(
    _ clips: [LoggedClip], names: [String]? = nil, quadraticTerms: [QuadraticTerm] = [], penalty: Double,
    pieces: PieceTreatment = .leftOut, most: Double = .infinity
  ) throws(FittingError) {
    let names = names ?? Self.names(of: clips)
    guard !names.isEmpty else { throw FittingError("No track with measurements is logged.") }
    var measurements: [[[Double]]] = []
    var examples: [[Example]] = []
    for clip in clips {
      let rows = try clip.rows(names)
      measurements.append(rows)
      examples.append(try clip.examples(rows, names, pieces: pieces).capped(at: most))
    }
    let pooled = examples.flatMap { $0 }
    model = try LogisticModel(fitting: pooled, quadraticTerms: quadraticTerms, penalty: penalty)
    exampleCount = Int(pooled.reduce(0) { $0 + $1.weight }.rounded())
    rightCount = Int(pooled.reduce(0) { $0 + ($1.isRight ? $1.weight : 0) }.rounded())
    self.names = names
    self.clips = clips
    let model = model
    inSample = measurements.map { rows in rows.map { model.probability($0) } }
    leftOut = []
    for film in Set(clips.map(\.film)) {
      let others = zip(clips, examples).filter { $0.0.film != film }.flatMap(\.1)
      modelsWithout[film] = try LogisticModel(
        fitting: others, quadraticTerms: quadraticTerms, penalty: penalty, from: model)
    }
    let others = modelsWithout
    leftOut = zip(clips, measurements).map { clip, rows in rows.map { others[clip.film]?.probability($0) ?? 0 } }
    try calibrate()
  }

  /// The probability by a model without the clip from which on a track takes part in calibration: the others are sure to be none.
  private static let doubtful = 0.05

  /// Makes the probabilities of clips left out right on average: a model is too sure of itself on clips it has not seen.
  ///
  /// A logistic regression on the log-odds of the left-out probabilities (Platt 1999), whose two coefficients go into the model. That
  /// of a film left out is calibrated without the film's own tracks.
  private mutating func calibrate() throws(FittingError) {
    var examples: [(film: String, example: Example)] = []
    for (clip, probabilities) in zip(clips, leftOut) {
      let verdicts = clip.scorer.verdicts(clip.tracks.map(\.track), minimumConfidence: -.infinity)
      for (verdict, probability) in zip(verdicts, probabilities) where probability > Self.doubtful {
        // The detector reports no second track on an arc, and a piece of one is a flight.
        switch verdict {
        case .right: examples.append((clip.film, Example([logOdds(probability)], isRight: true, weight: clip.weight)))
        case .false: examples.append((clip.film, Example([logOdds(probability)], isRight: false, weight: clip.weight)))
        case .piece, .ignored, .belowMinimum: continue
        }
      }
    }
    let line = try Calibration(examples.map(\.example))
    model = line.applied(to: model)
    inSample = inSample.map { $0.map(line.applied) }
    var lines: [String: Calibration] = [:]
    for film in modelsWithout.keys {
      lines[film] = try Calibration(examples.filter { $0.film != film }.map(\.example))
    }
    leftOut = zip(clips, leftOut).map { clip, probabilities in
      probabilities.map { lines[clip.film]?.applied(to: $0) ?? $0 }
    }
    for (film, line) in lines { modelsWithout[film] = modelsWithout[film].map(line.applied) }
  }

  /// The measurements of the first track, by name.
  public static func names(of clips: [LoggedClip]) -> [String] {
    clips.lazy.flatMap(\.tracks).first.map { $0.measurements.keys.sorted() } ?? []
  }

  /// The quality of the model with these probabilities, on clips that are wanted.
  public func worth(_ probabilities: [[Double]], where isWanted: (LoggedClip) -> Bool = { _ in true }) -> Worth {
    let samples = zip(clips, probabilities).filter { isWanted($0.0) }.map { clip, probabilities in
      let tracks = zip(clip.tracks, probabilities).map { logged, probability in
        Track(points: logged.track.points, confidence: probability)
      }
      return (scorer: clip.scorer, tracks: tracks)
    }
    return Worth(
      forecasts: samples.flatMap { $0.scorer.forecasts($0.tracks) }, curve: PrecisionRecallCurve(samples),
      clipF1: { minimum in
        mean(samples.map { TrajectoryFigures($0.scorer, $0.tracks, minimumConfidence: minimum).f1 })
      })
  }

  /// The figures of a model.
  public struct Worth {
    /// Of every track that is right or false as the scorer counts, pieces being false.
    public let forecasts: [Forecast]
    public let curve: PrecisionRecallCurve
    /// The mean F1 of the clips at a minimum confidence.
    public let clipF1: (Double) -> Double
  }
}

extension [Example] {
  /// The same examples with weights that add up to at most so much.
  func capped(at most: Double) -> [Example] {
    let total = reduce(0) { $0 + $1.weight }
    guard total > most else { return self }
    return map { Example($0.measurements, isRight: $0.isRight, weight: $0.weight * most / total) }
  }
}

extension LoggedClip {
  /// The measurements of each track, in the order of their names.
  func rows(_ names: [String]) throws(FittingError) -> [[Double]] {
    var rows: [[Double]] = []
    for logged in tracks { rows.append(try row(logged.measurements, names)) }
    return rows
  }

  /// The share of an example that all beginnings of a track together count for.
  private static let beginnings = 0.5

  /// The tracks with the outcome that the scores judge. A beginning has the outcome of its track.
  func examples(
    _ rows: [[Double]], _ names: [String], pieces: PieceTreatment
  ) throws(FittingError) -> [Example] {
    let verdicts = scorer.verdicts(tracks.map(\.track), minimumConfidence: -.infinity)
    var examples: [Example] = []
    for (index, verdict) in verdicts.enumerated() {
      let isRight: Bool
      switch verdict {
      case .right: isRight = true
      case .false: isRight = false
      case .piece where pieces != .leftOut: isRight = pieces == .right
      case .piece, .ignored, .belowMinimum: continue
      }
      examples.append(Example(rows[index], isRight: isRight, weight: weight))
      let weight = weight * Self.beginnings / Double(max(tracks[index].beginnings.count, 1))
      for beginning in tracks[index].beginnings {
        examples.append(Example(try row(beginning, names), isRight: isRight, weight: weight))
      }
    }
    return examples
  }

  private func row(_ measurements: [String: Double], _ names: [String]) throws(FittingError) -> [Double] {
    var row: [Double] = []
    for name in names {
      guard let value = measurements[name], value.isFinite else {
        throw FittingError("A track of \(scorer.truth.name) has no finite measurement \"\(name)\".")
      }
      row.append(value)
    }
    return row
  }
}

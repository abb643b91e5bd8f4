// The observation model of objects, fitted to boxes of clips whose truth is known.
import Foundation
public import Scoring

/// What a tracker measured of an object while it followed it, frame by frame.
public struct LoggedObject: Sendable {
  /// The measurements of a frame, and whether the box lies on the object.
  public struct Entry: Sendable {
    public var time: Double
    public var measurements: [Double]
    /// The log-odds where they do not come from the measurements; such a frame is not fitted.
    public var givenLogOdds: Double?
    /// Intersection over union with the truth; `nil` where the object cannot be seen.
    public var overlap: Double?
    /// Whether the tracker sees something in the box.
    public var isSeen: Bool

    public init(
      time: Double, measurements: [Double], givenLogOdds: Double? = nil, overlap: Double?, isSeen: Bool
    ) {
      self.time = time
      self.measurements = measurements
      self.givenLogOdds = givenLogOdds
      self.overlap = overlap
      self.isSeen = isSeen
    }

    var isOn: Bool { overlap ?? 0 >= ObjectFit.leastOverlap }
  }

  /// The clip; what was logged of one clip is left out together.
  public var clip: String
  /// Whether the object was followed from the first frame of the clip to the last, as the evaluation does it.
  public var isWhole: Bool
  public var entries: [Entry]

  public init(clip: String, isWhole: Bool, entries: [Entry]) {
    self.clip = clip
    self.isWhole = isWhole
    self.entries = entries
  }
}

public struct ObjectFit: Sendable {
  /// The intersection over union from which on a box lies on the object.
  public static let leastOverlap = 0.3

  public let model: LogisticModel
  /// The seconds over which the log-odds of frames are averaged.
  public private(set) var smoothing = 0.0
  /// For each object the probability of each frame, by a model fitted to the other clips.
  public private(set) var leftOut: [[Double]] = []
  private let objects: [LoggedObject]

  /// Averages the log-odds of frames over a time, and returns the probability of each frame.
  public typealias Filter = (_ logOdds: [Double], _ entries: [LoggedObject.Entry], _ smoothing: Double) -> [Double]

  /// Fits the model.
  public init(_ objects: [LoggedObject], penalty: Double, filter: Filter) throws(FittingError) {
    self.objects = objects
    model = try Self.fit(objects, penalty: penalty)
    var models: [String: LogisticModel] = [:]
    for clip in Set(objects.map(\.clip)) {
      models[clip] = try Self.fit(objects.filter { $0.clip != clip }, penalty: penalty)
    }
    let logged = objects.map { object in
      object.entries.map { $0.givenLogOdds ?? models[object.clip]?.logOdds($0.measurements) ?? 0 }
    }
    // The time over which clips left out are told best.
    var least = Double.infinity
    for tried in Self.smoothings {
      let probabilities = zip(objects, logged).map { filter($1, $0.entries, tried) }
      let loss = Self.logLoss(objects, probabilities)
      if loss < least { (least, smoothing, leftOut) = (loss, tried, probabilities) }
    }
  }

  private static let smoothings = [0.01, 0.05, 0.1, 0.2, 0.4, 0.8]
  /// The frames for which a clip counts: all clips the same.
  private static let framesPerClip = 300.0

  /// The weight of a frame of each clip.
  private static func weights(_ objects: [LoggedObject]) -> [String: Double] {
    let counts = Dictionary(objects.map { ($0.clip, Double($0.entries.count)) }, uniquingKeysWith: +)
    return counts.mapValues { framesPerClip / max($0, 1) }
  }

  private static func fit(_ objects: [LoggedObject], penalty: Double) throws(FittingError) -> LogisticModel {
    let weights = weights(objects)
    let examples = objects.flatMap { object in
      object.entries.lazy.filter { $0.givenLogOdds == nil }.map {
        Example($0.measurements, isRight: $0.isOn, weight: weights[object.clip] ?? 0)
      }
    }
    return try LogisticModel(fitting: examples, penalty: penalty)
  }

  /// The mean log-loss of a frame, every clip the same.
  private static func logLoss(_ objects: [LoggedObject], _ probabilities: [[Double]]) -> Double {
    let weights = weights(objects)
    var (loss, weight) = (0.0, 0.0)
    for (object, probabilities) in zip(objects, probabilities) {
      let share = weights[object.clip] ?? 0
      for (entry, probability) in zip(object.entries, probabilities) {
        loss -= share * log(max(entry.isOn ? probability : 1 - probability, 1e-6))
        weight += share
      }
    }
    return loss / max(weight, 1e-9)
  }

  /// The forecasts of clips left out; of whole clips alone where that is wanted.
  public func forecasts(ofWholeClips: Bool) -> [Forecast] {
    zip(objects, leftOut).filter { !ofWholeClips || $0.0.isWhole }.flatMap { object, probabilities in
      zip(object.entries, probabilities).map { Forecast($1, isRight: $0.isOn) }
    }
  }

  /// What a clip's frames are said to be when it is left out.
  public struct Held: Sendable {
    public var frames = 0
    /// Frames said to be tracked although the box lies on nothing.
    public var falsely = 0
    /// Frames in which the box lies on the object, and those of them that are said to be tracked.
    public var on = 0
    public var rightly = 0
  }

  /// The frames of the whole clips, each left out.
  public var held: [(clip: String, held: Held)] {
    zip(objects, leftOut).filter { $0.0.isWhole }.map { object, probabilities in
      var held = Held(frames: object.entries.count)
      for (entry, probability) in zip(object.entries, probabilities) {
        let isHeld = entry.isSeen && probability >= 0.5
        if isHeld, entry.overlap ?? 0 <= 0 { held.falsely += 1 }
        if entry.isOn { held.on += 1 }
        if entry.isOn, isHeld { held.rightly += 1 }
      }
      return (object.clip, held)
    }
  }

  /// The text of a Swift expression with the model.
  public var source: String {
    """
    ObservationModel(
        score: \(GeneratedSource.logisticScore(model)),
        smoothing: \(GeneratedSource.text(smoothing)))
    """
  }
}

// The observation model of objects, fitted to boxes of clips whose truth is known.
import Foundation

/// What a tracker measured of an object while it followed it, frame by frame.
public struct LoggedObject: Sendable {
  /// The measurements of a frame, and whether the box lies on the object.
  public struct Entry: Sendable {
    public var time: Double
    public var measurements: [Double]
    /// The log-odds where they do not come from the measurements; such a frame is not fitted.
    public var givenLogOdds: Double?
    /// The most that the log-odds may be, whatever was measured.
    public var mostLogOdds: Double
    /// Intersection over union with the truth; `nil` where the object cannot be seen.
    public var overlap: Double?
    /// Whether the tracker sees something in the box.
    public var isSeen: Bool

    public init(
      time: Double, measurements: [Double], givenLogOdds: Double? = nil, mostLogOdds: Double = .infinity,
      overlap: Double?, isSeen: Bool
    ) {
      self.time = time
      self.measurements = measurements
      self.givenLogOdds = givenLogOdds
      self.mostLogOdds = mostLogOdds
      self.overlap = overlap
      self.isSeen = isSeen
    }

    public var isOn: Bool { overlap ?? 0 >= ObjectFit.leastOverlap }
  }

  /// The clip; what was logged of one clip is left out together.
  public var clip: String
  public var entries: [Entry]

  public init(clip: String, entries: [Entry]) {
    self.clip = clip
    self.entries = entries
  }
}

public struct ObjectFit: Sendable {
  /// The intersection over union from which on a box lies on the object.
  public static let leastOverlap = 0.3

  public let model: LogisticModel
  /// For each clip, the model fitted to the other ones.
  public let modelsWithout: [String: LogisticModel]
  /// The seconds over which the log-odds of frames are averaged.
  public private(set) var smoothing = 0.0

  /// Averages the log-odds of frames over a time, and returns the probability of each frame.
  public typealias Filter = (_ logOdds: [Double], _ entries: [LoggedObject.Entry], _ smoothing: Double) -> [Double]

  /// Fits the model: a probability is that of a frame, so that all frames count the same.
  public init(_ objects: [LoggedObject], penalty: Double, filter: Filter) throws(FittingError) {
    model = try Self.fit(objects, penalty: penalty)
    var models: [String: LogisticModel] = [:]
    for clip in Set(objects.map(\.clip)) {
      models[clip] = try Self.fit(objects.filter { $0.clip != clip }, penalty: penalty)
    }
    modelsWithout = models
    let logged = objects.map { object in
      object.entries.map { entry in
        entry.givenLogOdds ?? min(models[object.clip]?.logOdds(entry.measurements) ?? 0, entry.mostLogOdds)
      }
    }
    // The time over which clips left out are told best.
    var least = Double.infinity
    for tried in Self.smoothings {
      let loss = Self.logLoss(objects, zip(objects, logged).map { filter($1, $0.entries, tried) })
      if loss < least { (least, smoothing) = (loss, tried) }
    }
  }

  private static let smoothings = [0.01, 0.05, 0.1, 0.2, 0.4, 0.8]

  private static func fit(_ objects: [LoggedObject], penalty: Double) throws(FittingError) -> LogisticModel {
    let examples = objects.flatMap { object in
      object.entries.lazy.filter { $0.givenLogOdds == nil }.map { Example($0.measurements, isRight: $0.isOn) }
    }
    return try LogisticModel(fitting: examples, penalty: penalty)
  }

  /// The mean log-loss of a frame.
  private static func logLoss(_ objects: [LoggedObject], _ probabilities: [[Double]]) -> Double {
    let losses = zip(objects, probabilities).flatMap { object, probabilities in
      zip(object.entries, probabilities).map { -log(max($0.isOn ? $1 : 1 - $1, 1e-6)) }
    }
    return losses.reduce(0, +) / Double(max(losses.count, 1))
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

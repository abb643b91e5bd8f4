// The memory of the overlay: enough of each observation to draw it, never more than a bound.
import Flycatcher

/// The times at which an observation was first and last reported, on which its fading depends.
struct Presence {
  let first: Timestamp
  var last: Timestamp
  var hasEnded = false

  /// 0 invisible to 1 opaque.
  ///
  /// - Parameter linger: The time for which it stays opaque after the last report.
  func opacity(at time: Timestamp, fadeIn: Duration, linger: Duration, fadeOut: Duration) -> Double {
    let age = (time - first).seconds
    let silence = (time - last).seconds - linger.seconds
    guard age >= 0 else { return 0 }
    // The first frame shows something already: a still picture has no other.
    let rising = fadeIn > .zero ? min(0.25 + 0.75 * age / fadeIn.seconds, 1) : 1
    let falling = silence <= 0 ? 1 : fadeOut > .zero ? max(1 - silence / fadeOut.seconds, 0) : 0
    return rising * falling
  }
}

/// A flight as reported until now.
struct TrajectoryTrail {
  typealias DetectedPoint = TrajectoryObservation.DetectedPoint

  /// Counts the flights of a stream, from 1.
  var number: Int
  var presence: Presence
  private(set) var confidence = 0.0
  /// The newest measures.
  private(set) var measures: TrajectoryMeasures?
  /// In order of time; the newest `limit` of the flight.
  private(set) var points: [DetectedPoint] = []
  /// The maximum number of points of one flight that are kept.
  static let limit = 600

  init(number: Int, time: Timestamp) {
    self.number = number
    presence = Presence(first: time, last: time)
  }

  mutating func add(_ observation: TrajectoryObservation, at time: Timestamp) {
    presence.last = max(presence.last, time)
    presence.hasEnded = observation.state == .ended
    measures = observation.measures ?? measures
    confidence = observation.confidence.isFinite ? min(max(observation.confidence, 0), 1) : 0
    var window: [DetectedPoint] = []
    for point in observation.detectedPoints.suffix(Self.limit) {
      if point.location.isDrawable, (window.last?.time).map({ $0 < point.time }) ?? true { window.append(point) }
    }
    guard let start = window.first?.time else { return }
    while let last = points.last, last.time >= start { points.removeLast() }
    points += window
    if points.count > Self.limit { points.removeFirst(points.count - Self.limit) }
  }

  /// Mean radius of the points, a fraction of the picture's width.
  var radius: Double {
    let radii = points.lazy.map(\.radius).filter { $0.isFinite && $0 > 0 }
    return radii.isEmpty ? 0 : min(radii.reduce(0, +) / Double(radii.count), 0.5)
  }
}

/// An object as reported until now.
struct ObjectTrail {
  let number: Int
  var presence: Presence
  var observation: ObjectObservation
  /// The places of its center, in order of time.
  private(set) var centers: [(time: Timestamp, place: Point)] = []
  private static let limit = 600

  init(number: Int, _ observation: ObjectObservation, at time: Timestamp) {
    self.number = number
    self.observation = observation
    presence = Presence(first: time, last: time)
  }

  /// - Parameter trail: The time for which a past center is kept.
  mutating func add(_ observation: ObjectObservation, at time: Timestamp, trail: Duration) {
    self.observation = observation
    presence.last = max(presence.last, time)
    presence.hasEnded = observation.state == .ended
    guard observation.state != .lost, observation.state != .ended else { return }
    if observation.state == .recovered { centers = [] }
    let box = observation.boundingBox
    let center = Point(x: box.x + box.width / 2, y: box.y + box.height / 2)
    guard center.isDrawable, (centers.last?.time).map({ $0 < time }) ?? true else { return }
    centers.append((time, center))
    let kept = centers.firstIndex { (time - $0.time) <= trail } ?? centers.count
    centers.removeFirst(max(kept, centers.count - Self.limit))
  }
}

/// A rectangle as reported until now.
struct RectangleTrail {
  let number: Int
  var presence: Presence
  var observation: RectangleObservation
}

extension Point {
  /// A Boolean value indicating whether it is a number and not so far outside the picture that drawing could go wrong.
  var isDrawable: Bool { x.isFinite && y.isFinite && abs(x) <= 100 && abs(y) <= 100 }
}

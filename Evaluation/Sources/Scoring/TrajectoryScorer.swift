// Judges reported trajectories against the true arcs of a clip.
import Foundation

/// Judges the trajectories of one clip.
///
/// A trajectory is right when at least 80 % of its points lie on one true arc, within 1.5 radii and at least 4 pixels of the center, and they cover
/// at least half of the frames in which the arc is visible. One flight is one trajectory: the second on an arc is false, and so is a
/// piece too short to be right. Points that carry an arc on for up to 4 frames count neither way, and so does a trajectory most of
/// whose points lie in ignored boxes.
public struct TrajectoryScorer: Sendable {
  /// The verdict on a trajectory.
  public enum Verdict: Hashable, Sendable {
    /// The flight on this arc.
    case right(arc: Int)
    /// On this arc, but the second on it or too short; counts as false.
    case piece(arc: Int)
    /// On no arc.
    case `false`
    /// In boxes that count neither way.
    case ignored
    /// Its last confidence is below what is asked for.
    case belowMinimum

    public var isFalse: Bool {
      switch self {
      case .false, .piece: true
      case .right, .ignored, .belowMinimum: false
      }
    }
  }

  /// Returns the place of a trajectory on the arcs, whatever else was reported.
  struct Fit {
    /// The arc on which most points lie, of those with enough.
    var arc: Int?
    /// Distances of the points that lie on the arc, pixels.
    var errors: [Double] = []
    /// Covers at least half of the arc.
    var isLongEnough = false
    var isIgnored = false
  }

  public let truth: TrajectoryTruth
  private let places: [[Int: Place]]

  static let shareOfPoints = 0.8
  static let shareOfArc = 0.5
  static let framesBeyond = 4

  public init(_ truth: TrajectoryTruth) {
    self.truth = truth
    places = truth.arcs.map { arc in
      Dictionary(arc.points.map { ($0.frame, $0.place) }, uniquingKeysWith: { $1 })
    }
  }

  /// The farthest a point may be from the center of its ball, pixels.
  public static func tolerance(of arc: Arc) -> Double { max(1.5 * arc.radius, 4) }

  /// Judges the trajectories, the longest first, in the order given.
  public func verdicts(_ tracks: [Track], minimumConfidence: Double) -> [Verdict] {
    assign(tracks, fits: tracks.map { fit($0.points) }, minimumConfidence: minimumConfidence)
  }

  func assign(_ tracks: [Track], fits: [Fit], minimumConfidence: Double) -> [Verdict] {
    var verdicts = tracks.map { _ in Verdict.belowMinimum }
    var found: Set<Int> = []
    let order = tracks.indices.sorted { (-tracks[$0].points.count, $0) < (-tracks[$1].points.count, $1) }
    for index in order where tracks[index].confidence >= minimumConfidence {
      let fit = fits[index]
      guard let arc = fit.arc else {
        verdicts[index] = fit.isIgnored ? .ignored : .false
        continue
      }
      let isRight = fit.isLongEnough && found.insert(arc).inserted
      verdicts[index] = isRight ? .right(arc: arc) : .piece(arc: arc)
    }
    return verdicts
  }

  func fit(_ points: [TimedPlace]) -> Fit {
    var best = Fit()
    for arc in truth.arcs.indices {
      let (errors, share) = judge(points, arc)
      guard share >= Self.shareOfPoints, best.arc == nil || errors.count > best.errors.count else { continue }
      best.arc = arc
      best.errors = errors
    }
    if let arc = best.arc {
      let covered = Set(points.lazy.map(\.frame).filter { places[arc][$0] != nil }).count
      best.isLongEnough = Double(covered) >= Self.shareOfArc * Double(truth.arcs[arc].points.count)
    }
    let inside = points.count { point in (truth.ignored ?? []).contains { $0.contains(point) } }
    best.isIgnored = 2 * inside > points.count
    return best
  }

  /// The distances of the points that lie on an arc, and their share of those that count.
  private func judge(_ points: [TimedPlace], _ arc: Int) -> (errors: [Double], share: Double) {
    let tolerance = Self.tolerance(of: truth.arcs[arc])
    var errors: [Double] = []
    var counted = 0
    for point in points {
      if let place = places[arc][point.frame] {
        let distance = point.place.distance(to: place)
        counted += 1
        if distance <= tolerance { errors.append(distance) }
      } else if let place = beyond(arc, point.frame), point.place.distance(to: place) <= 2 * tolerance {
        continue
      } else {
        counted += 1
      }
    }
    return (errors, counted == 0 ? 0 : Double(errors.count) / Double(counted))
  }

  /// The place on the arc carried on along its first or last step; `nil` more than 4 frames from its end.
  private func beyond(_ arc: Int, _ frame: Int) -> Place? {
    let points = truth.arcs[arc].points
    guard points.count > 1 else { return nil }
    let isBefore = frame < points[0].frame
    let (inner, end) = isBefore ? (points[1], points[0]) : (points[points.count - 2], points[points.count - 1])
    guard abs(frame - end.frame) <= Self.framesBeyond, end.frame != inner.frame else { return nil }
    let steps = Double(frame - end.frame) / Double(end.frame - inner.frame)
    return Place(
      end.place.x + (end.place.x - inner.place.x) * steps, end.place.y + (end.place.y - inner.place.y) * steps)
  }
}

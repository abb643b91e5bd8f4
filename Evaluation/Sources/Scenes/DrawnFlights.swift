// Balls that are drawn into a film: flights with an exact truth before everything that real pictures hold.
import Foundation
public import Scoring

extension DrawnThings {
  /// Seconds of a film to a flight.
  private static let spacing = 1.5
  private static let most = 12

  /// Draws balls that are thrown into a film where there were none.
  ///
  /// - Parameters:
  ///   - film: What is true of the film without them.
  ///   - seed: The same seed draws the same flights.
  public static func flights(over film: TrajectoryTruth, seed: UInt64) -> DrawnThings {
    var chance = Chance(seed: seed)
    let length = Double(film.frames) / film.fps
    let shutter = chance.uniform(0.1...0.9)
    // A picture shows two to twenty meters of height, and slow motion makes gravity smaller: it is one for all flights of a film.
    let gravity = film.height * exp(chance.uniform(log(0.4)...log(5)))
    let radius = exp(chance.uniform(log(1.5)...log(max(0.04 * film.height, 3))))
    var things: [Thing] = []
    var truth = film
    var ignored = truth.ignored ?? []
    for _ in 0..<min(Int((length / spacing).rounded(.up)), most) {
      guard let ball = ball(film, length, gravity, radius, &chance) else { continue }
      let path = Path(ball, duration: length, center: (x: film.width / 2, y: film.height / 2))
      things.append(Thing(path: path, tone: ball.tone))
      for points in visible(path, film) {
        if points.count >= RenderedScene.leastFrames {
          truth.arcs.append(Arc(radius: (radius * 100).rounded() / 100, points: points))
        } else {
          ignored.append(IgnoredBox(around: points, by: 3 * radius + 4))
        }
      }
    }
    truth.ignored = ignored
    return DrawnThings(.flights, things, shutter: shutter, truth: truth)
  }

  /// A ball thrown from one place of the picture to another.
  private static func ball(
    _ film: TrajectoryTruth, _ length: Double, _ gravity: Double, _ radius: Double, _ chance: inout Chance
  ) -> Ball? {
    for _ in 0..<50 {
      let duration = min(exp(chance.uniform(log(0.35)...log(1.6))), 0.8 * length)
      let gravity = gravity * exp(0.1 * chance.normal())
      let start = (x: film.width * chance.uniform(0.05...0.95), y: film.height * chance.uniform(0.2...0.95))
      let end = (x: film.width * chance.uniform(0.05...0.95), y: film.height * chance.uniform(0.2...0.95))
      let upward = (start.y - end.y) / duration + gravity * duration / 2
      let apex = upward > 0 ? start.y - upward * upward / (2 * gravity) : start.y
      guard abs(end.x - start.x) > 0.1 * film.width || upward > 0.5 * film.height, apex > 0.02 * film.height else {
        continue
      }
      return Ball(
        start: chance.uniform(0...max(length - duration, 0.01)), x: start.x, y: start.y,
        velocityX: (end.x - start.x) / duration, velocityY: -upward, gravity: gravity,
        radius: radius * exp(0.1 * chance.normal()),
        tone: .any(&chance),
        floor: max(end.y, start.y), approach: 0.15 * chance.normal())
    }
    return nil
  }

  /// The places in consecutive frames, counted by the centers of pixels: one run for each time that the ball is in the picture.
  private static func visible(_ path: Path, _ film: TrajectoryTruth) -> [[TimedPlace]] {
    var runs: [[TimedPlace]] = []
    for frame in 0..<film.frames {
      guard let moment = path.moment(at: Double(frame) / film.fps),
        (0...film.width - 1).contains(moment.x), (0...film.height - 1).contains(moment.y)
      else { continue }
      if runs.last?.last?.frame != frame - 1 { runs.append([]) }
      runs[runs.count - 1].append(TimedPlace(frame, moment.x, moment.y))
    }
    return runs
  }

}

extension IgnoredBox {
  /// A box around places, and a frame before and after.
  init(around points: [TimedPlace], by margin: Double) {
    let (xs, ys) = (points.map(\.place.x), points.map(\.place.y))
    let first = Double(points.first?.frame ?? 0) - 1
    self.init(
      frames: first...max(first, Double(points.last?.frame ?? 0) + 1), left: (xs.min() ?? 0) - margin,
      top: (ys.min() ?? 0) - margin, right: (xs.max() ?? 0) + margin, bottom: (ys.max() ?? 0) + margin)
  }
}

// Things that are drawn into a film and do not fly freely: what drifts, flutters, swings, or is carried from place to place.
import Foundation
public import Scoring

extension DrawnThings {
  /// How a thing moves that is no free flight.
  private enum Law: CaseIterable {
    /// At an even speed in any direction, swaying or not: snow, bubbles, birds that sail, cars far away, captions that roll.
    case drift
    /// At an even speed in a direction that turns to and fro: insects.
    case flutter
    /// On an arc around a point above: what hangs.
    case swing
    /// From rest to rest, as fast as is smooth (Flash, Hogan 1985): hands, pointers, machines.
    case carry
  }

  /// The most things that move by one law in a film.
  private static func most(_ law: Law) -> Double {
    switch law {
    case .drift: 30
    case .flutter: 8
    case .swing, .carry: 4
    }
  }

  /// Draws what moves and does not fly freely into a film, all of it by the same law.
  ///
  /// - Parameters:
  ///   - film: What is true of the film, and stays true.
  ///   - seed: The same seed draws the same.
  public static func motions(over film: TrajectoryTruth, seed: UInt64) -> DrawnThings {
    var chance = Chance(seed: seed)
    let length = Double(film.frames) / film.fps
    let shutter = chance.uniform(0.1...0.9)
    let law = Law.allCases.randomElement(using: &chance) ?? .drift
    let count = Int(exp(chance.uniform(0...log(most(law)))).rounded())
    // What there is much of is small.
    let radius = exp(chance.uniform(log(1.5)...log(max(0.04 * film.height / Double(count).squareRoot(), 3))))
    // As fast as balls are drawn, and far slower.
    let speed = film.height * exp(chance.uniform(log(0.05)...log(1.5)))
    let tone = Tone.any(&chance)
    let direction = chance.uniform(0...2 * .pi)
    let things = (0..<count).map { _ in
      let size = radius * exp(0.2 * chance.normal())
      let own = speed * exp(0.2 * chance.normal())
      let path =
        switch law {
        case .drift: drift(film, length, own, direction + 0.2 * chance.normal(), size, &chance)
        case .flutter: flutter(film, length, own, size, &chance)
        case .swing: swing(film, length, size, &chance)
        case .carry: carry(film, length, own, size, &chance)
        }
      return Thing(path: path, tone: tone)
    }
    return DrawnThings(.motions, things, shutter: shutter, truth: film)
  }

  private static func anywhere(_ film: TrajectoryTruth, _ chance: inout Chance) -> (x: Double, y: Double) {
    (film.width * chance.uniform(0.02...0.98), film.height * chance.uniform(0.02...0.98))
  }

  /// A place that leaves the picture and comes back at the other side, and how often it has.
  private static func wrapped(_ place: (x: Double, y: Double), _ film: TrajectoryTruth, margin: Double) -> Path.Moment {
    func turns(_ value: Double, _ length: Double) -> Double {
      ((value + margin) / (length + 2 * margin)).rounded(.down)
    }
    let (across, down) = (turns(place.x, film.width), turns(place.y, film.height))
    return Path.Moment(
      x: place.x - across * (film.width + 2 * margin), y: place.y - down * (film.height + 2 * margin), radius: margin,
      leg: Int(across) &* 1009 &+ Int(down))
  }

  private static func drift(
    _ film: TrajectoryTruth, _ length: Double, _ speed: Double, _ direction: Double, _ radius: Double,
    _ chance: inout Chance
  ) -> Path {
    let start = anywhere(film, &chance)
    // Half of them sway across their way, by up to some ten radii.
    let sway = chance.sign() > 0 ? radius * exp(chance.uniform(log(0.3)...log(12))) : 0
    let (rate, phase) = (exp(chance.uniform(log(0.2)...log(2.5))), chance.uniform(0...2 * .pi))
    return Path(duration: length) { time in
      let across = sway * sin(2 * .pi * rate * time + phase)
      return wrapped(
        (
          start.x + speed * time * cos(direction) - across * sin(direction),
          start.y + speed * time * sin(direction) + across * cos(direction)
        ), film, margin: radius)
    }
  }

  private static func flutter(
    _ film: TrajectoryTruth, _ length: Double, _ speed: Double, _ radius: Double, _ chance: inout Chance
  ) -> Path {
    var (place, heading, turning) = (anywhere(film, &chance), chance.uniform(0...2 * .pi), 0.0)
    // Radians a second that it turns by, and for how many seconds in one direction.
    let (strength, memory) = (exp(chance.uniform(log(1)...log(8))), exp(chance.uniform(log(0.1)...log(1))))
    var last = 0.0
    return Path(duration: length) { time in
      let step = time - last
      last = time
      turning += -turning * step / memory + strength * (2 * step / memory).squareRoot() * chance.normal()
      heading += turning * step
      place.x += speed * cos(heading) * step
      place.y += speed * sin(heading) * step
      return wrapped(place, film, margin: radius)
    }
  }

  private static func swing(
    _ film: TrajectoryTruth, _ length: Double, _ radius: Double, _ chance: inout Chance
  ) -> Path {
    let pivot = (x: film.width * chance.uniform(0.1...0.9), y: film.height * chance.uniform(-0.3...0.6))
    let reach = film.height * chance.uniform(0.1...0.6)
    let (angle, rate, phase) = (
      chance.uniform(0.15...1.2), exp(chance.uniform(log(0.3)...log(2))), chance.uniform(0...2 * .pi)
    )
    return Path(duration: length) { time in
      let now = angle * sin(2 * .pi * rate * time + phase)
      return Path.Moment(x: pivot.x + reach * sin(now), y: pivot.y + reach * cos(now), radius: radius, leg: 0)
    }
  }

  private static func carry(
    _ film: TrajectoryTruth, _ length: Double, _ speed: Double, _ radius: Double, _ chance: inout Chance
  ) -> Path {
    var (from, to) = (anywhere(film, &chance), anywhere(film, &chance))
    func duration() -> Double { max(hypot(to.x - from.x, to.y - from.y) / speed, 0.2) }
    var (begin, end) = (0.0, duration())
    var rest = chance.uniform(0...0.8)
    return Path(duration: length) { time in
      while time > end + rest {
        begin = end + rest
        (from, to) = (to, anywhere(film, &chance))
        (end, rest) = (begin + duration(), chance.uniform(0...0.8))
      }
      let part = min((time - begin) / (end - begin), 1)
      // The path of least jerk.
      let way = part * part * part * (10 + part * (6 * part - 15))
      return Path.Moment(
        x: from.x + way * (to.x - from.x), y: from.y + way * (to.y - from.y), radius: radius, leg: 0)
    }
  }
}

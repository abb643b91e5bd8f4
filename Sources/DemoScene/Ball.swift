// A ball: its size, its color and its flight.
public import Flycatcher

/// A ball and its path: arcs of free flight, one after the other.
public struct Ball: Hashable, Sendable {
  /// A stretch of free flight, without drag.
  public struct Arc: Hashable, Sendable {
    /// The beginning, in seconds from the first frame.
    public var start: Double
    /// The end, in seconds from the first frame; the arc is over at this moment.
    public var end: Double
    /// The place of the ball's center at the start.
    public var from: Point
    /// The velocity to the right, in widths of the picture a second.
    public var velocityX: Double
    /// The velocity downward at the start, in heights of the picture a second.
    public var velocityY: Double

    /// Creates an arc.
    public init(start: Double, end: Double, from: Point, velocityX: Double, velocityY: Double) {
      self.start = start
      self.end = end
      self.from = from
      self.velocityX = velocityX
      self.velocityY = velocityY
    }
  }

  /// The radius, a fraction of the picture's width.
  public var radius: Double
  /// The color.
  public var color: Color
  /// The acceleration downward, in heights of the picture per second squared.
  public var gravity: Double
  /// The arcs in order of time, none overlapping another.
  public var arcs: [Arc] = []
  /// The time, in seconds, during which the ball is seen at rest before its first arc and after its last one; default
  /// `nil`, it is seen only while it flies.
  public var rest: Range<Double>?

  /// Creates a ball that does not fly yet.
  public init(radius: Double, color: Color, gravity: Double) {
    self.radius = radius
    self.color = color
    self.gravity = gravity
  }

  /// Returns a ball that is thrown once: it is at `from` at the time `start` and at `to` after `duration` seconds.
  public static func thrown(
    from: Point, to: Point, start: Double, duration: Double, radius: Double, color: Color, gravity: Double
  ) -> Ball {
    var ball = Ball(radius: radius, color: color, gravity: gravity)
    let duration = max(duration, 1e-3)
    ball.arcs = [
      Arc(
        start: start, end: start + duration, from: from, velocityX: (to.x - from.x) / duration,
        velocityY: (to.y - from.y) / duration - gravity * duration / 2)
    ]
    return ball
  }

  /// Adds an arc that begins at the end of the last one with another velocity and ends when the center comes down to
  /// `floor`. Adds nothing if the ball cannot reach the floor.
  public mutating func deflect(velocityX: Double, velocityY: Double, floor: Double) {
    guard let last = arcs.last else { return }
    let from = place(on: last, at: last.end)
    guard let duration = fall(from: from.y, velocityY: velocityY, to: floor) else { return }
    arcs.append(
      Arc(start: last.end, end: last.end + duration, from: from, velocityX: velocityX, velocityY: velocityY))
  }

  /// Adds `count` arcs, at most 50, from the end of the last one, each rising with `restitution` of the speed of the
  /// impact and coming down to the height from which it started. The speed along the floor shrinks by a tenth of that
  /// loss.
  public mutating func bounce(_ count: Int, restitution: Double) {
    for _ in 0..<max(min(count, 50), 0) {
      guard let last = arcs.last else { return }
      let impact = velocityY(on: last, at: last.end)
      guard impact > 0 else { return }
      deflect(
        velocityX: last.velocityX * (1 - (1 - restitution) * 0.1), velocityY: -impact * restitution,
        floor: place(on: last, at: last.end).y)
    }
  }

  /// Returns the place of the center at a time; `nil` if the ball is not there.
  func place(at time: Double) -> Point? {
    if let arc = arcs.first(where: { time >= $0.start && time < $0.end }) { return place(on: arc, at: time) }
    guard let rest, rest.contains(time), let first = arcs.first, let last = arcs.last else { return nil }
    return time < first.start ? first.from : time >= last.end ? place(on: last, at: last.end) : nil
  }

  func place(on arc: Arc, at time: Double) -> Point {
    let t = time - arc.start
    return Point(
      x: arc.from.x + arc.velocityX * t, y: arc.from.y + (arc.velocityY + gravity / 2 * t) * t)
  }

  private func velocityY(on arc: Arc, at time: Double) -> Double { arc.velocityY + gravity * (time - arc.start) }

  /// Returns the number of seconds until a ball is at `floor` on its way down.
  private func fall(from y: Double, velocityY: Double, to floor: Double) -> Double? {
    guard gravity > 0 else { return nil }
    let discriminant = velocityY * velocityY + 2 * gravity * (floor - y)
    guard discriminant >= 0 else { return nil }
    let duration = (-velocityY + discriminant.squareRoot()) / gravity
    return duration > 1e-6 ? duration : nil
  }
}

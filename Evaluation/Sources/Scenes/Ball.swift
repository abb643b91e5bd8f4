// A ball in flight: its path by simulation, and how a shutter sees it.
import Foundation

/// A ball let go at one moment. Places in pixels, times in seconds.
struct Ball {
  var start: Double
  var x: Double
  var y: Double
  var velocityX: Double
  var velocityY: Double
  /// Downward acceleration, pixels per second squared.
  var gravity: Double
  var radius: Double
  var tone: Tone
  /// Deceleration by the air is this times the square of the speed, per pixel.
  var drag = 0.0
  /// Height of the floor; `nil` without one.
  var floor: Double?
  /// Share of the speed that a bounce leaves.
  var restitution = 0.78
  /// Number of bounces before the ball is gone.
  var bounces = 0
  /// Growth of the apparent size a second, as a share: toward the camera above 0. Place and size are seen through a pinhole.
  var approach = 0.0

  /// Shows the flight in slow motion, from the same start.
  mutating func slow(by factor: Double) {
    velocityX /= factor
    velocityY /= factor
    gravity /= factor * factor
    approach /= factor
  }
}

/// The simulated path of a ball.
struct Path {
  struct Moment {
    var x: Double
    var y: Double
    var radius: Double
    /// Number of bounces before.
    var leg: Int
  }

  private let start: Double
  private let moments: [Moment]
  /// Moments a second: of a ball, which bounces within one, and of what moves smoothly.
  private let rate: Double
  private static let (simulatedRate, smoothRate) = (1920.0, 480.0)

  /// - Parameters:
  ///   - duration: until when it is simulated.
  ///   - center: of the picture, toward which things shrink that go away.
  init(_ ball: Ball, duration: Double, center: (x: Double, y: Double)) {
    start = ball.start
    rate = Self.simulatedRate
    var (x, y, vx, vy) = (ball.x, ball.y, ball.velocityX, ball.velocityY)
    var leg = 0
    var moments: [Moment] = []
    let step = 1 / rate
    for index in 0..<max(Int((duration - ball.start) * rate), 0) {
      let scale = 1 / max(1 - ball.approach * Double(index) * step, 0.2)
      moments.append(
        Moment(
          x: center.x + (x - center.x) * scale, y: center.y + (y - center.y) * scale, radius: ball.radius * scale,
          leg: leg))
      let speed = hypot(vx, vy)
      let (ax, ay) = (-ball.drag * speed * vx, ball.gravity - ball.drag * speed * vy)
      x += (vx + ax * step / 2) * step
      y += (vy + ay * step / 2) * step
      vx += ax * step
      vy += ay * step
      if let floor = ball.floor, y >= floor, vy > 0 {
        guard leg < ball.bounces else { break }
        leg += 1
        y = 2 * floor - y
        vy = -vy * ball.restitution
      }
    }
    self.moments = moments
  }

  /// A path that is given.
  ///
  /// - Parameter moment: asked for one time after another.
  init(duration: Double, moment: (_ time: Double) -> Moment) {
    start = 0
    rate = Self.smoothRate
    let rate = rate
    // Until the frame after the last.
    moments = (0..<Int((duration + 1) * rate)).map { moment(Double($0) / rate) }
  }

  /// The ball at a time; `nil` before it is let go and after its end.
  func moment(at time: Double) -> Moment? {
    let place = (time - start) * rate
    guard place >= 0, place < Double(moments.count) - 1 else { return nil }
    let (a, b) = (moments[Int(place)], moments[Int(place) + 1])
    let share = place - place.rounded(.down)
    guard a.leg == b.leg else { return share < 0.5 ? a : b }
    return Moment(
      x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, radius: a.radius + (b.radius - a.radius) * share,
      leg: a.leg)
  }

  /// Draws what the shutter gathers, its middle at `time`.
  func draw(_ tone: Tone, at time: Double, exposure: Double, offset: (x: Double, y: Double), on canvas: inout Canvas) {
    let ends = [-0.5, 0, 0.5].compactMap { moment(at: time + $0 * exposure) }
    guard let first = ends.first, let last = ends.last else { return }
    let length = hypot(last.x - first.x, last.y - first.y)
    let count = min(max(Int(length / max(0.5, first.radius / 4)) + 1, 3), 96)
    let stops = (0..<count).compactMap { index in
      moment(at: time + (Double(index) / Double(count - 1) - 0.5) * exposure)
    }.map { (x: Float($0.x - offset.x), y: Float($0.y - offset.y), radius: Float($0.radius)) }
    let reach = (stops.map(\.radius).max() ?? 0) + 1
    let share = 1 / Float(count)
    // Lit from above: a little brighter there.
    let middle = stops.map(\.y).reduce(0, +) / Float(max(stops.count, 1))
    canvas.paint(
      tone, left: Double((stops.map(\.x).min() ?? 0) - reach), top: Double((stops.map(\.y).min() ?? 0) - reach),
      right: Double((stops.map(\.x).max() ?? 0) + reach), bottom: Double((stops.map(\.y).max() ?? 0) + reach),
      shade: { _, y in (middle - y) / reach * 12 },
      coverage: { x, y in
        var sum: Float = 0
        for stop in stops {
          let (dx, dy) = (x - stop.x, y - stop.y)
          let square = dx * dx + dy * dy
          guard square < (stop.radius + 1) * (stop.radius + 1) else { continue }
          sum += min(max(stop.radius - square.squareRoot() + 0.5, 0), 1)
        }
        return sum * share
      })
  }
}

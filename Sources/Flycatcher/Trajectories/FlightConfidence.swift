// How sure it is that a chain of places is the flight of a thrown thing.

/// What speaks for and against a flight, each from its points alone.
///
/// A wide lens bends a flight off any one parabola, so the acceleration is judged in windows of a few points: it must
/// be there, point
/// down, hardly sideways, and stay what it is.
struct FlightConfidence {
  /// Points in a window at least, and how many seconds it lasts where that are more: at a high frame rate a dozen points
  /// hardly bend.
  static let window = 12
  private static let windowDuration = 0.2
  /// Windows of a flight at most; in a long one they lie further apart.
  private static let mostWindows = 64

  /// Mean downward acceleration in radii per second².
  private(set) var gravity = 0.0
  /// Its standard deviation.
  private(set) var gravityDeviation = 0.0
  /// Speed in radii per second.
  private(set) var speed = 0.0
  /// The downward acceleration in standard deviations.
  private(set) var significance = 0.0
  /// Sideways acceleration beyond its standard deviation, as a share of the downward one.
  private(set) var sideways = 0.0
  /// How much the windows disagree about the acceleration: about 1 where they agree.
  private(set) var unsteadiness = 0.0
  /// Root mean square distance of the points from their window's parabola, in pixels.
  private(set) var residual = 0.0
  /// The same from one parabola through all points, over what a lens may bend a path.
  private(set) var bend = 0.0
  /// How far one parabola through all points bends, over the distance of the points from it.
  private(set) var clarity = 0.0
  /// Extent of the path in radii.
  private(set) var extent = 0.0
  /// How far it rises to its highest place and falls from it, whichever is less, in radii: the mark of a throw even in slow motion.
  private(set) var apex = 0.0
  /// Standard deviation of the radius over the radius.
  private(set) var radiusSpread = 0.0
  /// Share of the frames in which the object was seen.
  private(set) var coverage = 0.0
  private(set) var count = 0
  /// See `Flight.evidence`.
  private(set) var evidence = 0.0
  /// See `Flight.attachment`.
  private(set) var attachment = 0.0
  /// Extent of the path as a share of the picture's width.
  private(set) var travel = 0.0
  private let radius: Double
  private let noise: Double

  init(_ flight: Flight, pictureWidth: Double) {
    let points = flight.points
    radius = max(points.reduce(0) { $0 + $1.radius } / Double(max(points.count, 1)), 1)
    noise = points.reduce(0) { $0 + $1.noise } / Double(max(points.count, 1))
    count = points.count
    evidence = flight.evidence
    attachment = flight.attachment
    guard points.count >= 4 else { return }
    measureShape(points, age: flight.age - flight.misses)
    travel = extent * radius / max(pictureWidth, 1)
    let duration = points[points.count - 1].time - points[0].time
    var length = 0.0
    for index in 1..<points.count {
      let step = SIMD2(points[index].x - points[index - 1].x, points[index].y - points[index - 1].y)
      length += (step * step).sum().squareRoot()
    }
    measureBend(points)
    speed = length / radius / max(duration, 1e-6)
    // Where a flight begins the hand, the foot or the floor still covers part of the object.
    measureAcceleration(points.count > 5 ? points.dropFirst() : points[...])
  }

  private mutating func measureShape(_ points: [Candidate], age: Int) {
    var low = SIMD2(Double.infinity, .infinity)
    var high = -low
    var squares = 0.0
    for point in points {
      let place = SIMD2(point.x, point.y)
      low = pointwiseMin(low, place)
      high = pointwiseMax(high, place)
      squares += (point.radius - radius) * (point.radius - radius)
    }
    let size = high - low
    extent = (size * size).sum().squareRoot() / radius
    apex = max(min(points[0].y, points[points.count - 1].y) - low.y, 0) / radius
    radiusSpread = (squares / Double(points.count)).squareRoot() / radius
    coverage = Double(points.count) / Double(max(age, points.count))
  }

  private mutating func measureBend(_ points: [Candidate]) {
    let fit = PathFit(points[...], origin: points[points.count / 2].time)
    let duration = points[points.count - 1].time - points[0].time
    let distance = (fit.squares(of: points[...]) / Double(points.count)).squareRoot()
    let sagitta = fit.y.acceleration * duration * duration / 8
    bend = distance / (1.5 * noise + 0.06 * abs(sagitta))
    clarity = (sagitta - abs(fit.x.acceleration) * duration * duration / 4) / max(distance, 0.3)
  }

  private mutating func measureAcceleration(_ points: ArraySlice<Candidate>) {
    let duration = points[points.endIndex - 1].time - points[points.startIndex].time
    let lasting = Self.windowDuration * Double(points.count - 1) / max(duration, 1e-6)
    let length = min(points.count, max(Self.window, Int(min(lasting, 64))))
    var (weights, down, across, squares, samples) = (0.0, 0.0, 0.0, 0.0, 0)
    var windows = InlineArray<64, (down: Double, deviation: Double)>(repeating: (0, 1))
    var count = 0
    let step = max(length / 2, (points.count - length) / (Self.mostWindows - 1) + 1)
    var start = points.startIndex
    while start + length <= points.endIndex {
      let part = points[start..<start + length]
      let fit = PathFit(part, origin: part[start + length / 2].time)
      let sum = fit.squares(of: part)
      squares += sum
      samples += length
      let spread = max((sum / Double(max(2 * length - 6, 1))).squareRoot(), 0.25 * noise, 0.12)
      let deviation = max(fit.y.accelerationDeviation * spread, 1e-9)
      let weight = 1 / (deviation * deviation)
      weights += weight
      down += weight * fit.y.acceleration
      across += weight * fit.x.acceleration
      windows[count] = (fit.y.acceleration, deviation)
      count += 1
      if start + length == points.endIndex { break }
      start = min(start + step, points.endIndex - length)
    }
    residual = (squares / Double(max(samples, 1))).squareRoot()
    down /= weights
    across /= weights
    // Windows overlap by half: of two neighbors only one and a half count.
    let deviation = (1.4 / weights).squareRoot()
    gravity = down / radius
    significance = down / deviation
    gravityDeviation = deviation / radius
    sideways = max(abs(across) - 1.5 * deviation, 0) / max(abs(down), 3 * deviation)
    for index in 0..<count {
      let (part, spread) = windows[index]
      unsteadiness += (part - down) * (part - down) / (spread * spread + 0.25 * down * down)
    }
    unsteadiness /= Double(count)
  }

  /// The confidence, 0 to 1: as good as all its parts are together.
  var value: Double {
    guard count >= 5 else { return 0 }
    return max(max(rising(significance, 3, 9), swift) * steadiness, clear)
      * max(rising(gravity + 2 * gravityDeviation, 20, 45), rising(apex, 1.5, 3))
      * falling(gravity - 2 * gravityDeviation, 700, 1500)
      * rising(travel, 0.018, 0.04)
      * falling(attachment, 0.2, 0.6)
      * falling(radiusSpread, 0.25, 0.6)
  }

  /// Before its path has bent enough to be measured, what crosses the picture so fast and so steadily can hardly be
  /// anything else.
  private var swift: Double {
    rising(speed, 25, 60) * rising(evidence, 25, 42) * rising(extent, 4, 8) * falling(radiusSpread, 0.1, 0.25)
      * falling(residual / noise, 1, 1.5)
  }

  /// How well the points keep together from window to window.
  private var steadiness: Double {
    // What might be excused alone counts when it comes together.
    let doubts = SIMD4(radiusSpread / 0.3, residual / noise / 1.6, (1 - coverage) / 0.2, gravity / 700)
    // Few pictures are less than a meter and a half wide; in one that is, a flight must be long to be believed.
    let fall = gravity * travel / max(extent, 1e-6)
    return falling(sideways, 0.15, 0.45)
      * falling(fall, 7, 12)
      * falling(unsteadiness, 1.5, 4)
      * falling(residual / noise, 1.3, 2.4)
      * falling(bend, 1, 1.6)
      * rising(extent, 0.8, 2)
      * rising(evidence, 10, 25)
      * rising(coverage, 0.5, 0.85)
      * rising(Double(count), 3, 7)
      * falling((doubts * doubts).sum(), 1.95, 3)
  }

  /// A long path that bends many times farther than its points lie off one parabola needs no steadiness in its parts: where the object is
  /// seen only in part, against what is as bright as it, its places are rough.
  private var clear: Double {
    rising(clarity, 10, 25) * rising(Double(count), 8, 14) * rising(extent, 6, 14) * rising(evidence, 40, 80)
      * rising(coverage, 0.35, 0.6)
  }
}

/// 0 up to `low`, 1 from `high` on, smooth between them.
private func rising(_ value: Double, _ low: Double, _ high: Double) -> Double {
  guard value == value else { return 0 }
  let part = min(max((value - low) / (high - low), 0), 1)
  return part * part * (3 - 2 * part)
}

/// 1 up to `low`, 0 from `high` on.
private func falling(_ value: Double, _ low: Double, _ high: Double) -> Double {
  value == value ? 1 - rising(value, low, high) : 0
}

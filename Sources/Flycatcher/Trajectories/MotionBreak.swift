// Where a path changes its speed at once: a bounce, a graze, a catch. There one flight ends and the next begins.

/// Tells whether the newest points of a path go on with another speed than those before.
struct MotionBreak {
  /// Points looked at, and how many of them must follow the break.
  static let window = 16
  static let after = 6

  /// Points that tell a steady acceleration from another, and how many seconds they last where that are more.
  private static let span = (points: 8, seconds: 0.15)

  /// Index of the first point after the newest break of a chain; `nil` where its path goes on smoothly.
  static func find(in flight: Flight) -> Int? {
    if let first = find(in: flight.points, noise: flight.noise, radius: flight.radius),
      PathFit.scatter(of: flight.points.suffix(window)) > flight.noise + 0.3 * flight.radius
    {
      return first
    }
    return handOver(in: flight)
  }

  /// Where a hand takes over from gravity, or lets go: speed changes smoothly, acceleration does not.
  private static func handOver(in flight: Flight) -> Int? {
    let points = flight.points
    guard points.count >= 2 * span.points else { return nil }
    let recent = points[points.count - span.points..<points.count]
    let duration = recent[recent.endIndex - 1].time - recent[recent.startIndex].time
    let rate = Double(span.points - 1) / max(duration, 1e-6)
    let length = min(max(span.points, Int(min(span.seconds * rate, 64))), points.count / 2)
    let first = points.count - length
    let before = points[max(first - 2 * length, 0)..<first]
    let (old, new) = (acceleration(before, flight.noise), acceleration(points[first...], flight.noise))
    let change = abs(new.value - old.value)
    guard change > 6 * (new.deviation * new.deviation + old.deviation * old.deviation).squareRoot(),
      change > 0.9 * max(abs(old.value), abs(new.value))
    else { return nil }
    return first
  }

  /// Downward acceleration of a few points, and its standard deviation.
  private static func acceleration(
    _ points: ArraySlice<Candidate>, _ noise: Double
  ) -> (value: Double, deviation: Double) {
    let spread = max(PathFit.scatter(of: points), 0.5 * noise)
    let fit = MotionFit(
      points.lazy.map { (time: $0.time, place: $0.y) }, origin: points.first?.time ?? 0, noise: spread, prior: nil)
    return (fit.acceleration, fit.accelerationDeviation)
  }

  /// Index of the first point after a break; `nil` where the path goes on smoothly.
  static func find(in points: [Candidate], noise: Double, radius: Double) -> Int? {
    guard points.count >= after + 6 else { return nil }
    let part = points.suffix(window)
    let first = part.endIndex - after
    let origin = (part[first - 1].time + part[first].time) / 2
    let x = JumpFit(part.lazy.map { (time: $0.time, place: $0.x) }, origin: origin)
    let y = JumpFit(part.lazy.map { (time: $0.time, place: $0.y) }, origin: origin)
    guard let x, let y else { return nil }
    let spread = max(
      ((x.residual + y.residual) / Double(max(2 * part.count - 10, 1))).squareRoot(), 0.4 * noise + 0.1 * radius)
    let size = (x.jump * x.jump + y.jump * y.jump).squareRoot()
    let deviation = spread * max(x.deviation, y.deviation)
    let drift = size * (part[part.endIndex - 1].time - origin)
    // What is left of a parabola's own bending, where the lens or the shutter makes it uneven, must not pass for a
    // jump.
    let speed = max(x.speed, y.speed)
    let bending = (x.acceleration * x.acceleration + y.acceleration * y.acceleration).squareRoot()
    let interval = (part[part.endIndex - 1].time - part[part.startIndex].time) / Double(part.count - 1)
    guard size > 5 * deviation, size > 0.3 * speed, size > 1.5 * bending * interval, drift > 3 * noise + 0.6 * radius
    else { return nil }
    return first
  }
}

/// The least-squares fit of a parabola over time that jumps at `origin` in speed and in place: in place alone where
/// more or less of the
/// object is seen from then on, which is no break.
private struct JumpFit {
  /// The largest speed in either direction, first, just before the jump or last.
  private(set) var speed = 0.0
  private(set) var acceleration = 0.0
  /// Change of speed at the origin.
  private(set) var jump = 0.0
  /// Standard deviation of the jump for a place's of 1.
  private(set) var deviation = 0.0
  /// Sum of the squared distances.
  private(set) var residual = 0.0

  init?(_ samples: some Collection<(time: Double, place: Double)>, origin: Double) {
    var matrix = [SIMD8<Double>](repeating: SIMD8(), count: 5)
    let base = samples.first?.place ?? 0
    for sample in samples {
      let row = Self.powers(sample.time - origin)
      for i in 0..<5 { matrix[i] += row[i] * row }
      for i in 0..<5 { matrix[i][5] += row[i] * (sample.place - base) }
    }
    matrix[3][6] = 1
    // Gauss and Jordan: column 5 becomes the solution, column 6 that column of the inverse which belongs to the jump
    // of speed.
    for i in 0..<5 {
      guard let pivot = (i..<5).max(by: { abs(matrix[$0][i]) < abs(matrix[$1][i]) }), abs(matrix[pivot][i]) > 1e-18
      else {
        return nil
      }
      matrix.swapAt(i, pivot)
      matrix[i] /= matrix[i][i]
      for j in 0..<5 where j != i { matrix[j] -= matrix[j][i] * matrix[i] }
    }
    let solution = SIMD8(matrix[0][5], matrix[1][5], matrix[2][5], matrix[3][5], matrix[4][5], 0, 0, 0)
    acceleration = solution[2]
    for sample in samples {
      let s = sample.time - origin
      speed = max(speed, abs(solution[1] + s * acceleration + (s > 0 ? solution[3] : 0)))
    }
    jump = solution[3]
    deviation = max(matrix[3][6], 0).squareRoot()
    for sample in samples {
      let error = sample.place - base - (Self.powers(sample.time - origin) * solution).sum()
      residual += error * error
    }
  }

  private static func powers(_ s: Double) -> SIMD8<Double> { SIMD8(1, s, s * s / 2, max(s, 0), s > 0 ? 1 : 0, 0, 0, 0) }
}

// One flight while it is followed: its points, and where the next one should be.

/// A blob as a place a flight may go through: in pixels of the upright picture, at a time.
struct Candidate: Sendable {
  /// Seconds of stream time.
  var time: Double
  var timestamp: Timestamp
  var x: Double
  var y: Double
  /// Radius across the direction of travel.
  var radius: Double
  /// Half the length of the streak.
  var length: Double
  var contrast: Double
  var appearance: SIMD4<Float>
  var isPart: Bool
}

/// A chain of candidates that keep a constant acceleration.
struct Flight: Sendable {
  /// How many of the newest points say where the next one should be: few, because a wide lens bends a flight off any one parabola.
  static let window = 9

  private(set) var points: [Candidate]
  /// Analyzed frames since the newest point.
  var misses = 0
  /// Analyzed frames since the first point.
  var age: Int
  var uuid: ObservationUUID?
  private(set) var radius: Double
  private(set) var appearance: SIMD4<Float>
  private(set) var fits: (x: MotionFit, y: MotionFit)

  init(_ points: [Candidate], interval: Double) {
    self.points = points
    age = points.count
    radius = points.reduce(0) { $0 + $1.radius } / Double(max(points.count, 1))
    appearance = points.last?.appearance ?? SIMD4()
    fits = Self.fits(points[...], radius: radius, interval: interval)
  }

  var newest: Candidate { points[points.count - 1] }

  mutating func append(_ point: Candidate, interval: Double) {
    points.append(point)
    misses = 0
    let rate = 1 / Double(min(points.count, 8))
    radius += (point.radius - radius) * rate
    appearance += (point.appearance - appearance) * Float(rate)
    fits = Self.fits(points.suffix(Self.window), radius: radius, interval: interval)
  }

  /// Standard deviation of a centroid: part of a pixel, more for what is large and changes its shape.
  static func noise(radius: Double) -> Double { 0.3 + 0.04 * radius }

  private static func fits(
    _ points: ArraySlice<Candidate>, radius: Double, interval: Double
  ) -> (x: MotionFit, y: MotionFit) {
    let origin = points.last?.time ?? 0
    let noise = noise(radius: radius)
    let unit = (radius + 1) / (interval * interval)
    // Nothing pulls a flying ball aside but the lens and the air; gravity pulls it down, by how much is not known.
    let x = MotionFit(
      points.lazy.map { (time: $0.time, place: $0.x) }, origin: origin, noise: noise,
      prior: .init(acceleration: 0, spread: 0.12 * unit))
    let y = MotionFit(
      points.lazy.map { (time: $0.time, place: $0.y) }, origin: origin, noise: noise,
      prior: .init(acceleration: 0.15 * unit, spread: 0.5 * unit))
    return (x, y)
  }

  /// How far, in standard deviations, a candidate lies from where the next point should be, with what it looks like; `nil` beyond reach.
  func cost(of candidate: Candidate, at time: Double) -> Double? {
    let noise = Self.noise(radius: radius)
    let dx = candidate.x - fits.x.place(at: time)
    let dy = candidate.y - fits.y.place(at: time)
    let spreadX = min(fits.x.deviation(at: time), 3 * radius + 6)
    let spreadY = min(fits.y.deviation(at: time), 3 * radius + 6)
    let distance = dx * dx / (spreadX * spreadX + noise * noise) + dy * dy / (spreadY * spreadY + noise * noise)
    guard distance < 16 else { return nil }
    guard let looks = Self.unlikeness(candidate, radius: radius, appearance: appearance) else { return nil }
    return distance + looks
  }

  /// How different a candidate looks, 0 for the same; `nil` for what cannot be the same object.
  static func unlikeness(_ candidate: Candidate, radius: Double, appearance: SIMD4<Float>) -> Double? {
    let ratio = (candidate.radius + 0.7) / (radius + 0.7)
    guard ratio > 0.5 && ratio < 2 else { return nil }
    let size = ratio > 1 ? ratio - 1 : 1 / ratio - 1
    let difference = candidate.appearance - appearance
    let color = Double((difference * difference).sum().squareRoot())
    guard color < 90 else { return nil }
    return 4 * size * size + color * color / 1600
  }
}

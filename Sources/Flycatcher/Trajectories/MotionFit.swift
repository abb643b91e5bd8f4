// One coordinate over time: place, speed and acceleration, by least squares with a prior on the acceleration.

/// The fit p + v·s + ½a·s² to places over time, s counted in seconds from `origin`.
struct MotionFit {
  /// What is believed of the acceleration before any place is known.
  struct Prior {
    var acceleration: Double
    /// Standard deviation.
    var spread: Double
  }

  let origin: Double
  private(set) var place = 0.0
  private(set) var speed = 0.0
  private(set) var acceleration = 0.0
  // The covariance of the three, for a place's standard deviation of 1.
  private var cpp = 0.0
  private var cpv = 0.0
  private var cpa = 0.0
  private var cvv = 0.0
  private var cva = 0.0
  private var caa = 0.0
  let noise: Double

  /// - Parameters:
  ///   - noise: standard deviation of a place.
  ///   - prior: `nil` for none.
  init(
    _ samples: some Collection<(time: Double, place: Double)>, origin: Double, noise: Double, prior: Prior?
  ) {
    self.origin = origin
    self.noise = noise
    var (n, s1, s2, s3, s4) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var (y0, y1, y2) = (0.0, 0.0, 0.0)
    var base = 0.0
    for (index, sample) in samples.enumerated() {
      if index == 0 { base = sample.place }
      let s = sample.time - origin
      let half = s * s / 2
      let y = sample.place - base
      n += 1
      s1 += s
      s2 += half
      s3 += s * half
      s4 += half * half
      y0 += y
      y1 += s * y
      y2 += half * y
    }
    var q = 2 * s2
    if n < 2 { q += 1e-9 }
    if let prior, prior.spread > 0 {
      let weight = (noise / prior.spread) * (noise / prior.spread)
      s4 += weight
      y2 += weight * prior.acceleration
    }
    // The normal matrix [n s1 s2; s1 q s3; s2 s3 s4], inverted by cofactors.
    let c00 = q * s4 - s3 * s3
    let c01 = s3 * s2 - s1 * s4
    let c02 = s1 * s3 - q * s2
    let determinant = n * c00 + s1 * c01 + s2 * c02
    guard abs(determinant) > 1e-30 else {
      place = n > 0 ? base + y0 / n : 0
      return
    }
    let scale = 1 / determinant
    cpp = c00 * scale
    cpv = c01 * scale
    cpa = c02 * scale
    cvv = (n * s4 - s2 * s2) * scale
    cva = (s1 * s2 - n * s3) * scale
    caa = (n * q - s1 * s1) * scale
    place = base + cpp * y0 + cpv * y1 + cpa * y2
    speed = cpv * y0 + cvv * y1 + cva * y2
    acceleration = cpa * y0 + cva * y1 + caa * y2
  }

  func place(at time: Double) -> Double {
    let s = time - origin
    return place + s * (speed + s * acceleration / 2)
  }

  /// Standard deviation of the fitted place at a time.
  func deviation(at time: Double) -> Double {
    let s = time - origin
    let h = s * s / 2
    let variance = cpp + s * s * cvv + h * h * caa + 2 * (s * cpv + h * cpa + s * h * cva)
    return noise * max(variance, 0).squareRoot()
  }

  /// Standard deviation of the fitted acceleration.
  var accelerationDeviation: Double { noise * max(caa, 0).squareRoot() }
}

/// The parabola over time that fits points best, in both coordinates.
struct PathFit {
  let x: MotionFit
  let y: MotionFit

  init(_ points: ArraySlice<Candidate>, origin: Double) {
    x = MotionFit(points.lazy.map { (time: $0.time, place: $0.x) }, origin: origin, noise: 1, prior: nil)
    y = MotionFit(points.lazy.map { (time: $0.time, place: $0.y) }, origin: origin, noise: 1, prior: nil)
  }

  /// The sum of the squared distances of points from it.
  func squares(of points: ArraySlice<Candidate>) -> Double {
    points.reduce(0) { sum, point in
      let dx = point.x - x.place(at: point.time)
      let dy = point.y - y.place(at: point.time)
      return sum + (dx * dx + dy * dy)
    }
  }

  /// Root mean square distance of points from the parabola that fits them best, for each degree of freedom.
  static func scatter(of points: ArraySlice<Candidate>) -> Double {
    let squares = PathFit(points, origin: points.first?.time ?? 0).squares(of: points)
    return (squares / Double(max(2 * points.count - 6, 1))).squareRoot()
  }
}

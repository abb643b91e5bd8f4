// Where the camera stands: from the four corners of a rectangle of known size on the floor.
import Glibc

/// The pose of a camera above a floor.
///
/// In the world, x runs along the rectangle's first side, y along its second, z upward, in meters; its first corner is
/// the origin. In the camera, x runs to the right, y downward, z away from it; the lens has no distortion, and its axis
/// goes through the middle of the picture.
struct CameraPose {
  /// The directions of the world's x, y and z in the camera.
  let axes: (x: SIMD3<Double>, y: SIMD3<Double>, up: SIMD3<Double>)
  /// The place of the world's origin in the camera.
  let origin: SIMD3<Double>
  /// Pixels.
  let focalLength: Double

  /// A reason why there is no pose.
  enum Refusal: Error {
    case notConvex, fromBelow, noFocalLength
  }

  /// The usual focal length, as a share of the width, and the relative standard deviation of lenses from it.
  static let usualFocalLength = Estimate(0.8, standardDeviation: 0.5)

  /// - Parameters:
  ///   - corners: The corners in pixels from the optical axis.
  ///   - focalLength: Pixels; `nil` where the corners must tell.
  ///   - usual: The usual focal length in pixels.
  init(
    corners: [SIMD2<Double>], size: MeasurementSettings.CourtSize, focalLength: Double?, usual: Double
  ) throws(Refusal) {
    let world = [
      SIMD2(0, 0), SIMD2(size.width, 0), SIMD2(size.width, size.length), SIMD2(0, size.length),
    ]
    guard let columns = Self.homography(from: size, to: corners, unit: usual) else { throw .notConvex }
    let first: Double
    if let focalLength {
      first = focalLength / usual
    } else if let found = Self.focalLength(columns) {
      first = found
    } else {
      throw .noFocalLength
    }
    guard let start = Self.pose(columns, focalLength: first) else { throw .notConvex }
    let pose = Self.refined(
      start, first * usual, world, corners, isFixed: focalLength != nil, usual: usual)
    guard let pose else { throw .notConvex }
    self = pose
    // The floor is seen from above.
    guard (origin * axes.up).sum() < 0 else { throw .fromBelow }
  }

  private init(rotation: [SIMD3<Double>], origin: SIMD3<Double>, focalLength: Double) {
    let normal = cross(rotation[0], rotation[1])
    axes = (rotation[0], rotation[1], -normal)
    (self.origin, self.focalLength) = (origin, focalLength)
  }

  /// The place in the camera of a place in the world.
  func camera(_ place: SIMD3<Double>) -> SIMD3<Double> {
    axes.x * place.x + axes.y * place.y + axes.up * place.z + origin
  }

  /// The place in the picture, pixels from the optical axis; `nil` behind the camera.
  func picture(_ place: SIMD3<Double>) -> SIMD2<Double>? {
    let seen = camera(place)
    guard seen.z > Self.leastDepth else { return nil }
    return SIMD2(seen.x, seen.y) / seen.z * focalLength
  }

  /// The place in the world at a depth that is seen at a place in the picture, pixels from the optical axis.
  func world(_ seen: SIMD2<Double>, depth: Double) -> SIMD3<Double> {
    let fromOrigin = SIMD3(seen.x / focalLength * depth, seen.y / focalLength * depth, depth) - origin
    return SIMD3((fromOrigin * axes.x).sum(), (fromOrigin * axes.y).sum(), (fromOrigin * axes.up).sum())
  }

  /// Meters.
  static let leastDepth = 0.01

  // MARK: From the corners

  /// The columns of the homography from the floor to the picture in units of `unit` pixels.
  private static func homography(
    from size: MeasurementSettings.CourtSize, to corners: [SIMD2<Double>], unit: Double
  ) -> [SIMD3<Double>]? {
    let map = Homography(
      unitSquareTo: (corners[0] / unit, corners[1] / unit, corners[2] / unit, corners[3] / unit))
    guard let map else { return nil }
    return [
      SIMD3(map.x.x, map.y.x, map.w.x) / size.width, SIMD3(map.x.y, map.y.y, map.w.y) / size.length,
      SIMD3(map.x.z, map.y.z, map.w.z),
    ]
  }

  /// The focal length with which the floor's sides are at right angles and in proportion; `nil` where there is none.
  private static func focalLength(_ h: [SIMD3<Double>]) -> Double? {
    let scale = 1 / ((h[0] * h[0]).sum() * (h[1] * h[1]).sum()).squareRoot()
    let equations = [
      (h[0].x * h[1].x + h[0].y * h[1].y, h[0].z * h[1].z),
      (
        (h[0].x * h[0].x + h[0].y * h[0].y - h[1].x * h[1].x - h[1].y * h[1].y) / 2,
        (h[0].z * h[0].z - h[1].z * h[1].z) / 2
      ),
    ].map { ($0.0 * scale, $0.1 * scale) }
    let inverse =
      -equations.reduce(0) { $0 + $1.0 * $1.1 } / max(equations.reduce(0) { $0 + $1.0 * $1.0 }, 1e-300)
    guard inverse > 1e-4, inverse < 1e4 else { return nil }
    return 1 / inverse.squareRoot()
  }

  /// The pose of which the homography is that of a camera with a focal length in its units.
  private static func pose(_ h: [SIMD3<Double>], focalLength f: Double) -> (
    rotation: [SIMD3<Double>], origin: SIMD3<Double>
  )? {
    let columns = h.map { SIMD3($0.x / f, $0.y / f, $0.z) }
    let scale = 2 / (length(columns[0]) + length(columns[1]))
    guard scale.isFinite else { return nil }
    // The third column ends in 1: the origin lies before the camera where the scale is positive.
    let (x, y) = (columns[0] * scale, columns[1] * scale)
    // The nearest pair of directions at right angles (Gram and Schmidt, both treated alike).
    let (sum, difference) = (normalized(x + y), normalized(x - y))
    let half = 0.5.squareRoot()
    return ([(sum + difference) * half, (sum - difference) * half], columns[2] * scale)
  }

  /// The pose that brings the corners nearest to where they are seen.
  private static func refined(
    _ start: (rotation: [SIMD3<Double>], origin: SIMD3<Double>), _ focalLength: Double, _ world: [SIMD2<Double>],
    _ corners: [SIMD2<Double>], isFixed: Bool, usual: Double
  ) -> CameraPose? {
    func pose(_ p: [Double]) -> CameraPose {
      let turn = SIMD3(p[0], p[1], p[2])
      return CameraPose(
        rotation: start.rotation.map { rotated($0, by: turn) },
        origin: SIMD3(start.origin.x + p[3], start.origin.y + p[4], start.origin.z * exp(p[5])),
        focalLength: isFixed ? focalLength : focalLength * exp(p[6]))
    }
    let residuals = { (p: [Double]) -> [Double]? in
      guard p.allSatisfy({ abs($0) < 1e4 }) else { return nil }
      let pose = pose(p)
      var result: [Double] = []
      for (place, corner) in zip(world, corners) {
        guard let seen = pose.picture(SIMD3(place.x, place.y, 0)) else { return nil }
        result += [seen.x - corner.x, seen.y - corner.y]
      }
      if !isFixed { result.append(log(pose.focalLength / usual) / usualFocalLength.standardDeviation) }
      return result
    }
    let count = isFixed ? 6 : 7
    let fit = LeastSquares.minimize(
      [Double](repeating: 0, count: count), steps: [Double](repeating: 1e-6, count: count), residuals: residuals)
    return fit.map { pose($0.parameters) }
  }
}

private func length(_ a: SIMD3<Double>) -> Double { (a * a).sum().squareRoot() }

private func normalized(_ a: SIMD3<Double>) -> SIMD3<Double> { a / max(length(a), 1e-300) }

/// A vector turned about an axis by the axis's length in radians (Rodrigues).
private func rotated(_ vector: SIMD3<Double>, by turn: SIMD3<Double>) -> SIMD3<Double> {
  let angle = length(turn)
  guard angle > 1e-12 else { return vector + cross(turn, vector) }
  let axis = turn / angle
  return vector * cos(angle) + cross(axis, vector) * sin(angle) + axis * ((axis * vector).sum() * (1 - cos(angle)))
}

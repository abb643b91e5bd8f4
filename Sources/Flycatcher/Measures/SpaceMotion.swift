// A parabola in space under gravity, fitted to the places where a camera of known pose saw it.
import Glibc

/// The camera above a court, with how much its pose may be off.
struct CourtCamera {
  let pose: CameraPose
  /// Poses that each come from the corners with one coordinate off by its standard deviation, or with the focal length off
  /// by its own.
  let variations: [CameraPose]

  /// The standard deviation of a coordinate of a corner, pixels.
  static let cornerError = 1.0
  /// The relative standard deviation of a focal length that was given.
  private static let focalError = 0.005

  /// - Parameters:
  ///   - corners: Pixels from the optical axis.
  ///   - width: The width of the picture in pixels.
  init(
    corners: [SIMD2<Double>], size: MeasurementSettings.CourtSize, focalLength: Double?, width: Double
  ) throws(CameraPose.Refusal) {
    let usual = CameraPose.usualFocalLength.value * width
    pose = try CameraPose(corners: corners, size: size, focalLength: focalLength, usual: usual)
    var variations: [CameraPose] = []
    for index in corners.indices {
      for offset in [SIMD2(Self.cornerError, 0), SIMD2(0, Self.cornerError)] {
        var moved = corners
        moved[index] += offset
        if let pose = try? CameraPose(corners: moved, size: size, focalLength: focalLength, usual: usual) {
          variations.append(pose)
        }
      }
    }
    if let focalLength,
      let pose = try? CameraPose(
        corners: corners, size: size, focalLength: focalLength * (1 + Self.focalError), usual: usual)
    {
      variations.append(pose)
    }
    self.variations = variations
  }
}

/// A parabola in space.
struct SpaceMotion {
  /// The place in meters, then the velocity in m/s, in the middle of the flight.
  let parameters: UncertainVector
  let middle: Double
  let gravity: Double

  enum Refusal: Error {
    case behindCamera, notDetermined
  }

  /// - Parameter places: Pixels from the optical axis, in real seconds.
  init(_ places: [TimedPlace], camera: CourtCamera, gravity: Double, timingError: Double) throws(Refusal) {
    guard let first = places.first, let last = places.last else { throw .notDetermined }
    let middle = (first.time + last.time) / 2
    guard let start = Self.start(places, camera.pose, gravity, middle) else { throw .notDetermined }
    let residuals = { (p: [Double], pose: CameraPose, rate: Double) -> [Double]? in
      var result: [Double] = []
      result.reserveCapacity(2 * places.count)
      for place in places {
        let t = (place.time - middle) * rate
        guard let seen = pose.picture(Self.place(p, t, gravity)) else { return nil }
        result += [seen.x - place.x, seen.y - place.y]
      }
      return result
    }
    guard residuals(start, camera.pose, 1) != nil else { throw .behindCamera }
    let steps = [Double](repeating: 1e-5, count: 6)
    guard let fit = LeastSquares.minimize(start, steps: steps, residuals: { residuals($0, camera.pose, 1) }) else {
      throw .notDetermined
    }
    let refined = LeastSquares.withCorrelatedErrors(fit, distances: places.distances)
    var covariance = refined.covariance
    // What the pose may be off moves the parabola as one step of the fit with that pose does.
    var sources = camera.variations.map { (pose: $0, rate: 1.0) }
    if timingError > 0 { sources.append((camera.pose, 1 + timingError)) }
    for source in sources {
      guard let off = residuals(fit.parameters, source.pose, source.rate) else { continue }
      let change = LeastSquares.step(of: fit, for: zip(off, fit.residuals).map { $0 - $1 })
      for i in 0..<6 { for j in 0..<6 { covariance[i, j] += change[i] * change[j] } }
    }
    parameters = UncertainVector(values: refined.values, covariance: covariance)
    self.middle = middle
    self.gravity = gravity
  }

  /// The place of parameters at a time from the middle.
  static func place(_ p: [Double], _ t: Double, _ gravity: Double) -> SIMD3<Double> {
    SIMD3(p[0] + p[3] * t, p[1] + p[4] * t, p[2] + p[5] * t - gravity / 2 * t * t)
  }

  /// The seconds from the middle until a height is met on the way down; not a number where it never is.
  static func fall(_ p: [Double], to height: Double, _ gravity: Double) -> Double {
    let rest = p[5] * p[5] + 2 * gravity * (p[2] - height)
    return rest >= 0 ? (p[5] + rest.squareRoot()) / gravity : .nan
  }

  /// The parabola by equations that are linear in it.
  private static func start(
    _ places: [TimedPlace], _ pose: CameraPose, _ gravity: Double, _ middle: Double
  ) -> [Double]? {
    let f = pose.focalLength
    var rows = Matrix(rows: 2 * places.count, columns: 6)
    var values: [Double] = []
    for place in places {
      let t = place.time - middle
      let fallen = pose.axes.up * (-gravity / 2 * t * t) + pose.origin
      for (seen, axis) in [(place.x, 0), (place.y, 1)] {
        // f (m · p + o) = seen (n · p + o'), with n the depth.
        func coefficient(_ direction: SIMD3<Double>) -> Double { direction[axis] - seen / f * direction.z }
        let m = [pose.axes.x, pose.axes.y, pose.axes.up].map(coefficient)
        for column in 0..<3 {
          rows[values.count, column] = m[column]
          rows[values.count, column + 3] = m[column] * t
        }
        values.append(-coefficient(fallen))
      }
    }
    return LeastSquares.solveLinear(rows: rows, values: values)?.parameters
  }
}

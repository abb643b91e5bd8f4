// The motion in the picture: x and y as quadratics of time, and as a pinhole camera sees constant acceleration.
import Glibc

/// A place of a flight in pixels of the upright picture, at a time in real seconds.
struct TimedPlace: Hashable {
  var time: Double
  var x: Double
  var y: Double
}

extension [TimedPlace] {
  /// The distance from each place to the next.
  var distances: [Double] { zip(self, dropFirst()).map { hypot($1.x - $0.x, $1.y - $0.y) } }
}

/// x and y as quadratics of the time since the first place.
struct PixelMotion {
  /// The coefficients of x, then those of y, from the constant up.
  let coefficients: UncertainVector
  /// The time of the first place.
  let start: Double
  let duration: Double
  /// The places that fit.
  let places: [TimedPlace]

  /// The number of median deviations beyond which a place does not belong to the flight.
  private static let farthestDeviation = 6.0
  /// The share of places that may be left out.
  private static let mostLeftOut = 0.2
  static let leastCount = 5

  /// - Returns: `nil` where there are too few places.
  init?(_ all: [TimedPlace]) {
    guard all.count >= Self.leastCount, let first = all.first, let last = all.last, last.time > first.time else {
      return nil
    }
    var places = all
    guard var fit = Self.fit(places, from: first.time) else { return nil }
    let distances = places.indices.map { hypot(fit.residuals[2 * $0], fit.residuals[2 * $0 + 1]) }
    let limit = max(distances.sorted()[distances.count / 2] * Self.farthestDeviation, 0.5)
    let kept = zip(places, distances).filter { $0.1 <= limit }.map(\.0)
    let most = Int(Double(places.count) * Self.mostLeftOut)
    if kept.count < places.count, places.count - kept.count <= most, kept.count >= Self.leastCount + 1,
      let better = Self.fit(kept, from: first.time)
    {
      (fit, places) = (better, kept)
    }
    coefficients = LeastSquares.withCorrelatedErrors(fit, distances: places.distances)
    start = first.time
    duration = last.time - first.time
    self.places = places
  }

  private static func fit(_ places: [TimedPlace], from start: Double) -> LeastSquaresFit? {
    var rows = Matrix(rows: 2 * places.count, columns: 6)
    for (index, place) in places.enumerated() {
      let t = place.time - start
      for (power, value) in [1, t, t * t].enumerated() {
        rows[2 * index, power] = value
        rows[2 * index + 1, power + 3] = value
      }
    }
    return LeastSquares.solveLinear(rows: rows, values: places.flatMap { [$0.x, $0.y] })
  }
}

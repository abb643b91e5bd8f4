// A smooth curve through the points of a flight, over time: right for flights straight up, too, where y is no function of x.
import Flycatcher

/// A flight's path over time.
///
/// Where one parabola in time (x linear, y quadratic) runs through all points, it is that parabola, by least squares. Where it does not,
/// as under a lens that bends straight lines, it is fitted anew around every moment, with weights that fall with the distance in time
/// (locally weighted regression, Cleveland 1979).
struct TrajectoryCurve {
  let start: Double
  let end: Double
  private let times: [Double]
  private let places: [Point]
  private let global: TimeParabola
  private let isLocal: Bool

  /// The number of neighboring points on which a local fit rests.
  private static let neighbors = 15

  /// - Parameters:
  ///   - points: in order of time, with finite places.
  ///   - aspect: width of the picture divided by its height.
  /// - Returns: `nil` for fewer than two moments.
  init?(_ points: [TrajectoryObservation.DetectedPoint], aspect: Double) {
    guard let first = points.first, let last = points.last, first.time < last.time else { return nil }
    times = points.map { ($0.time - first.time).seconds + first.time.seconds }
    places = points.map(\.location)
    start = times[0]
    end = times[times.count - 1]
    let weights = [Double](repeating: 1, count: points.count)
    global = TimeParabola(times[...], places[...], weights, bendsSideways: false)
    var sum = 0.0
    for (time, place) in zip(times, places) {
      let fitted = global.place(at: time)
      let (dx, dy) = (fitted.x - place.x, (fitted.y - place.y) / aspect)
      sum += dx * dx + dy * dy
    }
    let radius = points.reduce(0) { $0 + max($1.radius, 0) } / Double(points.count)
    let tolerance = max(radius * 0.4, 0.0008)
    isLocal = points.count > Self.neighbors && sum / Double(points.count) > tolerance * tolerance
  }

  /// The place at a time in seconds of stream time, within the flight.
  func place(at time: Double) -> Point {
    guard isLocal else { return global.place(at: time) }
    let count = Self.neighbors
    var low = (times.firstIndex { $0 >= time } ?? times.count) - count / 2
    low = max(min(low, times.count - count), 0)
    let range = low..<low + count
    let reach = max(abs(times[range.lowerBound] - time), abs(times[range.upperBound - 1] - time)) * 1.05 + 1e-9
    let weights = times[range].map { moment -> Double in
      let share = abs(moment - time) / reach
      let rest = 1 - share * share * share
      return max(rest * rest * rest, 1e-3)
    }
    return TimeParabola(times[range], places[range], weights, bendsSideways: true).place(at: time)
  }

  /// The curve as a chain of `count` places from start to end.
  func chain(_ count: Int) -> [Point] {
    let count = max(count, 2)
    return (0..<count).map { place(at: start + (end - start) * Double($0) / Double(count - 1)) }
  }
}

/// x and y as parabolas in time, by weighted least squares; straight lines where fewer than three moments differ.
struct TimeParabola {
  private let center: Double
  private let scale: Double
  private let x: Quadratic
  private let y: Quadratic

  /// - Parameters:
  ///   - times: The moments in seconds.
  ///   - places: The places at these moments, at the same indices.
  ///   - weights: The weights of the places, from the first one on.
  ///   - bendsSideways: A Boolean value indicating whether x may be a parabola, too; otherwise it is a straight line in time.
  init(_ times: ArraySlice<Double>, _ places: ArraySlice<Point>, _ weights: [Double], bendsSideways: Bool) {
    let (first, last) = (times.first ?? 0, times.last ?? 0)
    // Scaled to -1…1, times keep the fit well conditioned.
    let (center, scale) = ((first + last) / 2, max((last - first) / 2, 1e-9))
    func fit(_ coordinate: KeyPath<Point, Double>, isLine: Bool) -> Quadratic {
      let samples = times.indices.lazy.map { index -> (x: Double, y: Double, weight: Double) in
        ((times[index] - center) / scale, places[index][keyPath: coordinate], weights[index - times.startIndex])
      }
      return Quadratic(fitting: samples, resolution: 1e-6, isLine: isLine)
    }
    (self.center, self.scale) = (center, scale)
    y = fit(\.y, isLine: false)
    x = fit(\.x, isLine: !bendsSideways)
  }

  func place(at time: Double) -> Point {
    let t = (time - center) / scale
    return Point(x: x(t), y: y(t))
  }
}

// Path correction: a path carried back, or on, along its own curve.

extension TrajectoryObservation {
  /// Returns places on the trajectory's own curve from its first detected point back to `x`, or from its newest one on
  /// to `x`, evenly spaced.
  ///
  /// A camera often sees a ball late, against a busy background or out of a hand: the curve tells where it came from,
  /// and where it will be.
  ///
  /// - Parameters:
  ///   - x: A place in the upright picture, 0 to 1.
  ///   - count: The number of places, 1 to 1000; the last one lies at `x`.
  /// - Returns: No places if `x` lies between the detected points, or if the path goes straight up or down, so that y is
  ///   no function of x.
  public func path(extendedTo x: Double, count: Int = 10) -> [Point] {
    guard let first = detectedPoints.first?.location, let last = detectedPoints.last?.location, x.isFinite,
      abs(last.x - first.x) > 1e-6
    else { return [] }
    let isForward = last.x > first.x
    let isBeyondLast = isForward ? x > last.x : x < last.x
    let isBeforeFirst = isForward ? x < first.x : x > first.x
    guard isBeyondLast || isBeforeFirst else { return [] }
    let start = isBeyondLast ? last.x : first.x
    let steps = min(max(count, 1), 1000)
    return (1...steps).map { step in
      let place = start + (x - start) * Double(step) / Double(steps)
      return Point(x: place, y: equationCoefficients(place))
    }
  }

  /// Returns the trajectory with places on its own curve added before its detected points, from `x` on, or after them,
  /// up to `x`.
  ///
  /// The times of the places follow from the speed in x, which gravity does not change; their radius is the mean one.
  ///
  /// - Parameters:
  ///   - x: A place in the upright picture, 0 to 1.
  ///   - count: The number of places, 1 to 1000.
  public func extended(to x: Double, count: Int = 10) -> TrajectoryObservation {
    let places = path(extendedTo: x, count: count)
    guard let first = detectedPoints.first, let last = detectedPoints.last, !places.isEmpty else { return self }
    let speed = (last.location.x - first.location.x) / max((last.time - first.time).seconds, 1e-9)
    let isBefore = (x - first.location.x) * speed < 0
    let anchor = isBefore ? first : last
    let points = places.map { place in
      DetectedPoint(
        time: Timestamp(seconds: anchor.time.seconds + (place.x - anchor.location.x) / speed), location: place,
        radius: movingAverageRadius)
    }
    var longer = self
    longer.detectedPoints = isBefore ? points.reversed() + detectedPoints : detectedPoints + points
    longer.timeRange = TimeRange(
      from: min(timeRange.start, longer.detectedPoints[0].time),
      to: max(timeRange.end, longer.detectedPoints[longer.detectedPoints.count - 1].time))
    return longer
  }
}

// Which parts of a film become clips.
package import Flycatcher

/// A part of a film with one flight, or with some that overlap.
package struct ClipInterval: Hashable, Sendable {
  /// The numbers of the flights, in order of their beginning, from 1.
  package var flights: [Int]
  package var uuids: [ObservationUUID]
  package var start: Timestamp
  /// The time at which the interval is over: between its last picture and the next one.
  package var end: Timestamp

  /// The name of the clip without its ending: `flight-003`, or `flight-003-005` for the flights 3 to 5.
  package var name: String {
    func digits(_ number: Int) -> String { padded("\(number)", to: 3) }
    guard let first = flights.first, let last = flights.last, first != last else {
      return "flight-" + digits(flights.first ?? 0)
    }
    return "flight-\(digits(first))-\(digits(last))"
  }
}

package enum ClipPlan {
  /// Returns the parts of a film around flights, in order; those that overlap are one.
  ///
  /// - Parameters:
  ///   - flights: The flights in any order; they are numbered by their beginning.
  ///   - before: The time before the first point of a flight.
  ///   - after: The time after the last one, whose picture belongs to the part.
  package static func intervals(
    _ flights: [TrajectoryObservation], before: Duration, after: Duration
  ) -> [ClipInterval] {
    let each = flights.sorted(by: { $0.timeRange.start < $1.timeRange.start }).enumerated().map { index, flight in
      ClipInterval(
        flights: [index + 1], uuids: [flight.uuid], start: max(flight.timeRange.start + (.zero - before), .zero),
        end: flight.timeRange.end + after + halfPicture(flight))
    }
    return merged(each)
  }

  /// Half of the time for which a picture of the flight is shown: an end so far behind a picture takes it in, and the next one not, however
  /// times are rounded.
  private static func halfPicture(_ flight: TrajectoryObservation) -> Duration {
    guard let first = flight.detectedPoints.first, let last = flight.detectedPoints.last,
      let from = first.frame, let to = last.frame, to > from
    else { return .zero }
    return (last.time - first.time) / (2 * (to - from))
  }

  /// Returns the parts with each beginning at the last key frame before it, or at the first one in it; those that overlap then are one.
  package static func atKeyFrames(_ intervals: [ClipInterval], _ keyFrames: [Timestamp]) -> [ClipInterval] {
    merged(
      intervals.compactMap { interval in
        guard let start = keyFrames.last(where: { $0 <= interval.start }) ?? keyFrames.first, start < interval.end
        else { return nil }
        var interval = interval
        interval.start = start
        return interval
      })
  }

  private static func merged(_ ordered: [ClipInterval]) -> [ClipInterval] {
    var intervals: [ClipInterval] = []
    for interval in ordered {
      guard let last = intervals.last, interval.start <= last.end else {
        intervals.append(interval)
        continue
      }
      intervals[intervals.count - 1].flights += interval.flights
      intervals[intervals.count - 1].uuids += interval.uuids
      intervals[intervals.count - 1].end = max(last.end, interval.end)
    }
    return intervals
  }
}

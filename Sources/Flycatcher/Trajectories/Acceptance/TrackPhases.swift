// Which part of a track is a flight: what was carried before it, or was caught after it, is none.
import Glibc

extension TrajectoryDetector {
  /// The numbers of newest points that may be a flight for themselves.
  private static let tails = [6, 9, 13]
  /// The number of points after the peak from which on the flight is taken to be over.
  private static let settlingPoints = 4
  /// The gain in log-odds for which a track is divided.
  private static let gain = 1.5
  /// A part less likely to be a flight is left where it is.
  private static let leastConfidence = 0.2

  /// Divides a track that is no flight as a whole where the confidence had its peak, or where the newest points are one, unless it is one
  /// thing that is swung: each part of an arc looks like a flight.
  ///
  /// - Returns: `true` if the track was divided.
  mutating func divideAtPhase(_ index: Int) -> Bool {
    let (whole, peak) = (associator.tracks[index].confidence, associator.tracks[index].peak)
    guard whole < settings.minimumConfidence else { return false }
    let count = associator.tracks[index].points.count
    let odds = logOdds(whole)
    if peak.confidence >= Self.leastConfidence, count - peak.count >= Self.settlingPoints,
      logOdds(peak.confidence) - odds > Self.gain,
      !associator.isSwung(associator.tracks[index], ratherThanDividedAt: peak.count)
    {
      associator.divide(index, at: peak.count)
      return true
    }
    var likeliest = (points: 0, confidence: Self.leastConfidence)
    for tail in Self.tails where count - tail >= 3 {
      let confidence = confidence(ofNewest: tail, of: index)
      if confidence > likeliest.confidence { likeliest = (tail, confidence) }
    }
    guard likeliest.points > 0, logOdds(likeliest.confidence) - odds > Self.gain,
      !associator.isSwung(associator.tracks[index], ratherThanDividedAt: count - likeliest.points)
    else { return false }
    associator.divide(index, at: count - likeliest.points)
    associator.mark(index, confidence: likeliest.confidence)
    return true
  }

  /// Lets a track go on from a lost one whose motion it is, where both together are a flight, and likelier than the track is.
  ///
  /// - Parameter confidence: that of the track.
  /// - Returns: what is measured of the whole, and its confidence; `nil` where it is not.
  mutating func joinLost(_ index: Int, confidence: Double) -> (measurements: TrackMeasurements, confidence: Double)? {
    guard var whole = associator.whole(of: index) else { return nil }
    let measurements = measurements(of: whole.track)
    let ofWhole = acceptance.confidence(measurements)
    guard ofWhole >= settings.minimumConfidence, ofWhole > confidence else {
      associator.pool.give(&whole.track.points)
      return nil
    }
    associator.join(index, whole: whole)
    return (measurements, ofWhole)
  }

  /// Returns the confidence of a track's newest points for themselves, 0 where they hardly move: what is carried still.
  private mutating func confidence(ofNewest count: Int, of index: Int) -> Double {
    let start = associator.tracks[index].points.count - count
    let (first, newest) = (associator.tracks[index].points[start], associator.tracks[index].newest)
    guard magnitude(newest.candidate.place - first.candidate.place) > 3 * associator.tracks[index].radius,
      var part = associator.part(of: index, from: start)
    else { return 0 }
    defer { associator.pool.give(&part.points) }
    return acceptance.confidence(measurements(of: part))
  }

  /// Judges the tracks that ended, each by the part that was most likely a flight, and takes note of what cannot be one.
  mutating func settleEnded() {
    for index in associator.ended.indices {
      let track = associator.ended[index]
      guard track.points.count >= Associator.leastTold else {
        // What is left of a track that was divided near its beginning.
        associator.settle(index, confidence: 0)
        continue
      }
      let whole = measurements(of: track)
      known.note(whole)
      let confidence = acceptance.confidence(whole)
      associator.settle(index, confidence: confidence)
      if confidence < settings.minimumConfidence, track.peak.count >= settings.trajectoryLength,
        track.peak.count < track.points.count, track.peak.confidence >= Self.leastConfidence,
        logOdds(track.peak.confidence) - logOdds(confidence) > Self.gain,
        !associator.isSwung(track, ratherThanDividedAt: track.peak.count)
      {
        associator.settle(index, confidence: track.peak.confidence, count: track.peak.count)
      }
    }
  }
}

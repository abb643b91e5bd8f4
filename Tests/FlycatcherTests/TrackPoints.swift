// Candidates and points of one thing on a path, for tests of the stages after the pictures.
@testable import Flycatcher

/// The thing at a place in each of some frames, 30 a second.
func layers(
  _ place: (Double) -> SIMD2<Double>, count: Int, radius: Double = 8, color: SIMD4<Float> = SIMD4(200, 128, 128, 0)
) -> [Candidate] {
  (0..<count).map { index in
    let time = Double(index) / 30
    let at = place(time)
    return Candidate(
      timestamp: Timestamp(seconds: time), time: time, x: at.x, y: at.y, drift: SIMD2(), radius: radius, length: radius,
      axis: SIMD2(1, 0), evidence: .background, contrast: 20, significance: 300, fill: 1, shade: 0, attachment: 0,
      color: color, hidden: 0, density: 1e-7)
  }
}

/// The place of what is thrown.
func thrown(_ time: Double) -> SIMD2<Double> { SIMD2(50 + 240 * time, 300 - 420 * time + 450 * time * time) }

/// The points of a track, a frame each.
func points(_ candidates: [Candidate], score: Double = 0) -> ArraySlice<TrackPoint> {
  candidates.enumerated().map { index, candidate in
    TrackPoint(
      candidate: candidate, clock: candidate.time, score: score * Double(index), variance: SIMD2(0.25, 0.25),
      age: index + 1)
  }[...]
}

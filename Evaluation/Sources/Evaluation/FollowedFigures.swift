// The figures of objects that were followed in the process.
import Detection
import Fitting
import Flycatcher
import Scoring

/// What came of following the object of a clip, or of several.
struct FollowedFigures: Sendable {
  /// The mean overlap with the truth of each run, 0 where the object was said to be lost.
  var overlaps: [Double] = []
  var frames = 0
  /// Frames in which the object was said to be tracked although its box lay on nothing of it.
  var held = 0
  /// Frames in which the object was said to be lost although it could be seen.
  var lost = 0
  var forecasts: [Forecast] = []

  init() {}

  init(_ samples: [DecodedClip.Sample]) {
    let visible = samples.filter { $0.overlap != nil }
    guard !visible.isEmpty else { return }
    let sum = visible.reduce(0) { $0 + ($1.state == .lost ? 0 : $1.overlap ?? 0) }
    overlaps = [sum / Double(visible.count)]
    frames = samples.count
    lost = visible.count { $0.state == .lost }
    held = samples.count { ($0.state == .tracked || $0.state == .recovered) && $0.overlap ?? 0 <= 0 }
    forecasts = samples.map { Forecast($0.confidence, isRight: $0.overlap ?? 0 >= ObjectFit.leastOverlap) }
  }

  /// Several runs as one, so that each clip counts the same.
  var averaged: FollowedFigures {
    var figures = self
    figures.overlaps = overlaps.isEmpty ? [] : [overlap]
    return figures
  }

  var overlap: Double { overlaps.reduce(0, +) / Double(max(overlaps.count, 1)) }
  var falselyHeld: Double { Double(held) / Double(max(frames, 1)) }
  var falselyLost: Double { Double(lost) / Double(max(frames, 1)) }

  static func += (left: inout FollowedFigures, right: FollowedFigures) {
    left.overlaps += right.overlaps
    left.frames += right.frames
    left.held += right.held
    left.lost += right.lost
    left.forecasts += right.forecasts
  }
}

import Foundation
import Scoring
import Testing

/// A throw from left to right, 20 frames, with a radius of 6 pixels: right within 9 pixels.
private func arc(from first: Int = 10, count: Int = 20, offset: Double = 0) -> Arc {
  Arc(
    radius: 6,
    points: (0..<count).map { step in
      let t = Double(step)
      return TimedPlace(first + step, 50 + 10 * t, 200 - 20 * t + t * t + offset)
    })
}

private func truth(_ arcs: [Arc], ignored: [IgnoredBox] = []) -> TrajectoryTruth {
  TrajectoryTruth(name: "clip", width: 640, height: 480, fps: 30, frames: 60, arcs: arcs, ignored: ignored)
}

private func track(on arc: Arc, _ range: Range<Int>, off: Double = 1, confidence: Double = 0.9) -> Track {
  Track(
    points: arc.points[range].map { TimedPlace($0.frame, $0.place.x, $0.place.y + off) }, confidence: confidence,
    reported: Double(arc.points[range.lowerBound].frame) + 5)
}

@Suite struct TrajectoryScorerTests {
  @Test func trajectoryOnAnArcIsRight() {
    let scorer = TrajectoryScorer(truth([arc()]))
    let tracks = [track(on: arc(), 2..<18)]
    #expect(scorer.verdicts(tracks, minimumConfidence: 0.5) == [.right(arc: 0)])
    let figures = TrajectoryFigures(scorer, tracks, minimumConfidence: 0.5)
    #expect(figures.found == 1 && figures.falseReports == 0 && figures.f1 == 1)
    #expect(figures.error == 1)
    #expect(figures.delay == 7)
  }

  @Test func trajectoryFarFromTheArcIsFalse() {
    let scorer = TrajectoryScorer(truth([arc()]))
    #expect(scorer.verdicts([track(on: arc(), 0..<20, off: 9.5)], minimumConfidence: 0.5) == [.false])
    #expect(scorer.verdicts([track(on: arc(), 0..<20, off: 8.5)], minimumConfidence: 0.5) == [.right(arc: 0)])
  }

  @Test func shortPieceAndSecondTrajectoryOnAnArcAreFalse() {
    let scorer = TrajectoryScorer(truth([arc()]))
    let tracks = [track(on: arc(), 0..<9), track(on: arc(), 5..<20), track(on: arc(), 0..<10)]
    #expect(
      scorer.verdicts(tracks, minimumConfidence: 0.5) == [.piece(arc: 0), .right(arc: 0), .piece(arc: 0)])
    #expect(TrajectoryFigures(scorer, tracks, minimumConfidence: 0.5).pieces == 2)
  }

  @Test func pointsBeyondTheEndsCountNeitherWay() {
    let scorer = TrajectoryScorer(truth([arc()]))
    let longer = arc(from: 10, count: 24)
    #expect(scorer.verdicts([track(on: longer, 12..<24)], minimumConfidence: 0.5) == [.piece(arc: 0)])
    #expect(scorer.verdicts([track(on: longer, 4..<24)], minimumConfidence: 0.5) == [.right(arc: 0)])
    let far = (0..<8).map { TimedPlace(31 + $0, 400, 400) }
    let strayed = Track(points: track(on: arc(), 4..<20).points + far, confidence: 0.9)
    #expect(scorer.verdicts([strayed], minimumConfidence: 0.5) == [.false])
  }

  @Test func trajectoryInAnIgnoredBoxCountsNeitherWay() {
    let box = IgnoredBox(frames: 0...9, left: 0, top: 0, right: 300, bottom: 300)
    let points = (0..<10).map { TimedPlace($0, 100, 100) }
    let scorer = TrajectoryScorer(truth([], ignored: [box]))
    #expect(scorer.verdicts([Track(points: points, confidence: 0.9)], minimumConfidence: 0.5) == [.ignored])
    let half = points.prefix(5) + (0..<5).map { TimedPlace($0, 400, 100) }
    #expect(scorer.verdicts([Track(points: Array(half), confidence: 0.9)], minimumConfidence: 0.5) == [.false])
  }

  @Test func trajectoryThatEndsBelowTheMinimumIsWithdrawn() {
    let scorer = TrajectoryScorer(truth([arc()]))
    var tracks = [track(on: arc(), 0..<20), track(on: arc(), 0..<20, confidence: 0.4)]
    tracks[1].highestConfidence = 0.8
    let figures = TrajectoryFigures(scorer, tracks, minimumConfidence: 0.5)
    #expect(figures.reported == 2 && figures.withdrawn == 1 && figures.withdrawnShare == 0.5)
    #expect(figures.falseReports == 0)
  }

  @Test func clipWithoutArcsCountsOneWhereNothingIsReported() {
    let scorer = TrajectoryScorer(truth([]))
    #expect(TrajectoryFigures(scorer, [], minimumConfidence: 0.5).clipF1 == 1)
    #expect(TrajectoryFigures(scorer, [track(on: arc(), 0..<9)], minimumConfidence: 0.5).clipF1 == 0)
    var total = TrajectoryFigures(scorer, [track(on: arc(), 0..<9)], minimumConfidence: 0.5)
    total += TrajectoryFigures(TrajectoryScorer(truth([arc()])), [], minimumConfidence: 0.5)
    #expect(total.precision == 0 && total.f1 == 0 && total.falsePerMinute == 15)
  }

  @Test func observationsAreReadFromTheOuterCornerOfTheFirstPixel() throws {
    let text = """
      {"type":"stream","width":640,"height":480}
      {"type":"trajectory","uuid":"a","time":0.2,"confidence":0.8,"detectedPoints":[{"time":0.1,"x":0.5,"y":0.5}]}
      {"type":"trajectory","uuid":"a","time":0.3,"confidence":0.3,"detectedPoints":[{"time":0.0333,"x":0.25,"y":0.25}]}
      """
    let tracks = Track.collect(try ObservationLine.lines(of: Data(text.utf8)), truth([]))
    #expect(tracks.count == 1)
    #expect(tracks[0].points == [TimedPlace(1, 159.5, 119.5)])
    #expect(tracks[0].confidence == 0.3 && tracks[0].highestConfidence == 0.8)
    #expect(abs(tracks[0].reported - 6) < 1e-9)
  }
}

import Flycatcher
import Testing

@Suite struct TrajectoryRulesTests {
  /// A thrown ball's observation: from left to right, up and down again.
  let thrown = observation(from: Point(x: 0.2, y: 0.6), rise: 0.3, across: 0.4)

  @Test func withoutRulesEverythingPasses() {
    #expect(TrajectoryFilter().accepts(thrown))
  }

  @Test func eachRuleRefusesByItself() {
    let refusing: [(inout TrajectoryFilter) -> Void] = [
      { $0.minimumConfidence = 0.95 }, { $0.direction = .rightToLeft }, { $0.direction = .upward },
      { $0.startRegion = Rectangle(x: 0.5, y: 0, width: 0.5, height: 1) }, { $0.minimumPointCount = 20 },
      { $0.minimumDuration = .seconds(2) }, { $0.opening = .upward }, { $0.minimumNetDisplacement = 0.5 },
    ]
    for rule in refusing {
      var filter = TrajectoryFilter()
      rule(&filter)
      #expect(!filter.accepts(thrown))
    }
  }

  @Test func aTrajectoryThatKeepsEveryRulePasses() {
    var filter = TrajectoryFilter()
    filter.minimumConfidence = 0.8
    filter.direction = .leftToRight
    filter.startRegion = Rectangle(x: 0, y: 0.5, width: 0.5, height: 0.5)
    filter.minimumPointCount = 10
    filter.minimumDuration = .milliseconds(400)
    filter.opening = .downward
    filter.minimumNetDisplacement = 0.3
    #expect(filter.accepts(thrown))
  }

  @Test func openingOfAStraightRiseAndFallIsKnown() {
    var filter = TrajectoryFilter()
    filter.opening = .downward
    #expect(filter.accepts(observation(from: Point(x: 0.5, y: 0.9), rise: 0.3, across: 0)))
    #expect(!filter.accepts(observation(from: Point(x: 0.5, y: 0.2), rise: -0.3, across: 0)))
  }

  @Test func rulesOutsideTheirRangeAreNamed() {
    var filter = TrajectoryFilter()
    filter.minimumConfidence = 1.5
    #expect(throws: FlycatcherError.outOfRange("minimumConfidence", "1.5", allowed: .range(0...1, .none))) {
      try filter.validate()
    }
  }

  /// A selection that has refused the first observation of a flight, for its confidence, and that observation.
  private func doubting() throws -> (selection: TrajectorySelection, doubtful: TrajectoryObservation) {
    var filter = TrajectoryFilter()
    filter.minimumConfidence = 0.8
    var selection = try TrajectorySelection(filter)
    var doubtful = thrown
    doubtful.confidence = 0.6
    #expect(selection.select(.trajectory(doubtful)).isEmpty)
    return (selection, doubtful)
  }

  @Test func onceAcceptedAFlightCountsToItsEnd() throws {
    let start = try doubting()
    var selection = start.selection
    var sure = thrown
    sure.state = .updated
    guard case .trajectory(let first)? = selection.select(.trajectory(sure)).first else {
      Issue.record("refused")
      return
    }
    #expect(first.state == .began)
    var end = start.doubtful
    end.state = .ended
    #expect(selection.select(.trajectory(end)) == [.trajectory(end)])
  }

  @Test func aFlightThatCountsOnlyAtItsEndBeginsToo() throws {
    var (selection, doubtful) = try doubting()
    var end = thrown
    end.state = .ended
    var beginning = thrown
    beginning.state = .began
    #expect(selection.select(.trajectory(end)) == [.trajectory(beginning), .trajectory(end)])
    doubtful.state = .ended
    #expect(selection.select(.trajectory(doubtful)).isEmpty)
  }

  @Test func startIsThatOfTheWholeFlight() throws {
    var filter = TrajectoryFilter()
    filter.startRegion = Rectangle(x: 0.5, y: 0, width: 0.5, height: 1)
    var selection = try TrajectorySelection(filter)
    #expect(selection.select(.trajectory(thrown)).isEmpty)
    var later = thrown
    later.detectedPoints = thrown.detectedPoints.suffix(6).map { point in
      var moved = point
      moved.location.x += 0.2
      moved.time = Timestamp(seconds: point.time.seconds + 0.5)
      return moved
    }
    #expect(filter.accepts(later), "its newest points alone lie in the region")
    #expect(selection.select(.trajectory(later)).isEmpty)
  }

  @Test func pathIsCarriedBackAndOnAlongItsCurve() {
    let back = thrown.path(extendedTo: 0.1, count: 4)
    #expect(back.count == 4 && back.last?.x == 0.1)
    for place in back + thrown.path(extendedTo: 0.9) {
      #expect(abs(place.y - thrown.equationCoefficients(place.x)) < 1e-12)
    }
    #expect(thrown.path(extendedTo: 0.4).isEmpty, "between the points there is nothing to extend")
  }

  @Test func extendedTrajectoryKeepsTheOrderOfTime() throws {
    let longer = thrown.extended(to: 0.05).extended(to: 0.95)
    let times = longer.detectedPoints.map(\.time)
    #expect(times == times.sorted())
    #expect(longer.detectedPoints.count == thrown.detectedPoints.count + 20)
    #expect(abs(try #require(longer.detectedPoints.first).location.x - 0.05) < 1e-12)
    #expect(longer.timeRange.start == times.first && longer.timeRange.end == times.last)
  }

  @Test func straightRiseIsNotExtended() {
    let rise = observation(from: Point(x: 0.5, y: 0.9), rise: 0.3, across: 0)
    #expect(rise.extended(to: 0.8) == rise)
  }
}

/// Sixteen points of a symmetric arc over 0.5 s.
private func observation(from start: Point, rise: Double, across: Double) -> TrajectoryObservation {
  let points = (0..<16).map { step in
    let part = Double(step) / 15
    return TrajectoryObservation.DetectedPoint(
      time: Timestamp(seconds: 1 + 0.5 * part),
      location: Point(x: start.x + across * part, y: start.y - 4 * rise * part * (1 - part)), radius: 0.01)
  }
  let curve = Quadratic(fitting: points.map(\.location))
  return TrajectoryObservation(
    uuid: ObservationUUID(), state: .began, time: points[15].time, confidence: 0.9,
    timeRange: TimeRange(from: points[0].time, to: points[15].time), detectedPoints: points,
    projectedPoints: points.suffix(5).map { Point(x: $0.location.x, y: curve($0.location.x)) },
    equationCoefficients: curve, movingAverageRadius: 0.01)
}

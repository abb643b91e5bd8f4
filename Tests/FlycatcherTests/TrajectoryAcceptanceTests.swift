// What is measured of a track, and what that says for a flight.
import Foundation
import Testing

@_spi(Evaluation) @testable import Flycatcher

@Suite struct TrajectoryAcceptanceTests {
  @Test func aFittedParabolaKnowsItsError() {
    let fit = PathFit(points(layers(thrown, count: 12)))
    #expect(fit.significance.y > 20)
    #expect(abs(fit.significance.x) < 1)
  }

  /// Radii a second squared, well measured.
  private func evidence(_ x: Double, _ y: Double, velocity: SIMD2<Double> = SIMD2(20, 0), error: Double = 1) -> Double {
    GravityEvidence(
      acceleration: SIMD2(x, y), variance: SIMD2(repeating: error * error), velocity: velocity
    ).logQuotient
  }

  @Test func onlyWhatPullsDownIsEvidenceOfGravity() {
    // A basketball, a tennis ball, and one for table tennis.
    for gravity in [80.0, 300, 490] { #expect(evidence(0, gravity) > 1.5) }
    for turned in [evidence(150, 0), evidence(-150, 0), evidence(0, -150), evidence(0, 0)] { #expect(turned < -1.5) }
    // What loses speed on its way may fall, too; so may what gains it, as what comes near does, but it is less usual.
    let (losing, gaining) = (evidence(-80, 150, velocity: SIMD2(80, 0)), evidence(80, 150, velocity: SIMD2(80, 0)))
    #expect(losing > gaining)
    #expect(gaining > evidence(80, 150) + 0.5)
    // What is measured badly says nothing.
    #expect(abs(evidence(0, 150, error: 2000)) < 0.3)
    // Slow motion is possible; it is not usual.
    #expect(evidence(0, 150 / 64, error: 0.1) > 0)
    #expect(evidence(0, 150 / 64, error: 0.1) < evidence(0, 150, error: 0.1))
  }

  private func measured(
    _ place: (Double) -> SIMD2<Double>, radius: Double = 8, color: SIMD4<Float> = SIMD4(200, 128, 128, 0),
    known: KnownTrajectories = KnownTrajectories()
  ) -> TrackMeasurements {
    TrackMeasurements(
      points(layers(place, count: 12, radius: radius, color: color), score: 3), family: 0, grain: 1, known: known,
      crowd: 0)
  }

  @Test func aFilmIsKnownForWhatLookedAlikeBefore() {
    var known = KnownTrajectories()
    let red = SIMD4<Float>(120, 100, 200, 0)
    let ball = measured(thrown)
    #expect(measured(thrown, known: known)[.likeness] == 0)
    known.add(ball, family: 1)
    known.add(ball, family: 2)
    #expect(known.likeness(ball.look, in: ball.box, during: 9...10) == log(3))
    // What moves at the same time says nothing, and so does what is of another color, or size.
    #expect(measured(thrown, known: known)[.likeness] == 0)
    #expect(known.likeness(measured(thrown, color: red).look, in: ball.box, during: 9...10) == 0)
    #expect(known.likeness(measured(thrown, radius: 16).look, in: ball.box, during: 9...10) == 0)
    // What goes straight on tells against what looks like it, for half a minute.
    let straight = measured({ SIMD2(50 + 240 * $0, 300) }, color: red)
    #expect(straight.isWithoutGravity && !measured(thrown, color: red).isWithoutGravity)
    known.note(straight)
    known.note(measured(thrown, color: red))
    #expect(known.likeness(straight.look, in: straight.box, during: 9...10) == -log(2))
    #expect(known.likeness(straight.look, in: straight.box, during: 39...40) == 0)
    #expect(known.likeness(ball.look, in: ball.box, during: 9...10) == log(3))
    known.remove(family: 2)
    #expect(known.likeness(ball.look, in: ball.box, during: 9...10) == log(2))
  }

  @Test func whatMovesInACornerTellsOfThatCorner() {
    var known = KnownTrajectories()
    known.picture = PlaceBox(low: .zero, high: SIMD2(1920, 1080))
    // The letters of a ticker.
    for _ in 0..<4 { known.note(measured { SIMD2(100 + 240 * $0, 1050) }) }
    let look = measured(thrown).look
    func likeness(around place: SIMD2<Double>) -> Double {
      known.likeness(look, in: PlaceBox(low: place - 50, high: place + 50), during: 9...10)
    }
    #expect(likeness(around: SIMD2(150, 1000)) == -log(5))
    #expect(likeness(around: SIMD2(150, 500)) == 0)
    #expect(likeness(around: SIMD2(1500, 1000)) == 0)
    // One in a third of the picture is expected three times in the whole.
    known.note(measured { SIMD2(1500 + 240 * $0, 500) })
    let third = (50.0 + 384 + 420) * (2 * (50 + 384))
    #expect(abs(likeness(around: SIMD2(1500, 500)) + log(1 + 1920 * 1080 / third)) < 1e-9)
    // Where the picture is not known, all counts.
    known.picture = nil
    #expect(likeness(around: SIMD2(150, 500)) == -log(6))
  }

  @Test func morePointsAreNoMoreDoubtful() {
    func length(_ count: Int) -> Double {
      TrackMeasurements(
        points(layers(thrown, count: count)), family: 0, grain: 1, known: KnownTrajectories(), crowd: 0)[.length]
    }
    #expect(length(12) == log(12))
    #expect(length(64) == log(64))
    #expect(length(251) == length(64))
  }

  @Test func whatIsSwungCountsOnlyWhereItIsLikely() {
    let measured = TrackMeasurements(
      points(layers(thrown, count: 12)), family: 0, grain: 1, known: KnownTrajectories(), crowd: 0)
    #expect(measured[.swing] == asinh(-1))
    #expect(measured.with(swing: -20)[.swing] == asinh(-1))
    #expect(measured.with(swing: 12)[.swing] == asinh(12))
    #expect(measured.with(swing: 12)[.extent] == measured[.extent])
  }

  @Test func whatGoesAwayBecomesSmaller() {
    func growing(by factor: Double) -> ArraySlice<TrackPoint> {
      var candidates = layers(thrown, count: 16)
      for index in candidates.indices { candidates[index].radius = 8 * pow(factor, Double(index) / 15) }
      return points(candidates)
    }
    #expect(abs(SizeFit(growing(by: 0.5)).recession - log(2)) < 0.02)
    #expect(abs(SizeFit(growing(by: 2)).recession + log(2)) < 0.02)
    // A change that noise may have made is none.
    #expect(abs(SizeFit(growing(by: 1.02)).recession) < 0.01)
  }

  @Test(arguments: [(0, -1.5), (7, -1.2), (8, 1.2), (15, 1.2)])
  func whatIsNearForAWhileMovesNotAlong(_ near: Int, _ ratio: Double) throws {
    // The hand that throws moves along at the first points; then the background stays.
    var thrown = points(layers(thrown, count: 16))
    for index in thrown.indices.dropFirst() {
      var difference = DisplacedDifference()
      let isNear = index <= near
      let (most, least) = (Float(2 * exp(near > 0 ? 1.2 : 4) - 2), Float(0))
      difference.surroundings = .init(plain: isNear ? most : least, displaced: isNear ? least : most, count: 1)
      thrown[index].difference = difference
    }
    let measured = TrackMeasurements(thrown, family: 0, grain: 1, known: KnownTrajectories(), crowd: 0)
    #expect(abs(measured[.sharedMotion] - ratio) < 0.02)
  }

  @Test func everyMeasurementOfTheModelHasItsCoefficients() {
    let model = FittedAcceptance.model
    let counts = [model.mean.count, model.scale.count, model.weights.count, FittedAcceptance.names.count]
    #expect(Set(counts).count == 1)
  }

  @Test func aModelOfAnUnknownMeasurementIsNone() {
    func model(_ name: String) -> AcceptanceModel? {
      AcceptanceModel(names: [name], mean: [0], scale: [1], weights: [1], quadraticTerms: [], bias: 0)
    }
    #expect(model("swing") != nil)
    #expect(model("swinging") == nil)
  }

  @Test func aBoxOfPlacesHasItsBorder() {
    var box = PlaceBox(low: SIMD2(10, 20), high: SIMD2(10, 20))
    box.add(SIMD2(30, 5))
    #expect(box == PlaceBox(low: SIMD2(10, 5), high: SIMD2(30, 20)))
    #expect(box.size == SIMD2(20, 15))
    #expect(box.contains(SIMD2(30, 20)) && !box.contains(SIMD2(30.1, 20)) && !box.contains(SIMD2(20, 4)))
    #expect(box.meets(PlaceBox(low: SIMD2(30, 0), high: SIMD2(40, 5))))
    #expect(!box.meets(PlaceBox(low: SIMD2(31, 0), high: SIMD2(40, 50))))
    #expect(PlaceBox.everywhere.contains(SIMD2(-1e9, 1e9)) && PlaceBox.everywhere.meets(box))
  }
}

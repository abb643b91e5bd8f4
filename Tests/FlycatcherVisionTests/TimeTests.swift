// Core Media's times: exact where they can be, marked where they cannot.
import FlycatcherVision
import Foundation
import Testing

@Suite struct TimeTests {
  @Test func sumsOfDifferentScalesAreExact() {
    let sum = CMTime(value: 1, timescale: 3) + CMTime(value: 1, timescale: 600)
    #expect(sum.value == 201 && sum.timescale == 600 && !sum.hasBeenRounded)
    // A second in thirds, a thousand and one times, is no multiple of a rounded third.
    var total = CMTime.zero
    for _ in 0..<3003 { total = total + CMTimeMake(value: 1001, timescale: 30000) }
    #expect(total == CMTimeMake(value: 3003 * 1001, timescale: 30000) && !total.hasBeenRounded)
    #expect(CMTimeSubtract(total, total) == .zero)
  }

  @Test func whatDoesNotFitIsMarkedAsRounded() {
    // The least common multiple of two large primes fits no scale.
    let sum = CMTime(value: 1, timescale: 2_147_483_629) + CMTime(value: 1, timescale: 2_147_483_587)
    #expect(sum.hasBeenRounded && abs(sum.seconds - 2.0 / 2_147_483_600) < 1e-9)
    let farOff = CMTime(value: .max, timescale: 1) + CMTime(value: 1, timescale: 1)
    #expect(farOff.isPositiveInfinity)
    #expect((CMTime(value: .min, timescale: 1) - CMTime(value: 1, timescale: 1)).isNegativeInfinity)
  }

  @Test func timesThatAreNoNumbersGoThroughSums() {
    let second = CMTime(value: 1, timescale: 1)
    #expect(!(second + .invalid).isValid && !(CMTime.positiveInfinity - .positiveInfinity).isValid)
    #expect((second + .indefinite).isIndefinite && (CMTime.indefinite + .positiveInfinity).isIndefinite)
    #expect((second - .positiveInfinity).isNegativeInfinity && (CMTime.positiveInfinity + second).isPositiveInfinity)
    #expect(CMTimeGetSeconds(.positiveInfinity) == .infinity && CMTimeGetSeconds(.invalid).isNaN)
    #expect(!CMTime(value: 1, timescale: 0).isValid && !CMTime(seconds: .nan, preferredTimescale: 600).isValid)
  }

  @Test func orderAndEqualityAreThoseOfMoments() {
    let (half, quarters) = (CMTime(value: 1, timescale: 2), CMTime(value: 2, timescale: 4))
    #expect(half == quarters && half.hashValue == quarters.hashValue && Set([half, quarters]).count == 1)
    let ordered: [CMTime] = [
      .negativeInfinity, CMTime(value: -1, timescale: 2), .zero, CMTime(value: .max, timescale: 1), .indefinite,
      .positiveInfinity, .invalid,
    ]
    for (earlier, later) in zip(ordered, ordered.dropFirst()) {
      #expect(earlier < later && CMTimeCompare(later, earlier) == 1)
    }
    #expect(CMTimeMinimum(half, .zero) == .zero && CMTimeMaximum(half, .zero) == half)
    #expect(CMTimeAbsoluteValue(CMTime(value: -3, timescale: 2)) == CMTime(value: 3, timescale: 2))
  }

  @Test func productsAreExactWhereTheyCanBe() {
    let frame = CMTimeMake(value: 1001, timescale: 30000)
    #expect(CMTimeMultiply(frame, multiplier: 30) == CMTimeMake(value: 1001, timescale: 1000))
    let third = CMTimeMultiplyByRatio(CMTimeMake(value: 1, timescale: 1), multiplier: 1, divisor: 3)
    #expect(third.timescale == 3 && third.value == 1 && !third.hasBeenRounded)
    #expect(!CMTimeMultiplyByRatio(frame, multiplier: 1, divisor: 0).isValid)
    #expect(CMTimeMultiplyByFloat64(CMTimeMake(value: 10, timescale: 600), multiplier: 0.5).value == 5)
  }

  @Test(arguments: [
    (CMTimeRoundingMethod.roundHalfAwayFromZero, 2, -2), (.roundTowardZero, 1, -1), (.roundAwayFromZero, 2, -2),
    (.roundTowardPositiveInfinity, 2, -1), (.roundTowardNegativeInfinity, 1, -2), (.quickTime, 1, -1),
  ])
  func scalesAreConvertedAsAsked(_ method: CMTimeRoundingMethod, up: Int64, down: Int64) {
    let (positive, negative) = (CMTime(value: 3, timescale: 2), CMTime(value: -3, timescale: 2))
    let converted = CMTimeConvertScale(positive, timescale: 1, method: method)
    #expect(converted.value == up && converted.hasBeenRounded)
    #expect(negative.convertScale(1, method: method).value == down)
    #expect(!positive.convertScale(4, method: method).hasBeenRounded)
  }

  @Test func secondsAreTheNearestMultiple() {
    let time = CMTime(seconds: 0.3334, preferredTimescale: 600)
    #expect(time.value == 200 && time.hasBeenRounded)
    #expect(!CMTime(seconds: 0.5, preferredTimescale: 600).hasBeenRounded)
    #expect(CMTime(seconds: 1e300, preferredTimescale: 600).isPositiveInfinity)
  }

  @Test func rangesHoldTheirStartAndNotTheirEnd() {
    let range = CMTimeRangeMake(start: CMTimeMake(value: 1, timescale: 1), duration: CMTimeMake(value: 2, timescale: 1))
    #expect(range.containsTime(range.start) && !CMTimeRangeContainsTime(range, time: CMTimeRangeGetEnd(range)))
    let open = CMTimeRange(start: .zero, duration: .indefinite)
    #expect(open.isIndefinite && open.containsTime(CMTimeMake(value: 1_000_000, timescale: 1)))
    let other = CMTimeRangeFromTimeToTime(start: .zero, end: CMTimeMake(value: 2, timescale: 1))
    #expect(range.intersection(other).duration.seconds == 1 && range.union(other).duration.seconds == 3)
    #expect(!CMTimeRange.invalid.isValid && CMTimeRange.zero.isEmpty)
    #expect(!CMTimeRange(start: .zero, duration: CMTimeMake(value: -1, timescale: 1)).isValid)
  }
}

@Suite struct GeometryTests {
  private let region = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)

  @Test func pointsAndRectanglesGoToPixelsAndBack() {
    #expect(VNImagePointForNormalizedPoint(CGPoint(x: 0.5, y: 0.25), 640, 480) == CGPoint(x: 320, y: 120))
    #expect(VNNormalizedPointForImagePoint(CGPoint(x: 320, y: 120), 640, 480) == CGPoint(x: 0.5, y: 0.25))
    let rect = CGRect(x: 0.25, y: 0.5, width: 0.25, height: 0.125)
    #expect(VNImageRectForNormalizedRect(rect, 640, 480) == CGRect(x: 160, y: 240, width: 160, height: 60))
    #expect(VNNormalizedRectForImageRect(CGRect(x: 160, y: 240, width: 160, height: 60), 640, 480) == rect)
  }

  @Test func regionsAreTakenIntoAccount() {
    let point = VNImagePointForNormalizedPointUsingRegionOfInterest(CGPoint(x: 0.5, y: 1), 640, 480, region)
    #expect(point == CGPoint(x: 320, y: 360))
    #expect(VNNormalizedPointForImagePointUsingRegionOfInterest(point, 640, 480, region) == CGPoint(x: 0.5, y: 1))
    let rect = VNImageRectForNormalizedRectUsingRegionOfInterest(VNNormalizedIdentityRect, 640, 480, region)
    #expect(rect == CGRect(x: 160, y: 240, width: 320, height: 120))
    #expect(VNNormalizedRectForImageRectUsingRegionOfInterest(rect, 640, 480, region) == VNNormalizedIdentityRect)
    #expect(VNNormalizedRectIsIdentityRect(VNNormalizedIdentityRect) && !VNNormalizedRectIsIdentityRect(region))
  }

  @Test func orientationsHaveTheNumbersOfEXIF() {
    #expect(CGImagePropertyOrientation.allCases.map(\.rawValue) == Array(1...8))
    #expect(CGImagePropertyOrientation.right.rawValue == 6 && CGImagePropertyOrientation.left.rawValue == 8)
  }

  @Test func normalizedPlacesFlip() {
    let size = CGSize(width: 200, height: 100)
    let point = NormalizedPoint(x: 0.25, y: 0.25)
    #expect(point.toImageCoordinates(size) == CGPoint(x: 50, y: 25))
    #expect(point.toImageCoordinates(size, origin: .upperLeft) == CGPoint(x: 50, y: 75))
    #expect(NormalizedPoint(imagePoint: CGPoint(x: 50, y: 25), in: size) == point)
    let rect = NormalizedRect(x: 0.25, y: 0.25, width: 0.5, height: 0.25)
    #expect(rect.toImageCoordinates(size, origin: .upperLeft) == CGRect(x: 50, y: 50, width: 100, height: 25))
    #expect(NormalizedRect(imageRect: CGRect(x: 50, y: 25, width: 100, height: 25), in: size) == rect)
  }
}

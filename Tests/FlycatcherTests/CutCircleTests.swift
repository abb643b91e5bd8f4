// Round things that the border of the picture cuts.
import Testing

@testable import Flycatcher

@Suite struct CutCircleTests {
  private static let side = 100

  /// The sums of the pixels of a picture of 100 × 100 that lie in a shape.
  private static func piece(_ contains: (SIMD2<Double>) -> Bool) -> ComponentSums {
    var sums = ComponentSums()
    for y in 0..<side {
      for x in 0..<side where contains(SIMD2(Double(x), Double(y)) + 0.5) {
        sums.area += 1
        sums.weight += 1
        sums.x += Double(x)
        sums.y += Double(y)
        sums.xx += Double(x * x)
        sums.xy += Double(x * y)
        sums.yy += Double(y * y)
        (sums.minX, sums.maxX) = (min(sums.minX, x), max(sums.maxX, x))
        (sums.minY, sums.maxY) = (min(sums.minY, y), max(sums.maxY, y))
      }
    }
    return sums
  }

  private static func disc(at center: SIMD2<Double>, radius: Double) -> ComponentSums {
    piece { magnitude($0 - center) < radius }
  }

  @Test(arguments: [5.0, 12, 30], [0.1, 0.4, 0.8])
  func aDiscIsWhereItIsThoughABorderCutsIt(radius: Double, inside: Double) throws {
    let (end, depth) = (Double(Self.side), inside * radius)
    for (center, border) in [
      (SIMD2(depth, 48.3), PictureSides.left), (SIMD2(48.3, depth), .top), (SIMD2(end - depth, 51.2), .right),
      (SIMD2(51.2, end - depth), .bottom),
    ] {
      let circle = try #require(Self.disc(at: center, radius: radius).circle(cutAt: border))
      // A disc of few pixels has no sharper place itself.
      #expect(magnitude(circle.place - center) < 0.3 + 0.03 * radius, "\(circle.place) instead of \(center)")
      #expect(abs(circle.minor - radius) < 0.3 + 0.03 * radius)
    }
  }

  @Test func whatIsBlurredAlongTheBorderIsNearerToItsPlace() throws {
    let center = SIMD2(50.0, 4)
    let streak = Self.piece { place in
      let away = max(abs(place.x - center.x) - 2, 0)
      return magnitude(SIMD2(away, place.y - center.y)) < 10
    }
    let circle = try #require(streak.circle(cutAt: .top))
    let seen = try #require(streak.ellipse)
    #expect(magnitude(circle.place - center) < 0.7 * magnitude(seen.place - center))
  }

  @Test func whatIsNoSegmentOfACircleIsNoCircle() {
    // Bars, what two sides cut, and what none does.
    #expect(Self.piece { $0.y < 6 && abs($0.x - 50) < 20 }.circle(cutAt: .top) == nil)
    #expect(Self.piece { $0.y < 30 && abs($0.x - 50) < 6 }.circle(cutAt: .top) == nil)
    #expect(Self.disc(at: SIMD2(4, 4), radius: 10).circle(cutAt: [.left, .top]) == nil)
    #expect(Self.disc(at: SIMD2(50, 50), radius: 10).circle(cutAt: []) == nil)
  }

  @Test func aDiscThatTouchesTheBorderIsWhereItIs() throws {
    let circle = try #require(Self.disc(at: SIMD2(50, 10), radius: 10).circle(cutAt: .top))
    #expect(magnitude(circle.place - SIMD2(50, 10)) < 0.1)
  }
}

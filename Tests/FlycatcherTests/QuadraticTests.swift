import Flycatcher
import Testing

@Suite struct QuadraticTests {
  /// Points, coefficients and projections that Vision itself gave for one observation (its origin is the lower left corner).
  @Test func leastSquaresAgreesWithVision() {
    let points = [
      (0.027778, 0.801562), (0.073618, 0.749221), (0.101400, 0.752338), (0.113900, 0.766406), (0.119444, 0.767187),
      (0.122233, 0.774219), (0.130556, 0.789063), (0.136111, 0.789063), (0.144444, 0.801562), (0.159733, 0.837897),
    ].map { Point(x: $0.0, y: $0.1) }
    let curve = Quadratic(fitting: points)
    #expect(abs(curve.a - 15.573865) < 1e-4)
    #expect(abs(curve.b + 2.6386108) < 1e-4)
    #expect(abs(curve.c - 0.86183345) < 1e-4)
    let projected = [0.771996, 0.782801, 0.791214, 0.805637, 0.837722]
    for (point, expected) in zip(points.suffix(5), projected) {
      #expect(abs(curve(point.x) - expected) < 1e-4)
    }
  }

  @Test func pointsOnACurveGiveItBack() {
    let curve = Quadratic(a: -3, b: 2, c: 0.1)
    let fit = Quadratic(fitting: stride(from: 0.2, to: 0.4, by: 0.01).map { Point(x: $0, y: curve($0)) })
    #expect(abs(fit.a - curve.a) < 1e-6 && abs(fit.b - curve.b) < 1e-6 && abs(fit.c - curve.c) < 1e-6)
  }

  @Test func straightRiseStaysFinite() {
    let fit = Quadratic(fitting: (0..<8).map { Point(x: 0.5, y: 0.1 * Double($0)) })
    #expect(fit.a == 0 && fit.b == 0 && abs(fit.c - 0.35) < 1e-12)
  }

  @Test(arguments: [0, 1, 2])
  func tooFewPointsStayFinite(_ count: Int) {
    let fit = Quadratic(fitting: (0..<count).map { Point(x: 0.1 * Double($0), y: 0.3) })
    #expect(fit.a.isFinite && fit.b.isFinite && fit.c.isFinite)
  }
}

// A bounce between two flights.
import Glibc

/// The bounce that ends one flight and begins the next.
struct Bounce {
  /// The share of the vertical speed that is left.
  let restitution: Estimate
  /// The distance of the two curves where they meet, pixels.
  let distance: Double

  /// The longest time between the last point before and the first one after, seconds.
  private static let longestGap = 0.35
  /// The time by which the flights may overlap.
  private static let longestOverlap = 0.1
  /// The distance at which the curves may pass each other, in radii, and in pixels where the ball is small.
  private static let farthestRadii = 3.0
  private static let farthestPixels = 12.0

  /// - Returns: `nil` where the second flight does not begin with a bounce that ends the first.
  init?(from before: PixelMotion, to after: PixelMotion, radius: Double) {
    let (end, start) = (before.start + before.duration, after.start)
    guard start - end < Self.longestGap, end - start < Self.longestOverlap, before.start < after.start else {
      return nil
    }
    let (earliest, latest) = (min(end, start) - 0.05, max(end, start) + 0.05)
    let guess = (end + start) / 2
    let both = before.coefficients.appending(after.coefficients)
    let time = { (c: [Double]) in
      Self.meeting(c, before.start, after.start, near: guess, from: earliest, to: latest)
    }
    let (c, t) = (both.values, time(both.values))
    let (one, other) = (t - before.start, t - after.start)
    func value(_ index: Int, _ s: Double) -> Double { c[index] + (c[index + 1] + c[index + 2] * s) * s }
    distance = hypot(value(0, one) - value(6, other), value(3, one) - value(9, other))
    guard distance < max(Self.farthestRadii * radius, Self.farthestPixels) else { return nil }
    let speeds = { (c: [Double]) -> (down: Double, up: Double) in
      let t = time(c)
      return (c[4] + 2 * c[5] * (t - before.start), -(c[10] + 2 * c[11] * (t - after.start)))
    }
    let (down, up) = speeds(c)
    guard down > 0, up > 0, up < down * 1.1 else { return nil }
    restitution = both.estimate { values in
      let speeds = speeds(values)
      return speeds.up / max(speeds.down, 1e-9)
    }
  }

  /// The time at which the heights of both curves agree, the nearest to a guess; the guess where they never do.
  private static func meeting(
    _ c: [Double], _ start: Double, _ other: Double, near guess: Double, from earliest: Double, to latest: Double
  ) -> Double {
    // Both as polynomials of the time since the guess.
    func shifted(_ index: Int, _ by: Double) -> (Double, Double, Double) {
      (c[index] + (c[index + 1] + c[index + 2] * by) * by, c[index + 1] + 2 * c[index + 2] * by, c[index + 2])
    }
    let (p, q) = (shifted(3, guess - start), shifted(9, guess - other))
    let (k, l, m) = (p.0 - q.0, p.1 - q.1, p.2 - q.2)
    let root = l * l - 4 * m * k
    guard root >= 0 else { return guess }
    // The root of smaller size, which stays exact where the curves bend alike.
    let s = l == 0 && root == 0 ? 0 : -2 * k / (l + (l < 0 ? -root.squareRoot() : root.squareRoot()))
    return min(max(guess + s, earliest), latest)
  }
}

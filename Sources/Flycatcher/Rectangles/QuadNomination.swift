// The check of four corners given by a user, made once, where they come in.

extension Quad {
  /// The sine of the smallest angle by which a side may turn into the next one.
  private static let leastSine = 0.05
  /// The least length of a side, as a part of the perimeter.
  private static let leastSide = 0.005

  /// Checks that the corners can be tracked.
  ///
  /// - Throws: `FlycatcherError` naming the fault: not finite, far outside, crossing itself, hollow, flat or tiny, or
  ///   three corners that lie almost in line.
  func checkNomination() throws(FlycatcherError) {
    try checkShape()
    let sides = self.sides
    let perimeter = sides.reduce(0) { $0 + $1.length }
    for k in 0..<4 {
      let (side, next) = (sides[k], sides[(k + 1) & 3])
      guard side.length >= Self.leastSide * perimeter else {
        throw refusal("four corners, no two of them in one place")
      }
      let turn = side.step.x * next.step.y - side.step.y * next.step.x
      guard abs(turn) > Self.leastSine * side.length * next.length else {
        throw refusal("four corners, no three of them almost in line: every side must turn by at least 3°")
      }
    }
  }

  /// Checks that the corners are those of a rectangle in perspective.
  ///
  /// - Throws: `FlycatcherError` if they are not, or if it does not reach into the picture.
  func checkShape() throws(FlycatcherError) {
    let places = corners.map { SIMD2($0.x, $0.y) }
    guard places.allSatisfy({ $0.x.isFinite && $0.y.isFinite && abs($0.x - 0.5) <= 4.5 && abs($0.y - 0.5) <= 4.5 })
    else { throw refusal("eight finite numbers, from -4 to 5") }
    var (turns, area) = ([Double](), 0.0)
    for k in 0..<4 {
      let (p, q, r) = (places[k], places[(k + 1) & 3], places[(k + 2) & 3])
      turns.append((q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x))
      area += (p.x * q.y - q.x * p.y) / 2
    }
    guard turns.allSatisfy({ $0 > 0 }) || turns.allSatisfy({ $0 < 0 }) else {
      throw refusal(
        "four corners in order around it (top left, top right, bottom right, bottom left), no three in line")
    }
    let perimeter = sides.reduce(0) { $0 + $1.length }
    guard abs(area) >= 2e-5, abs(area) >= 0.002 * perimeter * perimeter else {
      throw refusal("at least a few pixels long and wide, and not flat")
    }
    let (xs, ys) = (places.map(\.x), places.map(\.y))
    let isInReach = xs.contains { $0 > 0 } && xs.contains { $0 < 1 } && ys.contains { $0 > 0 } && ys.contains { $0 < 1 }
    guard isInReach else { throw refusal("at least partly in the picture, which reaches from 0,0 to 1,1") }
  }

  private var sides: [(step: SIMD2<Double>, length: Double)] {
    let places = corners.map { SIMD2($0.x, $0.y) }
    return (0..<4).map { k in
      let step = places[(k + 1) & 3] - places[k]
      return (step, (step * step).sum().squareRoot())
    }
  }

  private func refusal(_ words: String) -> FlycatcherError {
    let text = corners.map { "\($0.x),\($0.y)" }.joined(separator: ",")
    return FlycatcherError(.nominationRefused, setting: "corners", value: text, allowed: .words(words))
  }
}

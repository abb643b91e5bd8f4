// Whether four corners given by a user can be followed: checked once, where they come in.

extension Quad {
  /// - Throws: `FlycatcherError` naming what is wrong: not finite, far outside, crossing itself, hollow, flat or tiny.
  func checkNomination() throws(FlycatcherError) {
    let places = corners.map { SIMD2($0.x, $0.y) }
    let text = places.map { "\($0.x),\($0.y)" }.joined(separator: ",")
    guard places.allSatisfy({ $0.x.isFinite && $0.y.isFinite && abs($0.x - 0.5) <= 4.5 && abs($0.y - 0.5) <= 4.5 })
    else {
      throw .outOfRange("The rectangle", text, allowed: "eight finite numbers, from -4 to 5")
    }
    var (turns, area) = ([Double](), 0.0)
    for k in 0..<4 {
      let (p, q, r) = (places[k], places[(k + 1) & 3], places[(k + 2) & 3])
      turns.append((q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x))
      area += (p.x * q.y - q.x * p.y) / 2
    }
    guard turns.allSatisfy({ $0 > 0 }) || turns.allSatisfy({ $0 < 0 }) else {
      throw .outOfRange(
        "The rectangle", text,
        allowed:
          "four corners in order around it (top left, top right, bottom right, bottom left), no three in line"
      )
    }
    let perimeter = (0..<4).reduce(0.0) { sum, k in
      let side = places[(k + 1) & 3] - places[k]
      return sum + (side * side).sum().squareRoot()
    }
    guard abs(area) >= 2e-5, abs(area) >= 0.002 * perimeter * perimeter else {
      throw .outOfRange("The rectangle", text, allowed: "at least a few pixels long and wide, and not flat")
    }
    let (xs, ys) = (places.map(\.x), places.map(\.y))
    let isInReach = xs.contains { $0 > 0 } && xs.contains { $0 < 1 } && ys.contains { $0 > 0 } && ys.contains { $0 < 1 }
    guard isInReach else {
      throw .outOfRange("The rectangle", text, allowed: "at least partly in the picture, which reaches from 0,0 to 1,1")
    }
  }
}

// Quads that four lines may form: every cycle of sides that are edges for the most part, scored by how much of them
// is seen.

/// The limits within which a quad counts as a rectangle seen in perspective.
struct QuadLimits {
  var minimumAspectRatio: Float
  var maximumAspectRatio: Float
  /// Sine of the greatest deviation of an angle from 90°.
  var sineTolerance: Float
  /// Shortest side, pixels.
  var minimumSide: Float
  /// Size of the picture: corners lie in it, or a little beyond where it cuts them off.
  var width: Float
  var height: Float
  /// The maximum distance of a corner beyond the picture, relative to its longer dimension.
  var overhang: Float

  /// Returns a Boolean value indicating whether a corner may lie at a place.
  func admits(corner place: SIMD2<Float>) -> Bool {
    let margin = overhang * max(width, height)
    return min(place.x, place.y) > -margin && place.x < width + margin && place.y < height + margin
  }

  /// Returns the positions between which a line runs in the picture.
  func visible(_ line: EdgeLine) -> ClosedRange<Float> {
    var (from, to) = (-Float.infinity, Float.infinity)
    for (start, step, end) in [(line.origin.x, line.direction.x, width), (line.origin.y, line.direction.y, height)]
    where abs(step) > 1e-4 {
      from = max(from, min(-start / step, (end - start) / step))
      to = min(to, max(-start / step, (end - start) / step))
    }
    return min(from, to)...to
  }

  /// Returns the side of a square of the quad's area, relative to that of the picture.
  func size(_ quad: PixelQuad) -> Float { (max(quad.area, 0) / (width * height)).squareRoot() }

  func admits(_ quad: PixelQuad) -> Bool {
    guard quad.isConvex else { return false }
    let across = (quad.side(0) + quad.side(2)) / 2
    let down = (quad.side(1) + quad.side(3)) / 2
    let (short, long) = (min(across, down), max(across, down))
    guard short >= minimumSide, short >= minimumAspectRatio * long, short <= maximumAspectRatio * long else {
      return false
    }
    for k in 0..<4 {
      let (u, v) = (quad[k + 1] - quad[k], quad[k + 3] - quad[k])
      let cosine = (u * v).sum()
      guard cosine * cosine <= sineTolerance * sineTolerance * (u * u).sum() * (v * v).sum() else { return false }
    }
    return true
  }
}

/// Four lines that may be the sides of a rectangle.
struct QuadHypothesis {
  var corners: PixelQuad
  /// The log-odds of its being a rectangle, by the lines alone.
  var score: Float { evidence.logOdds }
  /// For every side the sign of its edge: 1 where it is brighter inside, 0 where that changes.
  var polarity: SIMD4<Float>
  /// What the lines say for it.
  var evidence: LineEvidence
}

/// Searches the quads among lines. Time and memory are bounded by the number of lines.
struct QuadSearch {
  private let parameters: RectangleDetector.Parameters.Quads
  /// The maximum number of hypotheses held while they are searched for, and kept.
  private let most: Int
  private let kept: Int

  private(set) var hypotheses: [QuadHypothesis] = []
  /// position[a * 64 + b]: where line b crosses line a, along a.
  private var position: [Float] = Array(repeating: 0, count: 64 * 64)
  /// For every line the positions between which it runs in the picture.
  private var visible: [ClosedRange<Float>] = []
  /// Lines that cross line a at about a right angle, within reach of both.
  private var crossing: [UInt64] = Array(repeating: 0, count: 64)
  /// sides[a * 64 + b]: the lines d such that line a is an edge between b and d.
  private var sides: [UInt64] = Array(repeating: 0, count: 64 * 64)
  private var least = -Float.infinity

  init(_ parameters: RectangleDetector.Parameters) {
    self.parameters = parameters.quads
    (most, kept) = (parameters.effort.hypotheses, parameters.effort.kept)
  }

  mutating func search(_ edges: borrowing EdgeLines, limits: QuadLimits) {
    hypotheses.removeAll(keepingCapacity: true)
    least = -.infinity
    findCrossings(edges, limits)
    findSides(edges, limits)
    for a in edges.lines.indices {
      var others = crossing[a] & above(a)
      while others != 0 {
        let b = others.trailingZeroBitCount
        others &= others &- 1
        searchQuads(a, b, edges, limits)
      }
    }
    hypotheses.sort { $0.score > $1.score }
    if hypotheses.count > kept { hypotheses.removeLast(hypotheses.count - kept) }
  }

  private mutating func findCrossings(_ edges: borrowing EdgeLines, _ limits: QuadLimits) {
    let lines = edges.lines
    visible.removeAll(keepingCapacity: true)
    for line in lines { visible.append(limits.visible(line)) }
    for a in lines.indices { crossing[a] = 0 }
    for a in lines.indices {
      for b in a + 1..<max(a + 1, lines.count) {
        let (p, q) = (lines[a], lines[b])
        let cosine = (p.direction * q.direction).sum()
        guard abs(cosine) < limits.sineTolerance else { continue }
        let sine = p.direction.x * q.direction.y - p.direction.y * q.direction.x
        let between = q.origin - p.origin
        let s = (between.x * q.direction.y - between.y * q.direction.x) / sine
        let place = p.origin + p.direction * s
        let t = q.position(of: place)
        guard limits.admits(corner: place), isWithinReach(s, of: p), isWithinReach(t, of: q) else { continue }
        position[a * 64 + b] = s
        position[b * 64 + a] = t
        crossing[a] |= 1 << UInt64(b)
        crossing[b] |= 1 << UInt64(a)
      }
    }
  }

  private func isWithinReach(_ position: Float, of line: EdgeLine) -> Bool {
    let reach = parameters.reach + parameters.reachShare * (line.last - line.first)
    return position > line.first - reach && position < line.last + reach
  }

  private mutating func findSides(_ edges: borrowing EdgeLines, _ limits: QuadLimits) {
    for a in edges.lines.indices {
      for b in edges.lines.indices { sides[a * 64 + b] = 0 }
      var first = crossing[a]
      while first != 0 {
        let b = first.trailingZeroBitCount
        first &= first &- 1
        var second = first
        while second != 0 {
          let d = second.trailingZeroBitCount
          second &= second &- 1
          let (s, t) = (position[a * 64 + b], position[a * 64 + d])
          let length = abs(s - t)
          guard length >= parameters.leastSide * limits.minimumSide else { continue }
          let covered = edges.covered(edges.lines[a], from: min(s, t), to: max(s, t))
          let inside = (min(s, t)...max(s, t)).clamped(to: visible[a])
          let visibleLength = inside.upperBound - inside.lowerBound
          guard visibleLength >= parameters.visible * length, covered >= parameters.coverage * visibleLength else {
            continue
          }
          sides[a * 64 + b] |= 1 << UInt64(d)
          sides[a * 64 + d] |= 1 << UInt64(b)
        }
      }
    }
  }

  /// The lines numbered higher than one.
  private func above(_ line: Int) -> UInt64 { ~((2 << UInt64(line)) &- 1) }

  /// Quads whose lowest-numbered line is a, with b beside it.
  private mutating func searchQuads(_ a: Int, _ b: Int, _ edges: borrowing EdgeLines, _ limits: QuadLimits) {
    var opposite = sides[b * 64 + a] & above(a)
    while opposite != 0 {
      let c = opposite.trailingZeroBitCount
      opposite &= opposite &- 1
      var fourth = sides[a * 64 + b] & sides[c * 64 + b] & above(b)
      while fourth != 0 {
        let d = fourth.trailingZeroBitCount
        fourth &= fourth &- 1
        guard sides[d * 64 + a] & (1 << UInt64(c)) != 0 else { continue }
        consider((a, b, c, d), edges, limits)
      }
    }
  }

  private mutating func consider(_ l: (Int, Int, Int, Int), _ edges: borrowing EdgeLines, _ limits: QuadLimits) {
    func corner(_ m: Int, _ n: Int) -> SIMD2<Float> {
      edges.lines[m].origin + edges.lines[m].direction * position[m * 64 + n]
    }
    // Side k runs from corner k to corner k + 1 on line `order[k]`.
    var quad = PixelQuad(a: corner(l.0, l.3), b: corner(l.0, l.1), c: corner(l.1, l.2), d: corner(l.2, l.3))
    var order = SIMD4(l.0, l.1, l.2, l.3)
    if quad.area < 0 {
      quad = PixelQuad(a: quad.a, b: quad.d, c: quad.c, d: quad.b)
      order = SIMD4(l.3, l.2, l.1, l.0)
    }
    guard limits.admits(quad) else { return }
    var polarity = SIMD4<Float>.zero
    let evidence = evidence(quad, order, edges, limits, &polarity)
    guard evidence.logOdds > least else { return }
    hypotheses.append(QuadHypothesis(corners: quad, polarity: polarity, evidence: evidence))
    if hypotheses.count == most {
      hypotheses.sort { $0.score > $1.score }
      hypotheses.removeLast(most - most / 4)
      least = hypotheses[hypotheses.count - 1].score
    }
  }

  private func evidence(
    _ quad: PixelQuad, _ order: SIMD4<Int>, _ edges: borrowing EdgeLines, _ limits: QuadLimits,
    _ polarity: inout SIMD4<Float>
  ) -> LineEvidence {
    var (covered, length) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var (within, beyond) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var salience = SIMD4<Float>.zero
    for k in 0..<4 {
      let line = edges.lines[order[k]]
      let (from, to) = (quad[k], quad[k + 1])
      var (s, t) = (line.position(of: from), line.position(of: to))
      let isForward = s < t
      // The bright side is on the left of a line; the inside is on the right of a clockwise side.
      polarity[k] = line.changesSense ? 0 : isForward ? -1 : 1
      if s > t { swap(&s, &t) }
      // What the picture cuts off speaks neither for nor against it.
      (s, t) = (max(s, visible[order[k]].lowerBound), min(t, visible[order[k]].upperBound))
      length[k] = max(t - s, 1)
      covered[k] = edges.covered(line, from: s, to: t)
      salience[k] = line.salience / max(line.covered, 1)
      let window = min(0.12 * length[k], 30)
      let (first, last) = (2 * k + (isForward ? 0 : 1), 2 * k + (isForward ? 1 : 0))
      within[first] = edges.covered(line, from: s + 2, to: s + 2 + window) / window
      within[last] = edges.covered(line, from: t - 2 - window, to: t - 2) / window
      beyond[first] = edges.covered(line, from: s - 3 - window, to: s - 3) / window
      beyond[last] = edges.covered(line, from: t + 3, to: t + 3 + window) / window
    }
    return LineEvidence(
      covered: covered, length: length, within: within, beyond: beyond, polarity: polarity, salience: salience,
      size: limits.size(quad))
  }
}

// Rectangles whose sides are each one piece: four segments that lead into each other. However many there are, every
// one is found in time that grows with the number of segments.

/// Follows segments around corners.
struct SegmentCircuits {
  private(set) var hypotheses: [QuadHypothesis] = []
  /// For every segment the one that goes on at its end around a corner to the left, and to the right; -1: none.
  private var left: [Int] = []
  private var right: [Int] = []
  /// The segments by the x of their starts.
  private var byStart: [Int] = []
  private let parameters: RectangleDetector.Parameters.Circuits

  init(_ parameters: RectangleDetector.Parameters) { self.parameters = parameters.circuits }

  /// - Parameter segments: the bright side is on the left of each, so that around a rectangle they all run one way.
  mutating func search(_ segments: [LineSegment], limits: QuadLimits) {
    hypotheses.removeAll(keepingCapacity: true)
    byStart.removeAll(keepingCapacity: true)
    byStart.append(contentsOf: segments.indices)
    byStart.sort { segments[$0].start.x < segments[$1].start.x }
    findNext(segments, sineTolerance: limits.sineTolerance)
    for first in segments.indices {
      close(from: first, segments, left, limits, polarity: 1)
      close(from: first, segments, right, limits, polarity: -1)
    }
    hypotheses.sort { $0.score > $1.score }
  }

  private mutating func findNext(_ segments: [LineSegment], sineTolerance: Float) {
    left.fill(with: -1, count: segments.count)
    right.fill(with: -1, count: segments.count)
    for index in segments.indices {
      let segment = segments[index]
      let (reach, from) = (
        min(parameters.widestGap, parameters.gap + parameters.gapShare * segment.length), segment.end
      )
      var nearest = (left: reach, right: reach)
      for other in byStart[firstStart(atLeast: from.x - reach, segments)...] {
        let next = segments[other]
        guard next.start.x <= from.x + reach else { break }
        guard abs(next.start.y - from.y) <= reach, other != index,
          abs((segment.direction * next.direction).sum()) < sineTolerance
        else { continue }
        let gap = next.start - from
        let distance = (gap * gap).sum().squareRoot()
        guard distance <= parameters.gap + parameters.gapShare * next.length else { continue }
        let turn = segment.direction.x * next.direction.y - segment.direction.y * next.direction.x
        if turn < 0, distance < nearest.left { (nearest.left, left[index]) = (distance, other) }
        if turn > 0, distance < nearest.right { (nearest.right, right[index]) = (distance, other) }
      }
    }
  }

  /// The first of `byStart` whose x is not less than `x`.
  private func firstStart(atLeast x: Float, _ segments: [LineSegment]) -> Int {
    var (low, high) = (0, byStart.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[byStart[middle]].start.x < x { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds the quad whose lowest-numbered side is `a`, where four sides lead back to it.
  private mutating func close(
    from a: Int, _ segments: [LineSegment], _ next: [Int], _ limits: QuadLimits, polarity: Float
  ) {
    let b = next[a]
    guard b > a, next[b] > a, next[next[b]] > a, next[next[next[b]]] == a else { return }
    let sides = [segments[a], segments[b], segments[next[b]], segments[next[next[b]]]]
    var corners: [SIMD2<Float>] = []
    for k in 0..<4 {
      guard let corner = Self.crossing(sides[k], sides[(k + 1) & 3]) else { return }
      corners.append(corner)
    }
    let given = PixelQuad(a: corners[0], b: corners[1], c: corners[2], d: corners[3])
    let quad = given.area < 0 ? given.reversed : given
    guard limits.admits(quad) else { return }
    var (covered, lengths, salience) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
    for k in 0..<4 {
      // Side k + 1 runs from corner k to corner k + 1.
      let (along, side) = (corners[(k + 1) & 3] - corners[k], sides[(k + 1) & 3])
      lengths[k] = max((along * along).sum().squareRoot(), 1e-6)
      covered[k] = min(side.length, lengths[k])
      salience[k] = side.contrast.squareRoot()
    }
    let senses = SIMD4<Float>(repeating: polarity)
    hypotheses.append(
      QuadHypothesis(
        corners: quad, polarity: senses,
        evidence: LineEvidence(
          covered: covered, length: lengths, within: SIMD8(repeating: 1), beyond: .zero, polarity: senses,
          salience: salience, size: limits.size(quad))))
  }

  private static func crossing(_ p: LineSegment, _ q: LineSegment) -> SIMD2<Float>? {
    let sine = p.direction.x * q.direction.y - p.direction.y * q.direction.x
    guard abs(sine) > 0.1 else { return nil }
    let between = q.start - p.end
    return p.end + p.direction * ((between.x * q.direction.y - between.y * q.direction.x) / sine)
  }
}

// Straight edges of a picture: edge drawing from gradient maxima, then straight pieces of each chain.
//
// After Topal and Akinlar, "Edge Drawing" (2012) and "EDLines" (2011): chains follow the ridge of the gradient, one
// pixel wide, so a
// straight edge comes out as one piece as long as nothing crosses it.

/// A straight edge. Seen on the screen and looking along its direction, the bright side is on the left, always.
struct LineSegment {
  var start: SIMD2<Float>
  var end: SIMD2<Float>
  /// Unit vector from `start` to `end`.
  var direction: SIMD2<Float>
  var length: Float
  /// Mean height of the gradient along it, as `GradientPicture.magnitude` counts.
  var contrast: Float

  /// The salience: grain and texture make long edges, but faint ones.
  var salience: Float { length * contrast.squareRoot() }
  var middle: SIMD2<Float> { (start + end) * 0.5 }
}

/// Finds straight edges; keeps its scratch memory from picture to picture.
struct LineSegmentFinder {
  private let parameters: RectangleDetector.Parameters.Segments
  /// The maximum number of segments, the most salient first.
  private let most: Int

  private(set) var segments: [LineSegment] = []
  /// For every pixel 0, or twice the number of the chain beside it, plus 1 where the chain passes.
  private var marks: [UInt32] = []
  private var anchors: [Int32] = []
  private var weakAnchors: [Int32] = []
  private var histogram: [Int32] = []
  private var chain: [SIMD2<Float>] = []
  private var heights: [Float] = []
  private var pixels: [Int32] = []
  private var pieces: [Range<Int>] = []

  init(_ parameters: RectangleDetector.Parameters = .init()) {
    self.parameters = parameters.segments
    most = parameters.effort.segments
  }

  mutating func find(in picture: borrowing GradientPicture) {
    segments.removeAll(keepingCapacity: true)
    let count = picture.width * picture.height
    if marks.count == count {
      var all = marks.mutableSpan
      for i in all.indices { all[i] = 0 }
    } else {
      marks = Array(repeating: 0, count: count)
    }
    let threshold = gradientThreshold(picture)
    collectAnchors(picture, threshold: threshold)
    var number: UInt32 = 0
    for anchor in anchors { drawChain(from: Int(anchor), picture, threshold, &number) }
    for anchor in weakAnchors { drawChain(from: Int(anchor), picture, threshold, &number) }
    segments.sort { $0.salience > $1.salience }
    if segments.count > most { segments.removeLast(segments.count - most) }
  }

  /// A multiple of what a quiet part of the picture shows, within bounds that make sense for any camera.
  private mutating func gradientThreshold(_ picture: borrowing GradientPicture) -> Int16 {
    histogram.fill(with: 0, count: 512)
    let all = picture.magnitude.span
    var total: Int32 = 0
    var y = 2
    while y < picture.height - 2 {
      for i in stride(from: y * picture.width + 2, to: (y + 1) * picture.width - 2, by: 3) {
        histogram[Int(min(511, max(0, all[i])))] += 1
        total += 1
      }
      y += 3
    }
    let quiet = Int32(parameters.quietShare * Float(total))
    var below: Int32 = 0
    var level = 0
    while level < 511, below + histogram[level] < quiet {
      below += histogram[level]
      level += 1
    }
    return Int16(min(parameters.mostGradient, max(parameters.leastGradient, Float(level) * parameters.noiseFactor)))
  }

  private mutating func collectAnchors(_ picture: borrowing GradientPicture, threshold: Int16) {
    anchors.removeAll(keepingCapacity: true)
    weakAnchors.removeAll(keepingCapacity: true)
    let (magnitude, dx, dy) = (picture.magnitude.span, picture.dx.span, picture.dy.span)
    let width = picture.width
    let strong = Int16(min(Float(Int16.max), parameters.anchorFactor * Float(threshold)))
    for y in 3..<picture.height - 3 {
      for i in y * width + 3..<(y + 1) * width - 3 {
        let here = magnitude[i]
        guard here > threshold else { continue }
        let step = abs(dx[i]) >= abs(dy[i]) ? 1 : width
        guard here > magnitude[i &- step], here >= magnitude[i &+ step] else { continue }
        let pixel = Int32(truncatingIfNeeded: i)
        if here > strong { anchors.append(pixel) } else { weakAnchors.append(pixel) }
      }
    }
  }

  // MARK: Chains

  private mutating func drawChain(
    from anchor: Int, _ picture: borrowing GradientPicture, _ threshold: Int16, _ number: inout UInt32
  ) {
    guard marks[anchor] == 0 else { return }
    number += 1
    pixels.removeAll(keepingCapacity: true)
    let agreement = parameters.agreement
    walk(from: anchor, sign: -1, picture, threshold, agreement, number, marks: &marks, pixels: &pixels)
    pixels.reverse()
    pixels.append(Int32(truncatingIfNeeded: anchor))
    walk(from: anchor, sign: 1, picture, threshold, agreement, number, marks: &marks, pixels: &pixels)
    guard pixels.count >= Int(parameters.minimumLength) else { return }
    locate(picture)
    splitChain()
  }

  /// Pixels of the chain to places between pixels, by a parabola over the gradient across the edge.
  private mutating func locate(_ picture: borrowing GradientPicture) {
    chain.removeAll(keepingCapacity: true)
    heights.removeAll(keepingCapacity: true)
    let (magnitude, dx, dy) = (picture.magnitude.span, picture.dx.span, picture.dy.span)
    let width = picture.width
    for pixel in pixels {
      let i = Int(pixel)
      let isUpright = abs(dx[i]) >= abs(dy[i])
      let step = isUpright ? 1 : width
      let (before, here, after) = (Float(magnitude[i - step]), Float(magnitude[i]), Float(magnitude[i + step]))
      heights.append(here)
      let offset = peakOffset(before, here, after)
      let place = SIMD2(Float(i % width), Float(i / width)) + 0.5 - Float(GradientPicture.margin)
      chain.append(place + (isUpright ? SIMD2(offset, 0) : SIMD2(0, offset)))
    }
  }

  // MARK: Straight pieces

  /// Splits the chain where it is farthest from its chord until every piece is straight (Ramer, Douglas and Peucker).
  private mutating func splitChain() {
    pieces.removeAll(keepingCapacity: true)
    pieces.append(0..<chain.count)
    while let piece = pieces.popLast() {
      guard piece.count >= Int(parameters.minimumLength) else { continue }
      let start = chain[piece.lowerBound]
      let chord = chain[piece.upperBound - 1] - start
      let length = (chord * chord).sum().squareRoot()
      guard length > 0 else { continue }
      let normal = SIMD2(-chord.y, chord.x) / length
      var farthest: Float = 0
      var place = piece.lowerBound
      for i in piece {
        let distance = abs(((chain[i] - start) * normal).sum())
        if distance > farthest { (farthest, place) = (distance, i) }
      }
      if farthest <= parameters.tolerance + parameters.bend * length {
        fitSegment(piece)
      } else {
        pieces.append(piece.lowerBound..<place)
        pieces.append(place..<piece.upperBound)
      }
    }
  }

  /// The least-squares line through a straight piece, less the two places at each end, where corners are rounded.
  private mutating func fitSegment(_ piece: Range<Int>) {
    let inner = piece.count > 14 ? piece.lowerBound + 2..<piece.upperBound - 2 : piece
    var moments = LineMoments()
    for i in inner { moments.add(chain[i], weight: 1) }
    guard var direction = moments.direction else { return }
    let (first, last) = (chain[piece.lowerBound], chain[piece.upperBound - 1])
    if (direction * (last - first)).sum() < 0 { direction = -direction }
    let middle = moments.mean
    let start = middle + direction * ((first - middle) * direction).sum()
    let end = middle + direction * ((last - middle) * direction).sum()
    let length = ((end - start) * direction).sum()
    guard length >= parameters.minimumLength else { return }
    var contrast: Float = 0
    for i in piece { contrast += heights[i] }
    contrast /= Float(piece.count)
    segments.append(LineSegment(start: start, end: end, direction: direction, length: length, contrast: contrast))
  }
}

/// Follows the ridge from a pixel along its tangent (`sign` 1) or against it (-1), until it fades, turns sharply or
/// meets a chain.
private func walk(
  from anchor: Int, sign: Int, _ picture: borrowing GradientPicture, _ threshold: Int16, _ leastAgreement: Float,
  _ number: UInt32,
  marks allMarks: inout [UInt32], pixels: inout [Int32]
) {
  let (magnitude, dx, dy) = (picture.magnitude.span, picture.dx.span, picture.dy.span)
  let width = picture.width
  var at = anchor
  var marks = allMarks.mutableSpan
  let (own, beside) = (number &* 2 &+ 1, number &* 2)
  marks[at] = own
  while true {
    let (gx, gy) = (Int(dx[at]), Int(dy[at]))
    let isUpright = abs(gx) >= abs(gy)
    // The tangent is (-gy, gx): the gradient turned by a quarter.
    let forward = isUpright ? (gx * sign > 0 ? width : -width) : (gy * sign < 0 ? 1 : -1)
    let across = isUpright ? 1 : width
    if marks[at &- across] == 0 { marks[at &- across] = beside }
    if marks[at &+ across] == 0 { marks[at &+ across] = beside }
    var next = at + forward
    if magnitude[next &- across] > magnitude[next] { next = next &- across }
    if magnitude[at &+ forward &+ across] > magnitude[next] { next = at &+ forward &+ across }
    guard magnitude[next] > threshold, marks[next] == 0 || marks[next] == beside else { return }
    let (nx, ny) = (Int(dx[next]), Int(dy[next]))
    let agreement = gx &* nx &+ gy &* ny
    guard agreement > 0 else { return }
    let lengths = Float(gx &* gx &+ gy &* gy) * Float(nx &* nx &+ ny &* ny)
    guard Float(agreement) * Float(agreement) > leastAgreement * lengths else { return }
    marks[next] = own
    at = next
    pixels.append(Int32(truncatingIfNeeded: at))
  }
}

/// Sums from which the total least-squares line through weighted points follows.
struct LineMoments {
  private(set) var weight: Float = 0
  private var sum = SIMD2<Float>.zero
  private var xx: Float = 0
  private var xy: Float = 0
  private var yy: Float = 0
  /// Sums are taken about the first point: pictures are large and floats short.
  private var base = SIMD2<Float>.zero

  mutating func add(_ point: SIMD2<Float>, weight w: Float) {
    if weight == 0 { base = point }
    let p = point - base
    weight += w
    sum += p * w
    xx += p.x * p.x * w
    xy += p.x * p.y * w
    yy += p.y * p.y * w
  }

  /// The points of a segment, spread evenly over its length.
  mutating func add(_ segment: LineSegment) {
    // Simpson's rule: exact for the second moments.
    add(segment.start, weight: segment.length / 6)
    add(segment.middle, weight: segment.length * 2 / 3)
    add(segment.end, weight: segment.length / 6)
  }

  var mean: SIMD2<Float> { weight > 0 ? base + sum / weight : base }

  /// Unit vector along the line; `nil` where the points fall together.
  var direction: SIMD2<Float>? {
    guard weight > 0 else { return nil }
    let m = sum / weight
    let a = xx / weight - m.x * m.x
    let b = xy / weight - m.x * m.y
    let c = yy / weight - m.y * m.y
    let root = ((a - c) * (a - c) + 4 * b * b).squareRoot()
    let largest = (a + c + root) / 2
    let first = SIMD2(b, largest - a)
    let second = SIMD2(largest - c, b)
    let (f, s) = ((first * first).sum(), (second * second).sum())
    let vector = f > s ? first : second
    let length = max(f, s).squareRoot()
    return length > 0 ? vector / length : nil
  }
}

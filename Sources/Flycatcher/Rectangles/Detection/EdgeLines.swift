// Long straight edges, each gathered from segments that lie on one line: a side of a rectangle is often broken by
// what crosses or covers it.

/// A line, and which parts of it are edges.
struct EdgeLine {
  /// A place on the line, and its unit vector; the bright side is on the left, but where it changes.
  var origin: SIMD2<Float>
  var direction: SIMD2<Float>
  /// The position at which its edges begin, from `origin` along `direction`.
  var first: Float
  /// The position at which its edges end.
  var last: Float
  /// The ends of the outermost edges themselves.
  var firstTip: SIMD2<Float>
  var lastTip: SIMD2<Float>
  /// Total length of its edges.
  var covered: Float
  /// The salience of its edges, as that of segments, all together.
  var salience: Float
  /// A Boolean value indicating whether the bright side changes along it.
  var changesSense = false
  /// The index in `EdgeLines.sums` at which its running sums begin.
  var sumsStart: Int
  /// The number of its running sums.
  var sumsCount: Int

  func position(of point: SIMD2<Float>) -> Float { ((point - origin) * direction).sum() }
  func offset(of point: SIMD2<Float>) -> Float {
    let p = point - origin
    return direction.x * p.y - direction.y * p.x
  }
}

/// Gathers segments to lines; keeps its scratch memory.
struct EdgeLines {
  /// The maximum number of lines, so that a set of them is one 64-bit word.
  static let maximumCount = 64
  /// Pixels to one running sum.
  static let cell: Float = 2
  let parameters: RectangleDetector.Parameters

  var lines: [EdgeLine] = []
  /// Running sums of what is covered, in pixels, for all lines one after the other.
  var sums: [Float] = []
  private var isTaken: [Bool] = []
  private var members: [Int] = []
  private var seeds: [Int] = []

  init(_ parameters: RectangleDetector.Parameters = .init()) { self.parameters = parameters }

  /// - Parameter found: the segments, those that stand out most first.
  mutating func gather(_ found: [LineSegment], minimumCovered: Float) {
    let (most, mostLines) = (parameters.effort.gatheredSegments, parameters.effort.lines)
    let segments = found.count > most ? Array(found.prefix(most)) : found
    lines.removeAll(keepingCapacity: true)
    sums.removeAll(keepingCapacity: true)
    isTaken.fill(with: false, count: segments.count)
    // The longest tell best which way a line runs, and so what else belongs to it.
    seeds.removeAll(keepingCapacity: true)
    seeds.append(contentsOf: segments.indices)
    seeds.sort { (segments[$0].length, $1) > (segments[$1].length, $0) }
    for seed in seeds where !isTaken[seed] {
      guard lines.count < mostLines else { break }
      gatherLine(from: seed, segments, minimumCovered: minimumCovered)
    }
    joinOpposites()
    lines.sort { $0.salience > $1.salience }
    keepTheBest()
  }

  /// Keeps the lines that stand out most, but no more of one direction than leave room for those across: grain
  /// and writing run one way.
  private mutating func keepTheBest() {
    guard lines.count > Self.maximumCount else { return }
    var kept: [EdgeLine] = []
    for line in lines where kept.count < Self.maximumCount {
      let alike = kept.count { abs(($0.direction * line.direction).sum()) > parameters.lines.alike }
      if alike < parameters.effort.alikeLines { kept.append(line) }
    }
    lines = kept
  }

  /// Returns the length of edge on the line between two positions, in pixels.
  func covered(_ line: borrowing EdgeLine, from: Float, to: Float) -> Float {
    guard to > from else { return 0 }
    return sum(line, to) - sum(line, from)
  }

  private func sum(_ line: borrowing EdgeLine, _ position: Float) -> Float {
    let at = (position - line.first) / Self.cell
    guard at > 0 else { return 0 }
    let cell = Int(at)
    guard cell + 1 < line.sumsCount else { return sums[line.sumsStart + line.sumsCount - 1] }
    let (low, high) = (sums[line.sumsStart + cell], sums[line.sumsStart + cell + 1])
    return low + (high - low) * (at - Float(cell))
  }

  private mutating func gatherLine(from seed: Int, _ segments: [LineSegment], minimumCovered: Float) {
    var line = EdgeLine(
      origin: segments[seed].middle, direction: segments[seed].direction, first: -segments[seed].length / 2,
      last: segments[seed].length / 2, firstTip: segments[seed].start, lastTip: segments[seed].end,
      covered: segments[seed].length, salience: segments[seed].salience, sumsStart: sums.count, sumsCount: 0)
    var moments = LineMoments()
    moments.add(segments[seed])
    members.removeAll(keepingCapacity: true)
    members.append(seed)
    isTaken[seed] = true
    for _ in 0..<3 {
      let before = members.count
      for other in segments.indices where !isTaken[other] && belongs(segments[other], to: line) {
        isTaken[other] = true
        members.append(other)
        moments.add(segments[other])
        line.covered += segments[other].length
        line.salience += segments[other].salience
        extend(&line, by: segments[other])
      }
      guard members.count > before else { break }
      refit(&line, moments, segments)
    }
    guard line.covered >= minimumCovered else { return }
    sumCoverage(&line, segments)
    lines.append(line)
  }

  private func extend(_ line: inout EdgeLine, by segment: LineSegment) {
    let (start, end) = (line.position(of: segment.start), line.position(of: segment.end))
    if start < line.first { (line.first, line.firstTip) = (start, segment.start) }
    if end > line.last { (line.last, line.lastTip) = (end, segment.end) }
  }

  private func belongs(_ segment: LineSegment, to line: EdgeLine) -> Bool {
    let limits = parameters.lines
    let sine = line.direction.x * segment.direction.y - line.direction.y * segment.direction.x
    guard abs(sine) < limits.joinedSine * limits.sine, (line.direction * segment.direction).sum() > 0 else {
      return false
    }
    let (start, end) = (line.position(of: segment.start), line.position(of: segment.end))
    let gap = max(start - line.last, line.first - end)
    guard gap < limits.gap + limits.gapShare * (line.covered + segment.length), gap > -limits.overlap * segment.length
    else { return false }
    // Where it goes on without a gap it may bend, as paper does; beside it, and far away, another one begins.
    let overlap = limits.jointOverlap
    let joint =
      gap > -overlap
      ? (start > line.last - overlap ? segment.start - line.lastTip : segment.end - line.firstTip) : .zero
    let isJoined =
      gap > -overlap
      && (joint * joint).sum() < limits.joint * limits.joint + limits.jointShare * line.covered * line.covered
    guard isJoined || abs(sine) < limits.sine else { return false }
    let bend = isJoined ? limits.joinedBend : limits.bend
    let allowed = limits.offset + bend * (line.last - line.first + max(0, gap) + segment.length)
    return abs(line.offset(of: segment.middle)) < allowed && abs(line.offset(of: segment.start)) < limits.ends * allowed
      && abs(line.offset(of: segment.end)) < limits.ends * allowed
  }

  private func refit(_ line: inout EdgeLine, _ moments: LineMoments, _ segments: [LineSegment]) {
    guard let direction = moments.direction else { return }
    line.direction = (direction * line.direction).sum() < 0 ? -direction : direction
    line.origin = moments.mean
    line.first = .infinity
    line.last = -.infinity
    for member in members { extend(&line, by: segments[member]) }
  }

  private mutating func sumCoverage(_ line: inout EdgeLine, _ segments: [LineSegment]) {
    let cells = max(1, Int(((line.last - line.first) / Self.cell).rounded(.up)))
    line.sumsStart = sums.count
    line.sumsCount = cells + 1
    sums.append(contentsOf: repeatElement(0, count: cells + 1))
    for member in members {
      let start = line.position(of: segments[member].start) - line.first
      let end = line.position(of: segments[member].end) - line.first
      let from = max(0, Int((start / Self.cell).rounded()))
      let to = min(cells, Int((end / Self.cell).rounded()))
      for cell in min(from, to)..<to { sums[line.sumsStart + cell + 1] = Self.cell }
    }
    for cell in 0..<cells { sums[line.sumsStart + cell + 1] += sums[line.sumsStart + cell] }
  }
}

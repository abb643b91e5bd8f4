// Sides whose bright hand changes: a gray card before a wall that is brighter here and darker there.

extension EdgeLines {
  /// Adds a line for every two that lie on one line, run opposite ways, and take turns.
  ///
  /// The two edges of a drawn stroke lie beside each other for most of their length: they are left alone.
  mutating func joinOpposites() {
    let count = lines.count
    for i in 0..<count {
      for j in i + 1..<max(i + 1, count) where liesOpposite(lines[i], lines[j]) { join(lines[i], lines[j]) }
    }
  }

  private func liesOpposite(_ p: EdgeLine, _ q: EdgeLine) -> Bool {
    let sine = p.direction.x * q.direction.y - p.direction.y * q.direction.x
    let limits = parameters.opposites
    guard abs(sine) < limits.sine, (p.direction * q.direction).sum() < 0 else { return false }
    let (start, end) = (p.position(of: q.lastTip), p.position(of: q.firstTip))
    let gap = max(start - p.last, p.first - end)
    guard gap < parameters.lines.gap + parameters.lines.gapShare * (p.covered + q.covered) else { return false }
    // Closer than the two edges of any stroke.
    let allowed = limits.offset + limits.bend * (p.last - p.first + max(0, gap) + q.last - q.first)
    return abs(p.offset(of: q.origin)) < allowed && abs(p.offset(of: q.firstTip)) < parameters.lines.ends * allowed
      && abs(p.offset(of: q.lastTip)) < parameters.lines.ends * allowed
  }

  /// Adds the line of both, unless they hardly cover more than the longer of them.
  private mutating func join(_ p: EdgeLine, _ q: EdgeLine) {
    let limits = parameters.opposites
    let total = p.covered + q.covered
    var moments = LineMoments()
    for (line, weight) in [(p, p.covered / total), (q, q.covered / total)] {
      moments.add(line.firstTip, weight: weight)
      moments.add(line.lastTip, weight: weight)
    }
    guard var direction = moments.direction else { return }
    if (direction * p.direction).sum() < 0 { direction = -direction }
    var line = EdgeLine(
      origin: moments.mean, direction: direction, first: 0, last: 0, firstTip: p.firstTip, lastTip: p.lastTip,
      covered: 0, salience: 0, changesSense: true, sumsStart: sums.count, sumsCount: 0)
    if line.position(of: q.lastTip) < line.position(of: p.firstTip) { line.firstTip = q.lastTip }
    if line.position(of: q.firstTip) > line.position(of: p.lastTip) { line.lastTip = q.firstTip }
    (line.first, line.last) = (line.position(of: line.firstTip), line.position(of: line.lastTip))
    sums.append(0)
    var reached: Float = 0
    let cells = max(1, Int(((line.last - line.first) / Self.cell).rounded(.up)))
    for cell in 0..<cells {
      let place = line.origin + direction * (line.first + (Float(cell) + 0.5) * Self.cell)
      let covered = max(coverage(p, around: place), coverage(q, around: place))
      reached += covered
      sums.append(reached)
    }
    line.covered = reached
    line.sumsCount = cells + 1
    // The sense says nothing about such a side: less speaks for it.
    line.salience = limits.salience * (p.salience + q.salience) * reached / total
    guard reached > limits.gain * max(p.covered, q.covered), reached > limits.share * total else {
      sums.removeLast(cells + 1)
      return
    }
    lines.append(line)
  }

  private func coverage(_ line: EdgeLine, around place: SIMD2<Float>) -> Float {
    let at = line.position(of: place)
    return covered(line, from: at - Self.cell / 2, to: at + Self.cell / 2)
  }
}

// Connected components of rows of runs, with the sums that a blob is made from.

/// Sums over the pixels of one component.
struct ComponentSums: Sendable {
  var area = 0
  var weight = 0.0
  var x = 0.0
  var y = 0.0
  var xx = 0.0
  var xy = 0.0
  var yy = 0.0
  var minX = Int.max
  var maxX = Int.min
  var minY = Int.max
  var maxY = Int.min

  /// The number of pixels of the bounding box.
  var boxArea: Int { (maxX - minX + 1) * (maxY - minY + 1) }
}

/// Collects runs of pixels row by row, and joins those that touch into components (two-row union-find).
///
/// Runs know their ends alone: the pixels of a component are looked at only if its area and its box make it wanted, which noise is not. Scratch
/// space is kept from frame to frame.
struct ComponentLabeler: Sendable {
  /// The runs that were kept are the first of these.
  var kept: [PixelRun] = []
  /// The runs of the level below, and the rows of a box.
  private var lower: [PixelRun] = []
  private var rows: [PixelRun] = .reserving(usualRows)
  /// The label of each run, that of its component once they are linked; −1 for one without.
  private var labels: [Int32] = []
  private var parents: [Int32] = []
  /// The number of labels, and what is known of the component of each that is one's own.
  private var labelCount = 0
  private var outlines: [PixelOutline] = []
  /// The area of the largest component.
  private(set) var largestArea = 0
  /// The place of each wanted component among those that are measured; −1 for the others.
  private var slots: [Int32] = []
  private var moments: [PixelMoments] = .reserving(usualCount)
  /// How many pixels of gap between two runs still join them.
  private let reach: Int
  /// Labels beyond this many are not opened, so that no picture can make the work grow without bound.
  private let capacity: Int
  /// Runs beyond this many are left out, for the same reason.
  private let runCapacity: Int
  /// The runs for which there is memory from the start; few frames have more.
  private static let usualRuns = 4096
  /// The rows of a box at most, of pictures of the usual proportions.
  private static let usualRows = 1024
  /// The components that are wanted of most frames.
  private static let usualCount = 512
  /// The number of runs since the beginning, with those that were left out.
  private(set) var runs = 0
  /// The number of those that were kept.
  private(set) var keptRuns = 0

  init(reach: Int, capacity: Int = 65536, runCapacity: Int = .max) {
    self.reach = reach
    self.capacity = capacity
    self.runCapacity = runCapacity
  }

  mutating func begin() {
    keptRuns = 0
    runs = 0
  }

  /// Makes room for the runs of a row of `width` pixels.
  @inline(__always)
  mutating func makeRoom(width: Int) {
    let needed = min(keptRuns &+ width / 2 &+ 1, runCapacity)
    if kept.count < needed { grow(to: needed) }
  }

  private mutating func grow(to count: Int) {
    let size = room(for: count)
    kept += [PixelRun](repeating: PixelRun(), count: size - kept.count)
  }

  /// The number of runs for which memory is taken where so many need it: where there is a limit, as many as there may be at once.
  private func room(for count: Int) -> Int {
    runCapacity < .max ? max(runCapacity, count) : max(2 * count, Self.usualRuns)
  }

  /// Takes note of the runs that were written behind those that were there.
  @inline(__always)
  mutating func take(_ walker: RunWalker) {
    keptRuns = walker.written
    runs = walker.all
  }

  /// Joins the runs into components.
  mutating func link() {
    if labels.count < keptRuns {
      let size = room(for: keptRuns)
      labels = [Int32](repeating: 0, count: size)
      parents = [Int32](repeating: 0, count: size)
      slots = [Int32](repeating: 0, count: size)
      outlines = [PixelOutline](repeating: PixelOutline(), count: size)
    }
    labelCount = Flycatcher.link(
      kept, count: keptRuns, reach: reach, capacity: capacity, &labels, &parents, &outlines)
    largestArea = join(&parents, &outlines, count: labelCount)
  }

  /// Adds the sums of each whole component that is wanted: those over the differences of a picture, each no more than the limit of its place.
  @inline(__always)
  mutating func collect(
    _ image: [UInt8], stride: Int, into components: inout [ComponentSums], limit: (_ column: Int, _ y: Int) -> UInt8,
    where isWanted: (PixelOutline) -> Bool
  ) {
    let count = choose(parents, outlines, count: labelCount, &slots, where: isWanted)
    guard count > 0 else { return }
    moments.removeAll(keepingCapacity: true)
    for _ in 0..<count { moments.append(PixelMoments()) }
    sum(kept, count: keptRuns, labels, slots, image, stride: stride, &moments, limit: limit)
    for label in 0..<labelCount where parents[label] == label && slots[label] >= 0 {
      components.append(ComponentSums(outlines[label], moments[Int(slots[label])]))
    }
  }

  /// Goes on with those pixels of the components of at least `leastArea` that reach a level: a level set lies within those below it.
  mutating func narrow(_ image: [UInt8], stride: Int, to level: UInt8, leastArea: Int) {
    swap(&kept, &lower)
    let (lower, count, labels, parents, outlines) = (lower, keptRuns, labels, parents, outlines)
    narrow(lower, count: count, image, stride: stride, to: level) { index in
      let label = labels[index]
      return label >= 0 && outlines[Int(parents[Int(label)])].area >= leastArea
    }
  }

  /// Takes the runs of a piece's box that reach a level.
  mutating func scan(_ piece: ComponentSums, _ image: [UInt8], stride: Int, level: UInt8) {
    rows.removeAll(keepingCapacity: true)
    for y in piece.minY...piece.maxY {
      rows.append(
        PixelRun(
          y: Int32(truncatingIfNeeded: y), start: Int32(truncatingIfNeeded: piece.minX),
          end: Int32(truncatingIfNeeded: piece.maxX + 1)))
    }
    let rows = rows
    narrow(rows, count: rows.count, image, stride: stride, to: level) { _ in true }
  }

  /// Takes the runs that reach a level within the first `count` of others.
  @inline(__always)
  private mutating func narrow(
    _ lower: [PixelRun], count: Int, _ image: [UInt8], stride: Int, to level: UInt8,
    where isWanted: (_ index: Int) -> Bool
  ) {
    runs = min(count, runCapacity)
    repeat {
      if kept.count < runs { grow(to: min(runs, runCapacity)) }
      begin()
      var walker = RunWalker(after: self)
      Flycatcher.narrow(lower, count: count, image, stride: stride, to: level, &walker, &kept, where: isWanted)
      take(walker)
    } while keptRuns < min(runs, runCapacity)
  }
}

/// Writes the runs that reach a level within others. Whole tiles are read, so that no vector reaches beyond its row.
@inline(__always)
private func narrow(
  _ lower: [PixelRun], count: Int, _ image: [UInt8], stride: Int, to level: UInt8, _ walker: inout RunWalker,
  _ runs: inout [PixelRun], where isWanted: (_ index: Int) -> Bool
) {
  let (lower, image) = (lower.span.extracting(0..<count), image.span)
  let levels = PixelVector(repeating: level)
  var runs = runs.mutableSpan
  for index in 0..<lower.count where isWanted(index) {
    let run = lower[index]
    let (row, start, end) = (Int(run.y) &* stride, Int(run.start), Int(run.end))
    walker.begin(row: run.y)
    var column = start & ~(TilePicture.tile &- 1)
    while column < end {
      var mask = PixelVector(image, at: row &+ column).mask(atLeast: levels)
      if column < start { mask &= ~0 &<< UInt32(truncatingIfNeeded: start &- column) }
      if column &+ TilePicture.tile > end { mask &= ~(~0 &<< UInt32(truncatingIfNeeded: end &- column)) }
      walker.walk(mask, strong: 0, column: column, into: &runs)
      column &+= TilePicture.tile
    }
    walker.close(at: end, into: &runs)
  }
}

/// Gives each run a label and each label the one it was joined to, and outlines the runs of each label.
///
/// - Returns: the number of labels.
private func link(
  _ runs: [PixelRun], count: Int, reach: Int, capacity: Int, _ labels: inout [Int32], _ parents: inout [Int32],
  _ outlines: inout [PixelOutline]
) -> Int {
  let runs = runs.span.extracting(0..<count)
  let reach = Int32(truncatingIfNeeded: reach)
  var labels = labels.mutableSpan
  var parents = parents.mutableSpan
  var outlines = outlines.mutableSpan
  var count: Int32 = 0
  // The runs of the row above that may still touch, and the first run of this row.
  var (above, aboveEnd) = (0, 0)
  var (row, rowStart): (Int32, Int) = (-2, 0)
  for index in 0..<runs.count {
    let run = runs[index]
    if run.y != row {
      (above, aboveEnd) = run.y == row &+ 1 ? (rowStart, index) : (0, 0)
      (row, rowStart) = (run.y, index)
    }
    var label: Int32 = -1
    if index > rowStart, labels[index &- 1] >= 0, run.start &- runs[index &- 1].end <= reach {
      label = root(labels[index &- 1], &parents)
    }
    while above < aboveEnd && runs[above].end &+ reach < run.start { above &+= 1 }
    var next = above
    while next < aboveEnd && runs[next].start <= run.end &+ reach {
      if labels[next] >= 0 {
        let other = root(labels[next], &parents)
        if label < 0 { label = other } else { parents[Int(other)] = label }
      }
      next &+= 1
    }
    if label >= 0 {
      outlines[Int(label)].add(PixelOutline(run))
    } else if Int(count) < capacity {
      label = count
      parents[Int(label)] = label
      outlines[Int(label)] = PixelOutline(run)
      count &+= 1
    }
    labels[index] = label
  }
  return Int(count)
}

/// Gives each label that of its component, and outlines the components.
///
/// - Returns: the area of the largest one.
private func join(_ parents: inout [Int32], _ outlines: inout [PixelOutline], count: Int) -> Int {
  var parents = parents.mutableSpan
  var outlines = outlines.mutableSpan
  var largest: Int32 = 0
  for index in 0..<count {
    let label = root(Int32(truncatingIfNeeded: index), &parents)
    if Int(label) != index {
      parents[index] = label
      let part = outlines[index]
      outlines[Int(label)].add(part)
    }
    largest = max(largest, outlines[Int(label)].area)
  }
  return Int(largest)
}

/// Numbers the components that are wanted; −1 stands for each label of the others.
///
/// - Returns: the number of components.
@inline(__always)
private func choose(
  _ parents: [Int32], _ outlines: [PixelOutline], count: Int, _ slots: inout [Int32],
  where isWanted: (PixelOutline) -> Bool
) -> Int {
  let (parents, outlines) = (parents.span, outlines.span)
  var slots = slots.mutableSpan
  var wanted: Int32 = 0
  for label in 0..<count where parents[label] == label {
    let isWanted = isWanted(outlines[label])
    slots[label] = isWanted ? wanted : -1
    wanted &+= isWanted ? 1 : 0
  }
  guard wanted > 0 else { return 0 }
  for label in 0..<count { slots[label] = slots[Int(parents[label])] }
  return Int(wanted)
}

/// Adds each run of a wanted component to its sums.
@inline(__always)
private func sum(
  _ runs: [PixelRun], count: Int, _ labels: [Int32], _ slots: [Int32], _ image: [UInt8], stride: Int,
  _ moments: inout [PixelMoments], limit: (_ column: Int, _ y: Int) -> UInt8
) {
  let (runs, labels, slots, image) = (runs.span.extracting(0..<count), labels.span, slots.span, image.span)
  var moments = moments.mutableSpan
  for index in 0..<runs.count where labels[index] >= 0 {
    let slot = slots[Int(labels[index])]
    guard slot >= 0 else { continue }
    let run = runs[index]
    moments[Int(slot)].add(run, image, stride: stride) { limit($0, Int(run.y)) }
  }
}

@inline(__always)
private func root(_ label: Int32, _ parents: inout MutableSpan<Int32>) -> Int32 {
  var label = label
  while parents[Int(label)] != label {
    parents[Int(label)] = parents[Int(parents[Int(label)])]
    label = parents[Int(label)]
  }
  return label
}

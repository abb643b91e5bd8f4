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
  /// Pixels above the high threshold.
  var strong = 0
  var minX = Int.max
  var maxX = Int.min
  var minY = Int.max
  var maxY = Int.min

  /// No pixels yet.
  init(strong: Int) { self.strong = strong }

}

/// Collects runs of pixels row by row, and joins those that touch into components (two-row union-find).
///
/// Scratch space is kept from frame to frame.
struct ComponentLabeler: Sendable {
  private var kept: [RunSums] = []
  /// The label of each run; −1 for one without.
  private var labels: [Int] = []
  private var parents: [Int] = []
  private var sums: [ComponentSums] = []
  /// How many pixels of gap between two runs still join them.
  private let reach: Int
  /// Labels beyond this many are not opened, so that no picture can make the work grow without bound.
  private let capacity: Int
  /// Runs beyond this many are left out, for the same reason.
  private let runCapacity: Int
  /// The number of runs since the beginning, with those that were left out.
  private(set) var runs = 0
  /// The number of those that were kept.
  var keptRuns: Int { kept.count }

  init(reach: Int, capacity: Int = 65536, runCapacity: Int = .max) {
    self.reach = reach
    self.capacity = capacity
    self.runCapacity = runCapacity
  }

  mutating func begin() {
    kept.removeAll(keepingCapacity: true)
    runs = 0
  }

  /// Adds the next run, left to right, top to bottom.
  @inline(__always)
  mutating func add(_ run: RunSums) {
    runs += 1
    if runs <= runCapacity { kept.append(run) }
  }

  /// Adds the sums of each whole component that is wanted.
  mutating func collect(into components: inout [ComponentSums], where isWanted: (ComponentSums) -> Bool) {
    if labels.count < kept.count {
      labels = [Int](repeating: 0, count: 2 * kept.count)
      parents = labels
      sums = [ComponentSums](repeating: ComponentSums(strong: 0), count: 2 * kept.count)
    }
    let count = link(kept, reach: reach, capacity: capacity, &labels, &parents)
    sum(kept, labels, parents, count: count, into: &sums)
    for label in 0..<count where parents[label] == label && isWanted(sums[label]) { components.append(sums[label]) }
  }
}

/// Gives each run a label, and each label the one it belongs to.
///
/// - Returns: the number of labels.
private func link(
  _ runs: [RunSums], reach: Int, capacity: Int, _ labels: inout [Int], _ parents: inout [Int]
) -> Int {
  let runs = runs.span
  var labels = labels.mutableSpan
  var parents = parents.mutableSpan
  var count = 0
  // The runs of the row above that may still touch, and the first run of this row.
  var above = 0..<0
  var (row, rowStart) = (-2, 0)
  for index in 0..<runs.count {
    let (start, end) = (runs[index].start, runs[index].end)
    if runs[index].y != row {
      above = runs[index].y == row + 1 ? rowStart..<index : 0..<0
      (row, rowStart) = (runs[index].y, index)
    }
    var label = -1
    if index > rowStart, labels[index - 1] >= 0, start - runs[index - 1].end <= reach {
      label = root(labels[index - 1], &parents)
    }
    while !above.isEmpty && runs[above.lowerBound].end + reach < start {
      above = above.lowerBound + 1..<above.upperBound
    }
    for next in above {
      guard runs[next].start <= end + reach else { break }
      guard labels[next] >= 0 else { continue }
      let other = root(labels[next], &parents)
      if label < 0 { label = other } else { parents[other] = label }
    }
    if label < 0 && count < capacity {
      label = count
      parents[label] = label
      count += 1
    }
    labels[index] = label
  }
  return count
}

/// Adds each run to the sums of the label that its own belongs to.
private func sum(
  _ runs: [RunSums], _ labels: [Int], _ parents: [Int], count: Int, into sums: inout [ComponentSums]
) {
  let (runs, labels, parents) = (runs.span, labels.span, parents.span)
  var sums = sums.mutableSpan
  for label in 0..<count { sums[label] = ComponentSums(strong: 0) }
  for index in 0..<runs.count where labels[index] >= 0 {
    var label = labels[index]
    while parents[label] != label { label = parents[label] }
    sums[label].add(runs[index])
  }
}

@inline(__always)
private func root(_ label: Int, _ parents: inout MutableSpan<Int>) -> Int {
  var label = label
  while parents[label] != label {
    parents[label] = parents[parents[label]]
    label = parents[label]
  }
  return label
}

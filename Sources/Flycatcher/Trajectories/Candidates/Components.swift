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

  init(
    area: Int, weight: Double, x: Double, y: Double, xx: Double, xy: Double, yy: Double, strong: Int,
    columns: Range<Int>, row: Int
  ) {
    self.area = area
    self.weight = weight
    self.x = x
    self.y = y
    self.xx = xx
    self.xy = xy
    self.yy = yy
    self.strong = strong
    minX = columns.lowerBound
    maxX = columns.upperBound - 1
    minY = row
    maxY = row
  }

  /// No pixels yet.
  init(strong: Int) { self.strong = strong }

  mutating func add(_ x: Int, _ y: Int, weight: Double) {
    let (column, row) = (Double(x), Double(y))
    area += 1
    self.weight += weight
    self.x += weight * column
    self.y += weight * row
    xx += weight * column * column
    xy += weight * column * row
    yy += weight * row * row
    minX = min(minX, x)
    maxX = max(maxX, x)
    minY = min(minY, y)
    maxY = max(maxY, y)
  }

  mutating func add(_ other: ComponentSums) {
    area += other.area
    weight += other.weight
    x += other.x
    y += other.y
    xx += other.xx
    xy += other.xy
    yy += other.yy
    strong += other.strong
    minX = min(minX, other.minX)
    maxX = max(maxX, other.maxX)
    minY = min(minY, other.minY)
    maxY = max(maxY, other.maxY)
  }
}

/// Labels runs of pixels row by row (two-row union-find) and adds up their sums.
///
/// Scratch space is kept from frame to frame.
struct ComponentLabeler: Sendable {
  private struct Run: Sendable {
    var start: Int
    /// One past the last pixel.
    var end: Int
    var label: Int
  }

  private var parents: [Int] = []
  private var sums: [ComponentSums] = []
  private var above: [Run] = []
  private var current: [Run] = []
  private var firstAbove = 0
  private var rowAbove = -2
  private var row = -1
  /// How many pixels of gap between two runs still join them.
  private let reach: Int
  /// Labels beyond this many are not opened, so that no picture can make the work grow without bound.
  private let capacity: Int

  init(reach: Int, capacity: Int = 65536) {
    self.reach = reach
    self.capacity = capacity
  }

  mutating func begin() {
    parents.removeAll(keepingCapacity: true)
    sums.removeAll(keepingCapacity: true)
    above.removeAll(keepingCapacity: true)
    current.removeAll(keepingCapacity: true)
    rowAbove = -2
    row = -1
  }

  /// Adds the next run, left to right, top to bottom.
  mutating func add(start: Int, end: Int, row newRow: Int, _ pixels: ComponentSums) {
    if newRow != row {
      swap(&above, &current)
      current.removeAll(keepingCapacity: true)
      firstAbove = 0
      rowAbove = row
      row = newRow
    }
    var label = -1
    if let last = current.last, start - last.end <= reach { label = root(last.label) }
    if rowAbove == newRow - 1 {
      while firstAbove < above.count && above[firstAbove].end + reach < start { firstAbove += 1 }
      var next = firstAbove
      while next < above.count && above[next].start <= end + reach {
        let other = root(above[next].label)
        next += 1
        if label < 0 {
          label = other
        } else if label != other {
          join(other, into: label)
        }
      }
    }
    if label < 0 {
      guard parents.count < capacity else { return }
      label = parents.count
      parents.append(label)
      sums.append(pixels)
    } else {
      sums[label].add(pixels)
    }
    current.append(Run(start: start, end: end, label: label))
  }

  private mutating func root(_ label: Int) -> Int {
    var label = label
    while parents[label] != label {
      parents[label] = parents[parents[label]]
      label = parents[label]
    }
    return label
  }

  private mutating func join(_ other: Int, into label: Int) {
    parents[other] = label
    sums[label].add(sums[other])
  }

  /// Adds the sums of each whole component that is wanted.
  func collect(into components: inout [ComponentSums], where isWanted: (ComponentSums) -> Bool) {
    for label in parents.indices where parents[label] == label && isWanted(sums[label]) {
      components.append(sums[label])
    }
  }
}

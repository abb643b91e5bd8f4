// Connected components of rows of runs, with the sums that a blob is made from.

/// Sums over the pixels of one component.
struct ComponentSums {
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

  /// A run of pixels that weigh the same.
  init(uniform columns: Range<Int>, row: Int) {
    let (count, first) = (Double(columns.count), Double(columns.lowerBound))
    let sum = count * (count - 1) / 2
    let squares = sum * (2 * count - 1) / 3
    area = columns.count
    weight = count
    x = count * first + sum
    y = count * Double(row)
    xx = count * first * first + 2 * first * sum + squares
    xy = x * Double(row)
    yy = y * Double(row)
    minX = columns.lowerBound
    maxX = columns.upperBound - 1
    minY = row
    maxY = row
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

  /// The component as a blob; `nil` where it weighs nothing.
  var blob: Blob? {
    guard weight > 0, area > 0 else { return nil }
    let meanX = x / weight
    let meanY = y / weight
    // A pixel is a square, not a point: its own second moment is 1/12.
    let varianceX = max(xx / weight - meanX * meanX, 0) + 1.0 / 12
    let varianceY = max(yy / weight - meanY * meanY, 0) + 1.0 / 12
    let covariance = xy / weight - meanX * meanY
    let middle = (varianceX + varianceY) / 2
    let half = (varianceX - varianceY) / 2
    let spread = (half * half + covariance * covariance).squareRoot()
    let large = middle + spread
    let small = max(middle - spread, 1.0 / 12)
    // A filled ellipse has the variance a²/4 along its half axis a.
    let major = 2 * large.squareRoot()
    let minor = 2 * small.squareRoot()
    return Blob(
      x: meanX + 0.5, y: meanY + 0.5, area: Double(area), major: major, minor: minor,
      fill: Double(area) / (Double.pi * major * minor))
  }
}

extension [ComponentSums] {
  /// Joins neighbors that are one round thing together and were not so alone: a ball is cut in two where what is
  /// behind it has its brightness.
  mutating func joinHalves() {
    guard count > 1, count <= 96 else { return }
    var first = 0
    while first < count {
      var second = first + 1
      while second < count {
        if let whole = self[first].joined(with: self[second]) {
          self[first] = whole
          remove(at: second)
          second = first + 1
        } else {
          second += 1
        }
      }
      first += 1
    }
  }
}

extension ComponentSums {
  /// Both as one; `nil` where that is no rounder than each.
  fileprivate func joined(with other: ComponentSums) -> ComponentSums? {
    let gap = max(max(minX, other.minX) - min(maxX, other.maxX), max(minY, other.minY) - min(maxY, other.maxY))
    let size = min(max(maxX - minX, maxY - minY), max(other.maxX - other.minX, other.maxY - other.minY))
    // A ball beside a person lies in his bounding box: what is much smaller is no half of the other.
    guard gap <= size / 2 + 1, area >= 12, other.area >= 12, area < 8 * other.area, other.area < 8 * area,
      let one = blob, let two = other.blob, min(one.fill, two.fill) > 0.6
    else { return nil }
    var whole = self
    whole.add(other)
    guard let joined = whole.blob, joined.fill > 0.75, joined.major < 1.5 * joined.minor else { return nil }
    return joined.major / joined.minor < 0.75 * min(one.major / one.minor, two.major / two.minor) ? whole : nil
  }
}

/// Labels runs of pixels row by row (two-row union-find) and adds up their sums.
///
/// Scratch space is kept from frame to frame.
struct ComponentLabeler {
  private struct Run {
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

  /// Calls `body` with the sums of each whole component.
  func forEachComponent(_ body: (ComponentSums) -> Void) {
    for label in parents.indices where parents[label] == label { body(sums[label]) }
  }
}

// A run of foreground pixels in one row, with its sums, as it is walked.

/// The sums over pixels of one row: a run of neighbors, or all that are wanted.
struct RunSums: Sendable {
  let y: Int
  /// The first pixel; −1 where there is none yet.
  private(set) var start = -1
  /// One past the last pixel.
  private(set) var end = -1
  private(set) var area = 0
  private(set) var strong = 0
  private(set) var weight = 0
  private(set) var x = 0
  private(set) var xx = 0

  init(y: Int) { self.y = y }

  @inline(__always)
  var isOpen: Bool { start >= 0 }

  /// Walks sixteen differences from `index` on, the first of which is that of the pixel `column`: those in `mask` belong to runs, each of which is
  /// closed where it ends among them.
  @inline(__always)
  mutating func walk(
    _ image: [UInt8], at index: Int, _ mask: UInt32, strong: UInt32, limit: Int, column: Int,
    into labeler: inout ComponentLabeler
  ) {
    if isOpen && mask & 1 == 0 { close(into: &labeler) }
    var rest = mask
    while rest != 0 {
      let first = rest.trailingZeroBitCount
      let length = (~(rest &>> UInt32(first))).trailingZeroBitCount
      let bits = (UInt32(1) &<< UInt32(length) &- 1) &<< UInt32(first)
      add(
        image.span.extracting(index &+ first..<index &+ first &+ length), at: column &+ first, limit: limit,
        strong: (strong & bits).nonzeroBitCount)
      rest &= ~bits
      // What reaches the last of them may go on in the next sixteen.
      if first &+ length < PixelVector.scalarCount { close(into: &labeler) }
    }
  }

  /// Adds the differences of neighboring pixels, each no more than `limit`.
  @inline(__always)
  mutating func add(_ differences: Span<UInt8>, at column: Int, limit: Int, strong: Int) {
    if start < 0 { start = column }
    end = column &+ differences.count
    area &+= differences.count
    self.strong &+= strong
    for index in 0..<differences.count {
      let size = min(Int(differences[index]), limit)
      let place = column &+ index
      weight &+= size
      x &+= size &* place
      xx &+= size &* place &* place
    }
  }

  @inline(__always)
  mutating func close(into labeler: inout ComponentLabeler) {
    labeler.add(self)
    self = RunSums(y: y)
  }
}

extension ComponentSums {
  /// Adds the pixels of a row.
  @inline(__always)
  mutating func add(_ run: RunSums) {
    let (weight, x, row) = (Double(run.weight), Double(run.x), Double(run.y))
    area += run.area
    self.weight += weight
    self.x += x
    y += weight * row
    xx += Double(run.xx)
    xy += x * row
    yy += weight * row * row
    strong += run.strong
    minX = min(minX, run.start)
    maxX = max(maxX, run.end - 1)
    minY = min(minY, run.y)
    maxY = max(maxY, run.y)
  }
}

// Runs of foreground pixels in one row, and the sums that a piece made of them is measured by.

/// A run of neighboring foreground pixels in one row.
struct PixelRun: Sendable {
  var y: Int32 = 0
  /// The first pixel.
  var start: Int32 = 0
  /// One past the last pixel.
  var end: Int32 = 0
  /// Whether any pixel is above the high threshold.
  var isStrong = false
}

/// Turns the pixels that are foreground, sixteen at a time from left to right and row by row, into runs.
struct RunWalker {
  /// The number of runs written, and with those for which there was no room.
  private(set) var written: Int
  private(set) var all: Int
  private var y: Int32 = 0
  private var start: Int32 = -1
  private var isStrong = false

  @inline(__always)
  init(after labeler: borrowing ComponentLabeler) {
    written = labeler.keptRuns
    all = labeler.runs
  }

  /// Goes on in a row; the run before is closed.
  @inline(__always)
  mutating func begin(row y: Int32) { self.y = y }

  /// Walks sixteen pixels, the first of which is that of the column: those in `mask` belong to runs, each of which is closed where it ends
  /// among them.
  @inline(__always)
  mutating func walk(_ mask: UInt32, strong: UInt32, column: Int, into runs: inout MutableSpan<PixelRun>) {
    if mask & 1 == 0 { close(at: column, into: &runs) }
    let column = Int32(truncatingIfNeeded: column)
    var rest = mask
    // Bits beyond the sixteenth tell the compiler that there is always one to count to.
    while rest != 0 {
      let first = UInt32(truncatingIfNeeded: (rest | 0x1_0000).trailingZeroBitCount)
      let length = UInt32(truncatingIfNeeded: (~(rest &>> first) | 0x1_0000).trailingZeroBitCount)
      let bits = (UInt32(1) &<< length &- 1) &<< first
      if start < 0 { start = column &+ Int32(truncatingIfNeeded: first) }
      isStrong = isStrong || strong & bits != 0
      rest &= ~bits
      // What reaches the last of them may go on in the next sixteen.
      let end = Int32(truncatingIfNeeded: first &+ length)
      if end < Int32(PixelVector.scalarCount) { write(column &+ end, into: &runs) }
    }
  }

  /// Closes the run that is open, if there is one, before a column.
  @inline(__always)
  mutating func close(at column: Int, into runs: inout MutableSpan<PixelRun>) {
    if start >= 0 { write(Int32(truncatingIfNeeded: column), into: &runs) }
  }

  @inline(__always)
  private mutating func write(_ end: Int32, into runs: inout MutableSpan<PixelRun>) {
    all &+= 1
    if written < runs.count {
      runs[written] = PixelRun(y: y, start: start, end: end, isStrong: isStrong)
      written &+= 1
    }
    start = -1
    isStrong = false
  }
}

/// The area and the bounding box of some pixels.
struct PixelOutline: Sendable {
  var area: Int32 = 0
  /// Whether any pixel is above the high threshold.
  var isStrong = false
  var minX = Int32.max
  var maxX = Int32.min
  var minY = Int32.max
  var maxY = Int32.min

  init() {}

  @inline(__always)
  init(_ run: PixelRun) {
    area = run.end &- run.start
    isStrong = run.isStrong
    (minX, maxX) = (run.start, run.end &- 1)
    (minY, maxY) = (run.y, run.y)
  }

  /// Some of sixteen pixels in a row, a bit each, the first of which is that of the column.
  @inline(__always)
  init(_ mask: UInt32, column: Int, y: Int) {
    area = Int32(truncatingIfNeeded: mask.nonzeroBitCount)
    minX = Int32(truncatingIfNeeded: column &+ mask.trailingZeroBitCount)
    maxX = Int32(truncatingIfNeeded: column &+ 31 &- mask.leadingZeroBitCount)
    minY = Int32(truncatingIfNeeded: y)
    maxY = minY
  }

  @inline(__always)
  mutating func add(_ other: PixelOutline) {
    area &+= other.area
    isStrong = isStrong || other.isStrong
    minX = min(minX, other.minX)
    maxX = max(maxX, other.maxX)
    minY = min(minY, other.minY)
    maxY = max(maxY, other.maxY)
  }

  /// Whether nothing of it reaches the border of a piece's box.
  func isInside(_ piece: ComponentSums) -> Bool {
    minX > piece.minX && minY > piece.minY && maxX < piece.maxX && maxY < piece.maxY
  }
}

/// The weighted sums over some pixels, in whole numbers.
struct PixelMoments: Sendable {
  private(set) var weight = 0
  private(set) var x = 0
  private(set) var y = 0
  private(set) var xx = 0
  private(set) var xy = 0
  private(set) var yy = 0

  /// Adds sixteen weights in row `y`, the first of which is that of the column.
  @inline(__always)
  mutating func add(_ weights: PixelVector, column: Int, y row: Int) {
    let (sum, first, second) = weights.moments
    let across = first &+ column &* sum
    weight &+= sum
    x &+= across
    y &+= row &* sum
    xx &+= second &+ 2 &* column &* first &+ column &* column &* sum
    xy &+= row &* across
    yy &+= row &* row &* sum
  }

  /// Adds the pixels of a run, each of which weighs what the picture holds, but no more than the limit of its column.
  @inline(__always)
  mutating func add(_ run: PixelRun, _ image: Span<UInt8>, stride: Int, limit: (_ column: Int) -> UInt8) {
    let (y, start, end) = (Int(run.y), Int(run.start), Int(run.end))
    // Whole tiles, so that no vector reaches beyond its row.
    var column = start & ~(TilePicture.tile &- 1)
    while column < end {
      let pixels = PixelVector(image, at: y &* stride &+ column)
      let inside = max(start &- column, 0)..<min(end &- column, TilePicture.tile)
      add(pixels.limited(to: limit(column), in: inside), column: column, y: y)
      column &+= TilePicture.tile
    }
  }
}

extension ComponentSums {
  init(_ outline: PixelOutline, _ moments: PixelMoments) {
    area = Int(outline.area)
    weight = Double(moments.weight)
    x = Double(moments.x)
    y = Double(moments.y)
    xx = Double(moments.xx)
    xy = Double(moments.xy)
    yy = Double(moments.yy)
    minX = Int(outline.minX)
    maxX = Int(outline.maxX)
    minY = Int(outline.minY)
    maxY = Int(outline.maxY)
  }
}

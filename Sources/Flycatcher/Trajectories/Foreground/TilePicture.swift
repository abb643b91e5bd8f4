// A gray picture in memory of its own, whose rows are padded to whole tiles, so that a row kernel needs no special end.

/// A gray picture whose rows are padded to whole tiles by repeating their last sample.
struct TilePicture: Sendable {
  /// The side of a tile in pixels: one vector of samples.
  static let tile = 16

  private(set) var width = 0
  private(set) var height = 0
  /// The number of tiles in a row.
  private(set) var columns = 0
  /// The number of rows of tiles.
  private(set) var rows = 0
  var pixels: [UInt8] = []
  /// What the samples that were read ahead add up to: without a use they would not be read.
  private var aheadSum: UInt8 = 0
  /// The number of rows that are read ahead: few enough to stay in the nearest cache.
  private static let rowsAhead = 4

  /// The number of samples from a row to the next.
  var stride: Int { columns * Self.tile }

  /// Sets the size; samples keep no meaning where it changes.
  mutating func resize(width: Int, height: Int) {
    guard width != self.width || height != self.height else { return }
    self.width = width
    self.height = height
    columns = (width + Self.tile - 1) / Self.tile
    rows = (height + Self.tile - 1) / Self.tile
    pixels = [UInt8](repeating: 0, count: stride * height)
  }

  /// Becomes the same as another picture, in its own memory.
  mutating func become(_ other: borrowing TilePicture) {
    resize(width: other.width, height: other.height)
    let samples = other.pixels.span
    var own = pixels.mutableSpan
    guard own.count == samples.count else { return }
    for index in 0..<samples.count { own[index] = samples[index] }
  }

  /// The samples of row `y` and its padding.
  @inline(__always)
  func row(_ y: Int) -> Range<Int> { y * stride..<(y + 1) * stride }

  /// The sample at a place, clamped into the picture.
  func sample(_ x: Int, _ y: Int) -> UInt8 {
    guard width > 0, height > 0 else { return 0 }
    return pixels[min(max(y, 0), height - 1) * stride + min(max(x, 0), width - 1)]
  }

  /// Takes in a plane, halved as often as asked for; a plane too small for that is halved less often.
  mutating func take(_ plane: borrowing Plane, halvings: Int, scratch: inout HalvedRows) {
    var halvings = halvings
    while halvings > 0 && (plane.width >> halvings == 0 || plane.height >> halvings == 0) { halvings -= 1 }
    resize(width: plane.width >> halvings, height: plane.height >> halvings)
    switch halvings {
    case 0:
      for y in 0..<height { copy(plane.row(y), stride: plane.pixelStride, to: &pixels, from: y * stride, count: width) }
    case 1:
      for y in 0..<height {
        if y % (Self.rowsAhead / 2) == 0 { readAhead(plane, from: 2 * y) }
        halve(
          plane.row(2 * y), plane.row(2 * y + 1), stride: plane.pixelStride, to: &pixels, from: y * stride, count: width
        )
      }
    default:
      takeHalves(plane, halvings: halvings, scratch: &scratch)
    }
    for y in 0..<height { pad(&pixels, from: y * stride + width, to: (y + 1) * stride) }
  }

  /// Takes in a picture at half its size.
  mutating func takeHalf(of picture: borrowing TilePicture) {
    resize(width: picture.width / 2, height: picture.height / 2)
    for y in 0..<height {
      halvePair(
        of: picture.pixels, from: 2 * y * picture.stride, width: picture.stride, to: &pixels, from: y * stride,
        count: width)
      pad(&pixels, from: y * stride + width, to: (y + 1) * stride)
    }
  }

  /// Reads a sample of each cache line of the next rows.
  ///
  /// A frame comes from memory: the lines that are asked for at once arrive in half the time that they take one after the other.
  private mutating func readAhead(_ plane: borrowing Plane, from first: Int) {
    for y in first..<min(first + Self.rowsAhead, plane.height) { aheadSum &+= sumOfLines(plane.row(y)) }
  }

  private mutating func takeHalves(_ plane: borrowing Plane, halvings: Int, scratch: inout HalvedRows) {
    for y in 0..<height {
      let first = y << halvings
      let end = first + (1 << halvings)
      for row in Swift.stride(from: first, to: end, by: Self.rowsAhead) { readAhead(plane, from: row) }
      scratch.take(plane, from: first, count: 1 << (halvings - 1))
      for _ in 2..<halvings { scratch.becomeHalf() }
      scratch.takeHalf(to: &pixels, from: y * stride, count: width)
    }
  }

  /// Takes in a plane whose size is no power of two times this picture's, or not the same along both axes: the mean of the samples around each
  /// place.
  mutating func takeMeans(_ plane: borrowing Plane, width: Int, height: Int, sums: inout [UInt16]) {
    resize(width: width, height: height)
    let (columns, rows) = (min(max(plane.width / width, 1), 16), min(max(plane.height / height, 1), 16))
    if sums.count != plane.width { sums = [UInt16](repeating: 0, count: plane.width) }
    for y in 0..<height {
      let top = y * plane.height / height
      for v in top..<top + rows {
        var columnSums = sums.mutableSpan
        addRow(plane.row(min(v, plane.height - 1)), stride: plane.pixelStride, to: &columnSums, isFirst: v == top)
      }
      for x in 0..<width {
        let left = min(x * plane.width / width, plane.width - columns)
        var sum = 0
        for u in left..<left + columns { sum += Int(sums[u]) }
        pixels[y * stride + x] = UInt8((sum + columns * rows / 2) / (columns * rows))
      }
      pad(&pixels, from: y * stride + width, to: (y + 1) * stride)
    }
  }
}

/// The rows of a picture that become one row of it at a quarter of its size or less: few enough to stay in the nearest cache.
struct HalvedRows: Sendable {
  private var rows: [UInt8] = []
  /// The rows at half their size, which change places with them.
  private var halves: [UInt8] = []
  private var width = 0
  private var count = 0

  /// Takes in so many pairs of a plane's rows at half their size.
  mutating func take(_ plane: borrowing Plane, from first: Int, count: Int) {
    width = plane.width / 2
    self.count = count
    if rows.count < width * count {
      rows = [UInt8](repeating: 0, count: width * count)
      halves = rows
    }
    for y in 0..<count {
      let row = first + 2 * y
      halve(
        plane.row(row), plane.row(row + 1), stride: plane.pixelStride, to: &rows, from: y * width, count: width)
    }
  }

  /// Becomes half as many rows of half the width.
  mutating func becomeHalf() {
    let narrow = width / 2
    for y in 0..<count / 2 {
      halvePair(of: rows, from: 2 * y * width, width: width, to: &halves, from: y * narrow, count: narrow)
    }
    width = narrow
    count /= 2
    swap(&rows, &halves)
  }

  /// Writes the means of the two rows that are left.
  func takeHalf(to pixels: inout [UInt8], from start: Int, count: Int) {
    halvePair(of: rows, from: 0, width: width, to: &pixels, from: start, count: count)
  }
}

/// The sum of one sample of each cache line of a row.
private func sumOfLines(_ row: Span<UInt8>) -> UInt8 {
  let line = 64
  var sum: UInt8 = 0
  var index = 0
  while index < row.count {
    sum &+= row[index]
    index &+= line
  }
  return sum
}

private func pad(_ pixels: inout [UInt8], from start: Int, to end: Int) {
  guard start > 0 else { return }
  for index in start..<end { pixels[index] = pixels[start - 1] }
}

private func copy(_ row: Span<UInt8>, stride: Int, to pixels: inout [UInt8], from start: Int, count: Int) {
  var all = pixels.mutableSpan
  var part = all._mutatingExtracting(start..<start + count)
  if stride == 1 && row.count == part.count {
    for x in 0..<part.count { part[x] = row[x] }
  } else {
    for x in 0..<part.count { part[x] = row[x * stride] }
  }
}

/// Halves a row that begins at `first`, and the one after it.
private func halvePair(
  of rows: [UInt8], from first: Int, width: Int, to pixels: inout [UInt8], from start: Int, count: Int
) {
  let samples = rows.span
  halve(
    samples.extracting(first..<first + width), samples.extracting(first + width..<first + 2 * width), stride: 1,
    to: &pixels, from: start, count: count)
}

private func halve(
  _ upper: Span<UInt8>, _ lower: Span<UInt8>, stride: Int, to pixels: inout [UInt8], from start: Int, count: Int
) {
  var all = pixels.mutableSpan
  var part = all._mutatingExtracting(start..<start + count)
  halveRows(upper, lower, stride: stride, to: &part)
}

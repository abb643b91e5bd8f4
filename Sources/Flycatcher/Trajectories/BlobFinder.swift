// From the motion mask to blobs: connected pixels above the low threshold that hold some above the high one.

/// Finds what differs from the background in the active tiles of a motion mask and their neighbors.
struct BlobFinder {
  /// More blobs than this are not reported in one frame; the strongest are kept.
  static let capacity = 256

  private var labeler = ComponentLabeler(reach: 1)
  private var isNear: [Bool] = []
  /// The near tiles of the row of tiles that is being scanned.
  private var near: [Int] = []
  /// Of the columns of tiles in that row, those that hold something by color.
  private var isColored: [Bool] = []
  var components: [ComponentSums] = []

  /// Fills `components` with what moves in this gray picture.
  mutating func find(in picture: borrowing Plane, _ mask: borrowing MotionMask) {
    guard begin(mask) else { return }
    for tileRow in tileRows(mask) {
      guard setNear(tileRow, mask) else { continue }
      for y in lines(of: tileRow, mask) { scan(picture.row(y), y: y, tileRow: tileRow, mask, ColorRow()) }
    }
    collect()
  }

  /// Fills `components` with what moves in this picture, by brightness or color.
  mutating func find(
    in picture: borrowing Plane, _ mask: borrowing MotionMask, _ blue: borrowing Plane, _ red: borrowing Plane,
    _ color: inout ColorMask
  ) {
    guard begin(mask) else { return }
    for tileRow in tileRows(mask) {
      guard setNear(tileRow, mask) else { continue }
      for column in near { isColored[column] = color.measure(blue, red, tile: tileRow * mask.columns + column) }
      for y in lines(of: tileRow, mask) {
        scan(picture.row(y), y: y, tileRow: tileRow, mask, ColorRow(color, y: y, pictureHeight: mask.height))
      }
    }
    collect()
  }

  private mutating func begin(_ mask: borrowing MotionMask) -> Bool {
    components.removeAll(keepingCapacity: true)
    guard !mask.activeTiles.isEmpty else { return false }
    spread(mask)
    isColored.removeAll(keepingCapacity: true)
    isColored.append(contentsOf: repeatElement(false, count: mask.columns))
    labeler.begin()
    return true
  }

  private func tileRows(_ mask: borrowing MotionMask) -> Range<Int> {
    let (top, bottom) = (mask.activeTiles.first ?? 0, mask.activeTiles.last ?? 0)
    return max(top / mask.columns - 1, 0)..<min(bottom / mask.columns + 2, mask.rows)
  }

  /// - Returns: whether any tile of the row is near.
  private mutating func setNear(_ tileRow: Int, _ mask: borrowing MotionMask) -> Bool {
    near.removeAll(keepingCapacity: true)
    for column in 0..<mask.columns where isNear[tileRow * mask.columns + column] { near.append(column) }
    return !near.isEmpty
  }

  private func lines(of tileRow: Int, _ mask: borrowing MotionMask) -> Range<Int> {
    tileRow * MotionMask.tile..<min((tileRow + 1) * MotionMask.tile, mask.height)
  }

  private mutating func collect() {
    var found = components
    components = []
    labeler.forEachComponent { sums in
      if sums.strong > 0 && sums.area >= 3 { found.append(sums) }
    }
    if found.count > Self.capacity {
      found.sort { $0.strong > $1.strong }
      found.removeLast(found.count - Self.capacity)
    }
    components = found
  }

  /// Marks the active tiles and the eight around each.
  private mutating func spread(_ mask: borrowing MotionMask) {
    let (columns, rows) = (mask.columns, mask.rows)
    isNear.removeAll(keepingCapacity: true)
    isNear.append(contentsOf: repeatElement(false, count: columns * rows))
    for tile in mask.activeTiles {
      let (row, column) = (tile / columns, tile % columns)
      for y in max(row - 1, 0)...min(row + 1, rows - 1) {
        for x in max(column - 1, 0)...min(column + 1, columns - 1) { isNear[y * columns + x] = true }
      }
    }
  }

  private mutating func scan(
    _ row: Span<UInt8>, y: Int, tileRow: Int, _ mask: borrowing MotionMask, _ color: borrowing ColorRow
  ) {
    let background = mask.background.span.extracting(y * mask.width..<(y + 1) * mask.width)
    let light = mask.light
    var run = RunSums(y: y)
    var previous = -1
    for column in near {
      if column != previous + 1 { run.close(into: &labeler) }
      previous = column
      let index = tileRow * mask.columns + column
      let low = Int(mask.lowThreshold[index])
      let high = Int(mask.highThreshold[index])
      // A ball in the sun is not where its bright side is: beyond a few times the noise every pixel weighs the same.
      let limit = 4 * low
      let pixels = column * MotionMask.tile..<min((column + 1) * MotionMask.tile, mask.width)
      let hasColor = isColored[column] && color.largestDifference(in: pixels) >= color.thresholds[index].low
      guard hasColor || largestDifference(row, background, pixels, under: light) >= mask.lowThreshold[index] else {
        run.close(into: &labeler)
        continue
      }
      if hasColor {
        let needed = color.thresholds[index]
        let (colorLow, colorHigh) = (Int(needed.low), Int(needed.high))
        for x in pixels {
          let size = Int(absoluteDifference(row[x], light.lit(background[x])))
          let tint = Int(color.difference(at: x))
          if size >= low || tint >= colorLow {
            // Both count in units of what tells them from noise.
            run.add(
              x, difference: max(size, tint * low / colorLow), isStrong: size > high || tint > colorHigh, limit: limit)
          } else {
            run.close(into: &labeler)
          }
        }
        continue
      }
      for x in pixels {
        let size = Int(absoluteDifference(row[x], light.lit(background[x])))
        if size >= low {
          run.add(x, difference: size, isStrong: size > high, limit: limit)
        } else {
          run.close(into: &labeler)
        }
      }
    }
    run.close(into: &labeler)
  }
}

/// The run of pixels that is being walked.
struct RunSums {
  let y: Int
  private var start = -1
  private var end = -1
  private var strong = 0
  private var weight = 0
  private var x = 0
  private var xx = 0

  init(y: Int) { self.y = y }

  @inline(__always)
  mutating func add(_ column: Int, difference: Int, isStrong: Bool, limit: Int) {
    if start < 0 {
      start = column
      strong = 0
      weight = 0
      x = 0
      xx = 0
    }
    let size = min(abs(difference), limit)
    end = column &+ 1
    strong &+= isStrong ? 1 : 0
    weight &+= size
    x &+= size &* column
    xx &+= size &* column &* column
  }

  @inline(__always)
  mutating func close(into labeler: inout ComponentLabeler) {
    guard start >= 0 else { return }
    labeler.add(start: start, end: end, row: y, sums)
    start = -1
  }

  private var sums: ComponentSums {
    let (weight, x, row) = (Double(weight), Double(x), Double(y))
    return ComponentSums(
      area: end - start, weight: weight, x: x, y: weight * row, xx: Double(xx), xy: x * row,
      yy: weight * row * row, strong: strong, columns: start..<end, row: y)
  }
}

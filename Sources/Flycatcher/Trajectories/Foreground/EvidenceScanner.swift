// From differences to connected pieces, for one kind of evidence: the noise of each tile, its thresholds, and the runs of pixels above them.

/// Which of the two comparisons shows a piece of foreground.
enum Evidence: Sendable {
  /// Different from the background: whatever was not there, moving or not.
  case background
  /// Different from two earlier frames alike: what is small and fast, even before something that moves more slowly.
  case neighbors
  /// A part of what differs from the background that stands out more than the rest.
  case part
}

/// Collects the connected pieces of pixels above the low threshold of their tile that hold some above the high one.
struct EvidenceScanner: Sendable {
  /// What a tile holds in the newest frame.
  enum Activity: UInt8, Sendable {
    case none
    /// Pixels above the low threshold.
    case weak
    /// Pixels above the high one.
    case strong
  }

  /// The mean absolute difference in each tile where nothing moves, in gray levels.
  private(set) var deviation: [Float] = []
  private(set) var activity: [Activity] = []
  private(set) var components: [ComponentSums] = .reserving(512)
  /// The differences of the newest frame, as a picture with the rows of the analyzed one.
  var image: [UInt8] = []
  /// The number of pixels in a row, and that of tiles.
  private var width = 0
  private var columns = 0
  private var low: [UInt8] = []
  private var high: [UInt8] = []
  /// The low threshold of each pixel of a row of tiles, and the number of that row.
  private var levels: [UInt8] = []
  private var levelsRow = -1
  /// The tiles of a row of pixels that hold any which reaches it.
  private var marked: [Int32] = []
  /// The number of tiles whose differences in a row have each sum.
  private var totals: [Int] = []
  private var labeler = ComponentLabeler(reach: 1, runCapacity: 2 * runBudget)
  /// The factor on all thresholds that keeps the number of runs within its budget.
  private var caution: Float = 1

  /// The number of runs of pixels in a frame above which thresholds rise; twice as many are labeled at most.
  static let runBudget = 6_000

  mutating func resize(width: Int, columns: Int, rows: Int) {
    let count = columns * rows
    (self.width, self.columns) = (width, columns)
    image.fill(with: 0, count: count * TilePicture.tile * TilePicture.tile)
    deviation.fill(with: 1, count: count)
    activity.fill(with: .none, count: count)
    low.fill(with: 0, count: count)
    high.fill(with: 0, count: count)
    caution = 1
  }

  /// Goes on over a background that begins elsewhere.
  mutating func moveOrigin(by way: TileOffset) { deviation.moveOrigin(by: way, columns: columns) }

  /// The standard deviation of the noise at a tile, in gray levels.
  func noise(_ tile: Int) -> Float { deviation[tile] * 1.25 + 0.4 }

  /// The number of runs of pixels in the newest frame that were labeled.
  var keptRuns: Int { labeler.keptRuns }

  /// The difference from which on a pixel of a tile counts.
  func threshold(_ tile: Int) -> UInt8 { low[tile] }

  mutating func begin(_ lowThreshold: Float, _ highThreshold: Float) {
    if labeler.runs > Self.runBudget { caution = min(caution * 1.25, 8) } else { caution = max(caution * 0.98, 1) }
    labeler.begin()
    levelsRow = -1
    for tile in deviation.indices {
      // For Gaussian noise the mean deviation is 0.8 of the standard deviation.
      let noise = noise(tile) * caution
      low[tile] = UInt8(min(max(noise * lowThreshold, 3), 120))
      high[tile] = UInt8(min(max(noise * highThreshold, 5), 160))
      activity[tile] = .none
    }
  }

  /// Labels one row of the differences, and measures the noise by it where asked to.
  mutating func scanRow(_ y: Int, measures: Bool) {
    let start = y * columns * TilePicture.tile
    let firstTile = y / TilePicture.tile * columns
    if measures {
      for column in 0..<columns {
        measure(PixelVector(image, at: start + column * TilePicture.tile), tile: firstTile + column)
      }
    }
    // What pads a row repeats its last sample, and is no part of the picture.
    for index in start + width..<start + columns * TilePicture.tile { image[index] = 0 }
    prepareRow(y / TilePicture.tile)
    let count = mark(image, from: start, levels, &marked)
    guard count > 0 else { return }
    labeler.makeRoom(width: columns * TilePicture.tile)
    var walker = RunWalker(after: labeler)
    walker.begin(row: Int32(truncatingIfNeeded: y))
    walk(
      image, from: start, marked, count: count, low, high, firstTile..<firstTile + columns, &activity, &walker,
      &labeler.kept)
    labeler.take(walker)
  }

  private mutating func prepareRow(_ row: Int) {
    guard row != levelsRow else { return }
    levelsRow = row
    if marked.count != columns {
      levels = [UInt8](repeating: 0, count: columns * TilePicture.tile)
      marked = [Int32](repeating: 0, count: columns)
    }
    spread(low, row * columns..<(row + 1) * columns, to: &levels)
  }

  /// Follows the mean difference of a tile by one of its rows. What moves must not pass for noise at once, but what never rests (foliage,
  /// water) must in the end: the estimate falls fast and rises slowly.
  @inline(__always)
  mutating func measure(_ difference: PixelVector, tile: Int) {
    let mean = Float(difference.total) / Float(TilePicture.tile)
    let before = deviation[tile]
    let change = (mean - before) * 0.35
    deviation[tile] = before + min(change, 0.05 + before * 0.06)
  }

  /// Takes the noise of the whole picture, the median of its tiles, for that of each tile: until more is known.
  mutating func calibrate(columns: Int, height: Int) {
    guard !deviation.isEmpty else { return }
    totals.fill(with: 0, count: TilePicture.tile * Int(UInt8.max) + 1)
    for tile in deviation.indices {
      let y = min(tile / columns * TilePicture.tile + TilePicture.tile / 2, height - 1)
      let start = (y * columns + tile % columns) * TilePicture.tile
      totals[PixelVector(image, at: start).total] += 1
    }
    var (rest, total) = (deviation.count / 2, 0)
    while rest >= totals[total] {
      rest -= totals[total]
      total += 1
    }
    let median = Float(total) / Float(TilePicture.tile)
    for tile in deviation.indices { deviation[tile] = max(median, deviation[tile]) }
  }

  mutating func finish() {
    components.removeAll(keepingCapacity: true)
    labeler.link()
    let (columns, low) = (columns, low)
    labeler.collect(image, stride: columns * TilePicture.tile, into: &components) { column, y in
      // A ball in the sun is not where its bright side is: beyond a few times the noise every pixel weighs the same.
      UInt8(min(4 * Int(low[y / TilePicture.tile * columns + column / TilePicture.tile]), 255))
    } where: {
      $0.isStrong && $0.area >= 3
    }
  }
}

/// Lists the tiles of a row that hold a pixel that reaches its level, without a branch that noise would decide.
///
/// - Returns: the number of those tiles.
@safe
private func mark(_ image: [UInt8], from start: Int, _ levels: [UInt8], _ marked: inout [Int32]) -> Int {
  let row = image.span.extracting(start..<start + levels.count)
  let levels = levels.span
  var marked = marked.mutableSpan
  var count = 0
  guard row.count == levels.count, marked.count &* TilePicture.tile == row.count else { return 0 }
  for column in 0..<marked.count {
    let index = column &* TilePicture.tile
    // No more tiles were listed than looked at, and both rows hold all tiles whole.
    unsafe marked[unchecked: count] = Int32(truncatingIfNeeded: column)
    count &+= unsafe PixelVector(unchecked: row, at: index).reaches(PixelVector(unchecked: levels, at: index))
  }
  return count
}

/// Writes the level of each tile of a row of tiles for each of its pixels.
private func spread(_ low: [UInt8], _ tiles: Range<Int>, to levels: inout [UInt8]) {
  let low = low.span.extracting(tiles)
  var levels = levels.mutableSpan
  for column in 0..<low.count {
    PixelVector(repeating: low[column]).write(to: &levels, at: column &* TilePicture.tile)
  }
}

/// Labels the runs of the marked tiles of a row, and takes note of what they hold.
private func walk(
  _ image: [UInt8], from start: Int, _ marked: [Int32], count: Int, _ low: [UInt8], _ high: [UInt8],
  _ tiles: Range<Int>, _ activity: inout [EvidenceScanner.Activity], _ walker: inout RunWalker, _ runs: inout [PixelRun]
) {
  let row = image.span.extracting(start..<start + tiles.count * TilePicture.tile)
  let (low, high) = (low.span.extracting(tiles), high.span.extracting(tiles))
  let marked = marked.span.extracting(0..<count)
  var all = activity.mutableSpan
  var activity = all._mutatingExtracting(tiles)
  var runs = runs.mutableSpan
  var next = 0
  for index in 0..<marked.count {
    let column = Int(marked[index])
    let x = column &* TilePicture.tile
    if column != next { walker.close(at: next &* TilePicture.tile, into: &runs) }
    let pixels = PixelVector(row, at: x)
    let mask = pixels.mask(atLeast: PixelVector(repeating: low[column]))
    let strong = mask & pixels.mask(atLeast: PixelVector(repeating: min(high[column], 254) &+ 1))
    walker.walk(mask, strong: strong, column: x, into: &runs)
    if strong != 0 { activity[column] = .strong } else if activity[column] == .none { activity[column] = .weak }
    next = column &+ 1
  }
  walker.close(at: next &* TilePicture.tile, into: &runs)
}

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
  private(set) var components: [ComponentSums] = []
  /// The differences of the newest frame, as a picture with the rows of the analyzed one.
  var image: [UInt8] = []
  private var low: [UInt8] = []
  private var high: [UInt8] = []
  /// The pixels of each tile of a row that reach its low threshold, a bit each.
  private var masks: [UInt16] = []
  private var labeler = ComponentLabeler(reach: 1, runCapacity: 2 * runBudget)
  /// The factor on all thresholds that keeps the number of runs within its budget.
  private var caution: Float = 1

  /// The number of runs of pixels in a frame above which thresholds rise; twice as many are labeled at most.
  static let runBudget = 6_000

  mutating func resize(columns: Int, rows: Int) {
    let count = columns * rows
    image = [UInt8](repeating: 0, count: count * TilePicture.tile * TilePicture.tile)
    deviation = [Float](repeating: 1, count: count)
    activity = [Activity](repeating: .none, count: count)
    low = [UInt8](repeating: 0, count: count)
    high = [UInt8](repeating: 0, count: count)
    caution = 1
  }

  /// The standard deviation of the noise at a tile, in gray levels.
  func noise(_ tile: Int) -> Float { deviation[tile] * 1.25 + 0.4 }

  /// The number of runs of pixels in the newest frame that were labeled.
  var keptRuns: Int { labeler.keptRuns }

  /// The difference from which on a pixel of a tile counts.
  func threshold(_ tile: Int) -> UInt8 { low[tile] }

  mutating func begin(_ lowThreshold: Float, _ highThreshold: Float) {
    if labeler.runs > Self.runBudget { caution = min(caution * 1.25, 8) } else { caution = max(caution * 0.98, 1) }
    labeler.begin()
    for tile in deviation.indices {
      // For Gaussian noise the mean deviation is 0.8 of the standard deviation.
      let noise = noise(tile) * caution
      low[tile] = UInt8(min(max(noise * lowThreshold, 3), 120))
      high[tile] = UInt8(min(max(noise * highThreshold, 5), 160))
      activity[tile] = .none
    }
  }

  /// Labels one row of the differences, and measures the noise by it where asked to.
  mutating func scanRow(_ y: Int, columns: Int, measures: Bool) {
    let start = y * columns * TilePicture.tile
    let firstTile = y / TilePicture.tile * columns
    if measures {
      for column in 0..<columns {
        measure(PixelVector(image, at: start + column * TilePicture.tile), tile: firstTile + column)
      }
    }
    if masks.count < columns { masks = [UInt16](repeating: 0, count: columns) }
    mark(image, from: start, low, firstTile..<firstTile + columns, &masks)
    var run = RunSums(y: y)
    for column in 0..<columns {
      let mask = UInt32(masks[column])
      if mask != 0 {
        let x = column * TilePicture.tile
        scan(mask, at: start + x, x: x, tile: firstTile + column, &run)
      } else if run.isOpen {
        run.close(into: &labeler)
      }
    }
    if run.isOpen { run.close(into: &labeler) }
  }

  @inline(never)
  private mutating func scan(_ mask: UInt32, at index: Int, x: Int, tile: Int, _ run: inout RunSums) {
    // A ball in the sun is not where its bright side is: beyond a few times the noise every pixel weighs the same.
    let limit = 4 * Int(low[tile])
    let strong = mask & PixelVector(image, at: index).mask(atLeast: PixelVector(repeating: min(high[tile], 254) &+ 1))
    run.walk(image, at: index, mask, strong: strong, limit: limit, column: x, into: &labeler)
    if strong != 0 { activity[tile] = .strong } else if activity[tile] == .none { activity[tile] = .weak }
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
    var means: [Float] = []
    for tile in deviation.indices {
      let y = min(tile / columns * TilePicture.tile + TilePicture.tile / 2, height - 1)
      let start = (y * columns + tile % columns) * TilePicture.tile
      means.append(Float(PixelVector(image, at: start).total) / Float(TilePicture.tile))
    }
    means.sort()
    guard !means.isEmpty else { return }
    let median = means[means.count / 2]
    for tile in deviation.indices { deviation[tile] = max(median, deviation[tile]) }
  }

  mutating func finish() {
    components.removeAll(keepingCapacity: true)
    labeler.collect(into: &components) { $0.strong > 0 && $0.area >= 3 }
  }
}

/// Marks the pixels of a row that reach the threshold of their tile, a bit each.
private func mark(
  _ image: [UInt8], from start: Int, _ thresholds: [UInt8], _ tiles: Range<Int>, _ masks: inout [UInt16]
) {
  let row = image.span.extracting(start..<start + tiles.count * TilePicture.tile)
  let thresholds = thresholds.span.extracting(tiles)
  var masks = masks.mutableSpan
  guard masks.count >= thresholds.count else { return }
  for column in 0..<thresholds.count {
    let differences = PixelVector(row, at: column &* TilePicture.tile)
    masks[column] = UInt16(truncatingIfNeeded: differences.mask(atLeast: PixelVector(repeating: thresholds[column])))
  }
}

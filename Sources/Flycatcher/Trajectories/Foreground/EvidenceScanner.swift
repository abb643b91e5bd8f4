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
  private var isMeasured = false
  private var labeler = ComponentLabeler(reach: 1)
  private var run = RunSums(y: 0)
  /// The factor on all thresholds that keeps the number of runs within its budget.
  private var caution: Float = 1
  private var runs = 0

  /// The number of runs of pixels in a frame above which thresholds rise; twice as many are labeled at most.
  static let runBudget = 12_000

  mutating func resize(columns: Int, rows: Int) {
    let count = columns * rows
    image = [UInt8](repeating: 0, count: count * TilePicture.tile * TilePicture.tile)
    deviation = [Float](repeating: 1, count: count)
    activity = [Activity](repeating: .none, count: count)
    low = [UInt8](repeating: 0, count: count)
    high = [UInt8](repeating: 0, count: count)
    isMeasured = false
    caution = 1
  }

  /// The standard deviation of the noise at a tile, in gray levels.
  func noise(_ tile: Int) -> Float { deviation[tile] * 1.25 + 0.4 }

  /// The difference from which on a pixel of a tile counts.
  func threshold(_ tile: Int) -> UInt8 { low[tile] }

  mutating func begin(_ lowThreshold: Float, _ highThreshold: Float) {
    labeler.begin()
    if runs > Self.runBudget { caution = min(caution * 1.25, 8) } else { caution = max(caution * 0.98, 1) }
    runs = 0
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
    run = RunSums(y: y)
    let start = y * columns * TilePicture.tile
    let firstTile = y / TilePicture.tile * columns
    for column in 0..<columns {
      let tile = firstTile + column
      let difference = PixelVector(image, at: start + column * TilePicture.tile)
      if measures { measure(difference, tile: tile) }
      if any(difference .>= PixelVector(repeating: low[tile])) {
        scan(difference, x: column * TilePicture.tile, tile: tile)
      } else if run.isOpen {
        close()
      }
    }
    if run.isOpen { close() }
  }

  @inline(never)
  private mutating func scan(_ difference: PixelVector, x: Int, tile: Int) {
    let (threshold, strong) = (low[tile], high[tile])
    // A ball in the sun is not where its bright side is: beyond a few times the noise every pixel weighs the same.
    let limit = 4 * Int(threshold)
    var isStrong = false
    for lane in 0..<TilePicture.tile {
      let value = difference[lane]
      if value >= threshold {
        isStrong = isStrong || value > strong
        run.add(x + lane, difference: Int(value), isStrong: value > strong, limit: limit)
      } else if run.isOpen {
        close()
      }
    }
    if isStrong { activity[tile] = .strong } else if activity[tile] == .none { activity[tile] = .weak }
  }

  private mutating func close() {
    runs += 1
    if runs <= 2 * Self.runBudget { run.close(into: &labeler) } else { run.drop() }
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

/// The run of pixels that is being walked.
struct RunSums: Sendable {
  let y: Int
  private var start = -1
  private var end = -1
  private var strong = 0
  private var weight = 0
  private var x = 0
  private var xx = 0

  init(y: Int) { self.y = y }

  @inline(__always)
  var isOpen: Bool { start >= 0 }

  @inline(__always)
  mutating func add(_ column: Int, difference: Int, isStrong: Bool, limit: Int) {
    if start < 0 {
      start = column
      strong = 0
      weight = 0
      x = 0
      xx = 0
    }
    let size = min(difference, limit)
    end = column &+ 1
    strong &+= isStrong ? 1 : 0
    weight &+= size
    x &+= size &* column
    xx &+= size &* column &* column
  }

  mutating func close(into labeler: inout ComponentLabeler) {
    labeler.add(start: start, end: end, row: y, sums)
    start = -1
  }

  mutating func drop() { start = -1 }

  private var sums: ComponentSums {
    let (weight, x, row) = (Double(weight), Double(x), Double(y))
    return ComponentSums(
      area: end - start, weight: weight, x: x, y: weight * row, xx: Double(xx), xy: x * row,
      yy: weight * row * row, strong: strong, columns: start..<end, row: y)
  }
}

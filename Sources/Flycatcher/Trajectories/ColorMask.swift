// Where the picture's color differs from its slow background: an orange ball before a wall as bright as it.

/// The background of the two color differences, and where the picture differs from it.
///
/// It works beside `MotionMask`, on the same tiles. Color is sampled coarsely and compressed hard, so two rows of each tile decide whether
/// it holds something, and the rest is looked at only where something is near.
struct ColorMask {
  /// A color difference is told from noise from this on, in levels.
  private static let least = (low: 7, high: 12)

  let width: Int
  let height: Int
  /// Tiles in which some sample is above the high threshold.
  private(set) var isActive: [Bool]
  /// The larger difference of both components, a sample each; valid in the tiles measured last.
  fileprivate var differences: [UInt8]
  /// What a sample must differ by to belong to something and to make something of it, a tile each.
  fileprivate var thresholds: [(low: UInt8, high: UInt8)]
  /// The column of samples that belongs to each column of the picture.
  fileprivate let sampleColumns: [Int]

  private let rows: [Range<Int>]
  private let columns: [Range<Int>]
  private var blue: [UInt8]
  private var red: [UInt8]
  private var peaks: [UInt8]
  /// Running mean of the largest difference of each tile.
  private var levels: [Float]
  /// How many of the tiles measured last show each largest difference.
  private var histogram = [Int](repeating: 0, count: 256)
  /// What most tiles show.
  private var noise: Float = 2
  /// The rows of tiles that had an active one.
  private var hadActive: [Bool]
  private var frame = 0

  /// Starts with this picture as the background.
  init(_ blue: borrowing Plane, _ red: borrowing Plane, beside mask: borrowing MotionMask) {
    let (width, height) = (blue.width, blue.height)
    self.width = width
    self.height = height
    rows = (0..<mask.rows).map { row in
      let end = min((row + 1) * MotionMask.tile, mask.height)
      return row * MotionMask.tile * height / mask.height..<max(end * height / mask.height, 1)
    }
    columns = (0..<mask.columns).map { column in
      let end = min((column + 1) * MotionMask.tile, mask.width)
      return column * MotionMask.tile * width / mask.width..<max(end * width / mask.width, 1)
    }
    let pictureWidth = mask.width
    sampleColumns = (0..<pictureWidth).map { min($0 * width / pictureWidth, width - 1) }
    isActive = Array(repeating: false, count: mask.rows * mask.columns)
    thresholds = Array(
      repeating: (UInt8(Self.least.low), UInt8(Self.least.high)), count: mask.rows * mask.columns)
    levels = Array(repeating: 2, count: mask.rows * mask.columns)
    differences = Array(repeating: 0, count: width * height)
    peaks = Array(repeating: 0, count: width)
    hadActive = Array(repeating: false, count: mask.rows)
    self.blue = blue.samples
    self.red = red.samples
  }

  /// Whether it was made for planes and a mask of these sizes.
  func fits(_ plane: borrowing Plane, _ mask: borrowing MotionMask) -> Bool {
    plane.width == width && plane.height == height && sampleColumns.count == mask.width && rows.count == mask.rows
  }

  /// Compares the picture with the background, then lets the background follow it.
  ///
  /// - Parameters:
  ///   - learningRows: one row in this many is learned from each time: 1, 2, 4, 8 or 16.
  ///   - light: by how much the common light has changed the brightness; it changes colors too, by less.
  mutating func update(_ blue: borrowing Plane, _ red: borrowing Plane, learningRows: Int, light: Int) {
    let allowance = Float(light) / 3
    let turn = turn(ofFrame: frame, rows: learningRows, isLightSteady: light == 0)
    for (row, lines) in rows.enumerated() {
      for x in peaks.indices { peaks[x] = 0 }
      let step = max(lines.count / comparedRows, 1)
      for y in lines {
        // The rows of the two components lie apart, so that what is low is met by one of them. What is learned from was mostly just compared.
        let turn = y - lines.lowerBound + 3 * turn
        if turn % step == 0 {
          compareColor(blue.row(y), stride: blue.pixelStride, self.blue, from: y * width, peaks: &peaks)
        }
        if (turn + step / 2) % step == 0 {
          compareColor(red.row(y), stride: red.pixelStride, self.red, from: y * width, peaks: &peaks)
        }
        if turn & (learningRows - 1) == 0 {
          learnColor(blue.row(y), stride: blue.pixelStride, &self.blue, from: y * width)
        }
        if (turn + step / 2) & (learningRows - 1) == 0 {
          learnColor(red.row(y), stride: red.pixelStride, &self.red, from: y * width)
        }
      }
      judge(tileRow: row, allowance: allowance)
    }
    frame &+= 1
    followNoise(allowance)
  }

  /// What half of all tiles show is noise, and known as soon as it is there: it need not be learned tile by tile.
  private mutating func followNoise(_ allowance: Float) {
    var (below, common, half) = (0, 0, histogram.reduce(0, +) / 2)
    if half == 0 { return }
    for peak in histogram.indices {
      below += histogram[peak]
      histogram[peak] = 0
      if below > half {
        common = peak
        half = .max
      }
    }
    if Float(common) > 1.2 * noise + 1 {
      noise = Float(common)
      for tile in levels.indices { setLevel(max(levels[tile], noise), of: tile, allowance) }
    } else if common < 255 {
      noise += (Float(common) - noise) * 0.1
    }
  }

  private mutating func setLevel(_ level: Float, of tile: Int, _ allowance: Float) {
    levels[tile] = level
    let low = max(Float(Self.least.low), 1.5 * level + 2) + allowance
    let high = max(Float(Self.least.high), 2 * level + 4) + allowance
    thresholds[tile] = (UInt8(min(low, 100)), UInt8(min(high, 120)))
  }

  /// How many rows of each component decide whether a tile is active: one where there are so many that nothing lies in a few of them alone.
  private var comparedRows: Int { rows.count > 62 ? 1 : 2 }

  /// Which tiles of a row hold something, and every eighth time how much they differ. What never rests (leaves, a bad connection) raises
  /// their thresholds slowly.
  private mutating func judge(tileRow: Int, allowance: Float) {
    let measures = (tileRow &+ frame) & 7 == 0
    let isQuiet = largest(peaks) <= Self.least.high
    if isQuiet && !measures && !hadActive[tileRow] { return }
    hadActive[tileRow] = !isQuiet
    for (column, samples) in columns.enumerated() {
      let tile = tileRow * columns.count + column
      let peak = isQuiet && !measures ? 0 : largest(peaks, in: samples)
      isActive[tile] = peak > thresholds[tile].high
      guard measures else { continue }
      histogram[Int(peak)] += 1
      let change = (Float(peak) - levels[tile]) * 0.58
      setLevel(levels[tile] + min(change, 0.48 + levels[tile] * 0.24), of: tile, allowance)
    }
  }

  /// Fills `differences` in one tile.
  ///
  /// - Returns: whether some sample reaches the low threshold.
  mutating func measure(_ blue: borrowing Plane, _ red: borrowing Plane, tile: Int) -> Bool {
    let samples = columns[tile % columns.count]
    var largest: UInt8 = 0
    for y in rows[tile / columns.count] {
      let known = y * width + samples.lowerBound..<y * width + samples.upperBound
      let peak = largestDistance(
        blue.samples(samples, inRow: y), red.samples(samples, inRow: y), stride: blue.pixelStride, self.blue, self.red,
        known, to: &differences)
      largest = max(largest, peak)
    }
    return largest >= thresholds[tile].low
  }
}

/// What a color mask knows of one row of the picture.
struct ColorRow: ~Escapable {
  /// What a sample must differ by, a tile each.
  let thresholds: Span<(low: UInt8, high: UInt8)>
  private let differences: Span<UInt8>
  private let sampleColumns: Span<Int>

  /// A row of a gray picture.
  @_lifetime(immortal)
  init() {
    (thresholds, differences, sampleColumns) = (Span(), Span(), Span())
  }

  @_lifetime(borrow mask)
  init(_ mask: borrowing ColorMask, y: Int, pictureHeight: Int) {
    let start = min(y * mask.height / pictureHeight, mask.height - 1) * mask.width
    thresholds = mask.thresholds.span
    differences = mask.differences.span.extracting(start..<start + mask.width)
    sampleColumns = mask.sampleColumns.span
  }

  /// The difference of the sample that belongs to a column of the picture; valid in the tiles measured last.
  func difference(at x: Int) -> UInt8 { differences[sampleColumns[x]] }

  /// The largest difference of those that belong to some columns.
  func largestDifference(in columns: Range<Int>) -> UInt8 {
    largest(differences, in: sampleColumns[columns.lowerBound]..<sampleColumns[columns.upperBound - 1] + 1)
  }
}

private func largest(_ values: [UInt8]) -> UInt8 {
  let values = values.span
  var all = PixelVector()
  var x = 0
  while x + MotionMask.tile <= values.count {
    all = .larger(all, PixelVector(values, at: x))
    x += MotionMask.tile
  }
  return max(all.max(), largest(values, in: x..<values.count))
}

private func largest(_ values: [UInt8], in part: Range<Int>) -> UInt8 { largest(values.span, in: part) }

private func largest(_ values: Span<UInt8>, in part: Range<Int>) -> UInt8 {
  if part.count == HalfPixelVector.scalarCount { return HalfPixelVector(values, at: part.lowerBound).max() }
  let part = values.extracting(part)
  var peak: UInt8 = 0
  for x in 0..<part.count { peak = max(peak, part[x]) }
  return peak
}

extension Plane {
  /// Some samples of a row, `pixelStride` bytes apart.
  @_lifetime(copy self)
  fileprivate func samples(_ part: Range<Int>, inRow y: Int) -> Span<UInt8> {
    row(y).extracting(part.lowerBound * pixelStride..<(part.upperBound - 1) * pixelStride + 1)
  }
}

/// Writes the larger difference of both components for a part of a row; returns the largest of all.
private func largestDistance(
  _ blue: Span<UInt8>, _ red: Span<UInt8>, stride: Int, _ knownBlue: [UInt8], _ knownRed: [UInt8], _ part: Range<Int>,
  to differences: inout [UInt8]
) -> UInt8 {
  let (knownBlue, knownRed) = (knownBlue.span.extracting(part), knownRed.span.extracting(part))
  var all = differences.mutableSpan
  var target = all._mutatingExtracting(part)
  if stride == 1 && part.count == HalfPixelVector.scalarCount {
    let difference = HalfPixelVector.larger(
      .difference(HalfPixelVector(blue, at: 0), HalfPixelVector(knownBlue, at: 0)),
      .difference(HalfPixelVector(red, at: 0), HalfPixelVector(knownRed, at: 0)))
    for lane in difference.indices { target[lane] = difference[lane] }
    return difference.max()
  }
  var largest: UInt8 = 0
  for x in 0..<target.count {
    let larger = max(
      absoluteDifference(blue[x * stride], knownBlue[x]), absoluteDifference(red[x * stride], knownRed[x]))
    target[x] = larger
    largest = max(largest, larger)
  }
  return largest
}

/// `compareRow` for samples that may lie apart.
private func compareColor(_ row: Span<UInt8>, stride: Int, _ known: [UInt8], from start: Int, peaks: inout [UInt8]) {
  if stride == 1 {
    compareRow(row, known, from: start, peaks: &peaks)
    return
  }
  let known = known.span.extracting(start..<start + peaks.count)
  var peaks = peaks.mutableSpan
  for x in 0..<known.count { peaks[x] = max(peaks[x], absoluteDifference(row[x * stride], known[x])) }
}

/// `learn` for samples that may lie apart.
private func learnColor(_ row: Span<UInt8>, stride: Int, _ known: inout [UInt8], from start: Int) {
  if stride == 1 {
    learn(row, &known, from: start)
    return
  }
  var all = known.mutableSpan
  var known = all._mutatingExtracting(start..<start + (row.count + stride - 1) / stride)
  for x in 0..<known.count {
    let (now, before) = (row[x * stride], known[x])
    known[x] = before &+ (now > before ? 1 : 0) &- (now < before ? 1 : 0)
  }
}

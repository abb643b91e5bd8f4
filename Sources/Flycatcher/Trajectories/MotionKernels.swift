// The row kernels of the motion mask: plain loops over one row, which the compiler turns into vector code.
// `peaks` holds the largest difference of each pixel column so far; the background of a row begins at `start` of `known`.

/// Which of so many rows, a power of two, has its turn in a frame, in the low bits. In changing light the order changes from round to round: a row
/// that always met a flickering lamp at the same moment would learn that for its background.
func turn(ofFrame frame: Int, rows: Int, isLightSteady: Bool) -> Int { isLightSteady ? frame : frame ^ frame / rows }

/// Compares a row with the background.
func compareRow(_ row: Span<UInt8>, _ known: [UInt8], from start: Int, peaks: inout [UInt8]) {
  let count = row.count
  let known = known.span.extracting(start..<start + count)
  var peaks = peaks.mutableSpan
  guard known.count == count, peaks.count == count else { return }
  for x in 0..<count { peaks[x] = max(peaks[x], absoluteDifference(row[x], known[x])) }
}

/// Compares four rows, `step` apart, with the background: asked for several at once, memory answers sooner than for one after the other.
func compareRows(_ picture: borrowing Plane, _ known: [UInt8], from y: Int, step: Int, peaks: inout [UInt8]) {
  guard let known = Plane(known.span, width: picture.width, height: picture.height, rowStride: picture.width) else {
    return
  }
  let (row0, known0) = (picture.row(y), known.row(y))
  let (row1, known1) = (picture.row(y + step), known.row(y + step))
  let (row2, known2) = (picture.row(y + 2 * step), known.row(y + 2 * step))
  let (row3, known3) = (picture.row(y + 3 * step), known.row(y + 3 * step))
  var peaks = peaks.mutableSpan
  let count = peaks.count
  guard row0.count == count, row1.count == count, row2.count == count, row3.count == count, known0.count == count,
    known1.count == count, known2.count == count, known3.count == count
  else { return }
  for x in 0..<count {
    let larger = max(absoluteDifference(row0[x], known0[x]), absoluteDifference(row1[x], known1[x]))
    peaks[x] = max(
      peaks[x], larger, max(absoluteDifference(row2[x], known2[x]), absoluteDifference(row3[x], known3[x])))
  }
}

/// |a − b|.
@inline(__always)
func absoluteDifference(_ a: UInt8, _ b: UInt8) -> UInt8 { max(a, b) &- min(a, b) }

/// Compares a row with the background under another light.
func compareRow(_ row: Span<UInt8>, _ known: [UInt8], from start: Int, under light: LightLine, peaks: inout [UInt8]) {
  let count = row.count
  let known = known.span.extracting(start..<start + count)
  var peaks = peaks.mutableSpan
  guard known.count == count, peaks.count == count else { return }
  for x in 0..<count { peaks[x] = max(peaks[x], absoluteDifference(row[x], light.lit(known[x]))) }
}

/// Adds the tiles of a row in which some peak is above the threshold of its tile, the first of which is at `first`, and the colored ones.
func addActive(_ peaks: [UInt8], _ thresholds: [UInt8], _ colored: [Bool]?, from first: Int, to tiles: inout [Int]) {
  let peaks = peaks.span
  var tile = first
  for start in stride(from: 0, to: peaks.count, by: MotionMask.tile) {
    var peak: UInt8 = 0
    if start + MotionMask.tile <= peaks.count {
      peak = PixelVector(peaks, at: start).max()
    } else {
      for x in start..<peaks.count { peak = max(peak, peaks[x]) }
    }
    if peak > thresholds[tile] || colored?[tile] == true { tiles.append(tile) }
    tile += 1
  }
}

/// Moves the background one level toward a row.
func learn(_ row: Span<UInt8>, _ known: inout [UInt8], from start: Int) {
  let count = row.count
  var all = known.mutableSpan
  var known = all._mutatingExtracting(start..<start + count)
  guard known.count == count else { return }
  for x in 0..<count {
    let (now, before) = (row[x], known[x])
    let up: UInt8 = now > before ? 1 : 0
    let down: UInt8 = now < before ? 1 : 0
    known[x] = before &+ up &- down
  }
}

/// Lets the mean deviations of a row of tiles, from `firstTile` on, follow one row of pixels: fast down, slowly up.
func updateDeviation(
  _ row: Span<UInt8>, _ known: [UInt8], from start: Int, under light: LightLine, _ deviations: inout [Float],
  from firstTile: Int
) {
  let known = known.span.extracting(start..<start + row.count)
  var deviations = deviations.mutableSpan
  var tile = firstTile
  for first in stride(from: 0, to: row.count, by: MotionMask.tile) {
    let x = min(first, row.count - MotionMask.tile)
    let total = totalDifference(row, known, at: x, under: light)
    let before = deviations[tile]
    let change = (Float(total) / Float(MotionMask.tile) - before) * 0.35
    deviations[tile] = before + min(change, 0.08 + before * 0.08)
    tile += 1
  }
}

/// The sum of the differences of sixteen pixels to the background.
private func totalDifference(_ row: Span<UInt8>, _ known: Span<UInt8>, at x: Int, under light: LightLine) -> Int {
  if light.largestChange == 0 {
    return PixelVector.difference(PixelVector(row, at: x), PixelVector(known, at: x)).total
  }
  let row = row.extracting(x..<x + MotionMask.tile)
  let known = known.extracting(x..<x + MotionMask.tile)
  var total: Int32 = 0
  for index in 0..<MotionMask.tile { total &+= Int32(absoluteDifference(row[index], light.lit(known[index]))) }
  return Int(total)
}

/// The largest difference of some pixels to the background.
func largestDifference(
  _ row: Span<UInt8>, _ known: Span<UInt8>, _ pixels: Range<Int>, under light: LightLine
) -> UInt8 {
  if pixels.count == MotionMask.tile && light.largestChange == 0 {
    return PixelVector.difference(PixelVector(row, at: pixels.lowerBound), PixelVector(known, at: pixels.lowerBound))
      .max()
  }
  let row = row.extracting(pixels)
  let known = known.extracting(pixels)
  var largest: UInt8 = 0
  for index in 0..<pixels.count { largest = max(largest, absoluteDifference(row[index], light.lit(known[index]))) }
  return largest
}

extension Plane {
  /// All samples, row after row.
  var samples: [UInt8] {
    var samples = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height { copy(row(y), stride: pixelStride, to: &samples, from: y * width) }
    return samples
  }
}

private func copy(_ row: Span<UInt8>, stride: Int, to samples: inout [UInt8], from start: Int) {
  var all = samples.mutableSpan
  var part = all._mutatingExtracting(start..<start + (row.count + stride - 1) / stride)
  if stride == 1 && row.count == part.count {
    for x in 0..<part.count { part[x] = row[x] }
  } else {
    for x in 0..<part.count { part[x] = row[x * stride] }
  }
}

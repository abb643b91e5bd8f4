// The row kernels of the motion mask: plain loops over one row, which the compiler turns into vector code.
// `peaks` holds the largest difference of each pixel column so far; the background of the row begins at `start` of `known`.

/// Compares a row with the background.
func compareStill(_ row: Span<UInt8>, _ known: [UInt8], from start: Int, peaks: inout [UInt8]) {
  let count = row.count
  let known = known.span.extracting(start..<start + count)
  var peaks = peaks.mutableSpan
  guard known.count == count, peaks.count == count else { return }
  for x in 0..<count {
    let (now, before) = (row[x], known[x])
    peaks[x] = max(peaks[x], max(now, before) &- min(now, before))
  }
}

/// Compares a row with the background under another light; `offsets`, from `firstOffset` on, holds what the light adds, a tile each.
func compareUnderLight(
  _ row: Span<UInt8>, _ known: [UInt8], from start: Int, offsets: [Int16], from firstOffset: Int, peaks: inout [UInt8]
) {
  let known = known.span.extracting(start..<start + row.count)
  var peaks = peaks.mutableSpan
  for first in stride(from: 0, to: row.count, by: MotionMask.tile) {
    let offset = offsets[firstOffset + first / MotionMask.tile]
    // The last tile overlaps its neighbor where the width is no multiple of 16; it sees those pixels under its own light.
    let x = min(first, row.count - MotionMask.tile)
    let difference = absoluteDifference(PixelVector(row, at: x), PixelVector(known, at: x), offset: offset)
    var part = peaks._mutatingExtracting(x..<x + MotionMask.tile)
    let limited = PixelVector(truncatingIfNeeded: pointwiseMin(difference, SIMD16(repeating: 255)))
    let larger = pointwiseMax(PixelVector(part.span, at: 0), limited)
    for lane in 0..<MotionMask.tile { part[lane] = larger[lane] }
  }
}

/// |now − before − offset| for each of sixteen pixels.
@inline(__always)
private func absoluteDifference(_ now: PixelVector, _ before: PixelVector, offset: Int16) -> SIMD16<Int16> {
  let difference = SIMD16<Int16>(truncatingIfNeeded: now) &- SIMD16(truncatingIfNeeded: before) &- offset
  return pointwiseMax(difference, 0 &- difference)
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
  _ row: Span<UInt8>, _ known: [UInt8], from start: Int, offsets: [Int16], _ deviations: inout [Float],
  from firstTile: Int
) {
  let known = known.span.extracting(start..<start + row.count)
  var deviations = deviations.mutableSpan
  var tile = firstTile
  for first in stride(from: 0, to: row.count, by: MotionMask.tile) {
    let x = min(first, row.count - MotionMask.tile)
    let total = totalDifference(row, known, at: x, offset: offsets[tile])
    let before = deviations[tile]
    let change = (Float(total) / Float(MotionMask.tile) - before) * 0.35
    deviations[tile] = before + (change < 0 ? change : min(change, 0.08 + before * 0.08))
    tile += 1
  }
}

/// The sum of the differences of sixteen pixels to a background that the light has moved by `offset`.
private func totalDifference(_ row: Span<UInt8>, _ known: Span<UInt8>, at x: Int, offset: Int16) -> Int {
  let (now, before) = (PixelVector(row, at: x), PixelVector(known, at: x))
  if offset == 0 { return PixelVector.difference(now, before).total }
  return Int(absoluteDifference(now, before, offset: offset).wrappedSum())
}

/// The largest difference of some pixels to a background that the light has moved by `offset`.
func largestDifference(_ row: Span<UInt8>, _ known: Span<UInt8>, _ pixels: Range<Int>, offset: Int) -> Int {
  if pixels.count == MotionMask.tile {
    let (now, before) = (PixelVector(row, at: pixels.lowerBound), PixelVector(known, at: pixels.lowerBound))
    return offset == 0
      ? Int(PixelVector.difference(now, before).max())
      : Int(absoluteDifference(now, before, offset: Int16(truncatingIfNeeded: offset)).max())
  }
  let row = row.extracting(pixels)
  let known = known.extracting(pixels)
  let offset = Int16(truncatingIfNeeded: offset)
  var largest: Int16 = 0
  for index in 0..<pixels.count { largest = max(largest, abs(Int16(row[index]) &- Int16(known[index]) &- offset)) }
  return Int(largest)
}

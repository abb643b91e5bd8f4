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
  var tile = firstOffset
  for first in stride(from: 0, to: row.count, by: MotionMask.tile) {
    let offset = offsets[tile]
    for x in first..<min(first + MotionMask.tile, row.count) {
      let difference = abs(Int16(row[x]) &- Int16(known[x]) &- offset)
      peaks[x] = max(peaks[x], UInt8(truncatingIfNeeded: min(difference, 255)))
    }
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

/// The sum of the differences of sixteen pixels to a background that the light has moved by `offset`.
func totalDifference(_ row: Span<UInt8>, _ known: Span<UInt8>, at x: Int, from start: Int, offset: Int16) -> Int {
  let row = row.extracting(x..<x + MotionMask.tile)
  let known = known.extracting(start + x..<start + x + MotionMask.tile)
  var total: Int16 = 0
  for index in 0..<MotionMask.tile { total &+= abs(Int16(row[index]) &- Int16(known[index]) &- offset) }
  return Int(total)
}

/// The largest difference of some pixels to a background that the light has moved by `offset`.
func largestDifference(_ row: Span<UInt8>, _ known: Span<UInt8>, _ pixels: Range<Int>, offset: Int) -> Int {
  let row = row.extracting(pixels)
  let known = known.extracting(pixels)
  let offset = Int16(truncatingIfNeeded: offset)
  var largest: Int16 = 0
  for index in 0..<pixels.count { largest = max(largest, abs(Int16(row[index]) &- Int16(known[index]) &- offset)) }
  return Int(largest)
}

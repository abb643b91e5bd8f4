// The row kernels of the motion mask: each walks one row of the picture, sixteen pixels (a tile's width) at a time.
// `peaks` holds the largest difference of each tile column so far; the background of the row begins at `start` of
// `known`.
// The last tile overlaps its neighbor where the width is no multiple of 16.

/// Compares a row with the background.
func compareStill(_ row: Span<UInt8>, _ known: [UInt8], from start: Int, peaks: inout [PixelVector]) {
  let last = row.count - MotionMask.tile
  let known = known.span
  var peaks = peaks.mutableSpan
  for column in peaks.indices {
    let x = min(column &* MotionMask.tile, last)
    let difference = PixelVector.difference(PixelVector(row, at: x), PixelVector(known, at: start &+ x))
    peaks[column] = pointwiseMax(peaks[column], difference)
  }
}

/// Compares a row with the background under another light; `offsets`, from `firstOffset` on, holds what the light
/// adds, a tile each.
func compareUnderLight(
  _ row: Span<UInt8>, _ known: [UInt8], from start: Int, offsets: [Int16], from firstOffset: Int,
  peaks: inout [PixelVector]
) {
  let last = row.count - MotionMask.tile
  let known = known.span
  var peaks = peaks.mutableSpan
  for column in peaks.indices {
    let x = min(column &* MotionMask.tile, last)
    let expected = PixelVector(known, at: start &+ x).shifted(by: offsets[firstOffset &+ column])
    peaks[column] = pointwiseMax(peaks[column], PixelVector.difference(PixelVector(row, at: x), expected))
  }
}

/// Compares a row with the background and moves the background one level toward it.
func compareAndLearn(_ row: Span<UInt8>, _ known: inout [UInt8], from start: Int, peaks: inout [PixelVector]) {
  let last = row.count - MotionMask.tile
  var known = known.mutableSpan
  var peaks = peaks.mutableSpan
  for column in peaks.indices {
    let x = min(column &* MotionMask.tile, last)
    let now = PixelVector(row, at: x)
    let before = PixelVector(known.span, at: start &+ x)
    peaks[column] = pointwiseMax(peaks[column], PixelVector.difference(now, before))
    known.store(before.stepped(toward: now), at: start &+ x)
  }
}

/// Moves the background one level toward a row.
func learn(_ row: Span<UInt8>, _ known: inout [UInt8], from start: Int) {
  let last = row.count - MotionMask.tile
  var known = known.mutableSpan
  for x in stride(from: 0, through: last + MotionMask.tile - 1, by: MotionMask.tile) {
    let at = min(x, last)
    known.store(PixelVector(known.span, at: start &+ at).stepped(toward: PixelVector(row, at: at)), at: start &+ at)
  }
}

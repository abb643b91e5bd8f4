// How the rows of a picture differ from those of others, and what its tiles add up to.

/// The sum of the samples in each tile of a row of tiles.
func sumTiles(_ image: [UInt8], row: Int, columns: Int, height: Int, to sums: inout [Int]) {
  let image = image.span
  var all = sums.mutableSpan
  var sums = all._mutatingExtracting(row * columns..<(row + 1) * columns)
  let (stride, top) = (columns * TilePicture.tile, row * TilePicture.tile)
  let count = min(TilePicture.tile, height - top)
  for column in 0..<sums.count {
    sums[column] = sumTile(image, from: top * stride + column * TilePicture.tile, stride: stride, count: count)
  }
}

/// The sum of the samples of a tile of so many rows.
@inline(__always)
@safe
func sumTile(_ image: Span<UInt8>, from start: Int, stride: Int, count: Int) -> Int {
  // No sum of a column is longer than sixteen bits.
  var (even, odd) = (PixelVector.Lanes(), PixelVector.Lanes())
  var index = start
  guard start >= 0, count > 0, start + (count - 1) * stride + TilePicture.tile <= image.count else { return 0 }
  for _ in 0..<count {
    // The last row of the tile lies inside the image.
    let pixels = unsafe PixelVector(unchecked: image, at: index)
    even &+= pixels.even
    odd &+= pixels.odd
    index &+= stride
  }
  return Int((even &+ odd).wrappedSum())
}

/// Moves known samples one level toward a row.
func follow(_ picture: [UInt8], _ range: Range<Int>, _ known: inout [UInt8]) {
  let row = picture.span.extracting(range)
  let (start, count) = (range.lowerBound, range.count)
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

/// Writes the differences of a row to the background, with those in color where there are any.
func differ(
  _ range: Range<Int>, _ picture: [UInt8], _ background: [UInt8], _ tint: [UInt8], into image: inout [UInt8]
) {
  let now = picture.span.extracting(range)
  let known = background.span.extracting(range)
  let tint = tint.span
  var all = image.mutableSpan
  var out = all._mutatingExtracting(range)
  let count = out.count
  guard now.count == count, known.count == count else { return }
  if tint.count == count {
    for x in 0..<count {
      let first = absoluteDifference(now[x], known[x])
      let sum = first &+ tint[x]
      out[x] = sum < first ? 255 : sum
    }
  } else {
    for x in 0..<count { out[x] = absoluteDifference(now[x], known[x]) }
  }
}

/// Takes from the differences of a row what a small displacement explains: that in x times the gradient in x, and the same in y.
///
/// - Parameter share: the displacement in 128ths of a pixel.
func forgive(
  _ known: [UInt8], _ row: Range<Int>, _ above: Range<Int>, _ below: Range<Int>, share: UInt16, in image: inout [UInt8]
) {
  let count = row.count - 2
  guard count > 0 else { return }
  let left = known.span.extracting(row.lowerBound..<row.upperBound - 2)
  let right = known.span.extracting(row.lowerBound + 2..<row.upperBound)
  let upper = known.span.extracting(above.lowerBound + 1..<above.upperBound - 1)
  let lower = known.span.extracting(below.lowerBound + 1..<below.upperBound - 1)
  var all = image.mutableSpan
  var out = all._mutatingExtracting(row.lowerBound + 1..<row.upperBound - 1)
  guard left.count == count, right.count == count, upper.count == count, lower.count == count, out.count == count else {
    return
  }
  for x in 0..<count {
    let slope = UInt16(absoluteDifference(left[x], right[x])) &+ UInt16(absoluteDifference(upper[x], lower[x]))
    let explained = UInt8(truncatingIfNeeded: min((slope &* share) &>> 8, 255))
    out[x] = max(out[x], explained) &- explained
  }
}

/// Writes the smallest of the differences of a row to two earlier pictures and to the background.
///
/// Where both earlier pictures held one thing that moves on, the place of it that they share differs from both, and not from the background.
func differFromAll(
  _ range: Range<Int>, _ picture: [UInt8], _ one: [UInt8], _ two: [UInt8], _ fromBackground: [UInt8],
  into image: inout [UInt8]
) {
  let now = picture.span.extracting(range)
  let one = one.span.extracting(range)
  let two = two.span.extracting(range)
  let known = fromBackground.span.extracting(range)
  var all = image.mutableSpan
  var out = all._mutatingExtracting(range)
  let count = out.count
  guard now.count == count, one.count == count, two.count == count, known.count == count else { return }
  for x in 0..<count {
    out[x] = min(absoluteDifference(now[x], one[x]), absoluteDifference(now[x], two[x]), known[x])
  }
}

// Kernels that reduce a picture row by row: halving, and means of larger blocks.

/// Writes the means of two by two samples of two rows.
///
/// - Parameters:
///   - upper: The upper row, of at least twice as many samples as are written.
///   - lower: The lower row, of as many.
///   - stride: The number of bytes from one sample to the next.
///   - out: The row that is written.
func halveRows(
  _ upper: Span<UInt8>, _ lower: Span<UInt8>, stride: Int, to out: inout MutableSpan<UInt8>
) {
  let count = out.count
  guard stride == 1 else {
    for x in 0..<count {
      let (left, right) = (2 * x * stride, (2 * x + 1) * stride)
      let sum = UInt16(upper[left]) + UInt16(upper[right]) + UInt16(lower[left]) + UInt16(lower[right])
      out[x] = UInt8(truncatingIfNeeded: (sum + 2) >> 2)
    }
    return
  }
  halveRows(upper.extracting(0..<2 * count), lower.extracting(0..<2 * count), to: &out)
}

/// Writes the means of two by two samples of two rows of neighboring samples: two samples are one word, so that this
/// becomes vector code.
@safe
private func halveRows(_ upper: Span<UInt8>, _ lower: Span<UInt8>, to out: inout MutableSpan<UInt8>) {
  let count = out.count
  guard upper.count == 2 * count, lower.count == 2 * count else { return }
  // Any bytes are samples, and both rows hold two for each one that is written.
  let (upper, lower) = unsafe (upper.bytes, lower.bytes)
  for x in 0..<count {
    let above = unsafe upper.unsafeLoadUnaligned(fromUncheckedByteOffset: 2 &* x, as: UInt16.self)
    let below = unsafe lower.unsafeLoadUnaligned(fromUncheckedByteOffset: 2 &* x, as: UInt16.self)
    let sum = (above & 255) &+ (above &>> 8) &+ (below & 255) &+ (below &>> 8)
    out[x] = UInt8(truncatingIfNeeded: (sum &+ 2) &>> 2)
  }
}

/// Adds a row of samples to the sums of its columns, at most 256 rows in all.
///
/// - Parameters:
///   - row: The samples, `stride` bytes apart, one for each sum.
///   - isFirst: A Boolean value indicating whether the sums begin with this row.
func addRow(_ row: Span<UInt8>, stride: Int, to sums: inout MutableSpan<UInt16>, isFirst: Bool) {
  let count = sums.count
  guard count > 0, row.count > (count - 1) * stride else { return }
  // The row holds a sample for each sum.
  switch (stride, isFirst) {
  case (1, true): for x in 0..<count { unsafe sums[unchecked: x] = UInt16(row[unchecked: x]) }
  case (1, false): for x in 0..<count { unsafe sums[unchecked: x] &+= UInt16(row[unchecked: x]) }
  case (_, true): for x in 0..<count { sums[x] = UInt16(row[x * stride]) }
  case (_, false): for x in 0..<count { sums[x] &+= UInt16(row[x * stride]) }
  }
}

/// Writes the means of blocks, of `taps` rows that are added up and of as many columns.
///
/// - Parameters:
///   - sums: The sums of the columns, `block` of them for each mean.
///   - block: The number of columns of a block.
///   - taps: The number of rows in the sums, and of columns that are taken of a block, 1 to 256.
///   - spacing: The number of columns from one that is taken to the next.
///   - out: The row that is written.
func averageBlocks(
  _ sums: Span<UInt16>, block: Int, taps: Int, spacing: Int, to out: inout MutableSpan<UInt8>
) {
  let count = out.count
  // The last tap of a block lies inside it, and the blocks inside the sums.
  guard taps > 0, (taps - 1) * spacing < block, count * block <= sums.count else { return }
  let scale = (1 << 16) / UInt32(taps * taps)
  @inline(__always)
  func sum(_ x: Int, _ tap: Int) -> UInt32 { UInt32(unsafe sums[unchecked: x &* block &+ tap &* spacing]) }
  @inline(__always)
  func mean(_ sum: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: min((sum &* scale &+ (1 << 15)) >> 16, 255)) }
  switch taps {
  case 1 where block == 1:
    for x in 0..<count { unsafe out[unchecked: x] = UInt8(truncatingIfNeeded: sums[unchecked: x]) }
  case 1:
    for x in 0..<count { unsafe out[unchecked: x] = mean(sum(x, 0)) }
  case 2:
    for x in 0..<count { unsafe out[unchecked: x] = mean(sum(x, 0) &+ sum(x, 1)) }
  case 3:
    for x in 0..<count { unsafe out[unchecked: x] = mean(sum(x, 0) &+ sum(x, 1) &+ sum(x, 2)) }
  default:
    for x in 0..<count {
      var total: UInt32 = 0
      for tap in 0..<taps { total &+= sum(x, tap) }
      unsafe out[unchecked: x] = mean(total)
    }
  }
}

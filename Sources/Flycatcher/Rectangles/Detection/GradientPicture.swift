// The picture a detector works on: a part of the luma, reduced by a whole factor, with its smoothed gradient.

/// Reduced square roots of luma, in which an edge in the dark stands out from the noise as one in the light does, and
/// their gradient, derivative [-1 -2 0 2 1] across and binomial [1 4 6 4 1] along: a slope of one gray
/// level a pixel reads 128. The border pixels are repeated into a margin, so that edges close to
/// them are found.
struct GradientPicture {
  /// Pixels added on each side.
  static let margin = 4

  /// The square root of each gray level, from 0 to 255 again.
  private static let levels = (0..<256).map { UInt8((255 * Float($0)).squareRoot().rounded()) }

  /// With the margins.
  private(set) var width = 0
  private(set) var height = 0
  /// Pixels of the plane to one of this picture.
  private(set) var factor = 1
  private(set) var luma: [UInt8] = []
  private(set) var dx: [Int16] = []
  private(set) var dy: [Int16] = []
  /// |dx| + |dy|
  private(set) var magnitude: [Int16] = []
  private var sums: [UInt16] = []
  private var smoothed: [Int16] = []
  private var differed: [Int16] = []

  /// Takes in the region of the plane, at the smallest whole reduction whose longer side is at most `longestSide`; a
  /// region narrower than that reduction is reduced to a width of one pixel.
  mutating func update(_ plane: borrowing Plane, region: PixelRectangle, longestSide: Int) {
    let (short, long) = (min(region.width, region.height), max(region.width, region.height))
    let factor = min((long + longestSide - 1) / longestSide, short)
    let (inner, margin) = (region.height / factor, Self.margin)
    resize(width: region.width / factor + 2 * margin, height: inner + 2 * margin, factor: factor)
    for y in 0..<inner {
      reduceRow(y, of: plane, region: region, factor: factor, width: width, to: &luma, sums: &sums)
    }
    for i in luma.indices { luma[i] = Self.levels[Int(luma[i])] }
    for y in 0..<margin {
      copyRow(margin, to: y, in: &luma, width: width)
      copyRow(margin + inner - 1, to: margin + inner + y, in: &luma, width: width)
    }
    for y in 2..<height - 2 {
      filterColumns(y, of: luma, width: width, smooth: &smoothed, difference: &differed)
      filterRow(
        smoothed, differed, inner: y * width + 2..<(y + 1) * width - 2, dx: &dx, dy: &dy,
        magnitude: &magnitude)
    }
  }

  private mutating func resize(width: Int, height: Int, factor: Int) {
    self.factor = factor
    guard width != self.width || height != self.height else { return }
    self.width = width
    self.height = height
    luma = Array(repeating: 0, count: width * height)
    dx = Array(repeating: 0, count: width * height)
    dy = dx
    magnitude = dx
    smoothed = Array(repeating: 0, count: width)
    differed = smoothed
  }
}

private func reduceRow(
  _ y: Int, of plane: borrowing Plane, region: PixelRectangle, factor: Int, width: Int, to luma: inout [UInt8],
  sums: inout [UInt16]
) {
  let stride = plane.pixelStride
  let margin = GradientPicture.margin
  let start = (y + margin) * width
  var allRows = luma.mutableSpan
  defer {
    for x in 0..<margin {
      allRows[start + x] = allRows[start + margin]
      allRows[start + width - 1 - x] = allRows[start + width - 1 - margin]
    }
  }
  var out = allRows._mutatingExtracting(start + margin..<start + width - margin)
  let first = region.x * stride
  let last = first + (out.count * factor - 1) * stride
  if factor == 1 {
    copyRow(plane.row(region.y + y).extracting(first..<last + 1), stride: stride, to: &out)
  } else if factor == 2 {
    let top = plane.row(region.y + 2 * y).extracting(first..<last + 1)
    halveRows(top, plane.row(region.y + 2 * y + 1).extracting(first..<last + 1), stride: stride, to: &out)
  } else {
    // At most 16 rows and columns, spread evenly, so that the sums fit and a huge picture costs little more than a
    // large one.
    let samples = min(factor, 16)
    let columns = out.count * factor
    if sums.count < columns { sums = Array(repeating: 0, count: columns) }
    var allSums = sums.mutableSpan
    var columnSums = allSums._mutatingExtracting(0..<columns)
    for k in 0..<samples {
      let row = plane.row(region.y + y * factor + k * factor / samples).extracting(first..<last + 1)
      addRow(row, stride: stride, to: &columnSums, isFirst: k == 0)
    }
    averageBlocks(columnSums.span, block: factor, taps: samples, spacing: factor / samples, to: &out)
  }
}

private func copyRow(_ source: Int, to target: Int, in luma: inout [UInt8], width: Int) {
  for x in 0..<width { luma[target * width + x] = luma[source * width + x] }
}

private func copyRow(_ row: Span<UInt8>, stride: Int, to out: inout MutableSpan<UInt8>) {
  if stride == 1 {
    for x in out.indices { out[x] = row[x] }
  } else {
    for x in out.indices { out[x] = row[x * stride] }
  }
}

/// Row y and its four neighbors to their binomial mean (times 16) and to their difference (times 8).
private func filterColumns(
  _ y: Int, of luma: [UInt8], width: Int, smooth smoothed: inout [Int16], difference differed: inout [Int16]
) {
  let all = luma.span
  let r0 = all.extracting((y - 2) * width..<(y - 1) * width)
  let r1 = all.extracting((y - 1) * width..<y * width)
  let r2 = all.extracting(y * width..<(y + 1) * width)
  let r3 = all.extracting((y + 1) * width..<(y + 2) * width)
  let r4 = all.extracting((y + 2) * width..<(y + 3) * width)
  var smooth = smoothed.mutableSpan
  var difference = differed.mutableSpan
  let count = smooth.count
  guard r0.count == count, r1.count == count, r2.count == count, r3.count == count, r4.count == count,
    difference.count == count
  else { return }
  for x in 0..<count {
    let (a, b, c) = (Int16(r0[x]), Int16(r1[x]), Int16(r2[x]))
    let (d, e) = (Int16(r3[x]), Int16(r4[x]))
    smooth[x] = a &+ e &+ 4 &* (b &+ d) &+ 6 &* c
    difference[x] = e &- a &+ 2 &* (d &- b)
  }
}

private func filterRow(
  _ smoothed: [Int16], _ differed: [Int16], inner: Range<Int>, dx allX: inout [Int16], dy allY: inout [Int16],
  magnitude allMagnitudes: inout [Int16]
) {
  let (smooth, difference) = (smoothed.span, differed.span)
  var wholeX = allX.mutableSpan
  var wholeY = allY.mutableSpan
  var wholeMagnitude = allMagnitudes.mutableSpan
  var dx = wholeX._mutatingExtracting(inner)
  var dy = wholeY._mutatingExtracting(inner)
  var magnitude = wholeMagnitude._mutatingExtracting(inner)
  let count = dx.count
  guard smooth.count == count + 4, difference.count == count + 4, dy.count == count, magnitude.count == count else {
    return
  }
  for x in 0..<count {
    let horizontal = smooth[x &+ 4] &- smooth[x] &+ 2 &* (smooth[x &+ 3] &- smooth[x &+ 1])
    let sides = difference[x] &+ difference[x &+ 4] &+ 4 &* (difference[x &+ 1] &+ difference[x &+ 3])
    let vertical = sides &+ 6 &* difference[x &+ 2]
    dx[x] = horizontal
    dy[x] = vertical
    magnitude[x] = (horizontal < 0 ? 0 &- horizontal : horizontal) &+ (vertical < 0 ? 0 &- vertical : vertical)
  }
}

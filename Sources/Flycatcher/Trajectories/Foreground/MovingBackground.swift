// A background that goes along with a camera that is moved on: what leaves the picture is given up, and what comes into it is taken in.

/// A way of whole tiles.
struct TileOffset: Equatable, Sendable {
  var columns = 0
  var rows = 0

  /// The same in pixels.
  var pixels: SIMD2<Double> { Double(TilePicture.tile) * SIMD2(Double(columns), Double(rows)) }

  static func += (left: inout TileOffset, right: TileOffset) {
    left.columns += right.columns
    left.rows += right.rows
  }
}

extension Foreground {
  /// Moves the background with everything that lies over it when the camera has moved on.
  ///
  /// - Returns: the way of its first pixel; `nil` where it stayed.
  mutating func followCamera() -> TileOffset? {
    let displacement = registration.motion.displacement
    let tile = Double(TilePicture.tile)
    let limit = max(tile, registration.parameters.reach * Double(background.width))
    guard max(abs(displacement.x), abs(displacement.y)) >= limit else { return nil }
    // No farther than the camera went, so that the frame shows everything that is new.
    let way = TileOffset(columns: -Int(displacement.x / tile), rows: -Int(displacement.y / tile))
    move(by: way)
    registration.moveBackground(by: way.pixels)
    return way
  }
}

extension TilePicture {
  /// Moves the picture's first pixel by whole tiles over itself; what was not in it keeps the nearest samples.
  ///
  /// - Parameter tile: the side of a tile in samples.
  mutating func moveOrigin(by way: TileOffset, tile: Int = Self.tile) {
    guard width > 0, height > 0 else { return }
    let (columns, rows) = (way.columns * tile, way.rows * tile)
    let (stride, height) = (stride, height)
    var samples = pixels.mutableSpan
    // From the side that is given up to the other, so that no row is written before it is read.
    for number in 0..<height {
      let y = rows < 0 ? height - 1 - number : number
      let from = min(max(y + rows, 0), height - 1)
      moveRow(&samples, from: from * stride, to: y * stride, count: stride, by: columns)
    }
  }

  /// Takes from another picture what was not in this one before its origin was moved.
  mutating func fill(newAfter way: TileOffset, from other: borrowing TilePicture, tile: Int = Self.tile) {
    let (columns, rows) = (way.columns * tile, way.rows * tile)
    let oldRows = max(-rows, 0)..<max(min(height - rows, height), max(-rows, 0))
    let oldColumns = max(-columns, 0)..<max(min(width - columns, stride), max(-columns, 0))
    let (stride, height, new) = (stride, height, other.pixels.span)
    var samples = pixels.mutableSpan
    for y in 0..<height {
      let row = y * stride..<(y + 1) * stride
      guard oldRows.contains(y), oldColumns.lowerBound < stride else {
        copy(new, row, to: &samples)
        continue
      }
      copy(new, row.lowerBound..<row.lowerBound + oldColumns.lowerBound, to: &samples)
      copy(new, row.lowerBound + oldColumns.upperBound..<row.upperBound, to: &samples)
    }
  }
}

/// Moves a row of samples along itself, to where it may be another row's place, too; what was not in it keeps the nearest sample.
private func moveRow(
  _ samples: inout MutableSpan<UInt8>, from source: Int, to target: Int, count: Int, by way: Int
) {
  let kept = max(count - abs(way), 0)
  let (first, last) = (samples[source], samples[source + count - 1])
  let (read, written) = (source + max(way, 0), target + max(-way, 0))
  let width = PixelVector.scalarCount
  let vectors = kept / width
  let rest = vectors * width..<kept
  if way < 0 {
    for index in rest.reversed() { samples[written + index] = samples[read + index] }
  }
  for number in 0..<vectors {
    let index = (way < 0 ? vectors - 1 - number : number) * width
    PixelVector(samples.span, at: read + index).write(to: &samples, at: written + index)
  }
  if way >= 0 {
    for index in rest { samples[written + index] = samples[read + index] }
    for index in target + kept..<target + count { samples[index] = last }
  } else {
    for index in target..<target + count - kept { samples[index] = first }
  }
}

private func copy(_ samples: Span<UInt8>, _ range: Range<Int>, to other: inout MutableSpan<UInt8>) {
  let samples = samples.extracting(range)
  var other = other._mutatingExtracting(range)
  for index in 0..<samples.count { other[index] = samples[index] }
}

extension Array {
  /// Values a tile, of which the first tile moves over the others; what was not there keeps the nearest value.
  mutating func moveOrigin(by way: TileOffset, columns: Int) {
    guard columns > 0, count >= columns else { return }
    let old = self
    let rows = count / columns
    for index in indices {
      let (row, column) = (index / columns + way.rows, index % columns + way.columns)
      self[index] = old[Swift.min(Swift.max(row, 0), rows - 1) * columns + Swift.min(Swift.max(column, 0), columns - 1)]
    }
  }
}

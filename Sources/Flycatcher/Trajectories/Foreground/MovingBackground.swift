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
    let old = pixels
    let (columns, rows) = (way.columns * tile, way.rows * tile)
    for y in 0..<height {
      let from = min(max(y + rows, 0), height - 1) * stride
      for x in 0..<stride { pixels[y * stride + x] = old[from + min(max(x + columns, 0), stride - 1)] }
    }
  }

  /// Takes from another picture what was not in this one before its origin was moved.
  mutating func fill(newAfter way: TileOffset, from other: borrowing TilePicture, tile: Int = Self.tile) {
    let (columns, rows) = (way.columns * tile, way.rows * tile)
    let oldRows = max(-rows, 0)..<max(min(height - rows, height), max(-rows, 0))
    let oldColumns = max(-columns, 0)..<max(min(width - columns, stride), max(-columns, 0))
    for y in 0..<height {
      for x in 0..<stride where !(oldRows.contains(y) && oldColumns.contains(x)) {
        pixels[y * stride + x] = other.pixels[y * stride + x]
      }
    }
  }
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

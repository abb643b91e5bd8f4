// The detail on a flat surface, beside its outline.

/// The extent of the detail on a rectangle, well inside its outline.
///
/// Where there is enough, the surroundings are left alone: they may stay behind when the rectangle moves. A blank
/// rectangle has nothing but its outline.
enum Texture: CaseIterable {
  /// In every quarter.
  case everywhere
  case somewhere
  case nowhere

  init(
    _ homography: Homography, size: SIMD2<Float>, pyramid: borrowing PicturePyramid, plane: borrowing Plane,
    _ parameters: RectangleTracker.Parameters.Texture
  ) {
    let cells = min(96, max(8, size.max() / 3))
    let cell = size.max() / cells
    let level = PicturePyramid.level(ofCell: cell, top: pyramid.top)
    let reduced = homography.reduced(by: Double(1 << level))
    let counts = (size / cell).rounded(.up)
    let quarters = pyramid.withLevel(level, of: plane) {
      Self.details(reduced, $0, cells: counts, parameters.leastDetail)
    }
    let (least, all) = (Float(quarters.min()), Float(quarters.wrappedSum()))
    self = least >= parameters.everywhere ? .everywhere : all >= parameters.somewhere ? .somewhere : .nowhere
  }

  /// Returns the number of places of detail in each quarter.
  private static func details(
    _ homography: Homography, _ picture: borrowing Plane, cells: SIMD2<Float>, _ leastDetail: Float
  ) -> SIMD4<Int> {
    let (columns, rows) = (max(6, Int(cells.x)), max(6, Int(cells.y)))
    var values = [Float](repeating: .nan, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let place = (SIMD2(Double(column), Double(row)) + 0.5) / SIMD2(Double(columns), Double(rows)) * 2 - 1
        let at = SIMD2<Float>(homography(place))
        if picture.contains(at) { values[row * columns + column] = picture.brightness(at) }
      }
    }
    var quarters = SIMD4<Int>.zero
    // A tenth of the way to the middle on each hand belongs to the rim.
    let (left, top) = (max(1, columns / 10), max(1, rows / 10))
    for row in top..<rows - top {
      for column in left..<columns - left {
        let i = row * columns + column
        let around = (values[i - 1] + values[i + 1] + values[i - columns] + values[i + columns]) / 4
        guard abs(values[i] - around) > leastDetail else { continue }
        quarters[(2 * column < columns ? 0 : 1) + (2 * row < rows ? 0 : 2)] += 1
      }
    }
    return quarters
  }
}

// Whether there is something to see on a flat thing, beside its outline.

/// Where there is enough to see, well inside.
///
/// Then what lies around the thing is left alone: it may stay behind when the thing moves. A blank thing has nothing
/// but its outline.
enum Texture {
  /// In every quarter.
  case everywhere
  case somewhere
  case nowhere

  /// Gray levels by which a place differs from its neighbors. Shades and reflections are smooth: they do not count,
  /// for they do not stay where they are.
  private static let leastDetail: Float = 7

  init(_ homography: Homography, size: SIMD2<Float>, pyramid: borrowing PicturePyramid, plane: borrowing Plane) {
    let cells = min(96, max(8, size.max() / 3))
    let cell = size.max() / cells
    let level = PicturePyramid.level(ofCell: cell, top: pyramid.top)
    let reduced = homography.reduced(by: Double(1 << level))
    let counts = (size / cell).rounded(.up)
    let quarters = pyramid.withLevel(level, of: plane) { Self.details(reduced, $0, cells: counts) }
    self = quarters.min() >= 10 ? .everywhere : quarters.wrappedSum() >= 40 ? .somewhere : .nowhere
  }

  /// In each quarter the number of places where something is to be seen.
  private static func details(_ homography: Homography, _ picture: borrowing Plane, cells: SIMD2<Float>) -> SIMD4<Int> {
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

// The peak of the response of a correlation filter.

/// The peak of a filter's response: its place, its height, and how far it stands out.
struct ResponsePeak: Sendable {
  /// The displacement of the peak from cell `side / 2`, in cells, refined between cells.
  var x = 0.0
  var y = 0.0
  /// The response at the peak; about 1 where the object looks as it was learned.
  var height: Float = 0
  /// The peak-to-sidelobe ratio (Bolme et al. 2010): the height of the peak above the rest of the map, in standard
  /// deviations.
  var sidelobeRatio: Float = 0

  /// Finds the peak of a response.
  ///
  /// - Parameters:
  ///   - map: The response in which the peak is sought.
  ///   - filter: The response of the filter alone, from which the height and the ratio are taken.
  ///   - expected: The place of the peak if the object goes on as before, in cells from cell `side / 2`.
  ///   - doubt: The share of the response by which an unexpected place is the worse.
  init(_ map: Span<Float>, filter: Span<Float>, side: Int, expected: SIMD2<Float>, doubt: Float) {
    var best = -Float.infinity
    var (column, row) = (0, 0)
    let center = Float(side / 2)
    // A repeated pattern answers almost as well one period on: what is off by a quarter of the object must answer that much better.
    let reach = max(Float(side) / 12, 1)
    for y in 0..<side {
      let down = (Float(y) - center - expected.y) / reach
      for x in 0..<side {
        let value = map[y * side + x]
        guard value > best else { continue }
        let across = (Float(x) - center - expected.x) / reach
        let likely = value * (1 - doubt * min(down * down + across * across, 1))
        if likely > best { (best, column, row) = (likely, x, y) }
      }
    }
    height = map[row * side + column]
    let left = map[row * side + (column + side - 1) % side]
    let right = map[row * side + (column + 1) % side]
    let above = map[(row + side - 1) % side * side + column]
    let below = map[(row + 1) % side * side + column]
    x = Double(column - side / 2) + Double(peakOffset(left, height, right))
    y = Double(row - side / 2) + Double(peakOffset(above, height, below))
    height = filter[row * side + column]
    measure(filter, side: side, column: column, row: row)
  }

  private mutating func measure(_ map: Span<Float>, side: Int, column: Int, row: Int) {
    let near = max(3, side / 10)
    var (sum, squares, count): (Float, Float, Float) = (0, 0, 0)
    for y in 0..<side {
      let dy = abs(y - row)
      let isRowNear = min(dy, side - dy) <= near
      for x in 0..<side {
        let value = map[y * side + x]
        let dx = abs(x - column)
        if isRowNear && min(dx, side - dx) <= near { continue }
        sum += value
        squares += value * value
        count += 1
      }
    }
    let mean = sum / max(count, 1)
    let deviation = max(squares / max(count, 1) - mean * mean, 0).squareRoot()
    sidelobeRatio = (height - mean) / (deviation + 1e-6)
  }
}

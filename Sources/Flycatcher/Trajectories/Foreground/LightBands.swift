// Bands of light that wander over a picture whose rows are exposed one after the other, under a lamp that flickers with the mains.

/// The light of each row of a coarse grid, as a factor on that of the whole picture.
///
/// In a band a row is brighter or darker from its left to its right, and its neighbors are nearly as much: what moves is not that wide, and an edge that is out
/// of its place is in one row.
struct LightBands: Sendable {
  /// The differences of the samples of one third of a row from what is expected there, and what is expected.
  struct Third {
    var missing: Float = 0
    var expected: Float = 0
    var count = 0

    /// The share by which it is brighter; `nil` where too little of it tells anything.
    fileprivate var excess: Float? {
      count >= leastSamples && expected > leastLevel * Float(count) ? missing / expected : nil
    }
  }

  /// The least number of samples that tell the light of a third of a row, and the gray level below which what is dark tells none.
  private static let (leastSamples, leastLevel) = (4, Float(24))
  /// The least standard deviation of the bands, as a share of the light, and as a multiple of the difference of the thirds of most rows; and the part of
  /// both that is enough for so many frames after bands that are sure: a lamp does not stop to flicker.
  private static let (least, leastSignificance): (Float, Float) = (0.006, 2)
  private static let (doubted, memory): (Float, Int) = (0.4, 30)
  /// The darkest and the brightest that a band may be.
  private static let range: ClosedRange<Float> = 0.5...2
  /// The least number of rows that show bands, and the rows on either side of one that its light is smoothed over.
  private static let (leastRows, reach) = (8, 2)

  /// Whether there are any.
  private(set) var areFound = false
  /// Whether some were sure in the newest frame, and the number of frames for which others are believed more easily.
  private var (areSure, rest) = (false, 0)
  /// The number of rows, the place of the first one, and the pixels from a row to the next.
  private var (rows, first, step) = (0, 0, 1)
  private var factors: [Float] = []
  /// By how much each row is brighter than expected, and by how much its thirds differ, squared.
  private var (excess, spread): ([Float], [Float]) = ([], [])

  /// Forgets the bands, for another grid.
  mutating func reset(rows: Int, first: Int, step: Int) {
    areFound = false
    (self.rows, self.first, self.step) = (rows, first, step)
    guard factors.count < rows else { return }
    factors = [Float](repeating: 1, count: rows)
    excess = [Float](repeating: 0, count: rows)
    spread = [Float](repeating: 0, count: rows)
  }

  /// Goes on to the next frame.
  mutating func endFrame() {
    rest = areSure ? Self.memory : max(rest - 1, 0)
    areSure = false
  }

  /// The factor of a row of the grid.
  @inline(__always)
  func ofGridRow(_ row: Int) -> Float { areFound ? factors[row] : 1 }

  /// The factor of a row of the picture.
  func ofRow(_ y: Int) -> Float {
    guard areFound else { return 1 }
    let place = min(max(Float(y - first) / Float(step), 0), Float(rows - 1))
    let row = min(Int(place), rows - 2)
    return factors[row] + (factors[row + 1] - factors[row]) * (place - Float(row))
  }

  /// Takes in by how much the thirds of a row are brighter than expected.
  mutating func take(row: Int, _ thirds: [3 of Third]) {
    guard let left = thirds[0].excess, let middle = thirds[1].excess, let right = thirds[2].excess else {
      (excess[row], spread[row]) = (0, .infinity)
      return
    }
    let (least, most) = (min(left, middle, right), max(left, middle, right))
    // One of them may hold something that moves.
    excess[row] = left + middle + right - least - most
    spread[row] = square(most - least)
  }

  /// Finds the bands, with all rows taken in, or finds them better.
  mutating func find() {
    if !areFound {
      guard rows >= Self.leastRows else { return }
      let variance = commonVariance
      let isSure = shows(variance, doubted: 1)
      guard isSure || (rest > 0 && shows(variance, doubted: Self.doubted)) else { return }
      areSure = areSure || isSure
      areFound = true
      for row in 0..<rows { factors[row] = 1 }
    }
    var sum: Float = 0
    for row in 0..<rows {
      let around = max(row - Self.reach, 0)...min(row + Self.reach, rows - 1)
      var excess: Float = 0
      for other in around { excess += self.excess[other] }
      let factor = factors[row] * (1 + excess / Float(around.count))
      factors[row] = min(max(factor, Self.range.lowerBound), Self.range.upperBound)
      sum += factors[row]
    }
    // What all have in common is the light of the picture.
    for row in 0..<rows { factors[row] *= Float(rows) / sum }
  }

  /// The variance that rows have in common which are not next to each other.
  private var commonVariance: Float {
    var sum: Float = 0
    for row in 2..<rows { sum += excess[row] * excess[row - 2] }
    return sum / Float(rows - 2)
  }

  /// Whether bands of a variance stand out, in most rows from what their thirds differ by.
  private func shows(_ variance: Float, doubted: Float) -> Bool {
    guard variance > square(Self.least * doubted) else { return false }
    let limit = variance / square(Self.leastSignificance * doubted)
    var count = 0
    for row in 0..<rows where spread[row] < limit { count += 1 }
    return 2 * count > rows
  }
}

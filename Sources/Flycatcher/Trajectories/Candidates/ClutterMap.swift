// How many candidates come by chance in each part of the picture: measured, for the score of a track is the likelihood over that of clutter.

/// The mean number of candidates a frame in each cell of a coarse grid over the picture, those that stand out more and less counted apart.
struct ClutterMap: Sendable {
  private static let columns = 16
  private static let rows = 10
  /// The number of classes of significance, each three times the one before.
  private static let bands = 4
  private var means = [Double](repeating: 0, count: bands * columns * rows)
  private var counts = [Double](repeating: 0, count: bands * columns * rows)
  private var cellWidth = 1.0
  private var cellHeight = 1.0

  /// Takes the size of the picture, in which the candidates have their places.
  mutating func resize(_ size: SIMD2<Double>) {
    cellWidth = max(size.x / Double(Self.columns), 1)
    cellHeight = max(size.y / Double(Self.rows), 1)
  }

  /// Forgets what was counted: a new scene has clutter of its own.
  mutating func reset() { means.fill(with: 0, count: means.count) }

  mutating func update(_ candidates: [Candidate], memory: Double) {
    for index in counts.indices { counts[index] = 0 }
    for candidate in candidates { counts[cell(candidate)] += 1 }
    for index in means.indices { means[index] += (counts[index] - means[index]) / memory }
  }

  /// The candidates expected in a square pixel around a place, in a frame.
  ///
  /// Cells beside it count half as much as its own, and two in a hundred candidates are there in any case: nobody knows an empty cell to be empty
  /// for ever.
  func density(of candidate: Candidate) -> Double {
    let cell = cell(candidate)
    let band = cell / (Self.columns * Self.rows)
    let (row, column) = (cell / Self.columns % Self.rows, cell % Self.columns)
    var sum = 0.02
    var count = 0.0
    for y in max(row - 1, 0)...min(row + 1, Self.rows - 1) {
      for x in max(column - 1, 0)...min(column + 1, Self.columns - 1) {
        let weight = x == column && y == row ? 2.0 : 1.0
        sum += weight * means[(band * Self.rows + y) * Self.columns + x]
        count += weight
      }
    }
    return sum / count / (cellWidth * cellHeight)
  }

  private func cell(_ candidate: Candidate) -> Int {
    let (x, y) = (candidate.x + candidate.drift.x, candidate.y + candidate.drift.y)
    let column = min(max(Int(x / cellWidth), 0), Self.columns - 1)
    let row = min(max(Int(y / cellHeight), 0), Self.rows - 1)
    var band = 0
    var limit = 50.0
    while band < Self.bands - 1 && candidate.significance > limit {
      band += 1
      limit *= 3
    }
    return (band * Self.rows + row) * Self.columns + column
  }
}

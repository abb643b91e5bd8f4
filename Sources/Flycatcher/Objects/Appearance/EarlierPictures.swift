// Small pictures of earlier times: what lay at a place while an object was elsewhere.
import Glibc

/// A few reduced pictures of the stream, from half a second to a minute old.
///
/// Where a fixed camera shows the same at a place now as when the object was elsewhere, that is the background.
struct EarlierPictures: Sendable {
  /// The number of pictures.
  static let capacity = 8
  /// The time from one picture to the next.
  private static let spacing = Duration.milliseconds(500)
  /// The most cells of the longer side of a picture.
  private static let longestSide = 320
  /// The fewest cells along a side of a box that can be compared.
  private static let leastCells = 3

  private var pictures: [[UInt8]] = Array(repeating: [], count: capacity)
  /// Pixels of a side of a cell.
  private var cell = 1
  private var columns = 0
  private var rows = 0
  private var taken = 0
  private var lastTime: Timestamp?

  /// Forgets all pictures.
  mutating func removeAll() {
    for index in pictures.indices { pictures[index].removeAll(keepingCapacity: true) }
    (taken, lastTime) = (0, nil)
  }

  /// Keeps a frame where it is time for one, and returns its number among the pictures.
  ///
  /// A number is written half as often as the one before, so that old pictures remain.
  mutating func take(_ frame: borrowing Frame) -> Int? {
    if let lastTime, frame.timestamp - lastTime < Self.spacing { return nil }
    lastTime = frame.timestamp
    let cell = (max(frame.width, frame.height) + Self.longestSide - 1) / Self.longestSide
    let (columns, rows) = (frame.width / cell, frame.height / cell)
    if (cell, columns, rows) != (self.cell, self.columns, self.rows) {
      removeAll()
      (self.cell, self.columns, self.rows) = (cell, columns, rows)
      for index in pictures.indices { pictures[index].reserveCapacity(columns * rows) }
      lastTime = frame.timestamp
    }
    taken += 1
    let number = min(taken.trailingZeroBitCount, Self.capacity - 1)
    pictures[number].removeAll(keepingCapacity: true)
    let luma = frame.luma
    for row in 0..<rows {
      for column in 0..<columns { pictures[number].append(UInt8(level(luma, column: column, row: row) / 4)) }
    }
    return number
  }

  /// Returns the correlation of a box in a frame with the same place in an earlier picture, -1 to 1; `nil` where the box is
  /// too small or reaches beyond the picture.
  func correlation(_ box: PixelBox, _ frame: borrowing Frame, number: Int) -> Double? {
    let picture = pictures[number]
    guard picture.count == columns * rows, frame.width / cell == columns, frame.height / cell == rows else {
      return nil
    }
    let side = Double(cell)
    let (left, right) = ((box.centerX - box.width / 2) / side, (box.centerX + box.width / 2) / side)
    let (top, bottom) = ((box.centerY - box.height / 2) / side, (box.centerY + box.height / 2) / side)
    let (first, last) = (max(Int(left.rounded()), 0), min(Int(right.rounded()), columns))
    let (upper, lower) = (max(Int(top.rounded()), 0), min(Int(bottom.rounded()), rows))
    guard last - first >= Self.leastCells, lower - upper >= Self.leastCells else { return nil }
    let luma = frame.luma
    var (sum, other, squares, otherSquares, products) = (0, 0, 0, 0, 0)
    for row in upper..<lower {
      for column in first..<last {
        let (a, b) = (level(luma, column: column, row: row), 4 * Int(picture[row * columns + column]))
        sum += a
        other += b
        squares += a * a
        otherSquares += b * b
        products += a * b
      }
    }
    let count = Double((last - first) * (lower - upper))
    let variance = Double(squares) - Double(sum) * Double(sum) / count
    let otherVariance = Double(otherSquares) - Double(other) * Double(other) / count
    guard variance > 0, otherVariance > 0 else { return nil }
    return (Double(products) - Double(sum) * Double(other) / count) / (variance * otherVariance).squareRoot()
  }

  /// Returns the sum of four pixels of a cell.
  private func level(_ luma: Plane, column: Int, row: Int) -> Int {
    let (x, y) = (column * cell, row * cell)
    let (near, far) = (cell / 4, cell - 1 - cell / 4)
    let (upper, lower) = (luma.row(y + near), luma.row(y + far))
    let (left, right) = ((x + near) * luma.pixelStride, (x + far) * luma.pixelStride)
    return Int(upper[left]) + Int(upper[right]) + Int(lower[left]) + Int(lower[right])
  }
}

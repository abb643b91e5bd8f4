// Parts that differ from the rest of a piece by color alone: a ball before a player.

extension ChromaBackground {
  /// A color difference and the sense in which a part may stand out in it.
  enum Side: CaseIterable, Sendable {
    case blue, yellow, red, cyan

    var isRed: Bool { self == .red || self == .cyan }
    var isInverted: Bool { self == .yellow || self == .cyan }
  }

  /// Writes one side of the newest frame's color inside a piece's bounding box, at half its size, into a picture.
  ///
  /// - Returns: the box at that size and the range of what it holds; `nil` where there is nothing.
  func write(
    _ piece: ComponentSums, _ side: Side, into picture: inout [UInt8]
  ) -> (box: ComponentSums, range: ClosedRange<Int>)? {
    guard isKnown else { return nil }
    var box = piece
    box.minX = piece.minX / 2
    box.minY = piece.minY / 2
    box.maxX = min(piece.maxX / 2, width - 1)
    box.maxY = min(piece.maxY / 2, height - 1)
    guard box.minX < box.maxX, box.minY < box.maxY else { return nil }
    if picture.count != sampleCount { picture = [UInt8](repeating: 0, count: sampleCount) }
    var range = (low: UInt8.max, high: UInt8.min)
    for y in box.minY...box.maxY {
      writeRow(y, box.minX...box.maxX, side, into: &picture, &range)
    }
    return (box, Int(range.low)...Int(range.high))
  }
}

extension ComponentSums {
  /// A component of a picture of half the size, in pixels of the whole one, each of which weighs `weight`.
  func doubled(weight: Double) -> ComponentSums {
    var sums = self
    let unit = self.weight > 0 ? 4 * weight * Double(area) / self.weight : 0
    sums.area = 4 * area
    sums.weight = unit * self.weight
    sums.x = unit * (2 * x + 0.5 * self.weight)
    sums.y = unit * (2 * y + 0.5 * self.weight)
    sums.xx = unit * (4 * xx + 2 * x + 0.5 * self.weight)
    sums.xy = unit * (4 * xy + x + y + 0.25 * self.weight)
    sums.yy = unit * (4 * yy + 2 * y + 0.5 * self.weight)
    sums.minX = 2 * minX
    sums.minY = 2 * minY
    sums.maxX = 2 * maxX + 1
    sums.maxY = 2 * maxY + 1
    return sums
  }
}

extension Foreground {
  /// The mean brightness and color around a piece.
  func surroundings(of ellipse: PieceEllipse) -> SIMD4<Float> {
    var sum = SIMD4<Float>()
    var count: Float = 0
    for (x, y) in ellipse.ring(scale: 1.4, margin: 2) {
      guard x >= 0, y >= 0, x < background.width, y < background.height else { continue }
      sum += color(x: x, y: y)
      count += 1
    }
    return count > 0 ? sum / count : color(of: ellipse)
  }
}

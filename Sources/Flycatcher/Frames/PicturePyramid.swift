// A picture halved again and again, for a search from coarse to fine.

/// The luma of a picture and its halvings. Level 0 is the plane itself, which is not copied.
struct PicturePyramid {
  private struct Level {
    var width = 0
    var height = 0
    var luma: [UInt8] = []
  }

  /// Levels 1 and up.
  private var levels: [Level] = []
  /// The highest level; 0 is the full resolution.
  var top: Int { levels.count }

  /// Takes in a picture; halves until its shorter side would fall below 16 pixels, at most six times.
  mutating func update(_ plane: borrowing Plane) {
    var (width, height, count) = (plane.width, plane.height, 0)
    while count < 6, min(width, height) >= 32 {
      (width, height) = (width / 2, height / 2)
      if levels.count == count { levels.append(Level()) }
      if levels[count].width != width || levels[count].height != height {
        levels[count] = Level(width: width, height: height, luma: Array(repeating: 0, count: width * height))
      }
      if count == 0 {
        halve(plane, to: &levels[0].luma, width: width, height: height)
      } else {
        halve(count - 1, to: count)
      }
      count += 1
    }
    levels.removeLast(levels.count - count)
  }

  private mutating func halve(_ from: Int, to: Int) {
    let source = levels[from]
    guard let plane = Plane(source.luma.span, width: source.width, height: source.height, rowStride: source.width)
    else {
      return
    }
    let (width, height) = (levels[to].width, levels[to].height)
    halve(plane, to: &levels[to].luma, width: width, height: height)
  }

  private func halve(_ plane: borrowing Plane, to luma: inout [UInt8], width: Int, height: Int) {
    var all = luma.mutableSpan
    for y in 0..<height {
      var out = all._mutatingExtracting(y * width..<(y + 1) * width)
      halveRows(plane.row(2 * y), plane.row(2 * y + 1), stride: plane.pixelStride, to: &out)
    }
  }

  /// Calls `body` with a level: 0 the plane, 1 half of it, and so on up to `top`.
  func withLevel<Result>(_ level: Int, of plane: borrowing Plane, _ body: (borrowing Plane) -> Result) -> Result {
    guard level > 0, level <= levels.count else { return body(plane) }
    let l = levels[level - 1]
    guard let reduced = Plane(l.luma.span, width: l.width, height: l.height, rowStride: l.width) else {
      return body(plane)
    }
    return body(reduced)
  }

  /// Returns the level whose pixels are about as large as a cell `cell` full pixels wide, rather smaller.
  static func level(ofCell cell: Float, top: Int) -> Int {
    var (level, size) = (0, Float(1))
    while level < top, size * 1.7 <= cell {
      level += 1
      size *= 2
    }
    return level
  }
}

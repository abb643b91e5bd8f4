// Where the picture differs from its slow background: tiles of 16 × 16 pixels that hold something moving.

/// The background of a fixed camera's picture, and the tiles that differ from it.
///
/// The background is an approximate median: each pixel moves one gray level toward the picture at a time (McFarlane
/// and Schofield,
/// "Segmentation and tracking of piglets in images", 1995). The thresholds come from the mean deviation of each tile.
/// A change of light
/// that the whole picture shares is taken out as a straight line over brightness.
struct MotionMask {
  /// Edge of a tile in pixels.
  static let tile = 16

  let width: Int
  let height: Int
  /// Tiles in a row; the last one overlaps its neighbor where the width is no multiple of 16.
  let columns: Int
  let rows: Int

  private(set) var background: [UInt8]
  /// What a pixel must differ by to belong to something, a tile each.
  private(set) var lowThreshold: [UInt8]
  /// What at least one pixel of it must differ by.
  private(set) var highThreshold: [UInt8]
  /// What the common light makes of the background.
  var light: LightLine { lightChange.line }
  /// Tiles in which some pixel is above the high threshold, in order.
  private(set) var activeTiles: [Int] = []

  private var deviation: [Float]
  private var lightChange = LightChange()
  /// Mean deviation of most of the picture.
  private var noise: Float = 2
  private var peaks: [UInt8]
  private var frame = 0

  /// Starts with this picture as the background. The picture is at least one tile wide and high.
  init(_ picture: borrowing Plane) {
    width = picture.width
    height = picture.height
    columns = (width + Self.tile - 1) / Self.tile
    rows = (height + Self.tile - 1) / Self.tile
    let tiles = columns * rows
    background = picture.samples
    deviation = Array(repeating: 2, count: tiles)
    peaks = Array(repeating: 0, count: width)
    let (low, high) = Self.thresholds(2)
    lowThreshold = Array(repeating: low, count: tiles)
    highThreshold = Array(repeating: high, count: tiles)
  }

  /// First pixel column of a tile column.
  func left(ofColumn column: Int) -> Int { min(column * Self.tile, width - Self.tile) }

  /// Learns how the common light of this picture differs from the background's.
  mutating func followLight(_ picture: borrowing Plane) {
    lightChange.estimate(picture, background: background)
    followNoise(Float(lightChange.noise))
  }

  /// Compares the picture, whose samples lie side by side, with the background, then lets the background follow it.
  ///
  /// - Parameters:
  ///   - learningRows: one row in this many is learned from each time: 1, 2, 4, 8 or 16.
  ///   - colored: the tiles that are active for their color, if any is known.
  mutating func update(_ picture: borrowing Plane, learningRows: Int, colored: [Bool]?) {
    activeTiles.removeAll(keepingCapacity: true)
    for row in 0..<rows {
      compare(picture, tileRow: row, learningRows: learningRows)
      measureDeviation(picture, tileRow: row)
      addActive(peaks, highThreshold, colored, from: row * columns, to: &activeTiles)
    }
    frame &+= 1
  }

  /// What most of the picture shows is noise, and known as soon as it is there: it need not be learned tile by tile.
  private mutating func followNoise(_ common: Float) {
    guard common > 1.5 * noise + 0.5 else {
      noise += (common - noise) * 0.1
      return
    }
    noise = common
    for tile in deviation.indices where deviation[tile] < noise {
      deviation[tile] = noise
      (lowThreshold[tile], highThreshold[tile]) = Self.thresholds(noise)
    }
  }

  /// The largest difference of each pixel column, and one step of learning.
  private mutating func compare(_ picture: borrowing Plane, tileRow: Int, learningRows: Int) {
    let lines = tileRow * Self.tile..<min((tileRow + 1) * Self.tile, height)
    for x in peaks.indices { peaks[x] = 0 }
    // A tile row begins at a multiple of all these steps: whose turn it is depends on the frame alone.
    let turn = turn(ofFrame: frame, rows: learningRows, isLightSteady: light.largestChange == 0)
    var y = lines.lowerBound + -turn & (comparedRows - 1)
    while y < lines.upperBound {
      if light.largestChange > 0 {
        compareRow(picture.row(y), background, from: y * width, under: light, peaks: &peaks)
      } else if y + 3 * comparedRows < lines.upperBound {
        compareRows(picture, background, from: y, step: comparedRows, peaks: &peaks)
        y += 3 * comparedRows
      } else {
        compareRow(picture.row(y), background, from: y * width, peaks: &peaks)
      }
      y += comparedRows
    }
    for y in stride(from: lines.lowerBound + -turn & (learningRows - 1), to: lines.upperBound, by: learningRows) {
      learn(picture.row(y), &background, from: y * width)
    }
  }

  /// One row in this many decides whether a tile is active; others take their turn in the next frame. In a picture of many rows nothing with a
  /// radius of two pixels lies between them. What is in an active tile is looked at in full.
  private var comparedRows: Int { height > 1000 ? 4 : 1 }

  /// The mean deviation of each tile, from one of its rows every fourth frame. What moves must not pass for noise at once, but what never
  /// rests (foliage, water) must in the end: the estimate falls fast and rises slowly.
  private mutating func measureDeviation(_ picture: borrowing Plane, tileRow: Int) {
    guard (tileRow &+ frame) & 3 == 0 else { return }
    let y = tileRow * Self.tile + (frame &* 7 / 4) & (Self.tile - 1)
    guard y < height else { return }
    updateDeviation(picture.row(y), background, from: y * width, under: light, &deviation, from: tileRow * columns)
    for tile in tileRow * columns..<(tileRow + 1) * columns {
      (lowThreshold[tile], highThreshold[tile]) = Self.thresholds(deviation[tile])
    }
  }

  /// What a pixel must differ by where the mean deviation is this.
  private static func thresholds(_ deviation: Float) -> (low: UInt8, high: UInt8) {
    // For Gaussian noise the mean deviation is 0.8 of the standard deviation.
    let noise = deviation * 1.25
    return (UInt8(min(max(noise * 2.5, 5), 40)), UInt8(min(max(noise * 5, 10), 60)))
  }
}

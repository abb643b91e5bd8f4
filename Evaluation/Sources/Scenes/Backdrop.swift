// What stands still: a wall, a floor, boards and posts, and their texture.
import Foundation

struct Backdrop {
  /// Standard deviation of the texture, in levels; a plastered wall has 3, gravel or leaves 25.
  var texture = 6.0
  /// Width of the finest features, pixels.
  var grain = 4.0
  /// Mean luma.
  var luma = 110.0
  /// Number of boards, posts and windows.
  var boards = 8

  /// Draws it with a margin on all sides, for cameras that move.
  func canvas(width: Int, height: Int, margin: Int, _ chance: inout Chance) -> Canvas {
    let (fullWidth, fullHeight) = (width + 2 * margin, height + 2 * margin)
    var canvas = Canvas(width: fullWidth, height: fullHeight, tone: Tone(luma: Float(luma)))
    for index in 0..<boards {
      let (x, y) = (chance.uniform(0...Double(fullWidth)), chance.uniform(0...Double(fullHeight)))
      let (w, h) = (chance.uniform(8...Double(width) / 5), chance.uniform(20...Double(height) / 2.5))
      let tone = Tone(
        luma: Float(luma + chance.uniform(-45...45)), blue: Float(128 + chance.uniform(-18...18)),
        red: Float(128 + chance.uniform(-18...18)))
      // The first is the floor.
      let (left, right) = index == 0 ? (0, Double(fullWidth)) : (x, x + w)
      let (top, bottom) = index == 0 ? (0.78 * Double(fullHeight), Double(fullHeight)) : (y, y + h)
      canvas.paint(tone, left: left, top: top, right: right, bottom: bottom) { _, _ in 1 }
    }
    let features = [(150.0, 10.0), (30.0, texture), (grain, texture)]
    for (cell, deviation) in features {
      let layer = valueNoise(width: fullWidth, height: fullHeight, cell: cell, &chance)
      for index in layer.indices {
        canvas.luma[index] = min(max(canvas.luma[index] + layer[index] * Float(deviation), 18), 235)
      }
    }
    return canvas
  }
}

/// Noise of zero mean and about unit deviation with features about `cell` pixels wide, bilinear between random values.
func valueNoise(width: Int, height: Int, cell: Double, _ chance: inout Chance) -> [Float] {
  let columns = Int(Double(width) / cell) + 2
  let rows = Int(Double(height) / cell) + 2
  let values = (0..<columns * rows).map { _ in Float(chance.uniform(-1...1) * 2.6) }
  var noise = [Float](repeating: 0, count: width * height)
  let places = (0..<width).map { x in
    let place = Double(x) / cell
    return (cell: Int(place), share: Float(place - place.rounded(.down)))
  }
  for y in 0..<height {
    let place = Double(y) / cell
    let (row, share) = (Int(place), Float(place - place.rounded(.down)))
    for x in 0..<width {
      let corner = row * columns + places[x].cell
      let across = places[x].share
      let upper = values[corner] * (1 - across) + values[corner + 1] * across
      let lower = values[corner + columns] * (1 - across) + values[corner + columns + 1] * across
      noise[y * width + x] = upper * (1 - share) + lower * share
    }
  }
  return noise
}

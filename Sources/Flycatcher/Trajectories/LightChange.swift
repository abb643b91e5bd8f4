// The change of light that the whole picture shares: flicker, a lamp, a camera that adjusts its exposure.

/// A straight line over brightness, from the medians of a sparse grid of samples.
struct LightChange {
  private static let gridColumns = 64
  private static let gridRows = 24

  /// Mean deviation of the samples from what the change of light adds, from the range of their middle half.
  private(set) var noise = 0.0
  /// Whether the frame before had one.
  var wasPresent = false
  private var atDark = 0.0
  private var slope = 0.0
  private var darkLevel = 0.0
  private var histograms = [[Int32]](repeating: [Int32](repeating: 0, count: 511), count: 2)

  /// What the change adds at this brightness, in gray levels.
  func offset(at level: Int) -> Int {
    let value = atDark + slope * (Double(level) - darkLevel)
    return Int(max(min(value, 120), -120).rounded())
  }

  /// - Returns: whether light has changed by more than a gray level anywhere.
  mutating func estimate(_ picture: borrowing Plane, background: borrowing [UInt8]) -> Bool {
    let middle = meanLevel(background, width: picture.width, height: picture.height)
    for half in 0..<2 {
      for index in 0..<511 { histograms[half][index] = 0 }
    }
    var levels = (dark: 0.0, bright: 0.0)
    var counts = (dark: 0, bright: 0)
    for gridRow in 0..<Self.gridRows {
      let y = (2 * gridRow + 1) * picture.height / (2 * Self.gridRows)
      let row = picture.row(y)
      for gridColumn in 0..<Self.gridColumns {
        let x = (2 * gridColumn + 1) * picture.width / (2 * Self.gridColumns)
        let level = Int(background[y * picture.width + x])
        let bin = Int(row[x]) - level + 255
        if level < middle {
          histograms[0][bin] += 1
          levels.dark += Double(level)
          counts.dark += 1
        } else {
          histograms[1][bin] += 1
          levels.bright += Double(level)
          counts.bright += 1
        }
      }
    }
    fit(levels: levels, counts: counts)
    let half = counts.dark > counts.bright ? 0 : 1
    noise = spread(histograms[half], count: max(counts.dark, counts.bright))
    return max(abs(offset(at: 16)), abs(offset(at: 235))) >= 1
  }

  private mutating func fit(levels: (dark: Double, bright: Double), counts: (dark: Int, bright: Int)) {
    let total = Self.gridColumns * Self.gridRows
    guard min(counts.dark, counts.bright) > total / 16 else {
      let half = counts.dark > counts.bright ? 0 : 1
      atDark = median(histograms[half], count: max(counts.dark, counts.bright))
      slope = 0
      darkLevel = 0
      return
    }
    let dark = levels.dark / Double(counts.dark)
    let bright = levels.bright / Double(counts.bright)
    atDark = median(histograms[0], count: counts.dark)
    darkLevel = dark
    slope = bright - dark < 8 ? 0 : (median(histograms[1], count: counts.bright) - atDark) / (bright - dark)
  }

  private func meanLevel(_ background: borrowing [UInt8], width: Int, height: Int) -> Int {
    var sum = 0
    for gridRow in 0..<Self.gridRows {
      let y = (2 * gridRow + 1) * height / (2 * Self.gridRows)
      for gridColumn in 0..<Self.gridColumns {
        sum += Int(background[y * width + (2 * gridColumn + 1) * width / (2 * Self.gridColumns)])
      }
    }
    return sum / (Self.gridColumns * Self.gridRows)
  }

  private func spread(_ histogram: [Int32], count: Int) -> Double {
    var below: Int32 = 0
    var (first, last) = (-1, 0)
    for (bin, value) in histogram.enumerated() where value > 0 {
      below += value
      if first < 0 && below > Int32(count) / 4 { first = bin }
      if below <= Int32(count) * 3 / 4 { last = bin }
    }
    // For Gaussian noise the middle half is 1.35 standard deviations wide, and the mean deviation 0.8 of one.
    return Double(max(last - first, 0)) * 0.8 / 1.35
  }

  /// The median of a histogram of differences, to a fraction of a level (the bin is taken as uniform).
  private func median(_ histogram: [Int32], count: Int) -> Double {
    var below: Int32 = 0
    let half = Int32(count) / 2
    for (bin, value) in histogram.enumerated() where value > 0 {
      if below + value > half {
        return Double(bin) - 255.5 + (Double(half - below) + 0.5) / Double(value)
      }
      below += value
    }
    return 0
  }
}

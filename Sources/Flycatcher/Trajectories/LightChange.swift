// The change of light that the whole picture shares: flicker, a lamp, a camera that adjusts its exposure.

/// What the light makes of the background's gray levels: a straight line over brightness, in whole numbers, for rows of pixels.
struct LightLine {
  /// Levels added for each level, in parts of 4096.
  private var slope: Int16 = 0
  /// Levels added at black, and half a level for rounding, in eighths.
  private var atBlack: Int16 = 4
  /// The most that it changes a level by.
  private(set) var largestChange = 0

  /// The light of the background.
  init() {}

  /// - Parameters:
  ///   - atBlack: levels added at level 0.
  ///   - slope: levels added for each level.
  init(atBlack: Double, slope: Double) {
    self.slope = Int16(min(max(slope, -1), 2) * 4096)
    self.atBlack = Int16((min(max(atBlack, -240), 240) * 8).rounded()) + 4
    largestChange = max(abs(Int(lit(16)) - 16), abs(Int(lit(235)) - 235))
  }

  /// What a level of the background is in this light.
  @inline(__always)
  func lit(_ level: UInt8) -> UInt8 {
    let before = Int16(level)
    let added = Int16(truncatingIfNeeded: (Int32(before &<< 7) &* Int32(slope)) &>> 16) &+ atBlack
    return UInt8(truncatingIfNeeded: min(max(before &+ added &>> 3, 0), 255))
  }
}

/// Estimates the change of light from the medians of a sparse grid of samples.
struct LightChange {
  private static let gridColumns = 64
  private static let gridRows = 24

  /// Mean deviation from the background in its new light, from the range of the middle half of the darker or the brighter samples, whichever
  /// are more.
  private(set) var noise = 0.0
  private(set) var line = LightLine()
  private var now: [UInt8] = []
  private var before: [UInt8] = []
  private var histograms = [[Int32]](repeating: [Int32](repeating: 0, count: 511), count: 2)

  mutating func estimate(_ picture: borrowing Plane, background: borrowing [UInt8]) {
    takeSamples(picture, background)
    let middle = UInt8(before.reduce(0) { $0 + Int($1) } / before.count)
    let dark = before.count { $0 < middle }
    fillHistograms(LightLine(), middle)
    let found = fit(dark, middle)
    if found.largestChange > 0 { fillHistograms(found, middle) }
    line = found.largestChange > 0 ? found : LightLine()
    let bright = before.count - dark
    noise = spread(histograms[dark > bright ? 0 : 1], count: max(dark, bright))
  }

  private mutating func takeSamples(_ picture: borrowing Plane, _ background: borrowing [UInt8]) {
    now.removeAll(keepingCapacity: true)
    before.removeAll(keepingCapacity: true)
    for gridRow in 0..<Self.gridRows {
      let y = (2 * gridRow + 1) * picture.height / (2 * Self.gridRows)
      let row = picture.row(y)
      for gridColumn in 0..<Self.gridColumns {
        let x = (2 * gridColumn + 1) * picture.width / (2 * Self.gridColumns)
        now.append(row[x])
        before.append(background[y * picture.width + x])
      }
    }
  }

  /// Counts the differences to the background in a light, apart for what is darker than `middle` there and for what is not.
  private mutating func fillHistograms(_ light: LightLine, _ middle: UInt8) {
    for half in histograms.indices {
      for bin in histograms[half].indices { histograms[half][bin] = 0 }
    }
    for index in now.indices {
      let half = before[index] < middle ? 0 : 1
      histograms[half][Int(now[index]) - Int(light.lit(before[index])) + 255] += 1
    }
  }

  /// A line through the median changes of both halves, `dark` samples in the first.
  private func fit(_ dark: Int, _ middle: UInt8) -> LightLine {
    let bright = before.count - dark
    guard min(dark, bright) > before.count / 16 else {
      return LightLine(atBlack: median(histograms[dark > bright ? 0 : 1], count: max(dark, bright)), slope: 0)
    }
    var levels = (dark: 0, all: 0)
    for level in before {
      levels.all += Int(level)
      if level < middle { levels.dark += Int(level) }
    }
    let darkLevel = Double(levels.dark) / Double(dark)
    let brightLevel = Double(levels.all - levels.dark) / Double(bright)
    let atDark = median(histograms[0], count: dark)
    let atBright = median(histograms[1], count: bright)
    let slope = brightLevel - darkLevel < 8 ? 0 : (atBright - atDark) / (brightLevel - darkLevel)
    return LightLine(atBlack: atDark - slope * darkLevel, slope: slope)
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

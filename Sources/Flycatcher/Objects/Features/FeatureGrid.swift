// The features of a search window, laid out for the correlation filter.
import Glibc

/// Turns a square window of a region into a grid of feature channels, sixteen channels to a `ComplexLanes`.
struct FeatureGrid: Sendable {
  /// The channels by which the cells of the window are described.
  enum Channels: Int, Sendable {
    /// Signed and unsigned gradients, texture, brightness: thirty-two.
    case gradients = 2
    /// The same, and a histogram of brightness and opponent colors.
    case gradientsAndColors = 3

    /// Numbers of `ComplexLanes` a cell.
    var groups: Int { rawValue }
  }

  /// Color samples along a side of a cell.
  static let colorSamples = 2

  /// The number of cells of a side.
  let side: Int
  private var patch: [Float]
  private var brightness: [Float]
  /// Differences of color, 0 to 255.
  private var blueDifference: [Float]
  private var redDifference: [Float]
  private var gradients: GradientHistograms
  private var sampler: PatchSampler
  private let colors = ColorHistogram()
  private let window: [Float]
  /// The bins of the color samples of the window, `colorSamples * side` squared.
  private(set) var colorBins: [UInt16]
  /// The sums of the colors' probabilities above and to the left of each corner between samples.
  private var sums: [Float]

  init(side: Int) {
    let cell = GradientHistograms.cell
    self.side = side
    patch = Array(repeating: 0, count: side * side * cell * cell)
    brightness = Array(repeating: 0, count: side * side * 4)
    blueDifference = Array(repeating: 128, count: side * side * 4)
    redDifference = blueDifference
    gradients = GradientHistograms(columns: side, rows: side)
    sampler = PatchSampler(capacity: side * cell)
    colorBins = Array(repeating: 0, count: side * side * 4)
    sums = Array(repeating: 0, count: (2 * side + 1) * (2 * side + 1))
    window = (0..<side).map { Float(0.5 - 0.5 * cos(2 * Double.pi * (Double($0) + 0.5) / Double(side))) }
  }

  /// Describes the square of `extent` pixels around a place, weighted with a Hann window: the channels of the window,
  /// group after group, row after row.
  mutating func extract(
    _ region: borrowing RegionImage, centerX: Double, centerY: Double, extent: Double, channels: Channels,
    to values: inout [ComplexLanes]
  ) {
    sampleWindow(region, centerX: centerX, centerY: centerY, extent: extent)
    for index in colorBins.indices {
      colorBins[index] = ColorBins.bin(
        brightness: brightness[index], blue: blueDifference[index], red: redDifference[index])
    }
    gradients.gather(patch)
    describeCells(channels, to: &values)
    for group in 0..<channels.groups { Self.applyWindow(&values, from: group * side * side, window) }
  }

  private func describeCells(_ channels: Channels, to values: inout [ComplexLanes]) {
    var values = values.mutableSpan
    let plane = side * side
    for row in 0..<side {
      for column in 0..<side {
        let cell = gradients.features(column: column, row: row)
        let index = row * side + column
        let level = mean(brightness.span, column: column, row: row) * 0.5
        values[index] = ComplexLanes(real: cell.signed, imaginary: cell.opposite)
        values[plane + index] = ComplexLanes(
          real: cell.unsigned, imaginary: SIMD8(lowHalf: cell.texture, highHalf: SIMD4(level, 0, 0, 0)))
        if channels == .gradientsAndColors { values[2 * plane + index] = colorHistogram(column: column, row: row) }
      }
    }
  }

  /// Writes the mean probability of the colors in the object's box for each place of the box; cell `side / 2` stands for the
  /// middle of the window.
  ///
  /// - Parameters:
  ///   - probabilities: The probability of each bin.
  ///   - width: The width of the box in color samples, as `height`.
  mutating func colorResponse(_ probabilities: [Float], width: Double, height: Double, to map: inout [Float]) {
    Self.integrate(colorBins, probabilities, side: Self.colorSamples * side, to: &sums)
    // A box twice as long as the window covers it wherever it lies.
    func samples(_ length: Double) -> Int { max(2, Int(min(length, Double(4 * side)).rounded())) }
    Self.average(sums, side: side, (samples(width), samples(height)), to: &map)
  }

  /// Writes the integral image of the probabilities.
  private static func integrate(_ bins: [UInt16], _ probabilities: [Float], side: Int, to sums: inout [Float]) {
    let (bins, probabilities) = (bins.span, probabilities.span)
    var sums = sums.mutableSpan
    for row in 0..<side {
      var line: Float = 0
      for column in 0..<side {
        line += probabilities[Int(bins[row * side + column])]
        sums[(row + 1) * (side + 1) + column + 1] = sums[row * (side + 1) + column + 1] + line
      }
    }
  }

  private static func average(
    _ sums: [Float], side: Int, _ size: (width: Int, height: Int), to map: inout [Float]
  ) {
    let sums = sums.span
    var map = map.mutableSpan
    let (samples, line) = (2 * side, 2 * side + 1)
    let scale = 1 / Float(size.width * size.height)
    for row in 0..<side {
      let top = 2 * row - size.height / 2
      let upper = min(max(top, 0), samples) * line
      let lower = min(max(top + size.height, 0), samples) * line
      for column in 0..<side {
        let start = 2 * column - size.width / 2
        let (left, right) = (min(max(start, 0), samples), min(max(start + size.width, 0), samples))
        let sum = sums[lower + right] - sums[upper + right] - sums[lower + left] + sums[upper + left]
        map[row * side + column] = sum * scale
      }
    }
  }

  /// Returns the mean probability of the samples in the core of a box, less that of the samples around the box.
  ///
  /// - Parameters:
  ///   - probabilities: Of each bin.
  ///   - box: In color samples of the window.
  ///   - core: The part of each side of the box that is the core.
  func colorContrast(_ probabilities: [Float], of box: PixelBox, core: Float) -> Double {
    var (inside, outside) = ((sum: Float(0), count: Float(0)), (sum: Float(0), count: Float(0)))
    let (bins, probabilities) = (colorBins.span, probabilities.span)
    let samples = Self.colorSamples * side
    let (halfWidth, halfHeight) = (Float(box.width / 2), Float(box.height / 2))
    for row in 0..<samples {
      let down = abs(Float(row) + 0.5 - Float(box.centerY))
      for column in 0..<samples {
        let across = abs(Float(column) + 0.5 - Float(box.centerX))
        let value = probabilities[Int(bins[row * samples + column])]
        if down > halfHeight || across > halfWidth {
          outside.sum += value
          outside.count += 1
        } else if down <= halfHeight * core && across <= halfWidth * core {
          inside.sum += value
          inside.count += 1
        }
      }
    }
    guard inside.count > 0, outside.count > 0 else { return 0 }
    return Double(inside.sum / inside.count - outside.sum / outside.count)
  }

  private mutating func sampleWindow(
    _ region: borrowing RegionImage, centerX: Double, centerY: Double, extent: Double
  ) {
    let samples = side * GradientHistograms.cell
    sampler.sampleLuma(
      region, centerX: centerX, centerY: centerY, width: extent, height: extent, columns: samples, rows: samples,
      to: &patch)
    Self.halve(patch, side: side * 2, to: &brightness)
    guard region.hasColor else { return Self.clear(&blueDifference, &redDifference) }
    sampler.sampleColor(
      region, region.blueDifference, centerX: centerX, centerY: centerY, width: extent, height: extent,
      columns: side * 2, rows: side * 2, to: &blueDifference)
    sampler.sampleColor(
      region, region.redDifference, centerX: centerX, centerY: centerY, width: extent, height: extent,
      columns: side * 2, rows: side * 2, to: &redDifference)
  }

  /// Writes the means of two by two samples, as a fraction of the whole range.
  private static func halve(_ patch: [Float], side: Int, to target: inout [Float]) {
    let patch = patch.span
    var target = target.mutableSpan
    for row in 0..<side {
      let upper = patch.extracting(row * 4 * side..<row * 4 * side + 2 * side)
      let lower = patch.extracting(row * 4 * side + 2 * side..<row * 4 * side + 4 * side)
      for column in 0..<side {
        let (left, right) = (2 * column, 2 * column + 1)
        target[row * side + column] = (upper[left] + upper[right] + lower[left] + lower[right]) * (1 / 1020)
      }
    }
  }

  /// A gray picture has no color anywhere.
  private static func clear(_ blue: inout [Float], _ red: inout [Float]) {
    for index in blue.indices { blue[index] = 128 }
    for index in red.indices { red[index] = 128 }
  }

  /// Returns the mean of the four samples of a cell.
  @inline(__always)
  private func mean(_ plane: Span<Float>, column: Int, row: Int) -> Float {
    let start = row * 4 * side + column * 2
    let below = start + side * 2
    return (plane[start] + plane[start + 1] + plane[below] + plane[below + 1]) / 4
  }

  /// Returns the histogram of the colors of the four samples of a cell.
  @inline(__always)
  private func colorHistogram(column: Int, row: Int) -> ComplexLanes {
    let start = row * 4 * side + column * 2
    let below = start + side * 2
    @inline(__always)
    func bins(_ index: Int) -> SIMD16<Float> {
      colors.bins(brightness: brightness[index], blue: blueDifference[index], red: redDifference[index])
    }
    let sum = (bins(start) + bins(start + 1) + bins(below) + bins(below + 1)) * 0.2
    return ComplexLanes(real: sum.lowHalf, imaginary: sum.highHalf)
  }

  /// Takes the mean out of the channels of a group that are no gradients, and weights all with the window.
  private static func applyWindow(
    _ values: inout [ComplexLanes], from start: Int, _ window: [Float]
  ) {
    var values = values.mutableSpan
    let window = window.span
    let side = window.count
    var sum = ComplexLanes.zero
    for index in 0..<side * side { sum = sum + values[start + index] }
    let mean = sum * (1 / Float(side * side))
    for row in 0..<side {
      for column in 0..<side {
        let index = start + row * side + column
        values[index] = (values[index] - mean) * (window[row] * window[column])
      }
    }
  }
}

// The features of a search window, laid out for the correlation filter.
import Glibc

/// Turns a square window of a region into a grid of feature channels, sixteen channels to a `ComplexLanes`.
struct FeatureGrid: Sendable {
  /// What the cells of the window are described by.
  enum Channels: Int, Sendable {
    /// Unsigned gradients, texture, brightness and color: sixteen channels.
    case compact = 1
    /// Signed and unsigned gradients, texture, brightness: thirty-two.
    case gradients = 2
    /// The same, and a histogram of brightness and opponent colors.
    case gradientsAndColors = 3

    /// Numbers of `ComplexLanes` a cell.
    var groups: Int { rawValue }
  }

  /// Cells of a side.
  let side: Int
  /// The channels of the window, group after group, row after row.
  private(set) var values: [ComplexLanes]
  private var patch: [Float]
  private var brightness: [Float]
  private var blueDifference: [Float]
  private var redDifference: [Float]
  private var gradients: GradientHistograms
  private var sampler: PatchSampler
  private let window: [Float]

  init(side: Int) {
    let cell = GradientHistograms.cell
    self.side = side
    values = Array(repeating: .zero, count: side * side * Channels.gradientsAndColors.groups)
    patch = Array(repeating: 0, count: side * side * cell * cell)
    brightness = Array(repeating: 0, count: side * side * 4)
    blueDifference = brightness
    redDifference = brightness
    gradients = GradientHistograms(columns: side, rows: side)
    sampler = PatchSampler(capacity: side * cell)
    window = (0..<side).map { Float(0.5 - 0.5 * cos(2 * Double.pi * (Double($0) + 0.5) / Double(side))) }
  }

  /// Describes the square of `extent` pixels around a place, weighted with a Hann window.
  mutating func extract(
    _ region: borrowing RegionImage, centerX: Double, centerY: Double, extent: Double, channels: Channels
  ) {
    sampleWindow(region, centerX: centerX, centerY: centerY, extent: extent)
    gradients.gather(patch)
    describeCells(channels)
    for group in 0..<channels.groups { Self.applyWindow(&values, from: group * side * side, window) }
  }

  private mutating func describeCells(_ channels: Channels) {
    let plane = side * side
    for row in 0..<side {
      for column in 0..<side {
        let cell = gradients.features(column: column, row: row)
        let index = row * side + column
        switch channels {
        case .compact:
          let (level, blue, red) = meanColor(column: column, row: row)
          values[index] = ComplexLanes(
            real: cell.unsigned,
            imaginary: SIMD8(
              lowHalf: cell.texture, highHalf: SIMD4(level, blue, red, (blue * blue + red * red).squareRoot())))
        case .gradients, .gradientsAndColors:
          let (level, _, _) = meanColor(column: column, row: row)
          values[index] = ComplexLanes(real: cell.signed, imaginary: cell.opposite)
          values[plane + index] = ComplexLanes(
            real: cell.unsigned, imaginary: SIMD8(lowHalf: cell.texture, highHalf: SIMD4(level, 0, 0, 0)))
        }
        if channels == .gradientsAndColors { values[2 * plane + index] = colorHistogram(column: column, row: row) }
      }
    }
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
    Self.center(&blueDifference)
    Self.center(&redDifference)
  }

  /// Means of two by two samples, as a fraction of the whole range.
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
    for index in blue.indices { blue[index] = 0 }
    for index in red.indices { red[index] = 0 }
  }

  /// From 0 to 255 to -1 to 1.
  private static func center(_ values: inout [Float]) {
    var values = values.mutableSpan
    for index in 0..<values.count { values[index] = (values[index] - 128) * (1 / 128) }
  }

  /// Mean brightness and color differences of a cell.
  private func meanColor(column: Int, row: Int) -> (Float, Float, Float) {
    let start = row * 4 * side + column * 2
    let below = start + side * 2
    func mean(_ plane: Span<Float>) -> Float {
      (plane[start] + plane[start + 1] + plane[below] + plane[below + 1]) / 4
    }
    return (mean(brightness.span) * 0.5, mean(blueDifference.span), mean(redDifference.span))
  }

  /// Which colors the four samples of a cell have: ten directions of the opponent-color plane, where it is colored, and
  /// six levels of brightness, where it is gray. A sample is shared between neighboring bins.
  private func colorHistogram(column: Int, row: Int) -> ComplexLanes {
    let start = row * 4 * side + column * 2
    var (first, second) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    for sample in 0..<4 {
      let index = start + (sample & 1) + (sample >> 1) * side * 2
      let (blue, red) = (blueDifference[index], redDifference[index])
      let saturation = (blue * blue + red * red).squareRoot()
      let colored = saturation / (saturation + 0.08)
      let scale = 1 / (saturation + 1e-3)
      let low = Self.sharpened((Self.blueLow * blue + Self.redLow * red) * scale)
      let high = Self.sharpened((Self.blueHigh * blue + Self.redHigh * red) * scale)
      let distance = Self.levels - SIMD8(repeating: brightness[index] * 5)
      let gray = pointwiseMax(SIMD8(repeating: 1) - pointwiseMax(distance, -distance), .zero) * Self.isLevel
      first += low * colored
      second += high * colored + gray * (1 - colored)
    }
    return ComplexLanes(real: first * 0.2, imaginary: second * 0.2)
  }

  /// Of the cosine of an angle: 1 at 0°, falling to nothing beyond the neighboring bins.
  @inline(__always)
  private static func sharpened(_ cosine: SIMD8<Float>) -> SIMD8<Float> {
    let positive = pointwiseMax(cosine, .zero)
    let square = positive * positive
    return square * square
  }

  private static func direction(_ bin: Int, _ function: (Double) -> Double) -> Float {
    bin < 10 ? Float(function(Double(bin) * .pi / 5)) : 0
  }
  private static let blueLow = vector { direction($0, cos) }
  private static let redLow = vector { direction($0, sin) }
  private static let blueHigh = vector { direction($0 + 8, cos) }
  private static let redHigh = vector { direction($0 + 8, sin) }
  private static let levels = vector { Float($0 - 2) }
  private static let isLevel = vector { $0 < 2 ? 0 : 1 }

  private static func vector(_ value: (Int) -> Float) -> SIMD8<Float> {
    var result = SIMD8<Float>.zero
    for lane in 0..<8 { result[lane] = value(lane) }
    return result
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

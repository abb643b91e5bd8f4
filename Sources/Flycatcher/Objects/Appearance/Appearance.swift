// What a box looks like, in a form in which two boxes can be compared whatever the filter has learned since.
import Glibc

/// Gradients, brightness and colors of the cells of a box. The middle counts most: in the corners of a box lies what is
/// behind the object more often than the object.
struct Appearance: Sendable {
  static let cells = ScaleFilter.cells

  /// Signed gradients, two vectors a cell; each direction without its mean over the cells, all of unit length together.
  private var gradients: [SIMD8<Float>]
  /// Brightness of a cell without the mean, of unit length together.
  private var brightness: [Float]
  /// Color differences of a cell, -128 to 127.
  private var colors: [SIMD2<Float>]
  private var hasColor = false
  /// Standard deviation of the brightness of the cells, in levels of 8 bits; at least 1, which is noise.
  private var contrast: Float = 1

  /// The square root of each cell's weight; the weights have a mean of 1. They fall with the square of the distance from the
  /// middle, as Epanechnikov's kernel does (Comaniciu et al. 2003, "Kernel-Based Object Tracking").
  private static let weights: [Float] = {
    let places = (0..<cells).map { (Float($0) + 0.5) * 2 / Float(cells) - 1 }
    let weights = places.flatMap { y in places.map { x in max(0.05, 1 - 0.45 * (x * x + y * y)) } }
    let mean = weights.reduce(0, +) / Float(weights.count)
    return weights.map { ($0 / mean).squareRoot() }
  }()

  init() {
    gradients = Array(repeating: .zero, count: Self.cells * Self.cells * 2)
    brightness = Array(repeating: 0, count: Self.cells * Self.cells)
    colors = Array(repeating: .zero, count: Self.cells * Self.cells)
  }

  /// How alike two boxes are.
  struct Likeness: Sendable {
    /// Correlation of the gradients and of the brightness, -1 to 1.
    var gradients: Float
    var brightness: Float
    /// Root of the mean square of the difference of color, in levels of 8 bits; `nil` where there is no color.
    var colorDistance: Float?
    /// How many times the contrast of the one is that of the other, as a natural logarithm without its sign.
    var contrastRatio: Float
  }

  func likeness(_ other: Appearance) -> Likeness {
    var gradientSum = SIMD8<Float>.zero
    let (first, second) = (gradients.span, other.gradients.span)
    for index in 0..<first.count { gradientSum += first[index] * second[index] }
    var brightnessSum: Float = 0
    var distance = SIMD2<Float>.zero
    for cell in 0..<Self.cells * Self.cells {
      brightnessSum += brightness[cell] * other.brightness[cell]
      let difference = colors[cell] - other.colors[cell]
      distance += difference * difference
    }
    let isComparable = hasColor && other.hasColor
    return Likeness(
      gradients: gradientSum.sum(), brightness: brightnessSum,
      colorDistance: isComparable ? (distance.sum() / Float(colors.count)).squareRoot() : nil,
      contrastRatio: abs(log(contrast / other.contrast)))
  }

  /// Takes over another's appearance, without memory of its own for it.
  mutating func copy(_ other: Appearance) {
    for index in gradients.indices { gradients[index] = other.gradients[index] }
    for index in brightness.indices { brightness[index] = other.brightness[index] }
    for index in colors.indices { colors[index] = other.colors[index] }
    hasColor = other.hasColor
    contrast = other.contrast
  }

  /// Takes the appearance of a box.
  mutating func describe(_ region: borrowing RegionImage, _ box: PixelBox, _ workspace: inout ScaleFilter.Workspace) {
    let side = Self.cells * GradientHistograms.cell
    workspace.sampler.sampleLuma(
      region, centerX: box.centerX, centerY: box.centerY, width: box.width, height: box.height, columns: side,
      rows: side, to: &workspace.patch)
    workspace.gradients.gather(workspace.patch)
    takeGradients(workspace.gradients)
    takeBrightness(workspace.patch)
    hasColor = region.hasColor
    guard hasColor else { return }
    takeColors(region, box, &workspace)
  }

  private mutating func takeGradients(_ histograms: GradientHistograms) {
    let weights = Self.weights
    var mean = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    for cell in 0..<Self.cells * Self.cells {
      let features = histograms.features(column: cell % Self.cells, row: cell / Self.cells)
      gradients[2 * cell] = features.signed
      gradients[2 * cell + 1] = features.opposite
      let share = weights[cell] * weights[cell]
      mean.0 += features.signed * share
      mean.1 += features.opposite * share
    }
    let share = 1 / Float(Self.cells * Self.cells)
    mean = (mean.0 * share, mean.1 * share)
    var energy = SIMD8<Float>.zero
    for cell in 0..<Self.cells * Self.cells {
      gradients[2 * cell] = (gradients[2 * cell] - mean.0) * weights[cell]
      gradients[2 * cell + 1] = (gradients[2 * cell + 1] - mean.1) * weights[cell]
      energy += gradients[2 * cell] * gradients[2 * cell] + gradients[2 * cell + 1] * gradients[2 * cell + 1]
    }
    let scale = 1 / (energy.sum() + 1e-9).squareRoot()
    for index in gradients.indices { gradients[index] *= scale }
  }

  private mutating func takeBrightness(_ patch: [Float]) {
    let weights = Self.weights
    let side = Self.cells * GradientHistograms.cell
    var mean: Float = 0
    for cell in 0..<Self.cells * Self.cells {
      let start = cell / Self.cells * GradientHistograms.cell * side + cell % Self.cells * GradientHistograms.cell
      var sum: Float = 0
      for row in 0..<GradientHistograms.cell {
        for column in 0..<GradientHistograms.cell { sum += patch[start + row * side + column] }
      }
      brightness[cell] = sum
      mean += sum * weights[cell] * weights[cell]
    }
    mean /= Float(brightness.count)
    var energy: Float = 0
    for index in brightness.indices {
      brightness[index] = (brightness[index] - mean) * weights[index]
      energy += brightness[index] * brightness[index]
    }
    // A gray level a cell is noise; what varies less than that has no pattern.
    let samples = Float(GradientHistograms.cell * GradientHistograms.cell)
    contrast = (energy / Float(brightness.count)).squareRoot() / samples + 1
    let scale = 1 / (energy + samples * samples * Float(brightness.count)).squareRoot()
    for index in brightness.indices { brightness[index] *= scale }
  }

  private mutating func takeColors(
    _ region: borrowing RegionImage, _ box: PixelBox, _ workspace: inout ScaleFilter.Workspace
  ) {
    workspace.sampler.sampleColor(
      region, region.blueDifference, centerX: box.centerX, centerY: box.centerY, width: box.width,
      height: box.height, columns: Self.cells, rows: Self.cells, to: &workspace.patch)
    for cell in colors.indices { colors[cell].x = (workspace.patch[cell] - 128) * Self.weights[cell] }
    workspace.sampler.sampleColor(
      region, region.redDifference, centerX: box.centerX, centerY: box.centerY, width: box.width,
      height: box.height, columns: Self.cells, rows: Self.cells, to: &workspace.patch)
    for cell in colors.indices { colors[cell].y = (workspace.patch[cell] - 128) * Self.weights[cell] }
  }
}

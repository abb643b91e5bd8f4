// How much larger or smaller the object has become: a correlation filter over scales alone.
import Glibc

/// A one-dimensional correlation filter along the axis of scale (Danelljan et al. 2017, "Discriminative Scale Space
/// Tracking"): the object's box is sampled at sixteen sizes, and the filter, learned to answer with a peak at the right
/// one, says which it is.
struct ScaleFilter: Sendable {
  /// How many sizes are looked at; powers of `step` around the present one.
  static let count = 16
  static let step = 1.025
  /// Cells of a side of the sampled box.
  static let cells = 10

  /// Two `ComplexLanes` a cell.
  private static let features = cells * cells * 2

  /// Scratch memory, which all filters share.
  struct Workspace: Sendable {
    var values: [ComplexLanes]
    var scratch: [ComplexLanes]
    var patch: [Float]
    var gradients: GradientHistograms
    var sampler: PatchSampler
    let transform: FourierTransform
    /// Size of the box that `values` describe around it; 0 where they describe none.
    fileprivate(set) var sampledSize = 0.0

    init?() {
      guard let transform = FourierTransform(length: ScaleFilter.count) else { return nil }
      self.transform = transform
      values = Array(repeating: .zero, count: ScaleFilter.count * ScaleFilter.features)
      scratch = values
      let side = ScaleFilter.cells * GradientHistograms.cell
      patch = Array(repeating: 0, count: side * side)
      gradients = GradientHistograms(columns: ScaleFilter.cells, rows: ScaleFilter.cells)
      sampler = PatchSampler(capacity: side)
    }
  }

  /// Sum of the wanted answer times the conjugate of each feature, and of the features' energy, for each frequency.
  private var numerator: [ComplexLanes]
  private var energy: [Float]
  private var label: [Float]

  init() {
    numerator = Array(repeating: .zero, count: Self.count * Self.features)
    energy = Array(repeating: 0, count: Self.count)
    let sigma = 1.0
    label = (0..<Self.count).map { frequency in
      (0..<Self.count).reduce(Float(0)) { sum, index in
        let offset = Double(Self.offset(index))
        let angle = 2 * Double.pi * Double(frequency * index) / Double(Self.count)
        return sum + Float(exp(-offset * offset / (2 * sigma * sigma)) * cos(angle))
      }
    }
  }

  /// Which power of `step` an index stands for: 0 comes first, negative ones last.
  private static func offset(_ index: Int) -> Int { index < count / 2 ? index : index - count }

  /// Learns that the box has the right size.
  ///
  /// - Parameter rate: the share of this box in what is known; 1 for the first.
  mutating func learn(
    _ region: borrowing RegionImage, _ box: PixelBox, rate: Float, workspace: inout Workspace
  ) {
    sample(region, box, &workspace)
    learn(workspace, steps: 0, rate: rate)
  }

  /// Learns the size of the box from what it was estimated from, moved to the size at which it was found; does nothing
  /// where the box is not nearly the one that was looked at.
  mutating func learnEstimated(_ box: PixelBox, rate: Float, workspace: borrowing Workspace) {
    guard workspace.sampledSize > 0 else { return }
    let steps = log(box.size / workspace.sampledSize) / log(Self.step)
    if abs(steps) < 3 { learn(workspace, steps: steps, rate: rate) }
  }

  private mutating func learn(_ workspace: borrowing Workspace, steps: Double, rate: Float) {
    for frequency in 0..<Self.count {
      let share = label[frequency] * rate
      let angle = 2 * Double.pi * Double(Self.offset(frequency)) * steps / Double(Self.count)
      let (cosine, sine) = (Float(cos(angle)) * share, Float(sin(angle)) * share)
      let start = frequency * Self.features
      let sum = Self.learn(
        workspace.values, start..<start + Self.features, cosine, sine, keep: 1 - rate, to: &numerator)
      energy[frequency] = energy[frequency] * (1 - rate) + sum * rate
    }
  }

  /// Adds the values of a frequency to what is known of it; returns their energy.
  private static func learn(
    _ values: [ComplexLanes], _ range: Range<Int>, _ cosine: Float, _ sine: Float, keep: Float,
    to numerator: inout [ComplexLanes]
  ) -> Float {
    let values = values.span
    var known = numerator.mutableSpan
    var sum = SIMD8<Float>.zero
    for index in range {
      let value = values[index]
      sum += value.real * value.real + value.imaginary * value.imaginary
      known[index] = known[index] * keep + value.times(cosine, sine)
    }
    return sum.sum()
  }

  /// How many times larger the object is than the box.
  func estimate(
    _ region: borrowing RegionImage, _ box: PixelBox, workspace: inout Workspace
  ) -> Double {
    sample(region, box, &workspace)
    let answers = respond(workspace.values)
    var best = 0
    for index in 0..<Self.count where answers[index] > answers[best] { best = index }
    let peak = answers[best]
    let left = answers[(best + Self.count - 1) % Self.count]
    let right = answers[(best + 1) % Self.count]
    return pow(Self.step, Double(Self.offset(best)) + Double(peakOffset(left, peak, right)))
  }

  /// The features are packed two real signals to a complex one, so a frequency and its opposite are taken apart
  /// together.
  private func respond(_ values: [ComplexLanes]) -> InlineArray<16, Float> {
    var real = InlineArray<16, Float>(repeating: 0)
    var imaginary = real
    let mean = energy.reduce(0, +) / Float(Self.count)
    for frequency in 0..<Self.count {
      var (re, im) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      let opposite = (Self.count - frequency) % Self.count * Self.features
      let start = frequency * Self.features
      for index in 0..<Self.features {
        let (a, b) = Self.apart(values[start + index], values[opposite + index])
        let (c, d) = Self.apart(numerator[start + index], numerator[opposite + index])
        // Feature times the conjugate of what was learned.
        re += a.real * c.real + a.imaginary * c.imaginary + b.real * d.real + b.imaginary * d.imaginary
        im += a.imaginary * c.real - a.real * c.imaginary + b.imaginary * d.real - b.real * d.imaginary
      }
      let scale = 1 / (energy[frequency] + 0.01 * mean + 1e-9)
      real[frequency] = re.sum() * scale
      imaginary[frequency] = im.sum() * scale
    }
    var answers = InlineArray<16, Float>(repeating: 0)
    for index in 0..<Self.count {
      for frequency in 0..<Self.count {
        let angle = 2 * Float.pi * Float((frequency * index) % Self.count) / Float(Self.count)
        answers[index] += real[frequency] * cos(angle) - imaginary[frequency] * sin(angle)
      }
    }
    return answers
  }

  @inline(__always)
  private static func apart(_ a: ComplexLanes, _ b: ComplexLanes) -> (ComplexLanes, ComplexLanes) {
    (
      ComplexLanes(real: (a.real + b.real) * 0.5, imaginary: (a.imaginary - b.imaginary) * 0.5),
      ComplexLanes(real: (a.imaginary + b.imaginary) * 0.5, imaginary: (b.real - a.real) * 0.5)
    )
  }

  /// Describes the box at all sizes, and transforms along the sizes.
  private func sample(
    _ region: borrowing RegionImage, _ box: PixelBox, _ workspace: inout Workspace
  ) {
    let side = ScaleFilter.cells * GradientHistograms.cell
    for index in 0..<Self.count {
      let offset = Self.offset(index)
      let scale = pow(Self.step, Double(offset))
      workspace.sampler.sampleLuma(
        region, centerX: box.centerX, centerY: box.centerY, width: box.width * scale, height: box.height * scale,
        columns: side,
        rows: side, to: &workspace.patch)
      workspace.gradients.gather(workspace.patch)
      let weight = Float(0.5 + 0.5 * cos(2 * Double.pi * Double(offset) / Double(Self.count)))
      for row in 0..<Self.cells {
        for column in 0..<Self.cells {
          let cell = workspace.gradients.features(column: column, row: row)
          let place = index * Self.features + (row * Self.cells + column) * 2
          workspace.values[place] = ComplexLanes(real: cell.signed * weight, imaginary: cell.opposite * weight)
          workspace.values[place + 1] = ComplexLanes(
            real: cell.unsigned * weight, imaginary: SIMD8(lowHalf: cell.texture * weight, highHalf: .zero))
        }
      }
    }
    workspace.sampledSize = box.size
    Self.transform(&workspace.values, workspace.transform, batch: Self.features, scratch: &workspace.scratch)
  }

  private static func transform(
    _ values: inout [ComplexLanes], _ transform: FourierTransform, batch: Int, scratch: inout [ComplexLanes]
  ) {
    var values = values.mutableSpan
    var scratch = scratch.mutableSpan
    transform.transform(&values, batch: batch, .forward, scratch: &scratch)
  }
}

// The background-aware correlation filter: which linear filter answers with a peak where the object is.
import Glibc

/// A filter learned from windows around the object that is itself no larger than the object, so that all the rest of
/// the window teaches it what the object is not (Galoogahi et al. 2017, "Learning Background-Aware Correlation
/// Filters"); solved by the alternating direction method of multipliers, warm-started from the filter before.
///
/// For every frequency, with x the mean spectrum of the windows, y that of the wanted answer and h the filter limited
/// to the object: minimize |y − wᵀx|² + µ|w − h + d|² over w, then limit w + d to the object to get h.
struct CorrelationFilter: Sendable {
  let side: Int
  let groups: Int
  /// Mean spectrum of the windows learned from (x).
  private(set) var model: [ComplexLanes]
  /// Spectrum of the filter (w).
  private(set) var filter: [ComplexLanes]
  /// Spectrum of the wanted answer (y): real, because the answer is symmetric.
  private var label: [Float]
  /// The number of cells that the filter reaches to each side of its center.
  private var reachX = 1.0
  private var reachY = 1.0

  /// Scratch memory, which filters of a size share.
  struct Workspace: Sendable {
    var guess: [ComplexLanes]
    var multiplier: [ComplexLanes]
    var energy: [Float]
    var spectrum: [SIMD2<Float>]
    var lanes: [ComplexLanes]
    var scratch: [ComplexLanes]

    init(side: Int, groups: Int) {
      guess = Array(repeating: .zero, count: side * side * groups)
      multiplier = guess
      energy = Array(repeating: 0, count: side * side)
      spectrum = Array(repeating: .zero, count: side * side)
      lanes = Array(repeating: .zero, count: side * side / 8)
      scratch = Array(repeating: .zero, count: side * side)
    }
  }

  init(side: Int, groups: Int) {
    self.side = side
    self.groups = groups
    model = Array(repeating: .zero, count: side * side * groups)
    filter = model
    // As many as there are pairs of opposite frequencies.
    label = Array(repeating: 0, count: side * side / 2 + 2)
  }

  /// Sets the size of the object in cells, which the width of the wanted peak follows.
  mutating func setObject(width: Double, height: Double, grid: borrowing SpectralGrid) {
    reachX = max(1, min(width / 2, Double(side / 2 - 1)))
    reachY = max(1, min(height / 2, Double(side / 2 - 1)))
    let sigma = max(0.6, (width * height).squareRoot() / 16)
    // The transform of a Gaussian that repeats every `side` cells is a Gaussian of the frequency.
    let scale = 2 * Double.pi * sigma * sigma
    for (index, pair) in zip(grid.pairs.indices, grid.pairs) {
      let place = Int(pair.first)
      let (column, row) = (place % side, place / side)
      let fx = Double(min(column, side - column)) / Double(side)
      let fy = Double(min(row, side - row)) / Double(side)
      // A turn of the sign from frequency to frequency moves the peak to the middle of the window.
      let sign = (column + row) % 2 == 0 ? 1.0 : -1.0
      label[index] = Float(sign * scale * exp(-2 * Double.pi * Double.pi * sigma * sigma * (fx * fx + fy * fy)))
    }
  }

  /// Learns from the spectrum of a window.
  ///
  /// - Parameters:
  ///   - moved: how far from the window's center the object lies, in cells.
  ///   - rate: the share of the new window in the mean; 1 for the first.
  mutating func learn(
    _ spectrum: [ComplexLanes], moved: SIMD2<Float> = .zero, rate: Float, grid: borrowing SpectralGrid,
    workspace: inout Workspace
  ) {
    grid.turns(by: moved, to: &workspace.spectrum)
    Self.learn(&model, spectrum, workspace.spectrum, grid, groups: groups, rate: rate)
  }

  private static func learn(
    _ model: inout [ComplexLanes], _ spectrum: [ComplexLanes], _ turns: [SIMD2<Float>], _ grid: borrowing SpectralGrid,
    groups: Int, rate: Float
  ) {
    var mean = model.mutableSpan
    let spectrum = spectrum.span
    let turns = turns.span
    let keep = 1 - rate
    let plane = grid.side * grid.side
    for group in 0..<groups {
      for (index, pair) in zip(grid.pairs.indices, grid.pairs) {
        let (cosine, sine) = (turns[index].x * rate, turns[index].y * rate)
        let p = group * plane + Int(pair.first)
        let q = group * plane + Int(pair.second)
        mean[p] = mean[p] * keep + spectrum[p].times(cosine, sine)
        if p != q { mean[q] = mean[q] * keep + spectrum[q].times(cosine, sine) }
      }
    }
  }

  /// A filter as it was: to look for the object with, and to go back to where it was found.
  ///
  /// The mean of the windows, which is only learned on from, is kept in half the memory: the eight bits that are left of each number are far
  /// finer than what one more window changes in it.
  struct Kept: Sendable {
    fileprivate(set) var filter: [ComplexLanes]
    fileprivate var model: [SIMD16<UInt16>]

    init(_ filter: CorrelationFilter) {
      self.filter = filter.filter
      model = Array(repeating: .zero, count: filter.model.count)
    }
  }

  /// Keeps the filter, in the memory of one of this object that was kept before.
  func keep(in kept: inout Kept) {
    Self.assign(&kept.filter, filter)
    let model = model.span
    var halves = kept.model.mutableSpan
    for index in 0..<min(model.count, halves.count) { halves[index] = model[index].rounded }
  }

  /// Goes back to the filter of this object that was kept.
  mutating func goBack(to kept: Kept) {
    Self.assign(&filter, kept.filter)
    let halves = kept.model.span
    var model = model.mutableSpan
    for index in 0..<min(model.count, halves.count) { model[index] = ComplexLanes(rounded: halves[index]) }
  }

  /// Solves for the filter that fits what was learned.
  mutating func solve(steps: Int, isFirst: Bool, grid: borrowing SpectralGrid, workspace: inout Workspace) {
    var penalty = measureEnergy(grid, &workspace.energy)
    let growth: Float = 10
    Self.assign(&workspace.guess, isFirst ? nil : filter)
    Self.assign(&workspace.multiplier, nil)
    for step in 0..<steps {
      Self.fit(grid, model, workspace.guess, label, workspace.energy, groups: groups, penalty: penalty, &filter)
      if step == steps - 1 { break }
      Self.add(filter, to: &workspace.multiplier)
      Self.assign(&workspace.guess, workspace.multiplier)
      grid.inverse(&workspace.guess, groups: groups, scratch: &workspace.scratch)
      Self.limit(&workspace.guess, groups: groups, side: side, reachX: reachX, reachY: reachY)
      grid.forward(&workspace.guess, groups: groups, scratch: &workspace.scratch)
      Self.separate(&workspace.guess, &workspace.multiplier, growth: growth)
      penalty *= growth
    }
  }

  /// The workspace holds as many groups as the filter has at most; what is beyond the filter's own is left alone.
  private static func assign(_ target: inout [ComplexLanes], _ source: [ComplexLanes]?) {
    var target = target.mutableSpan
    guard let source else {
      for index in 0..<target.count { target[index] = .zero }
      return
    }
    let values = source.span
    for index in 0..<min(values.count, target.count) { target[index] = values[index] }
  }

  private static func add(_ source: [ComplexLanes], to target: inout [ComplexLanes]) {
    var target = target.mutableSpan
    let source = source.span
    for index in 0..<min(source.count, target.count) { target[index] = target[index] + source[index] }
  }

  /// From w + d and h to the new d, in the scale of the next penalty, and to h − d.
  private static func separate(_ guess: inout [ComplexLanes], _ multiplier: inout [ComplexLanes], growth: Float) {
    var guess = guess.mutableSpan
    var multiplier = multiplier.mutableSpan
    for index in 0..<guess.count {
      let rest = (multiplier[index] - guess[index]) * (1 / growth)
      multiplier[index] = rest
      guess[index] = guess[index] - rest
    }
  }

  /// The energy of the model at each pair of frequencies; returns its mean.
  private func measureEnergy(_ grid: borrowing SpectralGrid, _ energy: inout [Float]) -> Float {
    var energy = energy.mutableSpan
    let model = model.span
    var total: Float = 0
    for (index, pair) in zip(grid.pairs.indices, grid.pairs) {
      var sum = SIMD8<Float>.zero
      for group in 0..<groups {
        let start = group * side * side
        let a = model[start + Int(pair.first)]
        sum += a.real * a.real + a.imaginary * a.imaginary
        if pair.first != pair.second {
          let b = model[start + Int(pair.second)]
          sum += b.real * b.real + b.imaginary * b.imaginary
        }
      }
      energy[index] = sum.sum()
      total += energy[index]
    }
    return max(total / Float(grid.pairs.count), 1e-12)
  }

  /// w = u + x̄ (y − uᵀx) / (µ + |x|²): the least-squares step for each frequency by itself.
  private static func fit(
    _ grid: borrowing SpectralGrid, _ model: [ComplexLanes], _ guess: [ComplexLanes], _ label: [Float],
    _ energy: [Float], groups: Int, penalty: Float, _ filter: inout [ComplexLanes]
  ) {
    let model = model.span
    let guess = guess.span
    var filter = filter.mutableSpan
    let plane = grid.side * grid.side
    for (index, pair) in zip(grid.pairs.indices, grid.pairs) {
      let answer = answer(pair, model, guess, groups: groups, plane: plane)
      let scale = 1 / (penalty + energy[index])
      let (real, imaginary) = ((label[index] - answer.x) * scale, -answer.y * scale)
      for group in 0..<groups {
        let p = group * plane + Int(pair.first)
        if pair.first == pair.second {
          filter[p] = guess[p] + model[p] * real
          continue
        }
        let q = group * plane + Int(pair.second)
        filter[p] = guess[p] + conjugateProduct(model[p], real, imaginary)
        filter[q] = guess[q] + conjugateProduct(model[q], real, imaginary)
      }
    }
  }

  @inline(__always)
  private static func conjugateProduct(_ x: ComplexLanes, _ real: Float, _ imaginary: Float) -> ComplexLanes {
    ComplexLanes(
      real: x.real * real + x.imaginary * imaginary, imaginary: x.real * imaginary - x.imaginary * real)
  }

  /// wᵀx at one pair of frequencies.
  @inline(__always)
  private static func answer(
    _ pair: SpectralGrid.Pair, _ x: Span<ComplexLanes>, _ w: Span<ComplexLanes>, groups: Int, plane: Int
  ) -> SIMD2<Float> {
    var (real, imaginary) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    for group in 0..<groups {
      let p = group * plane + Int(pair.first)
      let (a, b) = (x[p], w[p])
      if pair.first == pair.second {
        real += a.real * b.real + a.imaginary * b.imaginary
        continue
      }
      let q = group * plane + Int(pair.second)
      let (c, d) = (x[q], w[q])
      real += a.real * b.real - a.imaginary * b.imaginary + c.real * d.real - c.imaginary * d.imaginary
      imaginary += a.real * b.imaginary + a.imaginary * b.real + c.real * d.imaginary + c.imaginary * d.real
    }
    return SIMD2(real.sum(), imaginary.sum())
  }

  /// Returns the distance of a tap of the filter from its center. The middle of the window is the corner between four cells, and
  /// the peak belongs in the one after it, so the filter's center lies half a cell after tap 0.
  private static func distance(_ tap: Int, _ side: Int) -> Double {
    abs(Double(tap < side / 2 ? tap : tap - side) - 0.5)
  }

  /// Sets everything to zero that lies farther from the center than the object reaches.
  private static func limit(
    _ values: inout [ComplexLanes], groups: Int, side: Int, reachX: Double, reachY: Double
  ) {
    var values = values.mutableSpan
    for group in 0..<groups {
      for row in 0..<side {
        let isRowInside = distance(row, side) <= reachY
        for column in 0..<side where !isRowInside || distance(column, side) > reachX {
          values[(group * side + row) * side + column] = .zero
        }
      }
    }
  }

  /// The answer of a filter to a window: high where the object's center lies; in cell `side / 2` when it is in the middle of the
  /// window.
  static func respond(
    _ filter: [ComplexLanes], to spectrum: [ComplexLanes], groups: Int, grid: borrowing SpectralGrid,
    workspace: inout Workspace, map: inout [Float]
  ) {
    multiply(spectrum, filter, grid, groups: groups, to: &workspace.spectrum)
    grid.map(workspace.spectrum, to: &map, lanes: &workspace.lanes, scratch: &workspace.scratch)
  }

  private static func multiply(
    _ spectrum: [ComplexLanes], _ filter: [ComplexLanes], _ grid: borrowing SpectralGrid, groups: Int,
    to answers: inout [SIMD2<Float>]
  ) {
    var answers = answers.mutableSpan
    let spectrum = spectrum.span
    let filter = filter.span
    for (index, pair) in zip(grid.pairs.indices, grid.pairs) {
      answers[index] = answer(pair, spectrum, filter, groups: groups, plane: grid.side * grid.side)
    }
  }
}

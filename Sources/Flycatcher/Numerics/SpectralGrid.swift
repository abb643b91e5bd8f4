// Spectra of square grids of real channels, two to a complex number, and the one real map that comes out of a filter.
import Glibc

/// Transforms grids of feature channels. Each lane of a `ComplexLanes` holds two real channels; in the spectrum, place
/// `first` of a pair of opposite frequencies holds that of the one, and place `second` that of the other. At the four
/// frequencies that are their own opposite both spectra are real, and share the place as they do in the grid.
struct SpectralGrid: Sendable {
  /// Two opposite frequencies; the same twice where a frequency is its own opposite.
  struct Pair: BitwiseCopyable {
    var first: Int32
    var second: Int32
  }

  let side: Int
  let pairs: [Pair]
  private let transform: FourierTransform

  init?(side: Int) {
    guard side % 8 == 0, let transform = FourierTransform(length: side) else { return nil }
    self.side = side
    self.transform = transform
    var pairs: [Pair] = []
    for y in 0..<side {
      for x in 0..<side {
        let opposite = (side - y) % side * side + (side - x) % side
        if y * side + x <= opposite { pairs.append(Pair(first: Int32(y * side + x), second: Int32(opposite))) }
      }
    }
    self.pairs = pairs
  }

  /// Replaces `groups` grids by their spectra.
  func forward(_ values: inout [ComplexLanes], groups: Int, scratch: inout [ComplexLanes]) {
    var values = values.mutableSpan
    var scratch = scratch.mutableSpan
    for group in 0..<groups {
      let start = group * side * side
      transform.transformSquare(&values, offset: start, .forward, scratch: &scratch)
      for pair in pairs where pair.first != pair.second {
        let (p, q) = (start + Int(pair.first), start + Int(pair.second))
        let (a, b) = (values[p], values[q])
        values[p] = ComplexLanes(real: (a.real + b.real) * 0.5, imaginary: (a.imaginary - b.imaginary) * 0.5)
        values[q] = ComplexLanes(real: (a.imaginary + b.imaginary) * 0.5, imaginary: (b.real - a.real) * 0.5)
      }
    }
  }

  /// Replaces `groups` spectra by their grids.
  func inverse(_ values: inout [ComplexLanes], groups: Int, scratch: inout [ComplexLanes]) {
    var values = values.mutableSpan
    var scratch = scratch.mutableSpan
    let scale = 1 / Float(side * side)
    for group in 0..<groups {
      let start = group * side * side
      for pair in pairs {
        let (p, q) = (start + Int(pair.first), start + Int(pair.second))
        let (a, b) = (values[p], values[q])
        if p == q {
          values[p] = a * scale
        } else {
          values[p] = ComplexLanes(real: (a.real - b.imaginary) * scale, imaginary: (a.imaginary + b.real) * scale)
          values[q] = ComplexLanes(real: (a.real + b.imaginary) * scale, imaginary: (b.real - a.imaginary) * scale)
        }
      }
      transform.transformSquare(&values, offset: start, .inverse, scratch: &scratch)
    }
  }

  /// Writes the real map of a spectrum given by its values at the first frequency of each pair.
  ///
  /// - Parameter lanes: Scratch memory of `side * side / 8` numbers.
  func map(
    _ spectrum: [SIMD2<Float>], to map: inout [Float], lanes: inout [ComplexLanes], scratch: inout [ComplexLanes]
  ) {
    var lanes = lanes.mutableSpan
    var scratch = scratch.mutableSpan
    var map = map.mutableSpan
    // Each lane is a column of its own; a transform of the columns, a transposition and another one make a square's.
    for (pair, value) in zip(pairs.indices, pairs) {
      let number = spectrum[pair]
      set(&lanes, Int(value.first), number.x, number.y)
      if value.first != value.second { set(&lanes, Int(value.second), number.x, -number.y) }
    }
    let batch = side / 8
    transform.transform(&lanes, batch: batch, .inverse, scratch: &scratch)
    for row in 0..<side {
      for column in row + 1..<max(side, row + 1) { swap(&lanes, row * side + column, column * side + row) }
    }
    transform.transform(&lanes, batch: batch, .inverse, scratch: &scratch)
    let scale = 1 / Float(side * side)
    // The transposed map: element (row, column) of `lanes` belongs to column, row.
    for row in 0..<side {
      for column in 0..<side {
        let place = row * side + column
        map[column * side + row] = lanes[place / 8].real[place % 8] * scale
      }
    }
  }

  /// Writes the factors of the spectrum of a grid, one for each pair of frequencies, that move what lies `moved` from its
  /// center into the center.
  func turns(by moved: SIMD2<Float>, to turns: inout [SIMD2<Float>]) {
    var turns = turns.mutableSpan
    let scale = 2 * Float.pi / Float(side)
    for (index, pair) in zip(pairs.indices, pairs) {
      let (row, column) = (Int(pair.first) / side, Int(pair.first) % side)
      let frequency = SIMD2(Float(column > side / 2 ? column - side : column), Float(row > side / 2 ? row - side : row))
      let angle = (frequency * moved).sum() * scale
      // A frequency that is its own opposite stays real.
      turns[index] = SIMD2(cos(angle), pair.first == pair.second ? 0 : sin(angle))
    }
  }

  @inline(__always)
  private func set(_ lanes: inout MutableSpan<ComplexLanes>, _ place: Int, _ real: Float, _ imaginary: Float) {
    lanes[place / 8].real[place % 8] = real
    lanes[place / 8].imaginary[place % 8] = imaginary
  }

  @inline(__always)
  private func swap(_ lanes: inout MutableSpan<ComplexLanes>, _ a: Int, _ b: Int) {
    let (first, second) = (lanes[a / 8], lanes[b / 8])
    let (x, y) = ((first.real[a % 8], first.imaginary[a % 8]), (second.real[b % 8], second.imaginary[b % 8]))
    set(&lanes, a, y.0, y.1)
    set(&lanes, b, x.0, x.1)
  }
}

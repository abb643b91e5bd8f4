// Histograms of oriented gradients (Dalal and Triggs 2005), in the normalized form of Felzenszwalb et al. 2010.
import Glibc

/// Histograms of the direction of brightness gradients, over square cells of a patch: sixteen signed directions, eight
/// unsigned ones and four numbers for the strength of texture. Sixteen rather than eighteen directions, because two
/// vectors hold them.
struct GradientHistograms: Sendable {
  /// Samples of a side of a cell.
  static let cell = 4

  /// What is known of a cell.
  struct Features: BitwiseCopyable {
    /// Directions 0 to 7 of sixteen, and 8 to 15, which are opposite to them.
    var signed: SIMD8<Float>
    var opposite: SIMD8<Float>
    /// Directions of lines, where dark to bright is the same as bright to dark.
    var unsigned: SIMD8<Float>
    var texture: SIMD4<Float>
  }

  let columns: Int
  let rows: Int
  /// Sixteen numbers a block of two by two samples, and after it sixteen of a cell.
  private var blocks: [Float]
  private var lines: [SIMD16<Float>]
  /// Histograms of the cells, with an empty border of one cell all around.
  private var histograms: [SIMD16<Float>]
  /// Sum of squares of a cell's unsigned directions, same layout.
  private var energies: [Float]

  /// - Parameters:
  ///   - columns: cells in a row; an even number.
  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    blocks = Array(repeating: 0, count: columns * rows * 4 * 16)
    lines = Array(repeating: .zero, count: columns * rows * 2)
    histograms = Array(repeating: .zero, count: (columns + 2) * (rows + 2))
    energies = Array(repeating: 0, count: (columns + 2) * (rows + 2))
  }

  /// Gathers the histograms of a patch of `columns * 4` by `rows * 4` samples.
  mutating func gather(_ patch: [Float]) {
    Self.count(patch, columns: columns, rows: rows, &blocks)
    Self.spreadRows(blocks, columns: columns, blockRows: rows * 2, to: &lines)
    Self.spreadColumns(lines, columns: columns, rows: rows, to: &histograms)
    Self.sumEnergies(histograms, columns: columns, rows: rows, to: &energies)
  }

  /// Adds up the gradients of each block of two by two samples.
  private static func count(
    _ patch: [Float], columns: Int, rows: Int, _ blocks: inout [Float]
  ) {
    let patch = patch.span
    let width = columns * cell
    let height = rows * cell
    var blocks = blocks.mutableSpan
    for index in 0..<blocks.count { blocks[index] = 0 }
    for y in 0..<height {
      let base = (y / 2) * (width / 2) * 16
      for x in stride(from: 0, to: width, by: 8) {
        let left = x == 0 ? shifted(eight(patch, y * width), by: -1) : eight(patch, y * width + x - 1)
        let right = x + 8 == width ? shifted(eight(patch, y * width + x), by: 1) : eight(patch, y * width + x + 1)
        let above = eight(patch, max(y - 1, 0) * width + x)
        let below = eight(patch, min(y + 1, height - 1) * width + x)
        let (strengths, bins) = gradients(right - left, below - above)
        for lane in 0..<8 {
          blocks[base + (x + lane) / 2 * 16 + Int(bins[lane])] += strengths[lane]
        }
      }
    }
  }

  /// Eight neighboring samples.
  @inline(__always)
  private static func eight(_ values: Span<Float>, _ start: Int) -> SIMD8<Float> {
    // Checked against the bounds of the span; every pattern of bits is a vector of numbers.
    unsafe values.bytes.unsafeLoadUnaligned(fromByteOffset: start * 4, as: SIMD8<Float>.self)
  }

  /// The samples one place further to the left or right, the outermost one repeated.
  @inline(__always)
  private static func shifted(_ values: SIMD8<Float>, by step: Int) -> SIMD8<Float> {
    var result = values
    for lane in 0..<8 { result[lane] = values[max(0, min(lane + step, 7))] }
    return result
  }

  /// Strength and direction (0 to 15, in steps of 22.5°) of gradients.
  @inline(__always)
  private static func gradients(_ dx: SIMD8<Float>, _ dy: SIMD8<Float>) -> (SIMD8<Float>, SIMD8<Int32>) {
    let across = dx.replacing(with: -dx, where: dx .< 0)
    let along = dy.replacing(with: -dy, where: dy .< 0)
    let one = SIMD8<Int32>(repeating: 1)
    var sector = SIMD8<Int32>.zero.replacing(with: one, where: along .> across * 0.198_912_367)
    sector.replace(with: 2, where: along .> across * 0.668_178_638)
    sector.replace(with: 3, where: along .> across * 1.496_605_763)
    sector.replace(with: 4, where: along .> across * 5.027_339_492)
    sector.replace(with: 8 &- sector, where: dx .< 0)
    sector.replace(with: (16 &- sector) & 15, where: dy .< 0)
    return ((dx * dx + dy * dy).squareRoot(), sector)
  }

  /// A block counts three quarters in its own cell and one quarter in the neighboring one, along each axis: the same as
  /// sharing each gradient between the nearest cells by distance, but for a block at once.
  private static func spreadRows(
    _ blocks: [Float], columns: Int, blockRows: Int, to lines: inout [SIMD16<Float>]
  ) {
    let blocks = blocks.span
    var lines = lines.mutableSpan
    for row in 0..<blockRows {
      let base = row * columns * 2
      for column in 0..<columns {
        let first = base + 2 * column
        var sum = (sixteen(blocks, first * 16) + sixteen(blocks, first * 16 + 16)) * 0.75
        if column > 0 { sum += sixteen(blocks, first * 16 - 16) * 0.25 }
        if column < columns - 1 { sum += sixteen(blocks, first * 16 + 32) * 0.25 }
        lines[row * columns + column] = sum
      }
    }
  }

  private static func spreadColumns(
    _ lines: [SIMD16<Float>], columns: Int, rows: Int, to histograms: inout [SIMD16<Float>]
  ) {
    let lines = lines.span
    var histograms = histograms.mutableSpan
    for row in 0..<rows {
      for column in 0..<columns {
        let first = 2 * row * columns + column
        var sum = (lines[first] + lines[first + columns]) * 0.75
        if row > 0 { sum += lines[first - columns] * 0.25 }
        if row < rows - 1 { sum += lines[first + 2 * columns] * 0.25 }
        histograms[(row + 1) * (columns + 2) + column + 1] = sum
      }
    }
  }

  /// The border's cells count as much as their neighbors inside, or the outermost cells would be taken for stronger
  /// than they are.
  private static func sumEnergies(
    _ histograms: [SIMD16<Float>], columns: Int, rows: Int, to energies: inout [Float]
  ) {
    let histograms = histograms.span
    var energies = energies.mutableSpan
    for row in 0..<rows + 2 {
      let inner = max(1, min(row, rows)) * (columns + 2)
      for column in 0..<columns + 2 {
        let histogram = histograms[inner + max(1, min(column, columns))]
        let unsigned = histogram.lowHalf + histogram.highHalf
        energies[row * (columns + 2) + column] = (unsigned * unsigned).sum()
      }
    }
  }

  @inline(__always)
  private static func sixteen(_ values: Span<Float>, _ start: Int) -> SIMD16<Float> {
    SIMD16(lowHalf: eight(values, start), highHalf: eight(values, start + 8))
  }

  /// The normalized features of a cell: each direction is divided by the energy of the four blocks of two by two cells
  /// that the cell is part of, and cut at 0.2.
  func features(column: Int, row: Int) -> Features {
    let width = columns + 2
    let center = (row + 1) * width + column + 1
    let energy = energies.span
    let pair = SIMD4(energy[center - 1], energy[center + 1], energy[center - 1], energy[center + 1])
    let across = SIMD4(
      energy[center - width], energy[center - width], energy[center + width], energy[center + width])
    let corner = SIMD4(
      energy[center - width - 1], energy[center - width + 1], energy[center + width - 1], energy[center + width + 1])
    // Gradients here are of brightness 0 to 255 over sixteen samples; the constant keeps noise in flat parts down.
    let sum = pair + across + corner + SIMD4(repeating: energy[center] + 400)
    let scale = 1 / sum.squareRoot()
    let forward = histograms[center].lowHalf
    let backward = histograms[center].highHalf
    var features = Features(signed: .zero, opposite: .zero, unsigned: .zero, texture: .zero)
    for block in 0..<4 {
      let first = Self.cut(forward * scale[block])
      let second = Self.cut(backward * scale[block])
      features.signed += first
      features.opposite += second
      features.unsigned += Self.cut((forward + backward) * scale[block])
      features.texture[block] = (first + second).sum() * 0.2357
    }
    features.signed *= 0.5
    features.opposite *= 0.5
    features.unsigned *= 0.5
    return features
  }

  @inline(__always)
  private static func cut(_ values: SIMD8<Float>) -> SIMD8<Float> {
    values.replacing(with: 0.2, where: values .> 0.2)
  }
}

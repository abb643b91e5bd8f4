// Histograms of oriented gradients (Dalal and Triggs 2005), in the normalized form of Felzenszwalb et al. 2010.
import Glibc

/// Histograms of the direction of brightness gradients, over square cells of a patch: sixteen signed directions, eight
/// unsigned ones and four numbers for the strength of texture. Sixteen rather than eighteen directions, because two
/// vectors hold them.
struct GradientHistograms: Sendable {
  /// Samples of a side of a cell.
  static let cell = 4

  /// The features of a cell.
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
  /// Sixteen numbers for each block of two by two samples of one row of blocks.
  private var blocks: [SIMD16<Float>]
  /// The strengths of the gradients of a row of samples, and their directions (0 to 15, in steps of 22.5°).
  private var strengths: [SIMD4<Float>]
  private var directions: [SIMD4<Int32>]
  /// Histograms of the cells, with an empty border of one cell all around.
  private var histograms: [SIMD16<Float>]
  /// Sum of squares of a cell's unsigned directions, same layout.
  private var energies: [Float]

  /// - Parameters:
  ///   - columns: cells in a row.
  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    blocks = Array(repeating: .zero, count: columns * 2)
    strengths = Array(repeating: .zero, count: columns * Self.cell / 4)
    directions = Array(repeating: .zero, count: columns * Self.cell / 4)
    histograms = Array(repeating: .zero, count: (columns + 2) * (rows + 2))
    energies = Array(repeating: 0, count: (columns + 2) * (rows + 2))
  }

  /// Gathers the histograms of a patch of `columns * 4` by `rows * 4` samples.
  mutating func gather(_ patch: [Float]) {
    gatherCells(patch.span)
    Self.sumEnergies(histograms, columns: columns, rows: rows, to: &energies)
  }

  private mutating func gatherCells(_ patch: Span<Float>) {
    let width = columns * Self.cell
    let last = rows * Self.cell - 1
    func line(_ y: Int) -> Range<Int> { max(0, min(y, last)) * width..<(max(0, min(y, last)) + 1) * width }
    for blockRow in 0..<rows * 2 {
      Self.clear(&blocks)
      for y in 2 * blockRow...2 * blockRow + 1 {
        Self.measure(
          patch.extracting(line(y)), above: patch.extracting(line(y - 1)), below: patch.extracting(line(y + 1)),
          &strengths, &directions)
        Self.count(strengths, directions, &blocks)
      }
      Self.spread(blocks, row: blockRow, columns: columns, rows: rows, to: &histograms)
    }
  }

  private static func clear(_ blocks: inout [SIMD16<Float>]) {
    var blocks = blocks.mutableSpan
    for index in 0..<blocks.count { blocks[index] = .zero }
  }

  /// Measures the gradients of a row of samples, the outermost of which are repeated.
  private static func measure(
    _ row: Span<Float>, above: Span<Float>, below: Span<Float>, _ strengths: inout [SIMD4<Float>],
    _ directions: inout [SIMD4<Int32>]
  ) {
    var strengths = strengths.mutableSpan
    var directions = directions.mutableSpan
    let count = row.count / 4
    let last = row.count - 1
    for index in 0..<count {
      let x = index &* 4
      let left = index > 0 ? four(row, x &- 1) : SIMD4(row[0], row[0], row[1], row[2])
      let right = index + 1 < count ? four(row, x &+ 1) : SIMD4(row[last - 2], row[last - 1], row[last], row[last])
      let (dx, dy) = (right - left, four(below, x) - four(above, x))
      strengths[index] = (dx * dx + dy * dy).squareRoot()
      directions[index] = direction(dx, dy)
    }
  }

  /// Adds the gradients of a row to the blocks in which they lie.
  private static func count(
    _ strengths: [SIMD4<Float>], _ directions: [SIMD4<Int32>], _ blocks: inout [SIMD16<Float>]
  ) {
    let count = min(strengths.count * 4, directions.count * 4, blocks.count * 2)
    unsafe strengths.withUnsafeBytes { strengths in
      unsafe directions.withUnsafeBytes { directions in
        unsafe blocks.withUnsafeMutableBytes { blocks in
          // No more samples than there are places for; a direction is one of sixteen.
          let strengths = unsafe strengths.assumingMemoryBound(to: Float.self)
          let directions = unsafe directions.assumingMemoryBound(to: Int32.self)
          let blocks = unsafe blocks.assumingMemoryBound(to: Float.self)
          for x in 0..<count {
            let place = (x >> 1) &* 16 &+ Int(truncatingIfNeeded: unsafe directions[x])
            unsafe blocks[place] += strengths[x]
          }
        }
      }
    }
  }

  /// Four neighboring samples.
  @inline(__always)
  private static func four(_ values: Span<Float>, _ start: Int) -> SIMD4<Float> {
    // Checked against the bounds of the span; every pattern of bits is a vector of numbers.
    unsafe values.bytes.unsafeLoadUnaligned(fromByteOffset: start &* 4, as: SIMD4<Float>.self)
  }

  /// Direction (0 to 15, in steps of 22.5°) of gradients.
  @inline(__always)
  private static func direction(_ dx: SIMD4<Float>, _ dy: SIMD4<Float>) -> SIMD4<Int32> {
    let across = dx.replacing(with: -dx, where: dx .< 0)
    let along = dy.replacing(with: -dy, where: dy .< 0)
    var sector = one(along .> across * 0.198_912_367) &+ one(along .> across * 0.668_178_638)
    sector &+= one(along .> across * 1.496_605_763) &+ one(along .> across * 5.027_339_492)
    sector.replace(with: 8 &- sector, where: dx .< 0)
    sector.replace(with: 0 &- sector, where: dy .< 0)
    return sector & 15
  }

  /// 1 where a condition holds, 0 elsewhere.
  @inline(__always)
  private static func one(_ condition: SIMDMask<SIMD4<Int32>>) -> SIMD4<Int32> {
    SIMD4<Int32>.zero.replacing(with: SIMD4(repeating: 1), where: condition)
  }

  /// A block counts three quarters in its own cell and one quarter in the neighboring one, along each axis: the same as
  /// sharing each gradient between the nearest cells by distance, but for a block at once.
  private static func spread(
    _ blocks: [SIMD16<Float>], row: Int, columns: Int, rows: Int, to histograms: inout [SIMD16<Float>]
  ) {
    let blocks = blocks.span
    var histograms = histograms.mutableSpan
    let own = (row / 2 + 1) * (columns + 2) + 1
    let other = own + (row % 2 == 0 ? -(columns + 2) : columns + 2)
    let hasOther = row > 0 && row < 2 * rows - 1
    for column in 0..<columns {
      let first = 2 * column
      var sum = (blocks[first] + blocks[first + 1]) * 0.75
      if column > 0 { sum += blocks[first - 1] * 0.25 }
      if column < columns - 1 { sum += blocks[first + 2] * 0.25 }
      // The first block that counts in a row of cells is the one above it.
      if row == 0 { histograms[own + column] = sum * 0.75 } else { histograms[own + column] += sum * 0.75 }
      guard hasOther else { continue }
      if row % 2 == 0 { histograms[other + column] += sum * 0.25 } else { histograms[other + column] = sum * 0.25 }
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
    let lines = forward + backward
    var features = Features(signed: .zero, opposite: .zero, unsigned: .zero, texture: .zero)
    let first = features.add(forward, backward, lines, scale.x)
    let second = features.add(forward, backward, lines, scale.y)
    let third = features.add(forward, backward, lines, scale.z)
    let fourth = features.add(forward, backward, lines, scale.w)
    features.signed *= 0.5
    features.opposite *= 0.5
    features.unsigned *= 0.5
    let halves = SIMD8(lowHalf: first, highHalf: second)
    let others = SIMD8(lowHalf: third, highHalf: fourth)
    let sums = SIMD8(lowHalf: halves.evenHalf + halves.oddHalf, highHalf: others.evenHalf + others.oddHalf)
    features.texture = (sums.evenHalf + sums.oddHalf) * 0.2357
    return features
  }
}

extension GradientHistograms.Features {
  /// Adds the directions of a cell in the scale of one block; returns the signed ones, summed up to four numbers.
  @inline(__always)
  fileprivate mutating func add(
    _ forward: SIMD8<Float>, _ backward: SIMD8<Float>, _ lines: SIMD8<Float>, _ scale: Float
  ) -> SIMD4<Float> {
    let first = Self.cut(forward * scale)
    let second = Self.cut(backward * scale)
    signed += first
    opposite += second
    unsigned += Self.cut(lines * scale)
    let both = first + second
    return both.lowHalf + both.highHalf
  }

  @inline(__always)
  private static func cut(_ values: SIMD8<Float>) -> SIMD8<Float> {
    values.replacing(with: 0.2, where: values .> 0.2)
  }
}

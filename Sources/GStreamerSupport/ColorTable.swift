// A function from colors to colors, known on a grid and interpolated between.

/// Luma and the two color differences of another color system, on a grid of 33 × 33 × 33 colors.
package struct ColorTable: Sendable {
  /// Nodes along each axis, 32 codes of 10 bits apart.
  private static let nodes = 33
  private static let shift = 5

  /// Luma is the axis whose neighbors lie side by side, then blue difference, then red difference.
  private let values: [SIMD4<Float>]

  /// - Parameter color: what luma, blue and red difference, as codes of 10 bits, become, as codes of 8 bits.
  package init(_ color: (SIMD3<Double>) -> SIMD3<Double>) {
    var values: [SIMD4<Float>] = []
    values.reserveCapacity(Self.nodes * Self.nodes * Self.nodes)
    for red in 0..<Self.nodes {
      for blue in 0..<Self.nodes {
        for luma in 0..<Self.nodes {
          let codes = SIMD3(Double(luma), Double(blue), Double(red)) * Double(1 << Self.shift)
          let mapped = color(codes)
          var value = SIMD4<Float>.zero
          // Codes 0 and 255 stand for no color.
          for index in 0..<3 { value[index] = mapped[index].isFinite ? Float(min(max(mapped[index], 1), 254)) : 16 }
          values.append(value)
        }
      }
    }
    self.values = values
  }

  /// Maps two rows of luma with the row of color differences that belongs to both.
  ///
  /// - Parameters:
  ///   - upper, lower: the rows of luma, as codes of 10 bits.
  ///   - blue, red: the color differences, one for two samples of luma.
  func map(
    _ upper: Span<UInt16>, _ lower: Span<UInt16>, _ blue: Span<UInt16>, _ red: Span<UInt16>,
    _ upperResult: inout MutableSpan<UInt8>, _ lowerResult: inout MutableSpan<UInt8>,
    _ blueResult: inout MutableSpan<UInt8>, _ redResult: inout MutableSpan<UInt8>
  ) {
    let table = values.span
    let last = upper.count - 1
    for x in 0..<blue.count {
      let cell = Cell(blue: Int(blue[x]), red: Int(red[x]))
      let (left, right) = (min(2 * x, last), min(2 * x + 1, last))
      var segment = Segment(cell, Int(upper[left]), table)
      var sum = SIMD4<Float>.zero
      upperResult[left] = segment.luma(cell, upper[left], table, &sum)
      upperResult[right] = segment.luma(cell, upper[right], table, &sum)
      lowerResult[left] = segment.luma(cell, lower[left], table, &sum)
      lowerResult[right] = segment.luma(cell, lower[right], table, &sum)
      let mean = sum * 0.25 + 0.5
      blueResult[x] = UInt8(truncatingIfNeeded: Int32(mean.y))
      redResult[x] = UInt8(truncatingIfNeeded: Int32(mean.z))
    }
  }

  /// Where a pair of color differences lies in the grid.
  private struct Cell {
    let origin: Int
    let blue: Float
    let red: Float

    @inline(__always)
    init(blue: Int, red: Int) {
      let mask = (1 << shift) - 1
      origin = (min(red >> shift, nodes - 2) * nodes + min(blue >> shift, nodes - 2)) * nodes
      self.blue = Float(blue & mask) / Float(1 << shift)
      self.red = Float(red & mask) / Float(1 << shift)
    }

    /// The value for these color differences at a node of luma.
    @inline(__always)
    func value(_ luma: Int, _ table: Span<SIMD4<Float>>) -> SIMD4<Float> {
      let at = origin + luma
      let row = nodes * nodes
      let (first, second) = (table[at], table[at + row])
      let upper = first + (table[at + nodes] - first) * blue
      let lower = second + (table[at + row + nodes] - second) * blue
      return upper + (lower - upper) * red
    }
  }

  /// The values between two nodes of luma: neighbors mostly lie between the same.
  private struct Segment {
    var node: Int
    var start: SIMD4<Float>
    var end: SIMD4<Float>

    @inline(__always)
    init(_ cell: Cell, _ code: Int, _ table: Span<SIMD4<Float>>) {
      node = min(code >> shift, nodes - 2)
      start = cell.value(node, table)
      end = cell.value(node + 1, table)
    }

    /// Returns the luma of a sample, and adds all that it becomes to a sum.
    @inline(__always)
    mutating func luma(
      _ cell: Cell, _ code: UInt16, _ table: Span<SIMD4<Float>>, _ sum: inout SIMD4<Float>
    ) -> UInt8 {
      if min(Int(code) >> shift, nodes - 2) != node { self = Segment(cell, Int(code), table) }
      let place = Float(Int(code) - node << shift) / Float(1 << shift)
      let value = start + (end - start) * place
      sum += value
      return UInt8(truncatingIfNeeded: Int32(value.x + 0.5))
    }
  }
}

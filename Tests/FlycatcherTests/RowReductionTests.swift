import Testing

@testable import Flycatcher

@Suite struct RowReductionTests {
  private let upper = (0..<96).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
  private let lower = (0..<96).map { UInt8(truncatingIfNeeded: $0 * 91 + 200) }

  @Test(arguments: [1, 2, 3])
  func halvingTakesTheMeanOfFour(_ stride: Int) {
    var out = [UInt8](repeating: 0, count: 13)
    var span = out.mutableSpan
    halveRows(upper.span, lower.span, stride: stride, to: &span)
    let expected = (0..<13).map { x in
      let places = [2 * x * stride, (2 * x + 1) * stride]
      return UInt8((places.reduce(0) { $0 + Int(upper[$1]) + Int(lower[$1]) } + 2) / 4)
    }
    #expect(out == expected)
  }

  @Test(arguments: [(1, 1, 1), (2, 2, 1), (3, 3, 1), (7, 4, 1), (9, 3, 3)])
  func blocksAreAveraged(_ block: Int, _ taps: Int, _ spacing: Int) {
    let count = 80 / block
    var sums = [UInt16](repeating: 999, count: count * block)
    var span = sums.mutableSpan
    addRow(upper.span, stride: 1, to: &span, isFirst: true)
    for _ in 1..<max(taps, 1) { addRow(lower.span, stride: 1, to: &span, isFirst: false) }
    var out = [UInt8](repeating: 0, count: count)
    var means = out.mutableSpan
    averageBlocks(sums.span, block: block, taps: taps, spacing: spacing, to: &means)
    for x in 0..<count {
      let places = (0..<taps).map { x * block + $0 * spacing }
      let sum = places.reduce(0) { $0 + Int(upper[$1]) + (taps - 1) * Int(lower[$1]) }
      #expect(abs(Double(out[x]) - Double(sum) / Double(taps * taps)) <= 0.51)
    }
  }
}

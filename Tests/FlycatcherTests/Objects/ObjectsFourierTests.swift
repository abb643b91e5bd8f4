// The transforms of the object tracker, beside the defining sum.
import Glibc
import Testing

@testable import Flycatcher

@Suite struct ObjectsFourierTests {
  /// A reproducible sequence of numbers from -1 to 1.
  private func numbers(_ count: Int, seed: UInt64) -> [Float] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max)
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 8, 15, 16, 30, 32, 48, 60])
  func transformIsTheDefiningSum(length: Int) throws {
    let transform = try #require(FourierTransform(length: length))
    let real = numbers(length, seed: 1)
    let imaginary = numbers(length, seed: 2)
    var values = (0..<length).map {
      ComplexLanes(real: SIMD8(repeating: real[$0]), imaginary: SIMD8(repeating: imaginary[$0]))
    }
    var scratch = values
    var span = values.mutableSpan
    var scratchSpan = scratch.mutableSpan
    transform.transform(&span, .forward, scratch: &scratchSpan)
    for frequency in 0..<length {
      var (re, im) = (0.0, 0.0)
      for index in 0..<length {
        let angle = -2 * Double.pi * Double(frequency * index) / Double(length)
        re += Double(real[index]) * cos(angle) - Double(imaginary[index]) * sin(angle)
        im += Double(real[index]) * sin(angle) + Double(imaginary[index]) * cos(angle)
      }
      #expect(abs(Double(span[frequency].real[3]) - re) < 1e-4)
      #expect(abs(Double(span[frequency].imaginary[7]) - im) < 1e-4)
    }
  }

  @Test(arguments: [0, 7, 22, -4])
  func lengthsWithOtherFactorsAreRefused(length: Int) {
    #expect(FourierTransform(length: length) == nil)
  }

  @Test(arguments: [8, 24, 32, 48])
  func inverseUndoesForward(side: Int) throws {
    let grid = try #require(SpectralGrid(side: side))
    let real = numbers(side * side * 8, seed: 3)
    let imaginary = numbers(side * side * 8, seed: 4)
    var values = [ComplexLanes](repeating: .zero, count: side * side)
    for index in values.indices {
      for lane in 0..<8 {
        values[index].real[lane] = real[index * 8 + lane]
        values[index].imaginary[lane] = imaginary[index * 8 + lane]
      }
    }
    let before = values
    var scratch = values
    grid.forward(&values, groups: 1, scratch: &scratch)
    grid.inverse(&values, groups: 1, scratch: &scratch)
    for index in values.indices {
      #expect((values[index] - before[index]).real.max() < 1e-5)
      #expect((values[index] - before[index]).imaginary.min() > -1e-5)
    }
  }

  /// The spectrum of a channel, given to `map`, is that channel again.
  @Test(arguments: [8, 32, 48])
  func mapOfAChannelsSpectrumIsTheChannel(side: Int) throws {
    let grid = try #require(SpectralGrid(side: side))
    let first = numbers(side * side, seed: 5)
    let second = numbers(side * side, seed: 6)
    var values = zip(first, second).map {
      ComplexLanes(real: SIMD8(repeating: $0), imaginary: SIMD8(repeating: $1))
    }
    var scratch = values
    var lanes = [ComplexLanes](repeating: .zero, count: side * side / 8)
    grid.forward(&values, groups: 1, scratch: &scratch)
    for (isSecond, channel) in [(false, first), (true, second)] {
      let spectrum = grid.pairs.map { pair in
        let number = values[Int(isSecond ? pair.second : pair.first)]
        let isShared = pair.first == pair.second
        if isShared { return SIMD2(isSecond ? number.imaginary[0] : number.real[0], 0) }
        return SIMD2(number.real[0], number.imaginary[0])
      }
      var map = [Float](repeating: 0, count: side * side)
      grid.map(spectrum, to: &map, lanes: &lanes, scratch: &scratch)
      #expect(zip(map, channel).allSatisfy { abs($0 - $1) < 1e-5 })
    }
  }
}

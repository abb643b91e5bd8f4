import Testing

@testable import Flycatcher

@Suite struct PeakRefinementTests {
  @Test func aParabolaGivesItsVertexBack() {
    for place in stride(from: Float(-0.5), through: 0.5, by: 0.125) {
      func value(_ x: Float) -> Float { 3 - 2 * (x - place) * (x - place) }
      #expect(abs(peakOffset(value(-1), value(0), value(1)) - place) < 1e-6)
    }
  }

  @Test func whatIsNoMaximumStaysInPlace() {
    #expect(peakOffset(1, 1, 1) == 0)
    #expect(peakOffset(3, 1, 2) == 0)
    #expect(abs(peakOffset(-10, 0, 9)) == 0.5)
  }
}

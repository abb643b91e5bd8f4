// Pauses grow, stay below half a minute, and differ.
import Testing

@testable import FlycatcherServe

@Suite struct PausesTests {
  @Test func pausesGrowUpToHalfAMinute() {
    var (pauses, generator) = (Pauses(), SystemRandomNumberGenerator())
    let taken = (0..<12).map { _ in pauses.pause(using: &generator) }
    for (index, pause) in taken.enumerated() {
      let middle = min(0.5 * Double(1 << index), 30)
      #expect(pause >= .seconds(middle * 0.79) && pause <= .seconds(min(middle * 1.21, 30)), "\(index): \(pause)")
    }
    pauses.reset()
    #expect(pauses.pause(using: &generator) < .seconds(0.7))
  }
}

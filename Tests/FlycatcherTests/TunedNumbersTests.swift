// The tuned numbers of the trajectory detector, as the evaluation moves them.
import Testing

@_spi(Evaluation) @testable import Flycatcher

@Suite struct TunedNumbersTests {
  @Test func thereAreAtMostFortyAndEachCanBeMoved() throws {
    var detector = try TrajectoryDetector()
    let standard = detector.tunedNumbers
    #expect(standard.count <= 40)
    #expect(standard["registration.reach"] != nil)
    for (name, value) in standard {
      detector.tunedNumbers = [name: value * 1.25]
      #expect(detector.tunedNumbers[name] == value * 1.25, "\(name)")
      detector.reset()
      #expect(detector.tunedNumbers[name] == value * 1.25, "\(name) after a reset")
      detector.tunedNumbers = standard
    }
  }
}

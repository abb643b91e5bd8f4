import Fitting
import Foundation
import Testing

/// An object whose first measurement tells where the box lies; it slips off in the middle of the run.
private func object(_ number: Int, frames: Int, most: Double = .infinity) -> LoggedObject {
  let entries = (0..<frames).map { frame in
    let isOn = frame < frames / 2
    let disturbance = Double((frame * 7 + number * 3) % 11) / 11 - 0.5
    return LoggedObject.Entry(
      time: Double(frame + 1) / 25, measurements: [(isOn ? 1 : -1) + disturbance, disturbance], mostLogOdds: most,
      overlap: isOn ? 0.6 : frame.isMultiple(of: 2) ? 0 : nil, isSeen: true)
  }
  return LoggedObject(clip: "clip-\(number)", entries: entries)
}

private func probabilities(_ logOdds: [Double], _ entries: [LoggedObject.Entry], _ smoothing: Double) -> [Double] {
  logOdds.map { 1 / (1 + exp(-$0)) }
}

@Suite struct ObjectFitTests {
  @Test func eachClipHasAModelOfTheOthers() throws {
    let fit = try ObjectFit((0..<4).map { object($0, frames: 40) }, penalty: 1, filter: probabilities)
    #expect(fit.model.weights[0] > abs(fit.model.weights[1]))
    #expect(fit.modelsWithout.keys.sorted() == ["clip-0", "clip-1", "clip-2", "clip-3"])
    for number in 0..<4 {
      let model = try #require(fit.modelsWithout["clip-\(number)"])
      for entry in object(number, frames: 40).entries {
        #expect((model.logOdds(entry.measurements) > 0) == entry.isOn, "It tells a clip that it has not seen.")
      }
    }
  }

  @Test func severalLogsOfOneClipAreLeftOutTogether() throws {
    let once = try ObjectFit((0..<4).map { object($0, frames: 40) }, penalty: 1, filter: probabilities)
    let twice = try ObjectFit(
      (0..<4).map { object($0, frames: 40) } + [object(3, frames: 400)], penalty: 1, filter: probabilities)
    #expect(once.modelsWithout["clip-3"]?.bias == twice.modelsWithout["clip-3"]?.bias)
    #expect(once.model.bias != twice.model.bias)
  }

  @Test func theSmoothingIsChosenByLogOddsWithinTheirLimit() throws {
    var largest = -Double.infinity
    _ = try ObjectFit((0..<3).map { object($0, frames: 40, most: -0.1) }, penalty: 1) { logOdds, _, _ in
      largest = max(largest, logOdds.max() ?? 0)
      return logOdds.map { 1 / (1 + exp(-$0)) }
    }
    #expect(largest == -0.1)
  }
}

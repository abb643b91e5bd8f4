import Fitting
import Foundation
import Scoring
import Testing

/// An object whose first measurement tells where the box lies; it slips off in the middle of the run.
private func object(_ number: Int, frames: Int) -> LoggedObject {
  let entries = (0..<frames).map { frame in
    let isOn = frame < frames / 2
    let disturbance = Double((frame * 7 + number * 3) % 11) / 11 - 0.5
    return LoggedObject.Entry(
      time: Double(frame + 1) / 25, measurements: [(isOn ? 1 : -1) + disturbance, disturbance],
      overlap: isOn ? 0.6 : frame.isMultiple(of: 2) ? 0 : nil, isSeen: true)
  }
  return LoggedObject(clip: "clip-\(number)", isWhole: number > 0, entries: entries)
}

private func unsmoothed(_ logOdds: [Double], _ entries: [LoggedObject.Entry], _ smoothing: Double) -> [Double] {
  logOdds.map { 1 / (1 + exp(-$0)) }
}

@Suite struct ObjectFitTests {
  @Test func clipsLeftOutAreJudgedByTheOthers() throws {
    let fit = try ObjectFit((0..<4).map { object($0, frames: 40) }, penalty: 1, filter: unsmoothed)
    #expect(fit.model.weights[0] > abs(fit.model.weights[1]))
    #expect(fit.held.map(\.clip) == ["clip-1", "clip-2", "clip-3"])
    for (_, held) in fit.held { #expect(held.frames == 40 && held.falsely == 0 && held.on == 20 && held.rightly == 20) }
    #expect(fit.forecasts(ofWholeClips: false).count == 160)
    #expect(fit.forecasts(ofWholeClips: true).count == 120)
  }

  @Test func clipsCountAlikeWhateverTheirLength() throws {
    let alike = try ObjectFit((0..<4).map { object($0, frames: 40) }, penalty: 1, filter: unsmoothed)
    let uneven = try ObjectFit((0..<4).map { object($0, frames: $0 == 3 ? 440 : 40) }, penalty: 1, filter: unsmoothed)
    #expect(abs(alike.model.bias - uneven.model.bias) < 0.3)
  }
}

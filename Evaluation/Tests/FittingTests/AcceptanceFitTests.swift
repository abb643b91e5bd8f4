import Fitting
import Foundation
import Scoring
import Testing

/// A clip with one arc, tracks on it and tracks elsewhere; only the measurement `gravity` tells them apart.
private func clip(_ number: Int) -> LoggedClip {
  let arc = Arc(radius: 5, points: (0..<20).map { TimedPlace($0, 10 * Double($0), 100) })
  let ignored = IgnoredBox(frames: 0...60, left: 0, top: 300, right: 640, bottom: 330)
  let truth = TrajectoryTruth(
    name: "clip-\(number)", width: 640, height: 480, fps: 30, frames: 60, arcs: [arc], ignored: [ignored])
  func track(_ y: Double, _ count: Int, gravity: Double) -> LoggedTrack {
    let points = (0..<count).map { TimedPlace($0, 10 * Double($0), y) }
    return LoggedTrack(
      Track(points: points, confidence: 0), ["gravity": gravity, "size": Double((number * 7 + Int(y)) % 5)])
  }
  let strayed = (0..<6).map { track(200 + Double($0), 15, gravity: Double(($0 + number) % 4)) }
  return LoggedClip(
    truth,
    [track(101, 18, gravity: 6 + Double(number % 3)), track(102, 8, gravity: 5), track(310, 15, gravity: 9)] + strayed)
}

@Suite struct AcceptanceFitTests {
  @Test func tracksAreLabeledAsTheScoresJudgeThem() throws {
    let clips = (0..<5).map(clip)
    let fit = try AcceptanceFit(clips, penalty: 0.1)
    #expect(fit.names == ["gravity", "size"])
    // The piece is left out, and so is the track in the ignored box.
    #expect(fit.exampleCount == 5 * 7 && fit.rightCount == 5)
    #expect(try AcceptanceFit(clips, penalty: 0.1, pieces: .false).exampleCount == 5 * 8)
    #expect(try AcceptanceFit(clips, penalty: 0.1, pieces: .right).rightCount == 10)
  }

  @Test func beginningsOfATrackCountForHalfOfItTogether() throws {
    let fits = try (0...2).map { count in
      var clips = (0..<5).map(clip)
      for index in clips.indices {
        for track in clips[index].tracks.indices {
          let whole = clips[index].tracks[track].measurements
          clips[index].tracks[track].beginnings = [[String: Double]](repeating: whole, count: count)
        }
      }
      return try AcceptanceFit(clips, penalty: 1)
    }
    #expect(fits.map(\.exampleCount) == [35, 53, 53] && fits.map(\.rightCount) == [5, 8, 8])
    #expect(zip(fits[1].model.weights, fits[2].model.weights).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func clipCountsForAtMostSoManyTracks() throws {
    let clips = (0..<5).map(clip)
    #expect(try AcceptanceFit(clips, penalty: 1, most: 3.5).exampleCount == 18)
    #expect(try AcceptanceFit(clips, penalty: 1, most: 100).exampleCount == 35)
  }

  @Test func clipIsJudgedByAModelOfTheOthers() throws {
    var clips = (0..<5).map(clip)
    let fit = try AcceptanceFit(clips, penalty: 0.1)
    // Whatever the measurements of the first clip are, the model that judges it does not know them: calibration, which is
    // one line for all measurements, cannot change how they weigh against each other.
    for index in clips[0].tracks.indices.dropFirst() { clips[0].tracks[index].measurements["gravity"] = 20 }
    let changed = try AcceptanceFit(clips, penalty: 0.1)
    let differences = try ["clip-0", "clip-1"].map { film in
      let shares = try [fit, changed].map { fit in
        let weights = try #require(fit.modelsWithout[film]).weights
        return weights[1] / weights[0]
      }
      return abs(shares[1] - shares[0])
    }
    #expect(differences[0] < 1e-9 && differences[1] > 1e-3)
    #expect(changed.inSample[0][0] != fit.inSample[0][0])
    let worth = fit.worth(fit.leftOut)
    #expect(worth.forecasts.count == 5 * 8)
    #expect(worth.curve.best?.recall == 1)
  }

  @Test func measurementThatSaysNothingIsLeftOutFirst() throws {
    let clips = (0..<8).map(clip)
    let selection = try MeasurementSelection(
      clips, names: ["size", "gravity"], count: 1, penalty: 1, pieces: .leftOut, most: .infinity)
    #expect(selection.names == ["gravity"])
    #expect(selection.steps.map(\.removed) == [nil, "size"])
    #expect(selection.steps.allSatisfy { $0.logLoss > 0 && $0.logLoss < 0.6 })
  }

  @Test func productThatTellsIsTakenIn() throws {
    // Right where "gravity" and "size" are both high or both low.
    let clips = (0..<8).map { number in
      var clip = clip(number)
      for index in clip.tracks.indices {
        let sign = (index + number) % 2 == 0 ? 1.0 : -1.0
        clip.tracks[index].measurements = ["gravity": sign, "size": index == 0 ? sign : -sign]
      }
      return clip
    }
    var steps: [TermSelection.Step] = []
    let selection = try TermSelection(
      clips, names: ["gravity", "size"], count: 1, penalty: 1, pieces: .leftOut, most: .infinity
    ) { steps.append($0) }
    #expect(selection.terms == [QuadraticTerm(0, 1)])
    #expect(steps.map(\.added) == [nil, QuadraticTerm(0, 1)])
    #expect(steps[1].logLoss < 0.5 * steps[0].logLoss)
    let fit = try AcceptanceFit(clips, names: ["gravity", "size"], quadraticTerms: selection.terms, penalty: 1)
    let source = fit.source(command: "Evaluation fit", clipCount: 8, rounds: 1)
    #expect(source.contains(".init(first: 0, second: 1, weight: \(String(format: "%.6g", fit.model.weights[2]))),"))
  }

  @Test func measurementThatIsMissingIsNamed() {
    #expect { try AcceptanceFit([clip(0), clip(1)], names: ["speed"], penalty: 1) } throws: {
      "\($0)".contains("speed") && "\($0)".contains("clip-0")
    }
  }

  @Test func sourceHoldsTheCoefficientsAndTheCommand() throws {
    let fit = try AcceptanceFit((0..<5).map(clip), penalty: 1)
    let source = fit.source(command: "Evaluation fit --rounds 3", clipCount: 5, rounds: 3)
    #expect(source.contains("//   Evaluation fit --rounds 3\n"))
    #expect(source.contains("static let names: [TrackMeasurements.Name] = [\n    .gravity,\n    .size,\n  ]"))
    #expect(source.contains("bias: \(String(format: "%.6g", fit.model.bias))"))
  }
}

@Suite struct StageLogTests {
  @Test func logIsReadFromTheOuterCornerOfTheFirstPixel() throws {
    let text = """
      {"clip": "a", "frame": 0, "candidates": [[0.5, 100.5, 3], [300, 300, 4]]}
      {"clip": "a", "points": [[0, 0.5, 100.5], [1, 10.5, 100.5]], "confidence": 0.7}
      """
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("stage-log-\(UUID()).jsonl")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let log = try StageLog(contentsOf: [file])
    let arc = Arc(radius: 5, points: (0..<4).map { TimedPlace($0, 10 * Double($0), 100) })
    let truth = TrajectoryTruth(name: "a", width: 640, height: 480, fps: 30, frames: 60, arcs: [arc])
    #expect(log.tracks["a"]?.first?.points == [TimedPlace(0, 0, 100), TimedPlace(1, 10, 100)])
    #expect(log.recall("a", truth, accepted: 0).columns == ["1/4", "1/1", "0/1"])
    try Data("{\"clip\": 3}".utf8).write(to: file)
    #expect { try StageLog(contentsOf: [file]) } throws: { "\($0)".contains("line 1") }
  }
}

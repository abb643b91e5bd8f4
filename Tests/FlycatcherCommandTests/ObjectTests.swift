import Foundation
import TestSupport
import Testing

/// Objects through the command: hidden for a while, and nominated by a detector in the pipeline.
@Suite struct ObjectTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  private func objects(_ outcome: Outcome) throws -> [[String: Any]] {
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try outcome.jsonLines().filter { $0["type"] as? String == "object" }
  }

  @Test(arguments: ["accurate", "fast"])
  func anObjectThatPassesBehindAPostIsRecoveredUnderItsIdentity(_ level: String) throws {
    let outcome = try Running(
      command, ["analyze", "-", "--object", PostClip.option + "=runner", "--tracking-level", level, "--json", "-"],
      input: "\(try PostClip.source(in: folder)) ! appsink name=frames"
    ).outcome()
    let lines = try objects(outcome)
    #expect((0..<PostClip.frameCount).count { PostClip.isHidden($0) } >= 12)
    #expect(lines.compactMap { $0["frame"] as? Int } == Array(0..<PostClip.frameCount), "one line a frame")
    #expect(Set(lines.compactMap { $0["uuid"] as? String }).count == 1)
    for line in lines {
      let (frame, state) = (try #require(line["frame"] as? Int), try #require(line["state"] as? String))
      let isHeld = ["nominated", "tracked", "recovered"].contains(state)
      if PostClip.isHidden(frame) { #expect(!isHeld, "frame \(frame): \(state)") }
      let isBack = frame >= PostClip.frameCount - 12
      guard PostClip.isInView(frame), isHeld || isBack else { continue }
      #expect(isHeld, "frame \(frame): \(state)")
      let box = try #require(line["boundingBox"] as? [String: Double])
      let x = try #require(box["x"]) * Double(PostClip.width)
      #expect(abs(x - Double(PostClip.left(frame))) < 6, "frame \(frame): \(x)")
    }
  }

  // MARK: Boxes that come with the frames

  /// The clip of a card with a detector behind it that finds the card in every `every`th frame, somewhat to the side.
  private func detect(every: Int, _ options: String...) throws -> Outcome {
    let environment = try Detector.environment(in: folder)
    let input =
      "\(try CardClip.source(in: folder)) ! testboxes every=\(every) box=\"83,50,142,112,3,2\" ! appsink name=frames"
    return try Running("/usr/bin/env", environment + [command, "analyze", "-", "--json", "-"] + options, input: input)
      .outcome()
  }

  @Test func aDetectorsBoxesNominateOnceAndKeepTheIdentity() throws {
    let lines = try objects(detect(every: 1, "--region-types", "*", "--tracking-level", "fast"))
    #expect(lines.count == CardClip.frameCount)
    #expect(Set(lines.compactMap { $0["uuid"] as? String }).count == 1)
    #expect(lines.allSatisfy { $0["label"] as? String == "card" })
    #expect(lines.compactMap { $0["state"] as? String } == ["nominated"] + Array(repeating: "tracked", count: 15))
  }

  @Test func theIntervalIsHeeded() throws {
    let lines = try objects(
      detect(every: 1, "--region-types", "card", "--renominate-interval", "0.2", "--tracking-level", "fast"))
    let taken = try lines.filter { line in
      let (frame, box) = (try #require(line["frame"] as? Int), try #require(line["boundingBox"] as? [String: Double]))
      return abs(try #require(box["x"]) - Double(83 + 3 * frame) / Double(CardClip.width)) < 1e-6
    }
    #expect(taken.compactMap { $0["frame"] as? Int } == [0, 5, 10, 15])
  }

  @Test func boxesOfOtherTypesAreLeftAlone() throws {
    #expect(try objects(detect(every: 1, "--region-types", "person")).isEmpty)
    // Without any option of objects, trajectories are looked for.
    #expect(try objects(detect(every: 1)).isEmpty)
  }

  @Test func aDetectorPutsANominatedObjectRight() throws {
    let box = CardClip.box(0).map { "\($0)" }.joined(separator: ",")
    let lines = try objects(detect(every: 4, "--object", box + "=mine", "--renominate-interval", "0"))
    #expect(lines.count == CardClip.frameCount)
    #expect(Set(lines.compactMap { $0["uuid"] as? String }).count == 1)
  }

  @Test(arguments: [
    (["--region-types", "*", "--renominate-interval", "nan"], "--renominate-interval"),
    (["--renominate-interval", "2"], "--region-types"),
  ])
  func aWrongValueIsRefused(_ options: [String], _ word: String) throws {
    let outcome = try Running(command, ["analyze", try Clips.toss()] + options).outcome()
    #expect(outcome.code == 2 && outcome.errors.contains(word), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }
}

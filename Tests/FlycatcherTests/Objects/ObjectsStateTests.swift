// What is said of an object: its state, its confidence, and what the background tells.
import Testing

@_spi(Evaluation) @testable import Flycatcher

@Suite struct ObjectsStateTests {
  typealias Patch = ObjectsScene.Patch

  /// Shows the same log-odds for a time, at a frame rate.
  private func show(
    _ logOdds: Double, seconds: Double, frameRate: Double = 25, _ states: inout StateProbabilities
  ) {
    for _ in 0..<Int(seconds * frameRate) {
      states.update(logOdds, seconds: 1 / frameRate, smoothing: 0.1, absence: 2.5)
      let sum: Double = states.visible + states.occluded + states.absent
      #expect(abs(sum - 1) < 1e-9)
    }
  }

  @Test func whatIsNotSeenIsOccludedAndThenAbsent() {
    var states = StateProbabilities()
    #expect(states.visible == 1 && states.state == .visible)
    show(-4, seconds: 1, &states)
    #expect(states.visible < 0.05 && states.state == .occluded)
    show(-4, seconds: 2, &states)
    #expect(states.state == .absent)
    show(4, seconds: 1, &states)
    #expect(states.visible > 0.95 && states.state == .visible)
    show(-4, seconds: 1, &states)
    #expect(states.state == .occluded, "It was seen meanwhile, so it has not been away for long.")
  }

  /// Something a little like the object is seen now and then, where it once was.
  @Test func whatIsLongAwayStaysAbsentBesideThingsALittleAlike() {
    var states = StateProbabilities()
    for _ in 0..<20 {
      show(-5, seconds: 0.4, &states)
      show(-1, seconds: 0.04, &states)
    }
    #expect(states.state == .absent)
    #expect(states.absent > 0.6)
  }

  @Test func frameRateDoesNotMatter() {
    var (slow, fast) = (StateProbabilities(), StateProbabilities())
    show(-1, seconds: 0.4, frameRate: 25, &slow)
    show(-1, seconds: 0.4, frameRate: 250, &fast)
    #expect(abs(slow.visible - fast.visible) < 0.02)
    #expect(abs(slow.absent - fast.absent) < 0.02)
  }

  /// The measurements of one frame are a probability by themselves; more frames of the same are no more evidence.
  @Test func repeatedMeasurementsAreNoNewEvidence() {
    var states = StateProbabilities()
    show(0.5, seconds: 20, &states)
    #expect(abs(states.visible - 0.622) < 0.01)
  }

  @Test func everyMeasurementHasACoefficient() {
    for parameters in [ObjectTracker.Parameters.accurate, .fast] {
      #expect(parameters.observation.score.weights.count == BoxMeasurements.Name.allCases.count)
      var measured = BoxMeasurements()
      measured[.prominence] = 3.2
      measured[.colorContrast] = 0.4
      measured[.appearance] = 3
      let alike = parameters.observation.logOdds(measured)
      #expect(alike > 1)
      measured[.colorContrast] = -0.2
      #expect(parameters.observation.logOdds(measured) < alike - 1, "Its colors are those of the surroundings.")
      measured[.outside] = .nan
      measured[.colorContrast] = 0.4
      #expect(parameters.observation.logOdds(measured) == alike, "What is no number says nothing.")
    }
  }

  @Test func earlierPicturesTellWhatWasThere() throws {
    let scene = ObjectsScene()
    let patch = Patch(x: 60, y: 44, width: 28, height: 24)
    var pictures = EarlierPictures()
    var numbers: [Int?] = []
    func frame(_ pixels: [UInt8], at seconds: Double, _ body: (borrowing Frame) -> Void) {
      let bytes = pixels.span
      let luma = bytes.extracting(0..<scene.width * scene.height)
      guard let plane = Plane(luma, width: scene.width, height: scene.height, rowStride: scene.width) else {
        Issue.record("The pixels are no plane.")
        return
      }
      body(Frame(luma: plane, timestamp: Timestamp(seconds: seconds)))
    }
    let empty = scene.render(nil)
    for step in 0..<6 {
      frame(empty, at: 0.3 * Double(step)) { numbers.append(pictures.take($0)) }
    }
    #expect(
      numbers == [0, nil, 1, nil, 0, nil], "One in half a second, and each number half as often as the one before.")
    let box = PixelBox(centerX: 74, centerY: 56, width: 28, height: 24)
    var unchanged: Double?
    frame(empty, at: 2) { unchanged = pictures.correlation(box, $0, number: 0) }
    #expect(try #require(unchanged) > 0.99)
    var changed: Double?
    frame(scene.render(patch), at: 2) { changed = pictures.correlation(box, $0, number: 0) }
    #expect(try #require(changed) < 0.5)
    let tiny = PixelBox(centerX: 74, centerY: 56, width: 2, height: 2)
    frame(empty, at: 2) { unchanged = pictures.correlation(tiny, $0, number: 0) }
    #expect(unchanged == nil)
  }

  /// It leaves the picture; a thing that looks the same has been standing there all the time.
  @Test(arguments: ObjectTracker.TrackingLevel.allCases)
  func lookalikeThatWasThereBeforeIsNotTakenForTheObject(_ level: ObjectTracker.TrackingLevel) throws {
    let scene = ObjectsScene()
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    var tracker = try ObjectTracker(settings)
    let lookalike = Patch(x: 14, y: 80, width: 28, height: 24)
    let standing = scene.render(lookalike)
    func patch(_ frame: Int) -> Patch { Patch(x: 84 + 3 * Double(frame), y: 20, width: 28, height: 24) }
    func picture(_ frame: Int) -> [UInt8] {
      var pixels = scene.render(patch(frame))
      // The lower half of the picture is the one with the lookalike.
      let (luma, chroma) = (scene.width * scene.height, scene.width * scene.height / 4)
      for start in [(0, luma), (luma, chroma), (luma + chroma, chroma)] {
        for index in start.0 + start.1 / 2..<start.0 + start.1 { pixels[index] = standing[index] }
      }
      return pixels
    }
    try tracker.nominate(scene.relative(patch(0)))
    for frame in 0..<150 {
      guard let seen = try scene.track(picture(frame), number: frame, &tracker).first else { break }
      if frame >= 30 { #expect(seen.state != .tracked && seen.state != .recovered, "frame \(frame)") }
    }
  }
}

// The colors of an object say where it is when its pattern does not.
import Glibc
import Testing

@testable import Flycatcher

@Suite struct ObjectsColorTests {
  typealias Patch = ObjectsScene.Patch

  /// The bins of a window in which a red object lies on a green ground of the same brightness.
  private func bins(side: Int, object: PixelBox) -> [UInt16] {
    let red = ColorBins.bin(brightness: 0.4, blue: 110, red: 190)
    let green = ColorBins.bin(brightness: 0.4, blue: 100, red: 90)
    return (0..<side * side).map { index in
      let (x, y) = (Double(index % side) + 0.5, Double(index / side) + 0.5)
      let isObject = abs(x - object.centerX) <= object.width / 2 && abs(y - object.centerY) <= object.height / 2
      return isObject ? red : green
    }
  }

  @Test func colorsOfTheObjectAreProbable() {
    let object = PixelBox(centerX: 32, centerY: 32, width: 20, height: 24)
    let bins = bins(side: 64, object: object)
    var model = ColorModel()
    model.learn(bins, side: 64, box: object, rate: 1)
    #expect(model.probabilities[Int(bins[32 * 64 + 32])] > 0.99)
    #expect(model.probabilities[Int(bins[0])] < 0.01)
    // What neither shows says nothing.
    #expect(model.probabilities[Int(ColorBins.bin(brightness: 0.9, blue: 180, red: 128))] == 0.5)
  }

  /// A box that fills the window or lies outside it has no surroundings or no colors.
  @Test(arguments: [
    PixelBox(centerX: 8, centerY: 8, width: 90, height: 90), .init(centerX: 900, centerY: -900, width: 4, height: 4),
  ])
  func boxThatTellsNothingChangesNothing(_ box: PixelBox) {
    let object = PixelBox(centerX: 8, centerY: 8, width: 6, height: 6)
    let bins = bins(side: 16, object: object)
    var model = ColorModel()
    model.learn(bins, side: 16, box: object, rate: 1)
    let before = model.probabilities
    model.learn(bins, side: 16, box: box, rate: 0.5)
    #expect(model.probabilities == before)
  }

  /// A red thing on green ground of the same brightness and the same kind of pattern; its own pattern flows across it, as
  /// that of a body that bends and turns.
  private func render(_ patch: Patch, turn: Double, _ scene: ObjectsScene) -> [UInt8] {
    var pixels = scene.render(nil)
    let (width, height) = (scene.width, scene.height)
    for row in 0..<height {
      for column in 0..<width {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        guard x >= patch.x, x < patch.x + patch.width, y >= patch.y, y < patch.y + patch.height else { continue }
        let wave = sin(x * 0.55 + turn * 1.7) * cos(y * 0.5 - turn) + 0.5 * sin((x - y) * 0.3 - turn * 2.3)
        pixels[row * width + column] = UInt8(110 + 30 * wave)
        let color = row / 2 * (width / 2) + column / 2
        pixels[width * height + color] = 118
        pixels[width * height + (width / 2) * (height / 2) + color] = 160
      }
    }
    return pixels
  }

  /// Frames of 60 in which the object is tracked and its box lies on it by half.
  private func held(_ level: ObjectTracker.TrackingLevel, isColored: Bool) throws -> Int {
    var scene = ObjectsScene(width: 240, height: 120)
    scene.hasColor = isColored
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    var tracker = try ObjectTracker(settings)
    var held = 0
    for frame in 0..<60 {
      let time = Double(frame)
      let patch = Patch(x: 30 + 1.5 * time, y: 46 + 12 * sin(time / 8), width: 28, height: 28)
      if frame == 0 { try tracker.nominate(scene.relative(patch)) }
      let seen = try scene.track(render(patch, turn: time, scene), number: frame, &tracker)
      guard let object = seen.first, object.state != .lost && object.state != .ended else { continue }
      if scene.overlap(object.boundingBox, patch) > 0.5 { held += 1 }
    }
    return held
  }

  /// Of the same film in gray, gradients and brightness lose it a third of the time.
  @Test(arguments: ObjectTracker.TrackingLevel.allCases)
  func objectOfItsOwnColorIsFollowedWhateverItsPattern(_ level: ObjectTracker.TrackingLevel) throws {
    let (colored, gray) = (try held(level, isColored: true), try held(level, isColored: false))
    #expect(colored >= 54, "\(colored) of 60 frames")
    #expect(gray < 50, "\(gray) of 60 frames")
  }
}

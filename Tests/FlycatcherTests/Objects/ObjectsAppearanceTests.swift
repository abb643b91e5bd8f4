// What speaks for an object and what does not, and how fast its filters follow it.
import Glibc
import Testing

@testable import Flycatcher

@Suite struct ObjectsAppearanceTests {
  typealias Patch = ObjectsScene.Patch

  /// A picture of 64 by 64 with a bright disk in the middle, in which only contrast and the corners change.
  private func appearance(contrast: Double, corners: Double = 60, _ workspace: inout ScaleFilter.Workspace)
    -> Appearance
  {
    var pixels = [UInt8](repeating: 0, count: 64 * 64)
    for row in 0..<64 {
      for column in 0..<64 {
        let (x, y) = (Double(column) - 31.5, Double(row) - 31.5)
        let isObject = x * x + y * y < 28 * 28
        let value = isObject ? 128 + contrast * (sin(x / 4) + cos(y / 5)) : corners + 20 * sin(x * y)
        pixels[row * 64 + column] = UInt8(max(0, min(255, value)))
      }
    }
    var appearance = Appearance()
    guard let plane = Plane(pixels.span, width: 64, height: 64, rowStride: 64) else { return appearance }
    let frame = Frame(luma: plane, timestamp: Timestamp(nanoseconds: 0))
    var region = RegionImage()
    region.copy(frame, centerX: 32, centerY: 32, extent: 64, samples: 64, taps: 4)
    appearance.describe(region, PixelBox(centerX: 32, centerY: 32, width: 56, height: 56), &workspace)
    return appearance
  }

  /// Dimmer light leaves half of the contrast; the shading of a bare wall has a twentieth of it, in whatever pattern.
  @Test func whatIsNearlyPlainIsNotTakenForAnObject() throws {
    var workspace = try #require(ScaleFilter.Workspace())
    var model = AppearanceModel(ObjectTracker.Parameters.accurate.appearance)
    model.begin(appearance(contrast: 50, corners: 128, &workspace))
    #expect(model.evidence(appearance(contrast: 27, corners: 128, &workspace)) > 1)
    let plain = appearance(contrast: 2, corners: 128, &workspace)
    #expect(model.evidence(plain) < 0)
  }

  /// What lies behind an object shows in the corners of its box, and changes as it moves.
  @Test func otherBackgroundInTheCornersLeavesAnObjectItself() throws {
    var workspace = try #require(ScaleFilter.Workspace())
    var model = AppearanceModel(ObjectTracker.Parameters.accurate.appearance)
    model.begin(appearance(contrast: 50, corners: 60, &workspace))
    #expect(model.evidence(appearance(contrast: 50, corners: 200, &workspace)) > 0.8)
  }

  /// An answer of the filter that hardly stands out speaks against the object; one that does says nothing.
  @Test func faintAnswerOfTheFilterIsDoubted() throws {
    var workspace = try #require(ScaleFilter.Workspace())
    var model = AppearanceModel(ObjectTracker.Parameters.accurate.appearance)
    let appearance = appearance(contrast: 50, &workspace)
    model.begin(appearance)
    #expect(model.evidence(appearance, ratio: 5) < model.evidence(appearance) - 0.5)
    #expect(model.evidence(appearance, ratio: 60) == model.evidence(appearance))
  }

  /// A level that learns from fewer frames learns more from each.
  @Test func bothLevelsLearnAlikeFastFromTime() {
    func share(_ parameters: ObjectTracker.Parameters, frames: Int) -> Double {
      1 - pow(1 - parameters.filter.learningRate, Double(frames / parameters.learningSpacing))
    }
    #expect(abs(share(.fast, frames: 30) - share(.accurate, frames: 30)) < 0.02)
  }

  /// It grows by a fortieth in every frame, or shrinks as fast.
  @Test(arguments: ObjectTracker.TrackingLevel.allCases, [1.025, 0.975])
  func fastChangeOfSizeIsFollowed(_ level: ObjectTracker.TrackingLevel, growth: Double) throws {
    let scene = ObjectsScene(width: 240, height: 180)
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    var tracker = try ObjectTracker(settings)
    func patch(_ frame: Int) -> Patch {
      let side = (growth > 1 ? 40 : 90) * pow(growth, Double(frame))
      return Patch(x: 120 - side / 2, y: 90 - side / 2, width: side, height: side)
    }
    try tracker.nominate(scene.relative(patch(0)))
    for frame in 0..<30 {
      let seen = try #require(scene.track(scene.render(patch(frame)), number: frame, &tracker).first)
      #expect(seen.state == (frame == 0 ? .nominated : .tracked), "frame \(frame)")
      #expect(scene.overlap(seen.boundingBox, patch(frame)) > 0.7, "frame \(frame)")
    }
  }

  /// A screen passes before an object that stays where it is, and goes on out of the picture.
  @Test(arguments: ObjectTracker.TrackingLevel.allCases)
  func whatPassesInFrontDoesNotTakeTheBoxAlong(_ level: ObjectTracker.TrackingLevel) throws {
    let scene = ObjectsScene(width: 320, height: 160)
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    var tracker = try ObjectTracker(settings)
    let patch = Patch(x: 150, y: 60, width: 28, height: 24)
    try tracker.nominate(scene.relative(patch))
    for frame in 0..<60 {
      let screen = Patch(x: Double(6 * frame) - 80, y: 0, width: 100, height: 160)
      let seen = try #require(scene.track(scene.render(patch, screen: screen), number: frame, &tracker).first)
      let isCovered = screen.x <= patch.x && screen.x + screen.width >= patch.x + patch.width
      if isCovered && screen.x > 100 { #expect(scene.overlap(seen.boundingBox, patch) > 0.2, "frame \(frame)") }
      guard frame > 50 else { continue }
      #expect(seen.state == .tracked, "frame \(frame)")
      #expect(scene.overlap(seen.boundingBox, patch) > 0.6, "frame \(frame)")
    }
  }
}

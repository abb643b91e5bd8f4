// A small rendered scene for the tests of the object tracker: a textured patch over a textured background.
import Flycatcher

/// Frames of a patch that moves over a background; every pixel is calculated, so truth is exact.
struct ObjectsScene {
  var width = 160
  var height = 120
  var hasColor = true

  /// The patch in one frame, in pixels; `nil` where it is not in the scene.
  struct Patch {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var box: Rectangle { Rectangle(x: x, y: y, width: width, height: height) }
  }

  /// A number from 0 to 1 that depends on its arguments alone.
  private static func noise(_ x: Int, _ y: Int, _ seed: UInt64) -> Double {
    var state =
      UInt64(truncatingIfNeeded: x) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: y) &* 0xC2B2_AE3D_27D4_EB4F
    state ^= seed &* 0x1656_67B1_9E37_79F9
    state = (state ^ (state >> 31)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((state ^ (state >> 33)) >> 11) / Double(1 << 53)
  }

  /// Smooth noise with features of `grain` units.
  private static func texture(_ x: Double, _ y: Double, grain: Double, seed: UInt64) -> Double {
    let (column, row) = ((x / grain).rounded(.down), (y / grain).rounded(.down))
    let (fx, fy) = (x / grain - column, y / grain - row)
    let (i, j) = (Int(column), Int(row))
    let top = noise(i, j, seed) * (1 - fx) + noise(i + 1, j, seed) * fx
    let bottom = noise(i, j + 1, seed) * (1 - fx) + noise(i + 1, j + 1, seed) * fx
    return top * (1 - fy) + bottom * fy
  }

  /// The picture's luma, and its color differences at half resolution.
  func render(_ patch: Patch?, background: UInt64 = 1, screen: Patch? = nil) -> [UInt8] {
    let (colorWidth, colorHeight) = ((width + 1) / 2, (height + 1) / 2)
    var pixels = [UInt8](repeating: 128, count: width * height + 2 * colorWidth * colorHeight)
    func holds(_ patch: Patch?, _ x: Double, _ y: Double) -> Bool {
      guard let patch else { return false }
      return x >= patch.x && x < patch.x + patch.width && y >= patch.y && y < patch.y + patch.height
    }
    for row in 0..<height {
      for column in 0..<width {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        var value = 60 + 100 * Self.texture(x, y, grain: 9, seed: background)
        if holds(screen, x, y) {
          value = 90 + 40 * Self.texture(x, y, grain: 14, seed: 77)
        } else if let patch, holds(patch, x, y) {
          // The texture belongs to the patch, eight grains across whatever its size.
          let (u, v) = ((x - patch.x) / patch.width * 8, (y - patch.y) / patch.height * 8)
          value = 20 + 220 * Self.texture(u, v, grain: 1, seed: 5)
        }
        pixels[row * width + column] = UInt8(max(0, min(255, value)))
      }
    }
    for row in 0..<colorHeight {
      for column in 0..<colorWidth {
        let (x, y) = (Double(2 * column + 1), Double(2 * row + 1))
        let isPatch = holds(patch, x, y) && !holds(screen, x, y)
        pixels[width * height + row * colorWidth + column] = isPatch ? 100 : 130
        pixels[width * height + colorWidth * colorHeight + row * colorWidth + column] = isPatch ? 170 : 125
      }
    }
    return pixels
  }

  /// Hands a picture to the tracker as frame `number` of a stream of 25 frames a second.
  func track(
    _ pixels: [UInt8], number: Int, _ tracker: inout ObjectTracker, orientation: Orientation = .up,
    regions: [FrameRegion] = []
  ) throws -> [ObjectObservation] {
    let time = Timestamp(nanoseconds: Int64(number) * 40_000_000)
    let (colorWidth, colorHeight) = ((width + 1) / 2, (height + 1) / 2)
    let bytes = pixels.span
    let colors = width * height
    guard let luma = Plane(bytes.extracting(0..<colors), width: width, height: height, rowStride: width) else {
      return []
    }
    var observations: [Observation] = []
    if hasColor {
      let size = colorWidth * colorHeight
      guard
        let blue = Plane(
          bytes.extracting(colors..<colors + size), width: colorWidth, height: colorHeight, rowStride: colorWidth),
        let red = Plane(
          bytes.extracting(colors + size..<colors + 2 * size), width: colorWidth, height: colorHeight,
          rowStride: colorWidth),
        let frame = Frame(
          luma: luma, blueDifference: blue, redDifference: red, timestamp: time, orientation: orientation,
          regions: regions)
      else { return [] }
      observations = try tracker.track(frame)
    } else {
      let frame = Frame(luma: luma, timestamp: time, orientation: orientation, regions: regions)
      observations = try tracker.track(frame)
    }
    return observations.compactMap { if case .object(let object) = $0 { object } else { nil } }
  }

  /// A box in pixels relative to the picture.
  func relative(_ patch: Patch) -> Rectangle {
    Rectangle(
      x: patch.x / Double(width), y: patch.y / Double(height), width: patch.width / Double(width),
      height: patch.height / Double(height))
  }

  /// Intersection over union of a reported box and the truth.
  func overlap(_ box: Rectangle, _ patch: Patch) -> Double {
    let truth = relative(patch)
    let width = min(box.maxX, truth.maxX) - max(box.x, truth.x)
    let height = min(box.maxY, truth.maxY) - max(box.y, truth.y)
    guard width > 0, height > 0 else { return 0 }
    return width * height / (box.width * box.height + truth.width * truth.height - width * height)
  }
}

// A box goes back to the proportions of its nomination where nothing speaks for others.
import Testing

@testable import Flycatcher

@Suite struct ObjectsProportionsTests {
  @Test func relaxingKeepsTheSizeAndApproachesTheProportions() {
    var box = PixelBox(centerX: 50, centerY: 40, width: 20, height: 40)
    let size = box.size
    box.relax(to: 1, by: 0.5)
    #expect(abs(box.size - size) < 1e-9)
    #expect(abs(box.width / box.height - 0.5.squareRoot()) < 1e-9)
    box.relax(to: 1, by: 1)
    #expect(abs(box.width / box.height - 1) < 1e-9)
    #expect(box.centerX == 50 && box.centerY == 40)
  }

  /// A narrowed box of a plain disc on a plain wall: its looks say little about its proportions.
  @Test func narrowedBoxWidensAgain() throws {
    let (width, height) = (160, 120)
    let pixels = (0..<width * height).map { index -> UInt8 in
      let (x, y) = (Double(index % width) - 80, Double(index / width) - 60)
      return (x * x + y * y).squareRoot() < 20 ? UInt8(180 + Int(x + y) % 30) : 60
    }
    var workspace = try #require(TrackingWorkspace(.accurate))
    let plane = try #require(PlaneBox(pixels, width: width, height: height))
    var object = plane.follow(0) { frame in
      TrackedObject(
        PixelBox(centerX: 80, centerY: 60, width: 44, height: 44), label: "", uuid: ObservationUUID(),
        parameters: .accurate, frame: frame, workspace: &workspace)
    }
    object.box.width = 34
    object.box.height = 57
    for index in 1..<60 { plane.follow(index) { frame in object.follow(frame, EarlierPictures(), &workspace) } }
    let ratio = object.box.width / object.box.height
    #expect(ratio > 0.8 && ratio < 1.25, "\(ratio)")
  }
}

/// Pixels that can be shown as a frame again and again.
private struct PlaneBox {
  let pixels: [UInt8]
  let width: Int
  let height: Int

  init?(_ pixels: [UInt8], width: Int, height: Int) {
    guard pixels.count == width * height else { return nil }
    (self.pixels, self.width, self.height) = (pixels, width, height)
  }

  func follow<Result>(_ index: Int, _ body: (borrowing Frame) -> Result) -> Result {
    guard let plane = Plane(pixels.span, width: width, height: height, rowStride: width) else {
      preconditionFailure("The size was checked.")
    }
    return body(Frame(luma: plane, timestamp: Timestamp(seconds: Double(index) / 30)))
  }
}

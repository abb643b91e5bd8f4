// What makes a frame, and what does not.
import Flycatcher
import Testing

@Suite struct FramePlanesTests {
  /// Returns a Boolean value indicating whether a frame of 8 × 8 pixels takes chroma planes of these sizes and spacings of samples.
  private func isFrame(
    blue: (width: Int, height: Int, step: Int), red: (width: Int, height: Int, step: Int)
  ) -> Bool {
    let bytes = [UInt8](repeating: 128, count: 256)
    guard let luma = Plane(bytes.span, width: 8, height: 8, rowStride: 8),
      let blue = Plane(
        bytes.span, width: blue.width, height: blue.height, rowStride: blue.width * blue.step, pixelStride: blue.step),
      let red = Plane(
        bytes.span, width: red.width, height: red.height, rowStride: red.width * red.step, pixelStride: red.step)
    else { return false }
    return Frame(luma: luma, blueDifference: blue, redDifference: red, timestamp: .zero) != nil
  }

  @Test func chromaPlanesOfOneKindMakeAFrame() {
    #expect(isFrame(blue: (4, 4, 1), red: (4, 4, 1)))
    #expect(isFrame(blue: (4, 4, 2), red: (4, 4, 2)))
    #expect(isFrame(blue: (8, 8, 3), red: (8, 8, 3)))
  }

  @Test func chromaPlanesOfTwoKindsMakeNone() {
    #expect(!isFrame(blue: (4, 4, 1), red: (4, 4, 2)))
    #expect(!isFrame(blue: (4, 4, 2), red: (4, 4, 1)))
    #expect(!isFrame(blue: (4, 4, 1), red: (4, 3, 1)))
    #expect(!isFrame(blue: (9, 4, 1), red: (9, 4, 1)))
  }

  /// Sizes and strides whose product is more than a number can hold are refused, as are those that the bytes do not hold.
  @Test(arguments: [
    (width: Int.max, height: 1, row: Int.max, pixel: 2), (.max, .max, .max, .max), (2, .max, .max, 1),
    (.max / 2, 1, .max, 3), (1, 2, .max, 1), (16, 16, 15, 1), (16, 17, 16, 1), (0, 1, 1, 1), (1, 1, 1, 0),
    (1, 1, -1, 1), (.min, .min, .min, .min),
  ])
  func sizesThatDoNotFitMakeNoPlane(_ size: (width: Int, height: Int, row: Int, pixel: Int)) {
    let bytes = [UInt8](repeating: 128, count: 256)
    if Plane(bytes.span, width: size.width, height: size.height, rowStride: size.row, pixelStride: size.pixel) != nil {
      Issue.record("\(size) is a plane of 256 bytes")
    }
  }

  @Test func planeThatFillsItsBytesIsRead() throws {
    let bytes = (0..<256).map { UInt8($0) }
    guard let plane = Plane(bytes.span, width: 8, height: 16, rowStride: 16, pixelStride: 2) else {
      Issue.record("the bytes hold every sample")
      return
    }
    #expect(plane.row(15)[14] == 254)
  }
}

// An app source of the tests' own: gray pictures of a patch that moves, with boxes on them as detectors attach them.
import CGStreamer
import FlycatcherPipeline

@testable import GStreamerSupport

/// A buffer to be pushed.
struct BoxedPicture: Sendable {
  /// Left and top of the patch in pixels.
  var patch: (x: Int, y: Int)
  /// The attached boxes, in pixels.
  var boxes: [(type: String, region: PixelRegion)] = []
  /// Size of the picture; the patch grows with it.
  var scale = 1

  static let width = 160
  static let height = 120
  static let side = 32

  /// The box of the patch, moved to the side by `error` pixels.
  func box(_ type: String, error: Int = 0) -> (type: String, region: PixelRegion) {
    (type, PixelRegion(x: patch.x + error, y: patch.y, width: Self.side, height: Self.side))
  }
}

extension Session {
  /// Pushes the pictures, 25 a second of stream time, into the app source `boxes`, and ends the stream.
  func push(_ pictures: [BoxedPicture]) throws {
    guard let element = element(named: "boxes"), element.isAppSource else { throw NoSource() }
    unsafe gst_util_set_object_arg(fc_g_object(element.pointer), "format", "time")
    for (number, picture) in pictures.enumerated() {
      let (width, height) = (BoxedPicture.width * picture.scale, BoxedPicture.height * picture.scale)
      let caps = unsafe gst_caps_from_string("video/x-raw,format=GRAY8,width=\(width),height=\(height),framerate=25/1")
      guard let buffer = unsafe gst_buffer_new_allocate(nil, gsize(width * height), nil) else { throw NoSource() }
      let pixels = picture.render()
      unsafe pixels.withUnsafeBytes { _ = unsafe gst_buffer_fill(buffer, 0, $0.baseAddress, gsize($0.count)) }
      unsafe fc_buffer_set_times(buffer, GstClockTime(number) * 40_000_000, 40_000_000)
      for (type, region) in picture.boxes {
        _ = unsafe gst_buffer_add_video_region_of_interest_meta(
          buffer, type, UInt32(region.x), UInt32(region.y), UInt32(region.width), UInt32(region.height))
      }
      let sample = unsafe gst_sample_new(buffer, caps, nil, nil)
      guard let sample = unsafe sample else { throw NoSource() }
      _ = unsafe fc_app_source_push_sample(element.pointer, sample)
      unsafe fc_mini_object_unref(UnsafeMutableRawPointer(sample))
      unsafe fc_mini_object_unref(buffer)
      unsafe fc_mini_object_unref(caps)
    }
    _ = unsafe fc_app_source_end(element.pointer)
  }

  struct NoSource: Error {}
}

extension BoxedPicture {
  fileprivate func render() -> [UInt8] {
    var pixels: [UInt8] = []
    for row in 0..<Self.height * scale {
      for column in 0..<Self.width * scale {
        let (x, y) = (column / scale, row / scale)
        let (u, v) = (x - patch.x, y - patch.y)
        let isInside = (0..<Self.side).contains(u) && (0..<Self.side).contains(v)
        // Blocks of as good as random brightness, the patch's its own.
        let ground = 70 + Self.block(x / 9, y / 7) % 60
        let mark = 20 + Self.block(u / 6 + 40, v / 6 + 40) % 220
        pixels.append(UInt8(isInside ? mark : ground))
      }
    }
    return pixels
  }

  private static func block(_ x: Int, _ y: Int) -> Int {
    var state = UInt32(truncatingIfNeeded: x) &* 0x9E37_79B9 ^ UInt32(truncatingIfNeeded: y) &* 0x85EB_CA6B
    state = (state ^ (state >> 15)) &* 0xC2B2_AE35
    return Int((state ^ (state >> 13)) >> 8)
  }
}

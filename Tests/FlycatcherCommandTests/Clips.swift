// Videos for the tests: rendered with known flights, and encoded by GStreamer's own tools.
import DemoScene
import Flycatcher
import Foundation
import Testing

enum Clips {
  /// Two throws over a gray wall, one after the other: 320×176, 60 frames/s, 1.4 s, H.264 in MP4.
  static func toss() throws -> String { try made.get().path("toss.mp4") }
  /// The same frames as they were rendered: I420 without padding.
  static func tossPixels() throws -> String { try made.get().path("toss.i420") }
  static let frameCount = 84
  static let caps = "video/x-raw,format=I420,width=320,height=176,framerate=60/1"

  /// A piece of pipeline that plays the rendered frames.
  static func source() throws -> String {
    "filesrc location=\(try tossPixels()) ! rawvideoparse format=i420 width=320 height=176 framerate=60/1"
  }

  /// Once for all tests. The folder stays beside the tests, and is made anew with the next run.
  private static let made = Result { () throws -> Place in
    let place = Place(
      root: URL(fileURLWithPath: command).deletingLastPathComponent().appendingPathComponent("test-clips").path)
    try FileManager.default.createDirectory(atPath: place.root, withIntermediateDirectories: true)
    let scene = Scene(
      balls: [
        throwing(from: Point(x: 0.05, y: 0.8), to: Point(x: 0.9, y: 0.7), at: 0.05),
        throwing(from: Point(x: 0.95, y: 0.85), to: Point(x: 0.2, y: 0.8), at: 0.75),
      ], noise: 1)
    let clip = try DemoScene(scene, width: 320, height: 176, framesPerSecond: 60, duration: 1.4)
    var pixels = Data()
    for number in 0..<clip.frameCount { pixels += clip.frame(number) }
    try pixels.write(to: URL(fileURLWithPath: place.path("toss.i420")))
    try shell(
      """
      gst-launch-1.0 -q filesrc location='\(place.path("toss.i420"))' \
      ! rawvideoparse format=i420 width=320 height=176 framerate=60/1 \
      ! x264enc speed-preset=ultrafast quantizer=16 pass=quant key-int-max=30 ! h264parse ! mp4mux \
      ! filesink location='\(place.path("toss.mp4"))'
      """)
    return place
  }

  private static func throwing(from: Point, to: Point, at start: Double) -> Ball {
    .thrown(from: from, to: to, start: start, duration: 0.6, radius: 0.014, color: Color(0xF0F0E0), gravity: 8)
  }

  private struct Place: Sendable {
    let root: String
    func path(_ name: String) -> String { root + "/" + name }
  }
}

// A clip with flights, long stretches without, and an encoder's whole delay before and after.
import DemoScene
import Flycatcher
import Foundation
import Testing

enum FlightClip {
  static let frames = 150

  /// Two throws, at 0.4 s and at 3.2 s: 320×176, 30 frames/s, 5 s, H.264 in MP4.
  static func make(_ folder: URL) throws -> String {
    let (raw, clip) = (folder.appendingPathComponent("flights.i420"), folder.appendingPathComponent("flights.mp4").path)
    let throwing = { (from: Point, to: Point, start: Double) in
      Ball.thrown(
        from: from, to: to, start: start, duration: 0.8, radius: 0.014, color: Color(0xF0F0E0), gravity: 5)
    }
    let scene = Scene(
      balls: [
        throwing(Point(x: 0.05, y: 0.8), Point(x: 0.9, y: 0.7), 0.4),
        throwing(Point(x: 0.95, y: 0.85), Point(x: 0.2, y: 0.8), 3.2),
      ], noise: 1)
    let demo = try DemoScene(scene, width: 320, height: 176, framesPerSecond: 30, duration: 5)
    var pixels = Data()
    for number in 0..<demo.frameCount { pixels += demo.frame(number) }
    try pixels.write(to: raw)
    let made = try Program.gst(
      "filesrc location=\(raw.path) ! rawvideoparse format=i420 width=320 height=176 framerate=30/1 "
        + "! x264enc speed-preset=ultrafast quantizer=16 pass=quant ! h264parse ! mp4mux ! filesink location=\(clip)"
    ).run()
    try #require(made.status == 0, "\(made.output)")
    return clip
  }
}

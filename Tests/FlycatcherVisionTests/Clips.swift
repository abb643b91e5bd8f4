// Video files for the tests: a throw, rendered with its truth and encoded by GStreamer's own tools.
import DemoScene
import Flycatcher
import FlycatcherVision
import Foundation
import TestSupport
import Testing

enum Clips {
  /// Runs a line of the shell, and fails the test where it fails.
  static func shell(_ line: String, _ location: SourceLocation = #_sourceLocation) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(line)", sourceLocation: location)
  }

  /// The throw in a file of a container: 256×144, 30 frames/s, 45 frames.
  static func toss(in folder: Folder, muxer: String = "mp4mux") throws -> URL {
    let clip = try FlycatcherVisionTests.toss()
    var pixels = Data()
    for index in 0..<clip.frameCount { pixels += clip.frame(index) }
    try pixels.write(to: URL(fileURLWithPath: folder.path("toss.i420")))
    try shell(
      """
      gst-launch-1.0 -q filesrc location='\(folder.path("toss.i420"))' \
      ! rawvideoparse format=i420 width=256 height=144 framerate=30/1 \
      ! x264enc speed-preset=ultrafast quantizer=16 pass=quant key-int-max=10 ! h264parse ! \(muxer) \
      ! filesink location='\(folder.path("toss clip"))'
      """)
    return URL(fileURLWithPath: folder.path("toss clip"))
  }

  /// The card of the rectangle tests as a PNG.
  static func card(in folder: Folder) throws -> URL {
    try Data(FlycatcherVisionTests.card(x: 60, y: 30)).write(to: URL(fileURLWithPath: folder.path("card.gray")))
    try shell(
      """
      gst-launch-1.0 -q filesrc location='\(folder.path("card.gray"))' \
      ! rawvideoparse format=gray8 width=240 height=180 ! pngenc ! filesink location='\(folder.path("card.png"))'
      """)
    return URL(fileURLWithPath: folder.path("card.png"))
  }
}

// The clips that the example programs are shown, and the screens on which they are.
import DemoScene
import Flycatcher
import Foundation
import TestSupport
import Testing

/// Runs the example programs on a screen of their own.
struct ExampleRun {
  static let size = (width: 640, height: 360)
  let folder: Folder
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL.path

  init() throws { folder = try Folder() }

  /// The folder of the built programs: that of the tests themselves.
  static let products =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().path
    } ?? "."

  /// Encodes a scene, 30 frames/s, and returns its path.
  func clip(_ scene: Scene, seconds: Double) async throws -> String {
    let clip = try DemoScene(
      scene, width: Self.size.width, height: Self.size.height, framesPerSecond: 30, duration: seconds)
    let (raw, path) = (folder.path("clip.i420"), folder.path("clip.mkv"))
    _ = FileManager.default.createFile(atPath: raw, contents: nil)
    let file = try #require(FileHandle(forWritingAtPath: raw))
    for index in 0..<clip.frameCount { file.write(Data(clip.frame(index))) }
    try file.close()
    try await shell(
      """
      gst-launch-1.0 -q filesrc location='\(raw)' \
      ! rawvideoparse format=i420 width=\(Self.size.width) height=\(Self.size.height) framerate=30/1 \
      ! x264enc speed-preset=ultrafast quantizer=18 pass=quant ! h264parse ! matroskamux ! filesink location='\(path)'
      """)
    return path
  }

  /// Runs a script, on a thread of its own: what waits on the threads of the tests keeps other tests waiting.
  @discardableResult
  func shell(_ script: String, _ location: SourceLocation = #_sourceLocation) async throws -> String {
    let (status, output) = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        process.standardOutput = pipe
        process.standardError = pipe
        guard (try? process.run()) != nil else { return continuation.resume(returning: (Int32(-1), "")) }
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        continuation.resume(returning: (process.terminationStatus, output))
      }
    }
    #expect(status == 0, "\(script)\n\(output)", sourceLocation: location)
    return output
  }

  /// Runs a program in a window at the top left of a screen, then a script of the pointer, and ends it.
  ///
  /// - Parameter script: Lines of the shell; `shot NAME` keeps the screen as `NAME.rgb`, 800 × 600 pixels, `shots NAME` twenty of
  ///   them in 5 s.
  /// - Returns: What the program wrote.
  func onScreen(_ program: String, _ arguments: String, _ script: String) async throws -> String {
    let screen = Self.package + "/Tests/GstFlycatcherTests/Programs/with_screen.py"
    let output = folder.path("output")
    let lines = """
      shot() {
        gst-launch-1.0 -q ximagesrc num-buffers=1 use-damage=false show-pointer=false ! videoconvert \
        ! video/x-raw,format=RGB ! filesink location='\(folder.root)'/$1.rgb
      }
      shots() {
        gst-launch-1.0 -q ximagesrc num-buffers=20 use-damage=false show-pointer=false ! video/x-raw,framerate=4/1 \
        ! videoconvert ! video/x-raw,format=RGB ! multifilesink location='\(folder.root)'/$1%d.rgb
      }
      drag() { xdotool mousemove $1 $2 mousedown 1 mousemove $1 $2 sleep 0.2 mousemove $3 $4 sleep 0.2 mouseup 1; }
      '\(Self.products)/\(program)' \(arguments) >'\(output)' 2>&1 & running=$!
      for wait in $(seq 200); do xdotool search --onlyvisible --name . >/dev/null 2>&1 && break; sleep 0.1; done
      sleep 1
      \(script)
      kill $running 2>/dev/null; wait $running 2>/dev/null; true
      """
    try lines.write(toFile: folder.path("script.sh"), atomically: true, encoding: .utf8)
    try await shell("/usr/bin/python3 '\(screen)' timeout 100 sh '\(folder.path("script.sh"))'")
    return (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
  }

  /// A picture of the screen.
  struct Screen {
    let pixels: [UInt8]

    /// Number of pixels in a box, in pixels, for which a test of red, green and blue holds.
    func count(
      x: ClosedRange<Int>, y: ClosedRange<Int>, where test: (_ red: Int, _ green: Int, _ blue: Int) -> Bool
    ) -> Int {
      y.reduce(0) { sum, row in
        sum
          + x.count { column in
            let place = (row * 800 + column) * 3
            return test(Int(pixels[place]), Int(pixels[place + 1]), Int(pixels[place + 2]))
          }
      }
    }
  }

  func screen(_ name: String) throws -> Screen {
    let pixels = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(name + ".rgb"))))
    try #require(pixels.count == 800 * 600 * 3)
    return Screen(pixels: pixels)
  }
}

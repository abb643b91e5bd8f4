// Whole commands on a 1080p H.264 file, in turn: decoding alone, decoding with analysis, and with the peers' elements where they are installed.
import Foundation

enum PipelineBenchmark {
  static let rounds = 5
  static let count = 300
  /// The bit rate of a camera at this size and rate, in thousands of bits a second. At a constant quantizer the film's noise vanishes, and nothing is left
  /// to decode.
  static let kilobits = 8000

  static func run(_ table: inout Table) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("flycatcher-benchmark")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let clip = folder.appendingPathComponent("film.mp4").path
    try encode(clip, folder)
    let source = "filesrc location=\(clip) ! decodebin !"
    let launch = "\(try pluginEnvironment(folder)) gst-launch-1.0 -q"
    let decode = "\(launch) \(source) fakesink sync=false"
    var runs: [(String, String, Double?)] = [
      (
        "flycatcher analyze, 1080p H.264, 8 Mbit/s, \(count) frames",
        "../.build/release/flycatcher analyze \(clip) --trajectories --json /dev/null", 1.15
      ),
      ("trajectorydetect, the same frames", "\(launch) \(source) trajectorydetect ! fakesink sync=false", 1.15),
      ("queue ! trajectorydetect", "\(launch) \(source) queue ! trajectorydetect ! fakesink sync=false", 1.15),
    ]
    let tracker =
      "videoconvert ! video/x-raw,format=RGB ! cvtracker object-initial-x=100 object-initial-y=700"
      + " object-initial-width=40 object-initial-height=40 algorithm=KCF"
    if shell("gst-inspect-1.0 --exists cvtracker 2>/dev/null") == 0 {
      runs.append(("cvtracker, KCF, the same frames", "\(launch) \(source) \(tracker) ! fakesink sync=false", nil))
    }
    var alone: [Double] = []
    var taken = runs.map { _ in [Double]() }
    for _ in 0..<rounds {
      alone.append(time(decode))
      for (index, run) in runs.enumerated() { taken[index].append(time(run.1)) }
    }
    for (index, run) in runs.enumerated() {
      table.add(run.0, median(taken[index]), "s", beside: ("decoding alone", median(alone)), limit: run.2)
    }
  }

  /// The plugin of this build in a folder by itself, known to GStreamer before anything is timed.
  private static func pluginEnvironment(_ folder: URL) throws -> String {
    let plugins = folder.appendingPathComponent("plugins")
    try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
    let file = URL(fileURLWithPath: "../.build/release/libgstflycatcher.so").path
    let environment = "GST_PLUGIN_PATH=\(plugins.path) GST_REGISTRY=\(folder.path)/registry"
    guard
      shell("ln -sf \(file) \(plugins.path) && \(environment) gst-inspect-1.0 trajectorydetect >/dev/null 2>&1") == 0
    else {
      throw CocoaError(.fileNoSuchFile)
    }
    return environment
  }

  /// Writes the film, its frames there and back again, as H.264.
  private static func encode(_ clip: String, _ folder: URL) throws {
    let raw = folder.appendingPathComponent("film.yuv")
    try Data().write(to: raw)
    let file = try FileHandle(forWritingTo: raw)
    let frames = try Film.frames(100)
    for index in 0..<count { try file.write(contentsOf: Data(frames[index % frames.count])) }
    try file.close()
    let status = shell(
      "gst-launch-1.0 -q filesrc location=\(raw.path) ! rawvideoparse width=\(Film.width) height=\(Film.height) framerate=60/1"
        + " ! x264enc speed-preset=veryfast bitrate=\(kilobits) ! h264parse ! mp4mux ! filesink location=\(clip)")
    try FileManager.default.removeItem(at: raw)
    guard status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  private static func time(_ command: String) -> Double {
    let start = ContinuousClock.now
    let status = shell(command)
    let elapsed = ContinuousClock.now - start
    return status == 0 ? Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18 : .nan
  }

  private static func shell(_ command: String) -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    do { try process.run() } catch { return -1 }
    process.waitUntilExit()
    return process.terminationStatus
  }
}

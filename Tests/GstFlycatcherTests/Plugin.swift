// The built plugin, and programs that use it as other people's programs do: in processes of their own.
import Foundation
import Testing

/// The folder of the plugin of this build, by itself, so that GStreamer looks at nothing else of the build.
enum Plugin {
  static let folder: URL = {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("flycatcher-plugin-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // It serves all tests and goes with the last of them.
    atexit { try? FileManager.default.removeItem(at: Plugin.folder) }
    try? FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("libgstflycatcher.so"), withDestinationURL: file)
    return folder
  }()

  static let file: URL = {
    let places =
      [CommandLine.arguments[0], "/proc/self/exe"] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
    let folders = places.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent() }
    let files = folders.map { $0.appendingPathComponent("libgstflycatcher.so") }
    return files.first { FileManager.default.fileExists(atPath: $0.path) } ?? files[0]
  }()

  static let environment: [String: String] = {
    var environment = ProcessInfo.processInfo.environment
    environment["GST_PLUGIN_PATH"] = folder.path
    environment["GST_REGISTRY"] = folder.appendingPathComponent("registry.bin").path
    environment["G_DEBUG"] = "fatal-criticals"
    environment["GST_DEBUG_NO_COLOR"] = "1"
    // Under a sanitizer (make sanitize): other people's programs were not built with it, and leak as they like.
    if let library = environment["SANITIZER_LIBRARY"] {
      environment["LD_PRELOAD"] = library
      environment["ASAN_OPTIONS", default: ""] += ":detect_leaks=0"
      // Where Mesa draws with code that it compiles as it goes, AddressSanitizer waits for ever for the unwinder's lock on it.
      environment["GALLIUM_DRIVER"] = "softpipe"
    }
    return environment
  }()

  /// Fills the registry once, before many programs want to do so at the same time.
  static let isReady: Bool = {
    let result = try? Program("/usr/bin/env", ["gst-inspect-1.0", "flycatcher"]).run(isReady: true)
    return result?.status == 0
  }()
}

/// A program with its arguments, run to its end.
struct Program {
  let path: String
  let arguments: [String]

  init(_ path: String, _ arguments: [String]) {
    self.path = path
    self.arguments = arguments
  }

  /// - Parameter source: one of the C files beside the tests; compiled once.
  init(compiled source: String, _ arguments: [String]) throws {
    let result = try #require(Self.built[source])
    try #require(result.status == 0, "\(result.output)")
    self.init(Plugin.folder.appendingPathComponent(source).path, arguments)
  }

  static func gst(_ description: String, quiet: Bool = true) -> Program {
    Program("/bin/sh", ["-c", "exec gst-launch-1.0 \(quiet ? "-q " : "")\(description)"])
  }

  struct Result {
    let status: Int32
    let output: String
  }

  func run(_ additions: [String: String] = [:], isReady: Bool = Plugin.isReady) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = Plugin.environment.merging(additions) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return Result(status: status, output: String(decoding: output, as: UTF8.self))
  }

  static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Programs")

  private static let built: [String: Result] = {
    var results: [String: Result] = [:]
    for name in ["detect_checks", "overlay_checks", "box_checks", "change_checks", "read_meta", "restart", "late_pad"] {
      let source = sources.appendingPathComponent(name + ".c").path
      let target = Plugin.folder.appendingPathComponent(name).path
      let command =
        "cc -Wall -Wextra -Werror -O1 -o \(target) \(source) "
        + "$(pkg-config --cflags --libs gstreamer-check-1.0 gstreamer-video-1.0 gstreamer-app-1.0) -lm"
      results[name] = try? Program("/bin/sh", ["-c", command]).run()
    }
    return results
  }()
}

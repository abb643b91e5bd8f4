// `flycatcher serve` under test: its log, its address, and the clients that watch it.
import Foundation
import TestSupport
import Testing

/// A service under way; ended with the value's life.
final class Serving {
  let program: Running
  /// The part of each stream's address before its path.
  private(set) var address = ""

  /// - Parameter environment: Variables with their values, as `env` takes them.
  convenience init(_ arguments: [String], environment: [String] = []) throws {
    try self.init(all: arguments + ["--port", "0"], environment)
  }

  /// Serves what a file says, which names no port.
  convenience init(config: String) throws {
    let text = try String(contentsOfFile: config, encoding: .utf8)
    try ("port: 0\n" + text).write(toFile: config, atomically: false, encoding: .utf8)
    try self.init(all: ["--config", config], [])
  }

  private init(all arguments: [String], _ environment: [String]) throws {
    program = try Running("/usr/bin/env", environment + [command, "serve"] + arguments)
    let scheme = arguments.contains("--certificate") ? "rtsps://" : "rtsp://"
    let line = try waitFor("  " + scheme, count: 1)
    let start = try #require(line.range(of: scheme))
    // rtsp://HOST:PORT, without the path.
    let parts = line[start.lowerBound...].split(separator: "/", omittingEmptySubsequences: false)
    address = parts.prefix(3).joined(separator: "/")
  }

  deinit { program.send(SIGKILL) }

  /// Waits until the log holds a text so many times.
  ///
  /// - Returns: The line that holds it last.
  @discardableResult
  func waitFor(_ text: String, count: Int, within seconds: Double = 30) throws -> String {
    let deadline = Date() + seconds
    while Date() < deadline {
      let lines = program.errors.split(separator: "\n").filter { $0.contains(text) }
      if lines.count >= count, let line = lines.last { return String(line) }
      usleep(50_000)
    }
    Issue.record("\(text) is not in the log \(count) times after \(seconds) s: \(program.errors)")
    return ""
  }

  /// Ends it as Ctrl-C does, and expects that this takes no longer than it may.
  func end() throws {
    program.send(SIGINT)
    let outcome = try program.outcome(within: 15)
    #expect(outcome.code == 130, "\(outcome.errors)")
    #expect(!outcome.errors.contains("CRITICAL"), "\(outcome.errors)")
  }

  /// What ffprobe says of a stream.
  func probe(_ path: String, transport: String = "tcp", user: String = "") throws -> Outcome {
    let url = address.replacingOccurrences(of: "rtsp://", with: "rtsp://\(user)") + path
    // A second of the stream says what it is; a loaded machine takes several times that.
    let arguments = [
      "-v", "error", "-analyzeduration", "1000000", "-rtsp_transport", transport, "-show_streams", url,
    ]
    return try Running("/usr/bin/ffprobe", arguments).outcome(within: 100)
  }

  /// Expects that GStreamer's client receives so many buffers of what a stream's video becomes.
  ///
  /// At its end rtspsrc of GStreamer 1.22 sometimes asks for a pause after its good-bye, and fails: what has come counts.
  func expectBuffers(_ path: String, of elements: String, count: Int) throws {
    let sink = "fakesink num-buffers=\(count) silent=false"
    let line = "timeout 30 gst-launch-1.0 -v rtspsrc location=\(address)\(path) ! \(elements) ! \(sink)"
    let client = try Running("/bin/sh", ["-c", line]).outcome()
    let received = client.output.split(separator: "\n").count { $0.contains("last-message = chain") }
    #expect(received == count, "\(client.errors) \(program.errors)")
  }

  /// The times of the first frames of a stream as ffmpeg receives them, in units of the stream.
  func times(_ path: String, count: Int, transport: String) throws -> [Int] {
    let arguments = [
      "-v", "error", "-rtsp_transport", transport, "-i", address + path, "-frames:v", "\(count)", "-f", "framemd5", "-",
    ]
    let outcome = try Running("/usr/bin/ffmpeg", arguments).outcome(within: 40)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      line.split(separator: ",").dropFirst(2).first.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    }
  }
}

/// A camera of another process.
final class Camera {
  private let program: Running

  /// - Parameter ahead: The number of seconds by which its clock is ahead of this machine's.
  init(port: Int, size: (Int, Int), codec: String = "h264", ahead: Int = 0) throws {
    let script = package + "/Tests/FlycatcherCommandTests/Programs/camera.py"
    program = try Running("/usr/bin/python3", [script, "\(port)", "\(size.0)", "\(size.1)", codec, "\(ahead)"])
  }

  deinit { kill() }

  func kill() { program.send(SIGKILL) }
  func stop() { program.send(SIGSTOP) }
  func goOn() { program.send(SIGCONT) }

  /// Returns a port that nobody uses now.
  static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var (address, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { (pointer: UnsafeMutablePointer<sockaddr_in>) in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { (generic: UnsafeMutablePointer<sockaddr>) in
        unsafe bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
      }
    }
    try #require(isBound)
    return Int(UInt16(bigEndian: address.sin_port))
  }
}

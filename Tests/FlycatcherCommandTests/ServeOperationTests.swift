// `flycatcher serve` beside what runs around it: a broker, Prometheus, systemd, clients that speak TLS.
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct ServeOperationTests {
  /// A broker of another process, for one test.
  private final class Broker {
    private let program: Running

    init(port: Int, folder: Folder) throws {
      let path = folder.path("mosquitto.conf")
      try "listener \(port) 127.0.0.1\nallow_anonymous true\n".write(toFile: path, atomically: false, encoding: .utf8)
      program = try Running("/usr/sbin/mosquitto", ["-c", path])
      let deadline = Date() + 10
      while !program.errors.contains("running"), Date() < deadline { usleep(50_000) }
    }

    deinit { kill() }
    func kill() { program.send(SIGKILL) }
  }

  /// Waits for a text in a file.
  private func wait(for text: String, in path: String, count: Int = 1, within seconds: Double = 30) -> Bool {
    let deadline = Date() + seconds
    while Date() < deadline {
      let found = ((try? contents(path)) ?? "").components(separatedBy: text).count - 1
      if found >= count { return true }
      usleep(100_000)
    }
    return false
  }

  @Test(.timeLimit(.minutes(3))) func aBrokerIsToldWhatIsSeen() throws {
    let (folder, port) = (try Folder(), try Camera.freePort())
    var broker = try Broker(port: port, folder: folder)
    let heard = folder.path("heard")
    let listen = "exec mosquitto_sub -h 127.0.0.1 -p \(port) -v -t 'club/#' > '\(heard)'"
    var listener = try Running("/bin/sh", ["-c", listen])
    let serving = try Serving([try Clips.toss(), "--loop", "--mqtt", "127.0.0.1:\(port)/club"])
    #expect(wait(for: "club/availability online", in: heard))
    for state in ["began", "updated", "ended"] {
      #expect(wait(for: "\"state\":\"\(state)\"", in: heard), "\(state)")
    }
    let line = try #require(try contents(heard).split(separator: "\n").first { $0.hasPrefix("club/live/trajectory {") })
    let event = try #require(try jsonLines(String(line.dropFirst("club/live/trajectory ".count))).first)
    #expect(event["type"] as? String == "trajectory" && event["detectedPoints"] is [Any])
    // The broker goes away and comes back; what was seen meanwhile comes then, and it is said once.
    broker.kill()
    listener.send(SIGKILL)
    try serving.waitFor("is not there", count: 1)
    try serving.waitFor("is there, ", count: 4)
    broker = try Broker(port: port, folder: folder)
    try Data().write(to: URL(filePath: heard))
    listener = try Running("/bin/sh", ["-c", listen])
    #expect(wait(for: "club/availability online", in: heard, within: 40))
    #expect(wait(for: "\"state\":\"ended\"", in: heard))
    #expect(serving.program.errors.components(separatedBy: "is not there").count == 2)
    // The broker says that the service has died.
    serving.program.send(SIGKILL)
    #expect(wait(for: "club/availability offline", in: heard, within: 40))
    listener.send(SIGKILL)
  }

  @Test(.timeLimit(.minutes(2))) func figuresAreThereForPrometheus() throws {
    let port = try Camera.freePort()
    let camera = try Camera.freePort()
    let serving = try Serving([
      try Clips.toss(), "--loop", "--mount", "/dark=rtsp://a:secret@127.0.0.1:\(camera)/none", "--metrics", "\(port)",
    ])
    try serving.waitFor("is there", count: 2)
    let get = { (path: String) in
      try Running("/usr/bin/curl", ["-s", "-w", "%{http_code}", "http://127.0.0.1:\(port)\(path)"]).outcome().output
    }
    #expect(try get("/healthz") == "ok\n200")
    #expect(try get("/readyz") == "no picture: /dark\n503")
    #expect(try get("/other").hasSuffix("404"))
    let text = try get("/metrics")
    let values = Dictionary(
      text.split(separator: "\n").compactMap { line -> (String, Double)? in
        guard !line.hasPrefix("#"), let space = line.lastIndex(of: " ") else { return nil }
        return Double(line[space...].dropFirst()).map { (String(line[..<space]), $0) }
      }, uniquingKeysWith: { $1 })
    #expect(values["flycatcher_frames_total{path=\"/live\"}"] ?? 0 >= 50, "\(text)")
    #expect(values["flycatcher_analysis_seconds_count{path=\"/live\"}"] ?? 0 >= 50)
    #expect(values["flycatcher_analysis_seconds_bucket{path=\"/live\",le=\"+Inf\"}"] ?? 0 >= 50)
    #expect(values["flycatcher_frame_age_seconds{path=\"/live\"}"] ?? 99 < 10)
    #expect(values["flycatcher_stalled{path=\"/live\"}"] == 0 && values["flycatcher_stalled{path=\"/dark\"}"] == 1)
    // What never was there is not lost, and no picture of it is new.
    #expect(values["flycatcher_reconnects_total{path=\"/dark\"}"] == 0)
    #expect(values["flycatcher_frame_age_seconds{path=\"/dark\"}"] == nil)
    #expect(text.contains("# TYPE flycatcher_analysis_seconds histogram") && !text.contains("secret"))
    // Half a request, and no request, keep nobody from asking.
    let half = "import socket; s = socket.create_connection(('127.0.0.1', \(port))); s.send(b'GET /met')"
    try shell("/usr/bin/python3 -c \"\(half)\"")
    #expect(try get("/healthz") == "ok\n200")
    expect(
      try flycatcher("serve", try Clips.toss(), "--port", "0", "--metrics", "\(port)"), code: 1, saying: "--metrics")
    try serving.end()
  }

  /// Threads that come and go leave nothing behind in heaps of their own.
  @Test(
    .disabled(if: Sanitizer.isPresent, "A sanitizer has a heap of its own."), .timeLimit(.minutes(2)),
    arguments: [[], ["MALLOC_ARENA_MAX=5"], ["GLIBC_TUNABLES=glibc.malloc.arena_max=5"]])
  func threadsShareFewHeapsUnlessTheUserWantsMore(_ environment: [String]) throws {
    let serving = try Serving([try Clips.toss(), "--loop"], environment: environment)
    #expect(try serving.times("/live", count: 60, transport: "tcp").count == 60)
    // One beside that of the main thread, and its second part where it has grown.
    let count = serving.program.heapCount
    #expect(environment.isEmpty ? count <= 2 : count > 2, "\(count)")
    try serving.end()
  }

  @Test(.timeLimit(.minutes(2))) func theServiceManagerIsTold() throws {
    let folder = try Folder()
    let (path, heard) = (folder.path("notify"), folder.path("heard"))
    let script = """
      import os, socket, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.bind(sys.argv[1]); print("bound", flush=True)
      while True: print(s.recv(1000).decode(), flush=True)
      """
    let listener = try Running("/bin/sh", ["-c", "exec /usr/bin/python3 -c '\(script)' '\(path)' > '\(heard)'"])
    #expect(wait(for: "bound", in: heard))
    let line =
      "NOTIFY_SOCKET='\(path)' WATCHDOG_USEC=1000000 exec '\(command)' serve '\(try Clips.toss())' --loop --port 0"
    let program = try Running("/bin/sh", ["-c", line])
    #expect(wait(for: "READY=1", in: heard) && wait(for: "WATCHDOG=1", in: heard, count: 3))
    program.send(SIGINT)
    #expect(try program.outcome(within: 20).code == 130)
    #expect(wait(for: "STOPPING=1", in: heard))
    listener.send(SIGKILL)
  }

  @Test(.timeLimit(.minutes(2))) func clientsMaySpeakTLS() throws {
    let folder = try Folder()
    let pem = folder.path("server.pem")
    try shell(
      "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 "
        + "-keyout '\(folder.path("key"))' -out '\(folder.path("crt"))' 2>/dev/null && "
        + "cat '\(folder.path("key"))' '\(folder.path("crt"))' > '\(pem)'")
    let line = "anna:flycatcher:\(try shell("printf anna:flycatcher:secret | md5sum").output.prefix(32))\n"
    try line.write(toFile: folder.path("users"), atomically: false, encoding: .utf8)
    let serving = try Serving([
      try Clips.toss(), "--loop", "--certificate", pem, "--passwords", folder.path("users"),
    ])
    try serving.waitFor("is there", count: 1)
    #expect(serving.address.hasPrefix("rtsps://"))
    let address = serving.address.replacing("rtsps://", with: "rtsps://anna:secret@") + "/live"
    let stream = try Running(
      "/usr/bin/ffprobe", ["-v", "error", "-analyzeduration", "1000000", "-show_streams", address]
    ).outcome(within: 60)
    #expect(stream.output.contains("codec_name=h264"), "\(stream.errors)")
    // GStreamer's client knows the authority, and checks it.
    try shell(
      "timeout 30 /usr/bin/python3 '\(package)/Tests/FlycatcherCommandTests/Programs/tls_client.py' '\(address)' '\(folder.path("crt"))'"
    )
    // Without TLS, and without the password, there is nothing.
    let plain = try Running(
      "/usr/bin/ffprobe", ["-v", "error", "-timeout", "5000000", address.replacing("rtsps://", with: "rtsp://")]
    ).outcome(within: 60)
    #expect(plain.code != 0)
    let stranger = try Running("/usr/bin/ffprobe", ["-v", "error", serving.address + "/live"]).outcome(within: 60)
    #expect(stranger.code != 0 && stranger.errors.contains("401"), "\(stranger.errors)")
    try serving.end()
  }

  /// A film that comes to its end beside others ends for its clients, and begins anew when the file is read again.
  @Test(.timeLimit(.minutes(2))) func aStreamThatHasEndedIsGone() throws {
    let (folder, clip, metrics) = (try Folder(), try Clips.toss(), try Camera.freePort())
    let path = folder.path("cameras.yaml")
    let text = "metrics: \(metrics)\nstreams:\n  /steady:\n    source: \(clip)\n    loop: true\n  /film: \(clip)\n"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    let serving = try Serving(config: path)
    try serving.waitFor("/film  end of", count: 1)
    #expect(try serving.probe("/film").errors.contains("404"))
    let ready = try Running("/usr/bin/curl", ["-s", "http://127.0.0.1:\(metrics)/readyz"]).outcome()
    #expect(ready.output == "ok\n", "\(ready.output)")
    serving.program.send(SIGHUP)
    try serving.waitFor("/film  \(clip) is there", count: 2)
    #expect(!serving.program.errors.contains("/steady  is no longer served"))
    try serving.end()
  }

  @Test func whatCannotBeToldIsRefused() throws {
    let clip = try Clips.toss()
    for broker in ["broker", "broker/", "/topic", "broker:0/a", "broker/a/#", "a:secret@broker/x"] {
      expect(try flycatcher("serve", clip, "--mqtt", broker), code: 2, saying: "mqtt")
    }
    expect(try flycatcher("serve", clip, "--mqtt-user", "anna"), code: 2, saying: "--mqtt HOST/TOPIC")
    expect(try flycatcher("serve", clip, "--metrics", "70000"), code: 2, saying: "65535")
  }
}

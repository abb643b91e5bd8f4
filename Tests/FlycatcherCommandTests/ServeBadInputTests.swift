// What `flycatcher serve` does where somebody means ill, or has made a mistake.
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct ServeBadInputTests {
  private func program(_ name: String) -> String { package + "/Tests/FlycatcherCommandTests/Programs/" + name }

  private func port(of serving: Serving) throws -> String {
    String(try #require(serving.address.split(separator: ":").last))
  }

  @Test(.timeLimit(.minutes(2))) func passwordsCannotBeTriedAsFastAsOneCan() throws {
    let folder = try Folder()
    let line = "anna:flycatcher:\(try shell("printf anna:flycatcher:secret | md5sum").output.prefix(32))\n"
    try line.write(toFile: folder.path("users"), atomically: false, encoding: .utf8)
    let serving = try Serving([try Clips.toss(), "--loop", "--passwords", folder.path("users")])
    try serving.waitFor("is there", count: 1)
    let arguments = [program("wrong_passwords.py"), try port(of: serving), "/live", "anna", "secret"]
    let outcome = try Running("/usr/bin/python3", arguments).outcome(within: 60)
    let told = try #require(try jsonLines(outcome.output).first, "\(outcome.errors)")
    #expect(told["first"] as? Int == 200 && told["later"] as? Int == 200, "\(told)")
    // Nobody learns which users there are.
    let answers = try #require(told["answers"] as? [String])
    #expect(answers.count == 2 && answers[0] == answers[1] && answers[0].contains(" 401 "), "\(answers)")
    // After ten wrong ones in a second not even the right one is looked at.
    #expect(told["tried"] as? Int ?? 0 > 10, "\(told)")
    #expect(told["atOnce"] as? Int == 401, "\(told)")
    try serving.end()
  }

  @Test(.timeLimit(.minutes(3))) func aClientThatStopsReadingSlowsNobody() throws {
    let metrics = try Camera.freePort()
    // Noise, of which much comes: what the system keeps for a client is full in seconds.
    let noise =
      "videotestsrc is-live=true pattern=snow ! video/x-raw,width=320,height=240,framerate=15/1 ! appsink name=frames"
    let serving = try Serving([noise, "--object", "0.4,0.4,0.2,0.2", "--bit-rate", "40000", "--metrics", "\(metrics)"])
    try serving.waitFor("is there", count: 1)
    let slow = try Running("/usr/bin/python3", [program("slow_client.py"), try port(of: serving), "/live", "35"])
    let deadline = Date() + 20
    while !slow.output.contains("playing"), Date() < deadline { usleep(50_000) }
    // Until the system keeps no more for it.
    usleep(9_000_000)
    for transport in ["udp", "tcp"] {
      let times = try serving.times("/live", count: 30, transport: transport)
      #expect(times.count == 30 && zip(times, times.dropFirst()).allSatisfy(<), "\(transport)")
    }
    // It is closed when it has fallen ten seconds behind, and counted.
    #expect(try slow.outcome(within: 70).output == "playing\nclosed\n")
    let text = try Running("/usr/bin/curl", ["-s", "http://127.0.0.1:\(metrics)/metrics"]).outcome().output
    #expect(
      text.contains("# TYPE flycatcher_slow_clients_total counter\nflycatcher_slow_clients_total 1.0\n"), "\(text)")
    #expect(try serving.times("/live", count: 15, transport: "tcp").count == 15)
    try serving.end()
  }

  /// Nothing is sent to it while its PAUSE is answered, however long that takes.
  @Test(.timeLimit(.minutes(2))) func aClientWhosePauseTakesLongIsNotSlow() throws {
    let (folder, metrics) = (try Folder(), try Camera.freePort())
    let library = folder.path("pause.so")
    let flags = "-Wall -Wextra -Werror -O -fPIC -shared $(pkg-config --cflags --libs gstreamer-rtsp-1.0)"
    try shell("cc -o '\(library)' '\(program("slow_pause.c"))' \(flags)")
    let serving = try Serving(
      [try Clips.toss(), "--loop", "--metrics", "\(metrics)"], environment: ["LD_PRELOAD=\(library)"])
    try serving.waitFor("is there", count: 1)
    // With the last client the media itself would pause, and nobody is slow then.
    let watcher = try Running("/usr/bin/python3", [program("video_alone.py"), try port(of: serving), "/live", "60"])
    defer { watcher.send(SIGKILL) }
    let deadline = Date() + 20
    while !watcher.output.contains("playing"), Date() < deadline { usleep(50_000) }
    let client = try Running("/usr/bin/python3", [program("pausing_client.py"), try port(of: serving), "/live"])
    let outcome = try client.outcome(within: 60)
    #expect(outcome.output == "playing\nwatching\nPAUSE 200\nPLAY 200\nwatching\n", "\(outcome.errors)")
    let text = try Running("/usr/bin/curl", ["-s", "http://127.0.0.1:\(metrics)/metrics"]).outcome().output
    #expect(text.contains("\nflycatcher_clients "), "\(text)")
    #expect(!text.contains("\nflycatcher_slow_clients_total 1"), "\(text)")
    try serving.end()
  }

  @Test(.timeLimit(.minutes(1))) func aPasswordIsNotInTheProcessTitle() throws {
    let address = "rtsp://admin:secret@127.0.0.1:\(try Camera.freePort())/camera"
    let serving = try Serving([address, "--mount", "/b=rtsp://eve:word@127.0.0.1:1/c?d=e@f"])
    try serving.waitFor("Next attempt", count: 1)
    let title = serving.program.title
    #expect(
      title.contains("rtsp://************@127.0.0.1:") && title.contains("rtsp://********@127.0.0.1:1/c?d=e@f"),
      "\(title)")
    #expect(!title.contains("secret") && !serving.program.errors.contains("secret"))
    try serving.end()
  }

  /// The first client would have ended the process.
  @Test func aCertificateWithoutItsKeyIsRefused() throws {
    let folder = try Folder()
    let (key, certificate) = (folder.path("key"), folder.path("crt"))
    try shell("openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=x -keyout '\(key)' -out '\(certificate)' 2>&1")
    expect(
      try flycatcher("serve", try Clips.toss(), "--port", "0", "--certificate", certificate), code: 1,
      saying: certificate, "private key")
  }

  /// Whoever waits for a camera that is not there keeps nobody else waiting.
  @Test(.timeLimit(.minutes(1))) func aStreamWithoutPicturesHoldsUpNoOther() throws {
    let serving = try Serving([
      try Clips.toss(), "--loop", "--mount", "/dead=rtsp://127.0.0.1:\(try Camera.freePort())/x",
    ])
    try serving.waitFor("/live  \(try Clips.toss()) is there", count: 1)
    let port = try port(of: serving)
    let ask = """
      import socket, sys
      def ask(path):
        s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=15)
        s.sendall(f"DESCRIBE rtsp://127.0.0.1:{sys.argv[1]}{path} RTSP/1.0\\r\\nCSeq: 1\\r\\n\\r\\n".encode())
        return s
      dead = [ask("/dead") for _ in range(3)]
      print(ask("/live").recv(100).split()[1].decode())
      """
    let outcome = try Running("/usr/bin/python3", ["-c", ask, port]).outcome(within: 30)
    #expect(outcome.output == "200\n", "\(outcome.errors)")
    try serving.end()
  }

  @Test func whatIsFalseIsNotAsked() throws {
    let folder = try Folder()
    let path = folder.path("cameras.yaml")
    let text = "insecure: false\nstreams:\n  /a:\n    source: \(try Clips.toss())\n    loop: false\n"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(try flycatcher("serve", "--config", path, "--dry-run").code == 0)
    try (text + "    lop: false\n").write(toFile: path, atomically: false, encoding: .utf8)
    expect(try flycatcher("serve", "--config", path, "--dry-run"), code: 2, saying: ":6: lop")
  }

  /// Somebody sets the clock of the machine while it runs.
  @Test(.timeLimit(.minutes(2))) func theClockMayJump() throws {
    let folder = try Folder()
    let (library, clock, recordings) = (folder.path("clock.so"), folder.path("clock"), folder.path("recordings"))
    try shell("cc -Wall -Wextra -Werror -O -fPIC -shared -o '\(library)' '\(program("clock_jump.c"))'")
    let serving = try Serving(
      [try Clips.toss(), "--loop", "--record", recordings, "--segment", "1s"],
      environment: ["LD_PRELOAD=\(library)", "FLYCATCHER_CLOCK=\(clock)"])
    try serving.waitFor("is there", count: 1)
    for days in [1, -1] {
      try "\(days * 86_400)".write(toFile: clock, atomically: true, encoding: .utf8)
      let times = try serving.times("/live", count: 60, transport: "tcp")
      #expect(times.count == 60 && zip(times, times.dropFirst()).allSatisfy(<), "\(times)")
      let day = (Date() + Double(days) * 86_400).formatted(.iso8601.year().month().day())
      try serving.waitFor("recording \(recordings)/live-\(day)T", count: 2)
    }
    #expect(!serving.program.errors.contains("Next attempt"), "\(serving.program.errors)")
    try serving.end()
  }

  @Test(.timeLimit(.minutes(2))) func aCrowdIsBounded() throws {
    let serving = try Serving([try Clips.toss(), "--loop"])
    try serving.waitFor("is there", count: 1)
    let watcher = try Running(
      "/usr/bin/ffmpeg",
      [
        "-nostdin", "-v", "error", "-rtsp_transport", "tcp", "-i", serving.address + "/live", "-t", "10", "-map", "0:v",
        "-c", "copy", "-f", "framecrc", "-",
      ])
    let beginning = Date() + 20
    while !watcher.output.contains("\n0,"), Date() < beginning { usleep(50_000) }
    let crowd = try Running("/usr/bin/python3", [program("crowd.py"), try port(of: serving), "600"])
    let deadline = Date() + 20
    while !crowd.output.contains("there"), Date() < deadline { usleep(20_000) }
    // No more are let in than it has room for; the others wait in the system's own queue.
    for _ in 1...10 {
      #expect(serving.program.descriptorCount < 600)
      usleep(300_000)
    }
    _ = try crowd.outcome(within: 40)
    // Whoever watched before goes on, and others may come when the crowd has gone.
    let pictures = try watcher.outcome(within: 40).output.components(separatedBy: "\n0,").count - 1
    #expect(pictures >= 150, "\(pictures)")
    #expect(try serving.times("/live", count: 10, transport: "tcp").count == 10)
    try serving.end()
  }

  /// The folder of the recordings goes away and comes back.
  @Test(.timeLimit(.minutes(2))) func aRecordingThatCannotBeWrittenStopsNothingElse() throws {
    let folder = try Folder()
    let path = folder.path("recordings")
    let serving = try Serving([try Clips.toss(), "--loop", "--record", path, "--segment", "1s"])
    try serving.waitFor("  recording ", count: 1)
    try FileManager.default.removeItem(atPath: path)
    try serving.waitFor("Recording waits.", count: 1)
    #expect(try serving.times("/live", count: 20, transport: "tcp").count == 20)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let before = serving.program.errors.components(separatedBy: "  recording ").count - 1
    try serving.waitFor("  recording ", count: before + 1)
    #expect(serving.program.errors.components(separatedBy: "Recording waits.").count == 2)
    try serving.end()
    #expect(try !FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
  }
}

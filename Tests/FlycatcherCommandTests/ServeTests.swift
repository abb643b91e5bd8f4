// What `flycatcher serve` promises, by real clients and a real camera in another process.
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct ServeTests {
  @Test(.timeLimit(.minutes(3))) func aFileIsServedToEveryKindOfClient() throws {
    let serving = try Serving([try Clips.toss(), "--loop"])
    try serving.waitFor("is there", count: 1)
    let stream = try serving.probe("/live")
    for words in ["codec_name=h264", "has_b_frames=0"] { #expect(stream.output.contains(words), "\(stream.errors)") }
    for transport in ["tcp", "udp"] {
      let times = try serving.times("/live", count: 40, transport: transport)
      #expect(times.count == 40 && zip(times, times.dropFirst()).allSatisfy(<), "\(transport): \(times)")
    }
    try serving.expectBuffers("/live", of: "rtph264depay ! h264parse ! avdec_h264", count: 20)
    // The file is shorter than that: it has begun anew, and the stream has not.
    try serving.waitFor("is there", count: 2)
    let missing = try serving.probe("/other")
    #expect(missing.code != 0 && missing.errors.contains("404"), "\(missing.errors)")
    try serving.end()
  }

  /// A picture whose slices had parameter sets between them would be two to a client that follows the standard (H.264, 7.4.1.2.3).
  @Test(.timeLimit(.minutes(2))) func parameterSetsComeBeforeAllSlicesOfAPicture() throws {
    let folder = try Folder()
    let serving = try Serving([
      try Clips.toss(), "--loop", "--encoder", "x264enc tune=zerolatency threads=2 key-int-max=10",
    ])
    let received = folder.path("received.h264")
    // Its exit code may be that of a pause after its good-bye, as in `expectBuffers`.
    let line =
      "gst-launch-1.0 -q rtspsrc location='\(serving.address)/live' protocols=tcp ! application/x-rtp,media=video "
      + "! rtph264depay ! video/x-h264,stream-format=byte-stream,alignment=nal ! identity eos-after=300 "
      + "! filesink location='\(received)'"
    _ = try Running("/bin/sh", ["-c", line]).outcome()
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: received)))
    let units = bytes.indices.dropLast(3).compactMap { index in
      bytes[index] == 0 && bytes[index + 1] == 0 && bytes[index + 2] == 1 ? bytes[index + 3] & 31 : nil
    }
    #expect(units.count >= 300, "all that was asked for has come")
    let (delimiter, parameters): (UInt8, ClosedRange<UInt8>) = (9, 7...8)
    let pictures = units.split(separator: delimiter)
    #expect(pictures.count { $0.count { $0 == 5 } == 2 } > 2, "key frames of two slices")
    for picture in pictures {
      let slices = picture.drop { $0 != 1 && $0 != 5 }
      #expect(!slices.contains { parameters.contains($0) }, "\(picture)")
    }
    try serving.end()
  }

  @Test(.timeLimit(.minutes(4))) func aCameraThatGoesAwayComesBack() throws {
    let port = try Camera.freePort()
    var camera = try Camera(port: port, size: (320, 240))
    let serving = try Serving(["rtsp://127.0.0.1:\(port)/camera", "--stall-timeout", "3"])
    try serving.waitFor("is there, 320 × 240", count: 1)
    let first = try serving.probe("/live")
    #expect(first.output.contains("width=320"), "\(first.errors)")
    // It is killed, and started again with another size and codec; clients see the last picture meanwhile.
    camera.kill()
    try serving.waitFor("Next attempt", count: 1, within: 13)
    #expect(try serving.times("/live", count: 5, transport: "tcp").count == 5)
    camera = try Camera(port: port, size: (640, 360), codec: "h265")
    try serving.waitFor("is there, 640 × 360", count: 1)
    let second = try serving.probe("/live")
    #expect(second.output.contains("width=320"), "the stream changed its size: \(second.output) \(second.errors)")
    // It stalls with its connection alive.
    camera.stop()
    try serving.waitFor("No picture has come for 3.0 s", count: 1, within: 13)
    #expect(try serving.times("/live", count: 5, transport: "tcp").count == 5)
    camera.goOn()
    try serving.waitFor("is there, 640 × 360", count: 2, within: 45)
    try serving.end()
  }

  @Test(.timeLimit(.minutes(2))) func aSourceThatNeverComesIsGivenUp() throws {
    let address = "rtsp://admin:secret@127.0.0.1:\(try Camera.freePort())/camera"
    let outcome = try flycatcher("serve", address, "--give-up", "2", "--port", "0")
    expect(outcome, code: 4, saying: "has not come back")
    #expect(!outcome.errors.contains("secret"), "\(outcome.errors)")
    // No busy loop: half a second, a second, two.
    #expect(outcome.errors.split(separator: "\n").count { $0.contains("Next attempt") } <= 5, "\(outcome.errors)")
  }

  @Test(.timeLimit(.minutes(2))) func anEncoderThatFailsUnderWayIsTriedAgain() throws {
    // It finds out that the file of its first pass is missing when the first picture comes.
    let encoder = "x264enc pass=pass2 multipass-cache-file=/nonexistent/statistics"
    let serving = try Serving([try Clips.toss(), "--loop", "--encoder", encoder])
    let line = try serving.waitFor("The encoder has failed", count: 2)
    #expect(line.contains("x264") && line.contains("Next attempt"), "\(line)")
    try serving.end()
  }

  @Test(.timeLimit(.minutes(2))) func onlyThoseWithAPasswordAreLetIn() throws {
    let folder = try Folder()
    // md5 of anna:flycatcher:secret
    let line = "anna:flycatcher:\(try shell("printf anna:flycatcher:secret | md5sum").output.prefix(32))\n"
    try line.write(toFile: folder.path("users"), atomically: false, encoding: .utf8)
    let serving = try Serving([try Clips.toss(), "--loop", "--passwords", folder.path("users")])
    try serving.waitFor("is there", count: 1)
    for user in ["", "anna:wrong@", "nobody:secret@"] {
      let refused = try serving.probe("/live", user: user)
      #expect(refused.code != 0 && refused.errors.contains("401"), "\(user) \(refused.errors)")
    }
    let stream = try serving.probe("/live", user: "anna:secret@")
    #expect(stream.output.contains("codec_name=h264"), "\(stream.errors)")
    try serving.end()
  }

  @Test(.timeLimit(.minutes(3))) func clientsThatVanishLeaveNothing() throws {
    let serving = try Serving([try Clips.toss(), "--loop"])
    try serving.waitFor("is there", count: 1)
    #expect(try serving.probe("/live").code == 0)
    let before = serving.program.descriptorCount
    let script = package + "/Tests/FlycatcherCommandTests/Programs/vanishing_clients.py"
    let port = try #require(serving.address.split(separator: ":").last)
    let outcome = try Running("/usr/bin/python3", [script, String(port), "/live", "80"]).outcome(within: 100)
    #expect(outcome.output == "20\n", "\(outcome.errors)")
    let deadline = Date() + 20
    while serving.program.descriptorCount > before, Date() < deadline { usleep(100_000) }
    #expect(serving.program.descriptorCount <= before)
    #expect(try serving.times("/live", count: 10, transport: "tcp").count == 10)
    try serving.end()
  }

  /// Most players take no metadata: the others get theirs nevertheless.
  @Test(.timeLimit(.minutes(3))) func aClientThatTakesTheVideoAloneLeavesTheOthersAlone() throws {
    let serving = try Serving([try Clips.toss(), "--loop"])
    try serving.waitFor("is there", count: 1)
    let script = package + "/Tests/FlycatcherCommandTests/Programs/video_alone.py"
    let port = try #require(serving.address.split(separator: ":").last)
    let alone = try Running("/usr/bin/python3", [script, String(port), "/live", "12"])
    let deadline = Date() + 20
    while !alone.output.contains("playing"), Date() < deadline { usleep(50_000) }
    // The stream that nobody takes has had data meanwhile.
    usleep(1_000_000)
    let probed = try serving.probe("/live")
    #expect(probed.code == 0 && probed.output.contains("h264"), "\(probed.output) \(probed.errors)")
    let received = try alone.outcome(within: 40).output.split(separator: "\n").last.flatMap { Int($0) }
    #expect(try #require(received) > 0)
    try serving.end()
  }

  @Test func whatCannotBeServedIsRefused() throws {
    let clip = try Clips.toss()
    expect(try flycatcher("serve"), code: 2, saying: "no source")
    expect(try flycatcher("serve", clip, "--address", "0.0.0.0"), code: 2, saying: "--passwords", "--insecure")
    expect(try flycatcher("serve", clip, "--mount", "/live=\(clip)"), code: 2, saying: "/live")
    expect(try flycatcher("serve", "--mount", "court=\(clip)"), code: 2, saying: "path")
    expect(try flycatcher("serve", "/nonexistent.mkv"), code: 1, saying: "/nonexistent.mkv")
    expect(try flycatcher("serve", clip, "--passwords", "/nonexistent"), code: 1, saying: "/nonexistent")
    expect(try flycatcher("serve", clip, "--certificate", "/nonexistent"), code: 1, saying: "/nonexistent")
    expect(try flycatcher("serve", clip, "--stall-timeout", "0"), code: 2, saying: "--stall-timeout", "600")
    expect(try flycatcher("serve", "videotestsrc ! fakesink", "--port", "0"), code: 2, saying: "appsink name=frames")
    expect(try flycatcher("serve", "rtsp://a:secret@b/c", "--encoder", "nosuch"), code: 2, saying: "nosuch")
  }

  @Test func aPortInUseIsNamed() throws {
    let serving = try Serving([try Clips.toss(), "--loop"])
    let port = try #require(serving.address.split(separator: ":").last)
    expect(try flycatcher("serve", try Clips.toss(), "--port", String(port)), code: 1, saying: "listen", String(port))
    try serving.end()
  }

  @Test func aDryRunSaysWhatWouldRun() throws {
    let outcome = try flycatcher("serve", "rtsp://admin:secret@camera/1", "--dry-run")
    #expect(outcome.code == 0, "\(outcome.errors)")
    for words in ["/live", "rtsp://***@camera/1", "appsink name=frames", "h264parse"] {
      #expect(outcome.output.contains(words), "\(words): \(outcome.output)")
    }
    #expect(!outcome.output.contains("secret"))
  }

  @Test(.timeLimit(.minutes(2))) func passwordsAreReadAgain() throws {
    let folder = try Folder()
    let (path, users) = (folder.path("cameras.yaml"), folder.path("users"))
    func admit(_ name: String) throws {
      let hash = try shell("printf \(name):flycatcher:secret | md5sum").output.prefix(32)
      try "\(name):flycatcher:\(hash)\n".write(toFile: users, atomically: false, encoding: .utf8)
    }
    try admit("anna")
    let text = "passwords: \(users)\nstreams:\n  /live:\n    source: \(try Clips.toss())\n    loop: true\n"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    let serving = try Serving(config: path)
    try serving.waitFor("is there", count: 1)
    #expect(try serving.probe("/live", user: "anna:secret@").output.contains("codec_name=h264"))
    try admit("otto")
    try ("metrics: 0\n" + text).write(toFile: path, atomically: false, encoding: .utf8)
    serving.program.send(SIGHUP)
    try serving.waitFor("a restart is needed for what has changed of: port, metrics", count: 1)
    #expect(try serving.probe("/live", user: "anna:secret@").errors.contains("401"))
    #expect(try serving.probe("/live", user: "otto:secret@").output.contains("codec_name=h264"))
    try serving.end()
  }

  @Test(.timeLimit(.minutes(3))) func aConfigurationIsReadAgain() throws {
    let (folder, clip) = (try Folder(), try Clips.toss())
    let path = folder.path("cameras.yaml")
    func write(_ streams: String) throws {
      try "streams:\n\(streams)".write(toFile: path, atomically: false, encoding: .utf8)
    }
    let (steady, first) = (
      "  /steady:\n    source: \(clip)\n    loop: true\n", "  /first:\n    source: \(clip)\n    loop: true\n"
    )
    try write(steady + first)
    // The file alone says what is served.
    expect(try flycatcher("serve", "--config", path, "--port", "0"), code: 2, saying: "write port into", path)
    let serving = try Serving(config: path)
    try serving.waitFor("/first  \(clip) is there", count: 1)
    // A mistake changes nothing.
    try write(steady + first + "    objct: 1\n")
    serving.program.send(SIGHUP)
    try serving.waitFor("cameras.yaml:8: objct", count: 1)
    #expect(try serving.probe("/first").output.contains("codec_name=h264"))
    // Another stream, and one that goes on.
    try write(steady + first.replacingOccurrences(of: "first", with: "second"))
    serving.program.send(SIGHUP)
    try serving.waitFor("/second  \(clip) is there", count: 1)
    #expect(try serving.probe("/second").output.contains("codec_name=h264"))
    #expect(try serving.probe("/first").errors.contains("404"))
    #expect(serving.program.errors.contains("/first  is no longer served"))
    #expect(!serving.program.errors.contains("/steady  is no longer served"))
    try serving.end()
  }
}

// What clients of `flycatcher serve` get beside the video.
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct ServeMetadataTests {
  private func read(_ program: String, _ arguments: [String]) throws -> [[String: Any]] {
    let path = package + "/Tests/FlycatcherCommandTests/Programs/" + program
    let outcome = try Running("/usr/bin/python3", [path] + arguments).outcome(within: 100)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try jsonLines(outcome.output)
  }

  @Test(.timeLimit(.minutes(2)), arguments: ["tcp", "udp"]) func klvComesWithEveryPicture(_ transport: String) throws {
    let folder = try Folder()
    let serving = try Serving([try Clips.toss(), "--loop"])
    try serving.waitFor("is there", count: 1)
    // A client that takes the video alone is served as before, and so are those beside it.
    try serving.expectBuffers("/live", of: "rtph264depay", count: 20)
    let packets = folder.path("live.klv")
    let arguments = [
      "-v", "error", "-rtsp_transport", transport, "-i", serving.address + "/live", "-t", "4", "-map", "0:v", "-c",
      "copy",
      "-f", "null", "-", "-t", "4", "-map", "0:d", "-c", "copy", "-f", "data", packets,
    ]
    let outcome = try Running("/usr/bin/ffmpeg", arguments).outcome(within: 60)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let frames = try read("read_klv.py", [packets])
    #expect(frames.count >= 100)
    let times = frames.compactMap { $0["time"] as? Int }
    #expect(zip(times, times.dropFirst()).allSatisfy(<))
    #expect(abs(Double(times.last ?? 0) / 1e6 - Date().timeIntervalSince1970) < 30)
    let targets = frames.compactMap { ($0["targets"] as? [[String: Any]])?.first }
    #expect(targets.count >= 20, "the ball is seen in \(targets.count) of \(frames.count) frames")
    try serving.end()
  }

  @Test(.timeLimit(.minutes(2))) func onvifIsThereWhereItIsAskedFor() throws {
    let serving = try Serving([try Clips.toss(), "--loop", "--metadata", "onvif"])
    try serving.waitFor("is there", count: 1)
    let frames = try read("read_onvif.py", [serving.address + "/live", "240"])
    #expect(frames.contains { !($0["objects"] as? [Any] ?? []).isEmpty })
    for case let object as [String: Any] in frames.flatMap({ $0["objects"] as? [Any] ?? [] }) {
      #expect(object["type"] as? String == "trajectory")
      let box = object["box"] as? [Double] ?? []
      #expect(box.count == 4 && box[0] < box[2] && box[1] > box[3] && box.allSatisfy { abs($0) <= 1 }, "\(box)")
    }
    try serving.end()
  }

  /// The camera tells its own time in its sender reports, a day ahead of this machine's.
  @Test(.timeLimit(.minutes(3)), arguments: ["klv", "onvif"]) func timesAreThoseOfTheCamera(_ format: String) throws {
    let (folder, port, day) = (try Folder(), try Camera.freePort(), 86_400)
    let camera = try Camera(port: port, size: (320, 240), ahead: day)
    defer { camera.kill() }
    let recordings = folder.path("recordings")
    let serving = try Serving([
      "rtsp://127.0.0.1:\(port)/camera", "--metadata", format, "--record", recordings, "--segment", "2s",
    ])
    try serving.waitFor("times are by the clock of rtsp://127.0.0.1:\(port)/camera", count: 1)
    let frame: [String: Any]
    if format == "klv" {
      let packets = folder.path("live.klv")
      let line = "ffmpeg -nostdin -v error -rtsp_transport tcp -i \(serving.address)/live -t 2 -map 0:d -c copy -f data"
      try shell("timeout 60 \(line) '\(packets)'")
      frame = try #require(try read("read_klv.py", [packets]).last)
      #expect(frame["system"] as? String == "Flycatcher, clock: source")
      let time = Double(frame["time"] as? Int ?? 0) / 1e6
      #expect(abs(time - Date().timeIntervalSince1970 - Double(day)) < 30, "\(time)")
    } else {
      frame = try #require(try read("read_onvif.py", [serving.address + "/live", "5"]).last)
      #expect(frame["clock"] as? String == "source")
      let time = try #require(Self.date(frame["time"]))
      #expect(abs(time.timeIntervalSinceNow - Double(day)) < 30, "\(time)")
    }
    // The files that begin now say so, too, and at what time of day.
    try serving.waitFor("  recording ", count: 2 + serving.program.errors.components(separatedBy: "  recording ").count)
    try serving.end()
    let newest = try #require(try FileManager.default.contentsOfDirectory(atPath: recordings).sorted().last)
    let stream = try #require(try Self.notes(of: recordings + "/" + newest).first)
    #expect(stream["type"] as? String == "stream" && stream["clock"] as? String == "source", "\(stream)")
    let start = try #require(Self.date(stream["startTime"]))
    #expect(abs(start.timeIntervalSinceNow - Double(day)) < 30, "\(start)")
  }

  @Test(.timeLimit(.minutes(2))) func withoutSuchTimesTheyAreThoseOfThisMachine() throws {
    let folder = try Folder()
    let serving = try Serving([try Clips.toss(), "--loop", "--record", folder.path("recordings")])
    try serving.waitFor("times are by the clock of this machine", count: 1)
    try serving.waitFor("is there", count: 2)
    try serving.end()
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path("recordings")).first)
    let stream = try #require(try Self.notes(of: folder.path("recordings") + "/" + name).first)
    #expect(stream["clock"] as? String == "machine", "\(stream)")
    #expect(abs(try #require(Self.date(stream["startTime"])).timeIntervalSinceNow) < 60)
  }

  /// The lines in the subtitle track of a recording.
  private static func notes(of path: String) throws -> [[String: Any]] {
    let arguments = ["-nostdin", "-v", "error", "-i", path, "-map", "0:s", "-c", "copy", "-f", "data", "-"]
    let outcome = try Running("/usr/bin/ffmpeg", arguments).outcome(within: 60)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try jsonLines(outcome.output.replacing("}{", with: "}\n{"))
  }

  private static func date(_ text: Any?) -> Date? {
    // Without the fraction, which the parser does not take.
    (text as? String).flatMap { ISO8601DateFormatter().date(from: $0.prefix { $0 != "." } + "Z") }
  }

  @Test(.timeLimit(.minutes(2))) func noneIsTheVideoAlone() throws {
    let serving = try Serving([try Clips.toss(), "--loop", "--metadata", "none"])
    try serving.waitFor("is there", count: 1)
    let stream = try serving.probe("/live")
    #expect(stream.output.contains("codec_name=h264") && !stream.output.contains("codec_type=data"))
    try serving.end()
    expect(try flycatcher("serve", "x.mkv", "--metadata", "xml"), code: 2, saying: "xml", "klv")
  }
}

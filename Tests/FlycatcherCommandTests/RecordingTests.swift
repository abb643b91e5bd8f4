// What `flycatcher serve --record` leaves behind.
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct RecordingTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// The files of the recording, in the order of time, with the frames that ffprobe reads in each.
  private func recordings() throws -> [(name: String, frames: Int)] {
    let path = folder.path("recordings")
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { name in
      let arguments = [
        "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames", "-of",
        "csv=p=0", "\(path)/\(name)",
      ]
      let outcome = try Running("/usr/bin/ffprobe", arguments).outcome()
      return (name, Int(outcome.output.prefix { $0.isNumber }) ?? 0)
    }
  }

  @Test(.timeLimit(.minutes(2))) func filesBeginAnewAfterTheirTime() throws {
    let serving = try Serving([try Clips.toss(), "--loop", "--record", folder.path("recordings"), "--segment", "2s"])
    try serving.waitFor("  recording ", count: 4)
    try serving.end()
    let files = try recordings()
    #expect(files.count >= 4)
    // Each of those that are whole holds what was shown in two seconds or a little more.
    for file in files.dropLast() { #expect(file.frames >= 60, "\(files)") }
    #expect(files.allSatisfy { $0.name.hasPrefix("live-2") && $0.name.hasSuffix("Z.mkv") || $0.name.contains("Z-") })
  }

  @Test(.timeLimit(.minutes(2)), arguments: ["mkv", "mp4"]) func whatWasKilledCanBePlayed(_ format: String) throws {
    let serving = try Serving([
      try Clips.toss(), "--loop", "--record", folder.path("recordings"), "--record-format", format,
    ])
    try serving.waitFor("is there", count: 5)
    serving.program.send(SIGKILL)
    _ = try serving.program.outcome()
    // Four times the clip, less the last second.
    let file = try #require(try recordings().first)
    #expect(file.frames >= 4 * Clips.frameCount - 60 && file.name.hasSuffix(".\(format)"), "\(file)")
    // What was seen is there, too, as is the way to any place in the file.
    let path = "'" + folder.path("recordings") + "/" + file.name + "'"
    let notes = "ffmpeg -nostdin -v error -i \(path) -map 0:s -c copy -f data - | tr -cd '[:print:]'"
    #expect(try shell(notes).output.contains("\"ended\""))
    try shell("ffmpeg -nostdin -v error -xerror -ss 4 -i \(path) -frames:v 1 -f null -")
  }

  /// The service where no file may be longer than some kilobytes, as with a quota: the disk itself has room. Its log is written by another process.
  private func serving(_ kilobytes: Int, _ format: String) throws -> Serving {
    try Serving(
      [try Clips.toss(), "--loop", "--record", folder.path("recordings"), "--record-format", format],
      environment: ["bash", "-c", "exec 2> >(cat >&2); ulimit -f \(kilobytes); exec \"$@\"", "bash"])
  }

  /// Nothing is left of a file in which there was no room for the first pictures, and that is said once; the stream goes on.
  @Test(.timeLimit(.minutes(2)), arguments: ["mkv", "mp4"], [0, 1])
  func whatHoldsNoPictureIsRemoved(_ format: String, _ kilobytes: Int) throws {
    let serving = try serving(kilobytes, format)
    try serving.waitFor("Recording waits.", count: 1)
    // Long enough for another attempt.
    #expect(try serving.times("/live", count: 400, transport: "tcp").count == 400)
    try serving.end()
    #expect(try recordings().isEmpty)
    let log = serving.program.errors
    #expect(log.components(separatedBy: "Recording waits.").count == 2, "\(log)")
    #expect(log.components(separatedBy: "  recording ").count == 2, "\(log)")
  }

  /// What was written before the disk was full can be played, and recording goes on.
  @Test(.timeLimit(.minutes(2)), arguments: ["mkv", "mp4"]) func whatWasCutOffCanBePlayed(_ format: String) throws {
    let serving = try serving(500, format)
    try serving.waitFor("  recording ", count: 3)
    try serving.end()
    let files = try recordings()
    #expect(files.count >= 3)
    // The last one has just begun.
    for file in files.dropLast() { #expect(file.frames >= 60, "\(files)") }
  }

  /// An encoder that looks ahead holds the last second when the source ends.
  @Test(.timeLimit(.minutes(2))) func whatTheEncoderStillHoldsIsRecorded() throws {
    let serving = try Serving([
      try Clips.toss(), "--record", folder.path("recordings"), "--encoder", "x264enc speed-preset=superfast",
    ])
    #expect(try serving.program.outcome().code == 0)
    #expect(try recordings().map(\.frames) == [Clips.frameCount])
  }

  @Test func whatCannotBeRecordedIsRefused() throws {
    let clip = try Clips.toss()
    expect(try flycatcher("serve", clip, "--segment", "1min"), code: 2, saying: "--record")
    expect(try flycatcher("serve", clip, "--record", clip), code: 1, saying: clip)
    for length in ["0", "0.5", "25h", "long"] {
      expect(
        try flycatcher("serve", clip, "--record", folder.path("a"), "--segment", length), code: 2, saying: "--segment",
        length, "1 s to 24 h")
    }
    expect(
      try flycatcher("serve", clip, "--record", folder.path("a"), "--keep-for", "1w"), code: 2, saying: "1w", "7d")
    expect(
      try flycatcher("serve", clip, "--record", folder.path("a"), "--keep-bytes", "9XB"), code: 2, saying: "9XB", "GB")
    expect(
      try flycatcher("serve", clip, "--record", folder.path("a"), "--record-format", "avi"), code: 2, saying: "avi")
    expect(try flycatcher("serve", clip, "--record-format", "mp4"), code: 2, saying: "--record FOLDER")
  }
}

/// The other ways to record.
@Suite(.serialized) struct RecordingChoicesTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// The clip with sound and with B-frames, as cameras send them.
  private func clipWithSound() throws -> String {
    let path = folder.path("sound.mp4")
    try shell(
      "ffmpeg -nostdin -v error -i '\(try Clips.toss())' -f lavfi -i sine=440 -map 0:v -map 1:a -c:v libx264 -preset ultrafast "
        + "-bf 2 -g 15 -c:a aac -shortest '\(path)'")
    return path
  }

  private struct Recording {
    let name: String
    var kinds: [String: Int] = [:]
  }

  /// The files of the recording with the frames of each kind of stream.
  private func recordings() throws -> [Recording] {
    let path = folder.path("recordings")
    let names = try FileManager.default.contentsOfDirectory(atPath: path).filter {
      $0.hasSuffix(".mkv") || $0.hasSuffix(".mp4")
    }.sorted()
    return try names.map { name in
      let arguments = [
        "-v", "error", "-count_frames", "-show_entries", "stream=codec_type,nb_read_frames", "-of", "csv=p=0",
        "\(path)/\(name)",
      ]
      let outcome = try Running("/usr/bin/ffprobe", arguments).outcome()
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      var recording = Recording(name: name)
      for line in outcome.output.split(separator: "\n") {
        let parts = line.split(separator: ",")
        if parts.count > 1 { recording.kinds[String(parts[0])] = Int(parts[1]) }
      }
      return recording
    }
  }

  @Test(.timeLimit(.minutes(2)), arguments: ["mkv", "mp4"])
  func theSourcesOwnVideoIsKeptAsItIs(_ format: String) throws {
    let clip = try clipWithSound()
    let serving = try Serving([
      clip, "--loop", "--record", folder.path("recordings"), "--record-clean", "--audio", "--record-format", format,
    ])
    try serving.waitFor("is there", count: 3)
    try serving.end()
    let whole = try #require(try recordings().first)
    #expect(whole.kinds["video"] == Clips.frameCount, "\(whole)")
    #expect(whole.kinds["audio"] ?? 0 >= 40 && whole.kinds["subtitle"] ?? 0 > 0, "\(whole)")
    // The very bytes of the source.
    let sum = { (path: String) in
      try Running(
        "/usr/bin/ffmpeg",
        ["-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-f", "framemd5", "-"]
      ).outcome().output.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
        $0.split(separator: ",").last
      }
    }
    #expect(try sum(folder.path("recordings") + "/" + whole.name) == (try sum(clip)))
  }

  @Test(.timeLimit(.minutes(2))) func soundIsRecordedBesideTheAnnotatedVideo() throws {
    let serving = try Serving([
      try clipWithSound(), "--loop", "--record", folder.path("recordings"), "--audio", "--webvtt",
    ])
    try serving.waitFor("is there", count: 4)
    try serving.end()
    let files = try recordings()
    // The stream goes on while its source begins anew: so does the file.
    try #require(files.count == 1, "\(files)")
    #expect(files[0].kinds["video"] ?? 0 >= 3 * Clips.frameCount, "\(files)")
    try expectNoGap(files[0], longest: 0.6)
    let cues = try contents(folder.path("recordings") + "/" + files[0].name.replacing(".mkv", with: ".vtt"))
    #expect(cues.hasPrefix("WEBVTT\n\n") && cues.contains("\"type\":\"trajectory\""))
  }

  /// A camera with sound whose connection ends again and again.
  @Test(.timeLimit(.minutes(2))) func soundGoesOnInTheSameFileWhenItsCameraComesBack() throws {
    let camera =
      "videotestsrc is-live=true num-buffers=60 ! video/x-raw,width=320,height=176,framerate=30/1 ! appsink name=frames "
      + "audiotestsrc is-live=true num-buffers=86 ! audio/x-raw,format=S16LE,rate=44100,channels=1 ! appsink name=sound"
    let serving = try Serving([camera, "--record", folder.path("recordings"), "--audio"])
    try serving.waitFor("is there", count: 3)
    try serving.end()
    let files = try recordings()
    try #require(files.count == 1, "\(files)")
    // While the camera is away its last picture stands, and nothing is heard.
    try expectNoGap(files[0], longest: 0.6, ofSound: 2.5)
  }

  /// Files that follow one another hold the sound of their own pictures.
  @Test(.timeLimit(.minutes(2))) func soundEndsWithThePicturesOfItsFile() throws {
    let serving = try Serving([
      try clipWithSound(), "--loop", "--record", folder.path("recordings"), "--audio", "--segment", "2s",
    ])
    try serving.waitFor("  recording ", count: 4)
    try serving.end()
    let files = try recordings()
    #expect(files.count >= 4, "\(files)")
    for file in files.dropLast() { #expect(file.kinds["video"] ?? 0 >= 60, "\(files)") }
    for file in files { try expectNoGap(file, longest: 0.6) }
  }

  /// Expects that pictures and sound last as long as each other, without a gap.
  ///
  /// - Parameters:
  ///   - longest: The longest time from one picture to the next, seconds.
  ///   - sound: The longest time without sound, at the beginning and the end, too; `nil` is as for the pictures.
  private func expectNoGap(_ file: Recording, longest: Double, ofSound sound: Double? = nil) throws {
    let times = { (kind: String) in
      try Running(
        "/usr/bin/ffprobe",
        [
          "-v", "error", "-select_streams", kind, "-show_entries", "packet=pts_time", "-of", "csv=p=0",
          folder.path("recordings") + "/" + file.name,
        ]
      ).outcome().output.split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }) }.sorted()
    }
    let (pictures, heard) = (try times("v"), try times("a"))
    let (first, last) = (try #require(pictures.first), try #require(pictures.last))
    let gap = { (times: [Double]) in zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? .infinity }
    #expect(gap(pictures) < longest, "\(file) \(pictures)")
    #expect(gap([first] + heard + [last]) < sound ?? longest, "\(file) \(heard)")
    #expect(heard.allSatisfy { $0 >= first - 0.1 && $0 < last + 0.1 }, "\(file) \(last) \(heard)")
  }

  /// Sound that no parser brings into form, on its way to the file.
  @Test(.timeLimit(.minutes(2)), arguments: ["pcm_s16le", "pcm_alaw", "pcm_mulaw"])
  func soundThatNeedsNoParserIsRecorded(_ codec: String) throws {
    try isRecorded(codec, "sound.mov")
  }

  /// Sound whose headers come as packets before all others.
  @Test(.timeLimit(.minutes(2))) func vorbisIsRecorded() throws { try isRecorded("libvorbis", "sound.mkv") }

  /// Expects that the clip is recorded with its sound.
  ///
  /// - Parameters:
  ///   - codec: The encoder of the sound.
  ///   - name: A name of a file that takes it.
  private func isRecorded(_ codec: String, _ name: String) throws {
    let clip = folder.path(name)
    try shell(
      "ffmpeg -nostdin -v error -i '\(try Clips.toss())' -f lavfi -i sine=d=1.4 -c:v copy -c:a \(codec) '\(clip)'")
    let serving = try Serving([clip, "--loop", "--record", folder.path("recordings"), "--audio"])
    try serving.waitFor("is there", count: 3)
    try serving.end()
    let files = try recordings()
    #expect(files.contains { $0.kinds["audio"] ?? 0 > 5 && $0.kinds["video"] ?? 0 > 60 }, "\(files)")
  }

  @Test(.timeLimit(.minutes(3)), arguments: [[], ["--record-clean"]])
  func eventsAloneAreRecorded(_ more: [String]) throws {
    // Three seconds in which nothing moves, then the ball.
    let clip = folder.path("still.mkv")
    try shell(
      "ffmpeg -nostdin -v error -i '\(try Clips.toss())' -vf tpad=start_duration=4:start_mode=clone:stop_duration=4:stop_mode=clone "
        + "-c:v libx264 -preset ultrafast -g 15 '\(clip)'")
    let serving = try Serving(
      [clip, "--record", folder.path("recordings"), "--record-events", "--before", "1s", "--after", "1s"] + more)
    let outcome = try serving.program.outcome(within: 60)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let files = try recordings()
    try #require(files.count == 1, "\(files)")
    // The flight with a second before and after it, not the eight seconds of stillness.
    let frames = files[0].kinds["video"] ?? 0
    #expect(frames >= 120 && frames <= Clips.frameCount + 4 * 60, "\(frames)")
    let lines = try jsonLines(
      contents(folder.path("recordings") + "/" + files[0].name.replacing(".mkv", with: ".jsonl")))
    #expect(lines.first?["type"] as? String == "stream" && lines.last?["type"] as? String == "summary")
    let times = lines.filter { $0["type"] as? String == "trajectory" }.compactMap { $0["time"] as? Double }
    // Times of the file, not of the service.
    #expect(times.allSatisfy { $0 >= 0.9 && $0 < 4 }, "\(times)")
    #expect(!times.isEmpty)
  }

  @Test func whatCannotBeMeantIsRefused() throws {
    let clip = try Clips.toss()
    let path = folder.path("recordings")
    expect(try flycatcher("serve", clip, "--record-clean"), code: 2, saying: "--record")
    expect(try flycatcher("serve", clip, "--record", path, "--before", "3s"), code: 2, saying: "--record-events")
    expect(
      try flycatcher("serve", clip, "--record", path, "--record-events", "--before", "2min"), code: 2, saying: "60")
    expect(
      try flycatcher("serve", "/dev/video0", "--record", path, "--record-clean"), code: 2, saying: "/dev/video0",
      "coded")
    expect(
      try flycatcher("serve", "videotestsrc ! appsink name=frames", "--record", path, "--record-clean"), code: 2,
      saying: "appsink name=coded")
  }
}

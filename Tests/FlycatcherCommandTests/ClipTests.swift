import Foundation
import TestSupport
import Testing

/// Flights cut out of a film, with its sound.
@Suite struct ClipTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// The number of frames of the film.
  private static let frameCount = 3 * Clips.frameCount + 2 * 60

  /// The two throws, three times, with a second of nothing between, and a tone; 6.2 s.
  private func film(_ name: String = "film.mp4", sound: String? = "avenc_aac ! aacparse") throws -> String {
    let path = folder.path(name)
    let muxer = name.hasSuffix(".mp4") ? "mp4mux" : "matroskamux"
    let tone = "audiotestsrc num-buffers=270 samplesperbuffer=1024 ! audio/x-raw,rate=44100,channels=1 ! audioconvert"
    let pixels = folder.path("pixels")
    try shell(
      """
      still() { for i in $(seq 60); do head -c 84480 '\(try Clips.tossPixels())'; done; }
      (cat '\(try Clips.tossPixels())'; still; cat '\(try Clips.tossPixels())'; still; cat '\(try Clips.tossPixels())') > '\(pixels)'
      gst-launch-1.0 -q filesrc location='\(pixels)' \
      ! rawvideoparse format=i420 width=320 height=176 framerate=60/1 \
      ! x264enc speed-preset=ultrafast quantizer=16 pass=quant key-int-max=20 ! h264parse ! queue ! \(muxer) name=mux \
      ! filesink location='\(path)' \(sound.map { "\(tone) ! \($0) ! queue ! mux." } ?? "")
      """)
    return path
  }

  /// What ffprobe tells of a file: the kinds of streams, the duration, and the first sound packets' checksums.
  private func probe(_ path: String) throws -> (streams: [String], duration: Double) {
    let outcome = try shell(
      "ffprobe -v error -show_entries stream=codec_name -show_entries format=duration -of json '\(path)'")
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let streams = (value?["streams"] as? [[String: Any]] ?? []).compactMap { $0["codec_name"] as? String }
    let duration = ((value?["format"] as? [String: Any])?["duration"] as? String).flatMap(Double.init)
    return (streams, try #require(duration))
  }

  /// The checksums of the encoded sound.
  private func sound(_ path: String) throws -> [String] {
    try shell(
      "ffprobe -v error -select_streams a -show_packets -show_data_hash md5 -show_entries packet=data_hash -of csv=p=0 '\(path)'"
    )
    .output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["out.mkv", "out.mp4"]) func annotatedVideoKeepsTheSoundBitExact(_ name: String) throws {
    let (input, output) = (try film(), folder.path(name))
    let outcome = try flycatcher("analyze", input, "--annotate", output)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try probe(output).streams.sorted() == ["aac", "h264"])
    #expect(try sound(output) == sound(input), "not encoded again")
    #expect(try framesPlayed(output) == Self.frameCount)
  }

  @Test func soundThatMP4DoesNotTakeIsEncodedAnew() throws {
    let (input, output) = (try film("film.mkv", sound: "vorbisenc"), folder.path("out.mp4"))
    let outcome = try flycatcher("analyze", input, "--annotate", output)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let streams = try probe(output).streams
    #expect(streams.count == 2 && streams.contains("h264"))
  }

  @Test(arguments: [[], ["--clean"]]) func eachFlightIsAClipWithSound(_ options: [String]) throws {
    let (input, clips, reel) = (try film(), folder.path("clips"), folder.path("reel.mp4"))
    let arguments =
      ["analyze", input, "--clips", clips, "--reel", reel, "--before", "0.1", "--after", "0.1"] + options
    let outcome = try Running(command, arguments).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: clips).sorted()
    let videos = names.filter { $0.hasSuffix(".mp4") }
    #expect(videos == ["flight-001-002.mp4", "flight-003-004.mp4", "flight-005-006.mp4"], "\(names)")
    #expect(names.filter { $0.hasSuffix(".png") }.count == videos.count)
    var total = 0.0
    for video in videos {
      let (streams, duration) = try probe(clips + "/" + video)
      #expect(streams.sorted() == ["aac", "h264"])
      // Two throws within 1.4 s; what is cut without encoding begins up to 20 frames earlier.
      #expect(duration > 1 && duration < 1.9, "\(video): \(duration)")
      total += duration
    }
    let (streams, duration) = try probe(reel)
    #expect(streams.sorted() == ["aac", "h264"])
    #expect(abs(duration - total) < 0.3, "\(duration) beside \(total)")
    #expect(try framesPlayed(reel) > 100)
    if options == ["--clean"] {
      let all = Set(try sound(input))
      #expect(try sound(clips + "/" + videos[1]).allSatisfy(all.contains), "the very sound of the film")
    }
  }

  @Test func aClipHoldsTheFlightFromItsFirstFrameToItsLast() throws {
    let (clips, reel, lines) = (folder.path("clips"), folder.path("reel.mp4"), folder.path("lines.jsonl"))
    let outcome = try flycatcher(
      "analyze", try Clips.toss(), "--clips", clips, "--reel", reel, "--json", lines, "--before", "0", "--after", "0")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let flights = try jsonLines(contents(lines)).filter { $0["state"] as? String == "ended" }
    let frames = flights.map { ($0["detectedPoints"] as? [[String: Any]] ?? []).compactMap { $0["frame"] as? Int } }
    let lengths = try frames.sorted { ($0.first ?? 0) < ($1.first ?? 0) }.map { numbers in
      try #require(numbers.last) - #require(numbers.first) + 1
    }
    #expect(lengths.count == 2)
    for (index, length) in lengths.enumerated() {
      #expect(try framesPlayed("\(clips)/flight-00\(index + 1).mp4") == length)
    }
    #expect(try framesPlayed(reel) == lengths.reduce(0, +))
  }

  @Test(arguments: [[], ["--clean"]]) func aFilmWithoutSoundHasClipsWithout(_ options: [String]) throws {
    let clips = folder.path("clips")
    let outcome = try Running(command, ["analyze", try film(sound: nil), "--clips", clips] + options).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    let videos = try FileManager.default.contentsOfDirectory(atPath: clips).filter { $0.hasSuffix(".mp4") }
    // With a second before and after, they are all one.
    #expect(videos.count == 1, "\(videos)")
    #expect(try probe(clips + "/" + (videos.first ?? "")).streams == ["h264"])
  }

  /// The rest of the film must not keep the clips waiting.
  @Test(arguments: [[], ["--clean"]]) func aTurnedFilmWhoseFlightsEndEarly(_ options: [String]) throws {
    let turned = folder.path("turned.mp4")
    try shell(
      """
      still() { for i in $(seq 200); do head -c 84480 '\(try Clips.tossPixels())'; done; }
      (cat '\(try Clips.tossPixels())'; still) > '\(folder.path("pixels"))'
      gst-launch-1.0 -q filesrc location='\(folder.path("pixels"))' \
      ! rawvideoparse format=i420 width=320 height=176 framerate=60/1 ! videoflip video-direction=90l \
      ! x264enc speed-preset=ultrafast quantizer=16 pass=quant key-int-max=20 ! h264parse ! mp4mux \
      ! filesink location='\(turned)'
      """)
    try markAsTurned(turned)
    let clips = folder.path("clips")
    let outcome = try Running(
      command, ["analyze", turned, "--clips", clips, "--before", "0.1", "--after", "0.1"] + options
    ).outcome(within: 40)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let clip = clips + "/flight-001-002.mp4"
    #expect(try probe(clip).duration < 2)
    let lines = try flycatcher("analyze", clip, "--json", "-").jsonLines()
    #expect([lines.first?["width"] as? Int, lines.first?["height"] as? Int] == [320, 176], "upright")
    guard !options.isEmpty else { return }
    // The tag that other players read.
    let tag = try shell(
      "ffprobe -v error -select_streams v -show_entries stream_side_data=rotation -of csv=p=0 '\(clip)'")
    #expect(tag.output.contains("-90"), "\(tag.output)")
    let reel = folder.path("reel.mkv")
    let another = try flycatcher("analyze", turned, "--reel", reel, "--clean")
    #expect(another.code == 0)
    #expect(another.errors.contains("reel.mkv") && another.errors.contains("rotation"), "\(another.errors)")
  }

  /// Matroska does not say when a picture is decoded, and the parts of a reel begin with pictures that are decoded before they are shown.
  @Test(arguments: ["film.mkv", "film.mp4"]) func picturesAreShownInTheirOrder(_ name: String) throws {
    let (film, clips, reel) = (folder.path(name), folder.path("clips"), folder.path("reel.mp4"))
    let whole = try self.film("whole.mp4", sound: nil)
    try shell("ffmpeg -nostdin -v error -i '\(whole)' -c:v libx264 -bf 3 -g 20 -crf 18 '\(film)'")
    let outcome = try flycatcher(
      "analyze", film, "--clips", clips, "--reel", reel, "--clean", "--before", "0.1", "--after", "0.1")
    #expect(outcome.code == 0, "\(outcome.errors)")
    for path in [clips + "/flight-001-002.mp4", clips + "/flight-003-004.mp4", reel] {
      for entry in ["packet=dts_time", "frame=pts_time"] {
        let text = try shell("ffprobe -v error -select_streams v -show_entries \(entry) -of csv=p=0 '\(path)'").output
        let times = text.split(whereSeparator: { "\n,".contains($0) }).compactMap { Double($0) }
        #expect(times.count > 60)
        for (one, next) in zip(times, times.dropFirst()) {
          #expect(next > one && next < one + 0.2, "\(path): \(entry) \(one), \(next)")
        }
      }
    }
  }

  /// What draws waited for sound that never came, and MP4 with a track of sound of no kind could not be opened.
  @Test(arguments: [[], ["--clean"]]) func soundMayEndEarly(_ options: [String]) throws {
    let (film, clips, reel) = (folder.path("film.mp4"), folder.path("clips"), folder.path("reel.mp4"))
    try shell(
      "ffmpeg -nostdin -v error -i '\(try self.film("whole.mp4", sound: nil))' -f lavfi -i sine=d=1 -c:v copy '\(film)'"
    )
    let outcome = try Running(
      command,
      ["analyze", film, "--clips", clips, "--reel", reel, "--before", "0.1", "--after", "0.1"] + options
    ).outcome(within: 60)
    #expect(outcome.code == 0, "\(outcome.errors)")
    for name in ["flight-001-002", "flight-003-004", "flight-005-006"] {
      try shell("ffmpeg -nostdin -v error -xerror -i '\(clips)/\(name).mp4' -f null -")
      #expect(try probe("\(clips)/\(name).mp4").streams.contains("h264"))
    }
    #expect(try framesPlayed(reel) > 3 * Clips.frameCount - 30)
  }

  @Test func clipsThatCannotBe() throws {
    let toss = try Clips.toss()
    expect(try flycatcher("analyze", toss, "--clips", "/nowhere/clips"), code: 1, saying: "--clips", "no folder")
    let file = folder.path("file")
    try "".write(toFile: file, atomically: false, encoding: .utf8)
    expect(try flycatcher("analyze", toss, "--clips", file), code: 1, saying: "not a folder")
    expect(try flycatcher("analyze", toss, "--reel", folder.path("reel.avi")), code: 2, saying: ".mkv or .mp4")
    expect(try flycatcher("analyze", toss, "--clean"), code: 2, saying: "--clips")
    expect(try flycatcher("analyze", toss, "--clips", file + "s", "--before", "-1"), code: 2, saying: "--before")
    expect(try flycatcher("analyze", "-", "--clips", file + "s"), code: 2, saying: "file")
    let missing = folder.path("missing.mp4")
    let plain = try flycatcher("analyze", missing)
    expect(try flycatcher("analyze", missing, "--clips", file + "s"), code: plain.code, saying: "missing.mp4")
  }
}

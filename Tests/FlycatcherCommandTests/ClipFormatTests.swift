import Foundation
import TestSupport
import Testing

/// Films of other kinds than MP4 with AAC, annotated and cut.
@Suite struct ClipFormatTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// The two throws as another file: that of what ffmpeg makes of them with some options.
  private func film(_ name: String, _ options: String) throws -> String {
    let path = folder.path(name)
    try shell("ffmpeg -nostdin -v error -i '\(try Clips.toss())' \(options) '\(path)'")
    return path
  }

  /// A tone as long as the throws.
  private let tone = "-f lavfi -i sine=d=1.4 -c:v copy"

  /// The kinds of the streams, sorted.
  private func streams(_ path: String) throws -> [String] {
    let outcome = try shell("ffprobe -v error -show_entries stream=codec_name -of csv=p=0 '\(path)'")
    return outcome.output.split(separator: "\n").map(String.init).sorted()
  }

  /// Cuts the flights, and writes all of them into one file, too.
  ///
  /// - Returns: The clip, whose name has no ending here, and the reel.
  private func cut(_ film: String, _ reel: String, _ options: [String]) throws -> (clip: String, reel: String) {
    let (clips, path) = (folder.path("clips"), folder.path(reel))
    let outcome = try Running(command, ["analyze", film, "--clips", clips, "--reel", path] + options).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    return (clips + "/flight-001-002", path)
  }

  @Test(arguments: ["pcm_s16le", "pcm_alaw", "pcm_mulaw"]) func soundThatNeedsNoParserIsKept(_ codec: String) throws {
    let film = try film("film.mov", "\(tone) -c:a \(codec)")
    let annotated = folder.path("annotated.mkv")
    let outcome = try flycatcher("analyze", film, "--annotate", annotated)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try streams(annotated) == ["h264", codec])
    for options in [[], ["--clean"]] {
      let (clip, reel) = try cut(film, "reel.mkv", options)
      #expect(try streams(clip + ".mkv") == ["h264", codec])
      #expect(try streams(reel) == ["h264", codec])
    }
    // MP4 has none of them.
    #expect(try streams(try cut(film, "reel.mp4", []).reel).contains("h264"))
  }

  /// Files in the order of decoding that do not say when a picture is shown: most of the clip was lost, and nothing said.
  @Test(arguments: ["film.avi", "film.h264"]) func whatHasNoTimesIsNotCutAsItIs(_ name: String) throws {
    let (film, clips) = (try film(name, "-c copy"), folder.path("clips"))
    expect(
      try flycatcher("analyze", film, "--clips", clips, "--clean"), code: 1, saying: name, "when", "Leave out --clean")
    #expect(try FileManager.default.contentsOfDirectory(atPath: clips).isEmpty)
    let (clip, _) = try cut(film, "reel.mkv", [])
    #expect(try framesPlayed(clip + ".mp4") > Clips.frameCount / 2)
  }

  /// In AVI of pictures that stand for themselves, they are shown as they come.
  @Test func aviOfWholePicturesIsCut() throws {
    let film = try film("film.avi", "-c:v mjpeg")
    let (clip, _) = try cut(film, "reel.mkv", ["--clean"])
    #expect(try framesPlayed(clip + ".mkv") == Clips.frameCount)
  }

  /// Sound whose headers come as packets before all others.
  @Test(arguments: ["film.webm", "film.mkv"]) func vorbisStaysInClips(_ name: String) throws {
    let pictures = name.hasSuffix("webm") ? "libvpx -b:v 4M -deadline realtime -g 30" : "copy"
    let film = try film(name, "-f lavfi -i sine=d=1.4 -c:v \(pictures) -c:a libvorbis")
    let (drawn, reel) = try cut(film, "reel.mp4", [])
    #expect(try streams(drawn + ".mkv") == ["h264", "vorbis"])
    #expect(try streams(reel).contains("h264") && streams(reel).count == 2)
    let (clip, cleanReel) = try cut(film, "reel.mkv", ["--clean"])
    for path in [clip + ".mkv", cleanReel] {
      #expect(try streams(path) == [name.hasSuffix("webm") ? "vp8" : "h264", "vorbis"].sorted())
      #expect(try framesPlayed(path) > Clips.frameCount - 5)
      try shell("ffmpeg -nostdin -v error -xerror -i '\(path)' -map 0:a -f null -")
    }
  }

  /// The key frame of a film that is trimmed lies before what is shown of it.
  @Test func aTrimmedFilmIsCutFromAKeyFrame() throws {
    let whole = try film("whole.mp4", "-c:v libx264 -bf 3 -g 250 -crf 18")
    let trimmed = folder.path("trimmed.mp4")
    try shell("ffmpeg -nostdin -v error -ss 0.2 -i '\(whole)' -c copy '\(trimmed)'")
    let clips = folder.path("clips")
    let outcome = try flycatcher("analyze", trimmed, "--clips", clips, "--clean", "--before", "0.05", "--after", "0.1")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: clips).filter { $0.hasSuffix(".mp4") }.sorted()
    #expect(!names.isEmpty)
    for name in names {
      let packets = try shell("ffprobe -v error -show_entries packet=flags -of csv=p=0 '\(clips)/\(name)'").output
      #expect(packets.hasPrefix("K"), "\(name): \(packets)")
      try shell("ffmpeg -nostdin -v error -xerror -i '\(clips)/\(name)' -f null -")
    }
  }
}

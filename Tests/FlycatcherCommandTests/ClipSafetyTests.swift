import Foundation
import TestSupport
import Testing

/// Whatever happens while clips are cut, no film is lost, and what has been written can be played.
@Suite struct ClipSafetyTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// The film and other results may lie in the folder of the clips, under the names that clips have.
  @Test(arguments: [[], ["--clean"]]) func noClipIsWrittenOverTheFilm(_ options: [String]) throws {
    let clips = folder.path("clips")
    try FileManager.default.createDirectory(atPath: clips, withIntermediateDirectories: false)
    let film = clips + "/flight-001-002.mp4"
    try FileManager.default.copyItem(atPath: try Clips.toss(), toPath: film)
    let before = try Data(contentsOf: URL(fileURLWithPath: film))
    func refused(_ film: String, _ more: [String], saying: String) throws {
      let outcome = try Running(command, ["analyze", film, "--clips", clips] + options + more).outcome()
      expect(outcome, code: 2, saying: "flight-001-002", "same file as \(saying)")
    }
    try refused(film, [], saying: "the input")
    let link = folder.path("link.mp4")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: film)
    try refused(link, [], saying: "the input")
    #expect(try Data(contentsOf: URL(fileURLWithPath: film)) == before)
    try FileManager.default.removeItem(atPath: film)
    let toss = try Clips.toss()
    for (option, path) in [
      ("--reel", film), ("--annotate", film), ("--picture", clips + "/../clips/flight-001-002.png"),
    ] {
      try refused(toss, [option, path], saying: option)
      #expect(!FileManager.default.fileExists(atPath: film) || option == "--annotate")
      try? FileManager.default.removeItem(atPath: film)
    }
    // Any other name will do.
    let other = clips + "/film.mp4"
    try FileManager.default.copyItem(atPath: try Clips.toss(), toPath: other)
    let outcome = try Running(command, ["analyze", other, "--clips", clips] + options).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try framesPlayed(film) == Clips.frameCount)
  }

  /// A film that takes long to cut: a minute and a half of the throws, again and again.
  private func longFilm() throws -> String {
    let path = folder.path("long.mp4")
    try shell("ffmpeg -nostdin -v error -stream_loop 60 -i '\(try Clips.toss())' -c copy '\(path)'")
    return path
  }

  @Test(.timeLimit(.minutes(3)), arguments: ["out.mp4", "out.mkv"])
  func anInterruptionFinishesTheClip(_ name: String) throws {
    let (film, reel) = (try longFilm(), folder.path(name))
    let running = try Running(command, ["analyze", film, "--reel", reel])
    let deadline = Date() + 90
    while size(reel) < 20_000, Date() < deadline { usleep(5000) }
    running.send(SIGINT)
    let outcome = try running.outcome(within: 20)
    #expect(outcome.code == 130, "\(outcome.errors)")
    let frames = try framesPlayed(reel)
    #expect(frames > 0 && frames < 60 * Clips.frameCount, "\(frames)")
  }

  /// A file that may not grow: as with a full disk, the last write stops in the middle.
  @Test(.disabled(if: Sanitizer.watchesThreads), .timeLimit(.minutes(3)), arguments: [[], ["--clean"]])
  func whatWasCutUntilTheDiskWasFullCanBePlayed(_ options: [String]) throws {
    let (film, reel) = (try longFilm(), folder.path("out.mp4"))
    let line =
      "trap '' XFSZ; ulimit -f 500; exec '\(command)' analyze '\(film)' --reel '\(reel)' \(options.joined(separator: " "))"
    let outcome = try Running("/bin/bash", ["-c", line]).outcome(within: 120)
    expect(outcome, code: 1, saying: "could not write")
    #expect(size(reel) > 400_000)
    #expect(try framesPlayed(reel, mayBeCutOff: true) > Clips.frameCount)
  }
}

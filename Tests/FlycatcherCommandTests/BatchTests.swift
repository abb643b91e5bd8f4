// `flycatcher analyze … --output folder`: many files, one result each, and what is whole stays.
import Flycatcher
import FlycatcherLines
import Foundation
import TestSupport
import Testing

@Suite struct BatchTests {
  let folder: Folder
  let results: String

  init() throws {
    folder = try Folder()
    results = folder.path("results")
  }

  /// Copies the clip of the tests.
  @discardableResult
  private func clip(_ name: String) throws -> String {
    let path = folder.path(name)
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: try Clips.toss(), toPath: path)
    return path
  }

  private func stored() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: results)) ?? []).sorted()
  }

  private func expectWhole(_ name: String, of source: String) throws {
    let lines = try jsonLines(contents(results + "/" + name))
    #expect(lines.first?["source"] as? String == source)
    #expect(lines.last?["frames"] as? Int == Clips.frameCount)
  }

  /// The files and when each was written, to the nanosecond.
  private func times() throws -> [String: Date] {
    try Dictionary(
      uniqueKeysWithValues: stored().map { name in
        (
          name,
          try #require(FileManager.default.attributesOfItem(atPath: results + "/" + name)[.modificationDate] as? Date)
        )
      })
  }

  @Test func everyFileHasItsResultAndABrokenOneEndsNoOther() throws {
    let (first, second) = (try clip("films/a/toss.mp4"), try clip("films/b/toss.mp4"))
    try "no film".write(toFile: folder.path("films/c.mkv"), atomically: false, encoding: .utf8)
    try "notes".write(toFile: folder.path("films/notes.txt"), atomically: false, encoding: .utf8)
    let outcome = try flycatcher("analyze", folder.path("films"), "--output", results, "--picture", "{}.png")
    expect(outcome, code: 3, saying: "1 file failed", "failed.txt")
    #expect(outcome.output.contains("2 flights, 84 frames"))
    let names = stored()
    #expect(names.count == 5, "\(names)")
    // What is missing of a result is made anew, and nothing else.
    try FileManager.default.removeItem(atPath: results + "/toss.png")
    let again = try flycatcher("analyze", folder.path("films"), "--output", results, "--picture", "{}.png")
    #expect(again.output.contains("toss.png is missing") && again.output.contains("b/toss.mp4: whole already"))
    #expect(stored() == names)
    #expect(names.contains("failed.txt") && names.contains("toss.png") && names.contains("toss.jsonl"))
    try expectWhole("toss.jsonl", of: first)
    let apart = try #require(names.first { $0.hasPrefix("toss-") && $0.hasSuffix(".jsonl") })
    try expectWhole(apart, of: second)
    let failures = try contents(results + "/failed.txt").split(separator: "\n")
    #expect(failures.count == 1)
    #expect(failures[0].hasPrefix(folder.path("films/c.mkv") + "\t3\t"))
  }

  @Test func aFilmThatEndsTooEarlyKeepsWhatThereIs() throws {
    let whole = folder.path("whole.mp4")
    try shell(
      "gst-launch-1.0 -q filesrc location='\(try Clips.toss())' ! qtdemux ! h264parse ! mp4mux faststart=true "
        + "! filesink location='\(whole)'")
    try FileManager.default.createDirectory(atPath: folder.path("films"), withIntermediateDirectories: true)
    let path = folder.path("films/half.mp4")
    let data = try Data(contentsOf: URL(fileURLWithPath: whole))
    try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: path))
    try clip("films/toss.mp4")
    let arguments = ["analyze", folder.path("films"), "--output", results, "--picture", "{}.png"]
    let outcome = try Running(command, arguments).outcome()
    expect(outcome, code: 1, saying: "1 file ended too early", "failed.txt")
    #expect(!outcome.errors.contains("Run again"))
    #expect(outcome.output.contains("half.mp4: incomplete, "), "\(outcome.output)")
    let names = ["failed.txt", "half.jsonl", "half.png", "toss.jsonl", "toss.png"]
    #expect(stored() == names)
    let lines = try jsonLines(contents(results + "/half.jsonl"))
    let frames = try #require(lines.last?["frames"] as? Int)
    #expect(frames > 10 && frames < Clips.frameCount)
    let failures = try contents(results + "/failed.txt")
    #expect(failures.hasPrefix(path + "\t1\tincomplete: ") && failures.contains("What there is has been analyzed"))
    // It is told of again, and not analyzed.
    let before = try times()
    let again = try Running(command, arguments).outcome()
    expect(again, code: 1, saying: "1 file ended too early")
    #expect(again.output.contains("half.mp4: incomplete already"), "\(again.output)")
    #expect(try contents(results + "/failed.txt") == failures)
    #expect(try times().filter { $0.key != "failed.txt" } == before.filter { $0.key != "failed.txt" })
    // The rest has come.
    try data.write(to: URL(fileURLWithPath: path))
    #expect(try Running(command, arguments).outcome().code == 0)
    #expect(stored() == names.filter { $0 != "failed.txt" })
    try expectWhole("half.jsonl", of: path)
  }

  @Test func whatIsWholeIsNotAnalyzedAgain() throws {
    let (first, second) = (try clip("a/toss.mp4"), try clip("b/toss.mp4"))
    #expect(try flycatcher("analyze", first, second, "--output", results).code == 0)
    let before = try times()
    #expect(before.count == 2)
    // In whatever order, by whatever path, with options in whatever order.
    let again = try flycatcher("analyze", "b/toss.mp4", "./a", "--output", "results", directory: folder.root)
    #expect(again.code == 0, "\(again.errors)")
    #expect(again.output.components(separatedBy: "whole already").count == 4, "\(again.output)")
    #expect(try times() == before)
    // Another state, other options, another version, a result that was cut off.
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: first)
    #expect(try flycatcher("analyze", first, second, "--output", results).output.contains("it has changed"))
    #expect(try times()["toss.jsonl"] != before["toss.jsonl"])
    let options = ["analyze", first, "--output", results, "--trajectory-length", "7"]
    #expect(try Running(command, options).outcome().output.contains("other options"))
    let path = results + "/toss.jsonl"
    try contents(path).replacing("command=0.1.0", with: "command=0.0.9").write(
      toFile: path, atomically: false, encoding: .utf8)
    #expect(try Running(command, options).outcome().output.contains("another version"))
    try String(contents(path).dropLast(5)).write(toFile: path, atomically: false, encoding: .utf8)
    #expect(try Running(command, options).outcome().output.contains("not whole"))
    #expect(try Running(command, options).outcome().output.contains("whole already"))
    let third = try times()
    #expect(try Running(command, options + ["--force"]).outcome().code == 0)
    #expect(try times()["toss.jsonl"] != third["toss.jsonl"])
  }

  /// What the results say of their origin is read by the library, too, and stays out of those of a single file.
  @Test func theFirstLineTellsTheOrigin() async throws {
    let path = try clip("toss.mp4")
    #expect(try flycatcher("analyze", path, "--output", results).code == 0)
    #expect(try flycatcher("analyze", path, "--json", folder.path("single.jsonl")).code == 0)
    #expect(try !contents(folder.path("single.jsonl")).contains("fingerprint"))
    var lines = ObservationLines(URL(fileURLWithPath: results + "/toss.jsonl")).makeAsyncIterator()
    guard case .stream(let header)? = try await lines.next() else {
      Issue.record("no line of the stream")
      return
    }
    let names = try #require(header.fingerprint).split(separator: " ").map { $0.prefix { $0 != "=" } }
    #expect(names == ["command", "options", "path", "size", "modified"])
    #expect(header.fingerprint?.contains("size=\(size(path)) ") == true)
  }

  @Test func aListOnStandardInput() throws {
    try clip("a.mp4")
    try clip("b b.mp4")
    let list = "a.mp4\n\nmissing.mp4\r\nb b.mp4\na.mp4\n"
    let outcome = try flycatcher("analyze", "-", "--output", "results", input: list, directory: folder.root)
    expect(outcome, code: 1, saying: "1 file failed")
    #expect(stored() == ["a.jsonl", "b b.jsonl", "failed.txt"])
    #expect(try contents(results + "/failed.txt").hasPrefix("missing.mp4\t1\tmissing.mp4 cannot be read"))
    // As `find -print0` writes it; the list of failures is of this run.
    let zeros = try flycatcher("analyze", "-", "--output", "results", input: "a.mp4\0b b.mp4\0", directory: folder.root)
    #expect(zeros.code == 0, "\(zeros.errors)")
    #expect(stored() == ["a.jsonl", "b b.jsonl"])
    let film = try Running(
      "/bin/sh", ["-c", "'\(command)' analyze - --output '\(results)' < '\(folder.path("a.mp4"))'"])
    expect(try film.outcome(), code: 2, saying: "list of files", "video")
  }

  @Test func namesOfAnyBytes() throws {
    try clip("plain.mp4")
    try shell("cd '\(folder.root)' && mv plain.mp4 \"$(printf 'b\\377d\\n\"x.mp4')\"")
    let outcome = try flycatcher("analyze", ".", "--output", "results", directory: folder.root)
    #expect(outcome.code == 0, "\(outcome.errors) \(outcome.output)")
    #expect(stored().count == 1 && stored()[0].hasPrefix("b_d__x-"), "\(stored())")
  }

  @Test func aFolderThatHoldsItsOwnResults() throws {
    try clip("films/a.mp4")
    let line = ["analyze", folder.path("films"), "--output", folder.path("films/results"), "--annotate", "{}.mkv"]
    #expect(try Running(command, line).outcome().code == 0)
    let again = try Running(command, line).outcome()
    #expect(again.output.contains("1 file in"), "\(again.output)")
    expect(
      try flycatcher("analyze", folder.path("films"), "--output", folder.path("films/.")), code: 2,
      saying: "another one")
  }

  @Test func inputsAreListedWithoutATouch() throws {
    let films = try ["films/a.mp4", "films/deep/b.MKV", "films/.hidden.mp4", "films/results/c.mp4"].map(clip)
    try "notes".write(toFile: folder.path("films/notes.txt"), atomically: false, encoding: .utf8)
    let listed = try flycatcher(
      "analyze", folder.path("films"), films[0], folder.path("gone.mp4"), "--output", folder.path("films/results"),
      "--list")
    #expect(listed.code == 0, "\(listed.errors)")
    #expect(listed.output == "\(films[0])\n\(films[1])\n\(folder.path("gone.mp4"))\n")
    #expect(try flycatcher("analyze", films[0], "--output", results, "--list").output == films[0] + "\n")
    #expect(!FileManager.default.fileExists(atPath: results))
  }

  /// Pipes may never begin, and a folder of another user's is not to end the rest.
  @Test func onlyFilesAreTakenFromAFolder() throws {
    let path = try clip("films/a.mp4")
    try shell("mkfifo '\(folder.path("films/b.mp4"))'")
    #expect(try flycatcher("analyze", folder.path("films"), "--output", results, "--list").output == path + "\n")
    let closed = folder.path("films/closed")
    try FileManager.default.createDirectory(atPath: closed, withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: closed)
    // Whoever may read everything is not kept out.
    guard unsafe access(closed, R_OK) != 0 else { return }
    let outcome = try flycatcher("analyze", folder.path("films"), "--output", results)
    expect(outcome, code: 3, saying: "1 file failed", "failed.txt")
    #expect(try contents(results + "/failed.txt").hasPrefix(closed + "\t3\t"))
    try expectWhole("a.jsonl", of: path)
  }

  /// A film in which nothing flies any more has no reel, and that of the film before is not its.
  @Test func whatAnOlderFilmLeftGoes() throws {
    let path = try clip("films/a.mp4")
    let arguments = [
      "analyze", folder.path("films"), "--output", results, "--csv", "{}.csv", "--reel", "{}-reel.mp4", "--clips",
      "{}-clips",
    ]
    #expect(try Running(command, arguments).outcome().code == 0)
    #expect(stored() == ["a-clips", "a-reel.mp4", "a.csv", "a.jsonl"])
    try FileManager.default.removeItem(atPath: results + "/a.csv")
    #expect(try Running(command, arguments).outcome().output.contains("a.csv is missing"))
    #expect(stored() == ["a-clips", "a-reel.mp4", "a.csv", "a.jsonl"])
    try shell(
      "gst-launch-1.0 -q videotestsrc pattern=black num-buffers=12 ! x264enc ! mp4mux ! filesink location='\(path)'")
    #expect(try Running(command, arguments).outcome().code == 0)
    #expect(stored() == ["a.csv", "a.jsonl"])
  }

  /// What is wrong for one film may be right for the next.
  @Test func aCaptureRateThatDoesNotSuitOneFilm() throws {
    let (slow, quick) = (folder.path("films/a.mkv"), folder.path("films/b.mkv"))
    try FileManager.default.createDirectory(atPath: folder.path("films"), withIntermediateDirectories: false)
    for (path, rate) in [(slow, 15), (quick, 30)] {
      try shell(
        "gst-launch-1.0 -q videotestsrc num-buffers=10 ! video/x-raw,framerate=\(rate)/1 ! x264enc ! matroskamux ! "
          + "filesink location='\(path)'")
    }
    let outcome = try flycatcher("analyze", folder.path("films"), "--output", results, "--capture-rate", "20")
    expect(outcome, code: 3, saying: "1 file failed")
    #expect(try contents(results + "/failed.txt").contains("b.mkv\t3\t--capture-rate is 20"))
    #expect(stored() == ["a.jsonl", "failed.txt"])
    expect(try flycatcher("analyze", quick, "--capture-rate", "20"), code: 2, saying: "--capture-rate is 20")
  }

  @Test func wrongUse() throws {
    let path = try clip("a.mp4")
    expect(try flycatcher("analyze", path, path), code: 2, saying: "2 inputs", "--output")
    expect(try flycatcher("analyze", path, "--force"), code: 2, saying: "--output")
    expect(try flycatcher("analyze", path, "--list"), code: 2, saying: "--output")
    expect(try flycatcher("analyze", path, "--output", results, "--json", "x"), code: 2, saying: "--json")
    expect(try flycatcher("analyze", path, "--output", results, "--jobs", "0"), code: 2, saying: "1 to 256")
    expect(try flycatcher("analyze", path, "--output", results, "--picture", "x.png"), code: 2, saying: "{}.png")
    expect(
      try flycatcher("analyze", path, "--output", results, "--annotate", "{}.doc"), code: 2, saying: ".mkv or .mp4")
    expect(try flycatcher("analyze", "rtsp://a/b", "--output", results), code: 2, saying: "address")
    expect(try flycatcher("analyze", path, "--output", path + "/x"), code: 1, saying: "cannot be written")
    expect(try flycatcher("analyze", path, "--output", "/proc/x"), code: 1, saying: "cannot be written")
  }
}

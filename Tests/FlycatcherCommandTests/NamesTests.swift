// Names that are hard to write: of files, in values of a pipeline, of subcommands.
import Foundation
import TestSupport
import Testing

@Suite struct NamesTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  @Test func endingsInCapitals() throws {
    let (video, reel, picture) = (folder.path("A.MP4"), folder.path("R.MKV"), folder.path("P.PNG"))
    let outcome = try flycatcher(
      "analyze", try Clips.toss(), "--annotate", video, "--reel", reel, "--picture", picture)
    #expect(outcome.code == 0, "\(outcome.errors)")
    for path in [video, reel] { #expect(try framesPlayed(path) == Clips.frameCount) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: video)).dropFirst(4).starts(with: Data("ftyp".utf8)))
    #expect(try Data(contentsOf: URL(fileURLWithPath: picture)).dropFirst().starts(with: Data("PNG".utf8)))
  }

  private func script(_ line: String) throws -> Outcome {
    try Running("/bin/sh", ["-c", "flycatcher='\(command)'; cd '\(folder.root)'; \(line)"]).outcome()
  }

  @Test(arguments: [#"v\134"#, #"v\377.mp4"#, #"\303\050"#, #"a\nb.mp4"#, #"a\134\134"#, #"a\134 b\134"#, #" \134!"#])
  func aFileOfAnyNameIsRead(_ name: String) throws {
    let outcome = try script(
      "name=\"$(printf '\(name)')\"; cp '\(try Clips.toss())' \"$name\"; exec \"$flycatcher\" analyze \"$name\" --json -"
    )
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = try outcome.jsonLines()
    #expect(lines.last?["frames"] as? Int == Clips.frameCount)
    #expect((lines.first?["source"] as? String)?.contains("/proc/") == false)
  }

  @Test func aMessageShowsTheNameAsTheUserKnowsIt() throws {
    let outcome = try script(
      "name=\"$(printf 'v\\377.mp4')\"; echo no > \"$name\"; exec \"$flycatcher\" analyze \"$name\"")
    expect(outcome, code: 3)
    #expect(!outcome.errors.contains("/proc/"))
  }

  @Test func anArgumentThatIsNoTextIsRefused() throws {
    let outcome = try script("exec \"$flycatcher\" analyze \"$(printf 'w\\377.mp4')\"")
    expect(outcome, code: 2, saying: "UTF-8")
  }

  /// The next property was taken for the value, and recorded into.
  @Test func anEmptyValueIsEmpty() throws {
    let pipeline = folder.path("record.launch")
    try """
    videotestsrc num-buffers=5 ! appsink name=frames
    appsrc name=annotated ! filesink location=${OUTPUT} buffer-mode=unbuffered
    """.write(toFile: pipeline, atomically: false, encoding: .utf8)
    expect(
      try script("exec \"$flycatcher\" run record.launch --set OUTPUT="), code: 2, saying: "filesink0", "location")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root) == ["record.launch"])
  }

  /// GStreamer takes the word for no value at all.
  @Test func aFileNamedNullIsWritten() throws {
    let pipeline =
      "videotestsrc num-buffers=5 ! appsink name=frames appsrc name=annotated ! filesink location=${OUTPUT}"
    let outcome = try script("exec \"$flycatcher\" run '\(pipeline)' --set OUTPUT=NULL")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root) == ["NULL"])
    expect(
      try script("exec \"$flycatcher\" run 'videotestsrc num-buffers=${N} ! appsink name=frames' --set N=NULL"),
      code: 2, saying: "num-buffers")
  }

  @Test(arguments: [
    (["toss.mp4", "--json", "-"], "flycatcher analyze toss.mp4 --json -"),
    (["analyse", "a b.mp4"], "analyze 'a b.mp4'"),
    (["rtsp://camera/1"], "flycatcher analyze rtsp://camera/1"), (["watch.launch"], "flycatcher run watch.launch"),
    (["videotestsrc ! appsink name=frames"], "flycatcher run 'videotestsrc ! appsink name=frames'"),
    (["dmeo"], "flycatcher demo"),
  ])
  func aMissingSubcommandIsSuggested(_ arguments: [String], _ meant: String) throws {
    let outcome = try Running(command, arguments).outcome()
    expect(outcome, code: 2, saying: "Did you mean", meant)
  }

  @Test(arguments: [
    (["--object", "0.1,0.2,0.3"], "3 of 4 numbers"), (["--object", "0.1,0.2,0.3,b=x"], "\"b\" is not a number"),
    (["--object", "3,0,0.1,0.1"], "--object is 3"), (["--region-of-interest", "1,2"], "2 of 4 numbers"),
    (["--region-of-interest", "0,0,2,2"], "--region-of-interest is"), (["--rectangle", "1,2,3"], "3 of 8 numbers"),
    (["--rectangle", "0.1,0.1,0.5,0.099,0.9,0.1,0.5,0.9"], "--rectangle is"),
    (["--start-region", "0,0,x,1"], "\"x\" is not a number"),
  ])
  func aPlaceThatCannotBeReadSaysWhy(_ arguments: [String], _ reason: String) throws {
    expect(try Running(command, ["analyze", "toss.mp4"] + arguments).outcome(), code: 2, saying: reason)
  }
}

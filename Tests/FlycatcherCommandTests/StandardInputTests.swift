// `flycatcher analyze -`: a video or a picture on standard input, or a pipeline.
import Foundation
import TestSupport
import Testing

@Suite struct StandardInputTests {
  private func script(_ line: String) throws -> Outcome {
    try Running("/bin/sh", ["-c", "flycatcher='\(command)'; \(line)"]).outcome()
  }

  @Test func aVideoThroughAPipe() throws {
    let outcome = try script("cat '\(try Clips.toss())' | \"$flycatcher\" analyze - --json -")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = try outcome.jsonLines()
    #expect(lines.first?["source"] as? String == "standard input")
    #expect(lines.last?["frames"] as? Int == Clips.frameCount)
  }

  /// What comes first decides, however little it is and however late it comes.
  @Test func aVideoThatComesSlowly() throws {
    let film = try Clips.toss()
    let outcome = try script(
      "(sleep 0.3; head -c 40 '\(film)'; sleep 0.3; tail -c +41 '\(film)') | \"$flycatcher\" analyze - --json -")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().last?["frames"] as? Int == Clips.frameCount)
  }

  @Test func aVideoFromAFile() throws {
    let outcome = try script("\"$flycatcher\" analyze - --json - < '\(try Clips.toss())'")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().last?["frames"] as? Int == Clips.frameCount)
  }

  @Test func aVideoThatBeginsWithText() throws {
    let outcome = try script(
      "gst-launch-1.0 -q videotestsrc num-buffers=7 ! y4menc ! fdsink | \"$flycatcher\" analyze - --json -")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().last?["frames"] as? Int == 7)
  }

  @Test func aPictureThroughAPipe() throws {
    let outcome = try script(
      "gst-launch-1.0 -q videotestsrc num-buffers=1 ! pngenc ! fdsink | \"$flycatcher\" analyze - --rectangles --json -"
    )
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().last?["frames"] as? Int == 1)
  }

  @Test func aPipelineStaysOne() throws {
    let outcome = try script(
      "echo 'videotestsrc num-buffers=5 ! appsink name=frames' | \"$flycatcher\" analyze - --json -")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().last?["frames"] as? Int == 5)
  }

  @Test func nothingAtAll() throws {
    expect(try script("\"$flycatcher\" analyze - --json - < /dev/null"), code: 3, saying: "Standard input is empty")
  }

  @Test func aPipelineTurnsItsPicturesItself() throws {
    let line = "echo 'videotestsrc num-buffers=5 ! appsink name=frames' | \"$flycatcher\" analyze - --orientation left"
    expect(try script(line), code: 2, saying: "--orientation", "videoflip")
  }

  @Test func whatIsNoVideo() throws {
    expect(try script("head -c 5000 /dev/zero | \"$flycatcher\" analyze - --json -"), code: 3, saying: "video")
  }

  @Test func aVideoIsNoPipeline() throws {
    let outcome = try script("\"$flycatcher\" run - < '\(try Clips.toss())'")
    expect(outcome, code: 2, saying: "no pipeline", "flycatcher analyze -")
  }
}

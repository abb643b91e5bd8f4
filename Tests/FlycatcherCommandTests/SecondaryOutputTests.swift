import Foundation
import TestSupport
import Testing

/// What is written beside the annotated video, and the shape of that.
@Suite struct SecondaryOutputTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// A full disk behind `--unwarp`: the frames' thread must not wait for a pipeline that has failed.
  @Test(arguments: ["page.mkv", "page.mp4", "page.png"]) func aRectangleThatCannotBeWritten(_ name: String) throws {
    let (output, lines) = (folder.path(name), folder.path("lines.jsonl"))
    try FileManager.default.createSymbolicLink(atPath: output, withDestinationPath: "/dev/full")
    let source = try CardClip.source(in: folder) + " ! appsink name=frames"
    let outcome = try Running(
      command, ["analyze", "-", "--rectangles", "--unwarp", output, "--json", lines], input: source
    ).outcome(within: 30)
    expect(outcome, code: 1, saying: "space")
    // The analysis itself went on to its end.
    #expect(try jsonLines(contents(lines)).last?["type"] as? String == "summary")
  }

  /// The orientation tag comes after the first caps: whichever the encoder saw first decided the shape, by chance.
  @Test func aTurnedVideoIsAnnotatedUpright() throws {
    let turned = folder.path("turned.mp4")
    try shell(
      """
      gst-launch-1.0 -q filesrc location='\(try Clips.tossPixels())' \
      ! rawvideoparse format=i420 width=320 height=176 framerate=60/1 ! videoflip video-direction=90l \
      ! x264enc speed-preset=ultrafast quantizer=16 pass=quant ! h264parse ! mp4mux ! filesink location='\(turned)'
      """)
    try markAsTurned(turned)
    for number in 0..<6 {
      let output = folder.path("out\(number).mkv")
      let outcome = try flycatcher("analyze", turned, "--annotate", output)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let lines = try flycatcher("analyze", output, "--orientation", "up", "--json", "-").jsonLines()
      #expect(lines.first?["width"] as? Int == 320 && lines.first?["height"] as? Int == 176)
    }
  }

  /// Names that a pipeline description cannot hold as they are.
  @Test(arguments: ["ends in a backslash\\", "two\\\\"]) func namesThatEndInABackslash(_ name: String) throws {
    try FileManager.default.copyItem(atPath: try Clips.toss(), toPath: folder.path(name))
    let outcome = try flycatcher("analyze", folder.path(name), "--json", "-")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().first?["source"] as? String == folder.path(name))
  }

  @Test func namesThatAreNotUTF8() throws {
    let outcome = try Running(
      "/bin/bash",
      [
        "-c",
        "cp '\(try Clips.toss())' \"$1\"/$'ball\\xff\\xe9.mp4' && cd \"$1\" && '\(command)' analyze $'ball\\xff\\xe9.mp4' --json -",
        "bash", folder.root,
      ]
    ).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try outcome.jsonLines().last?["frames"] as? Int == Clips.frameCount)
  }
}

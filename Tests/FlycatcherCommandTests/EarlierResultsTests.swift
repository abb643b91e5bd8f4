import Foundation
import TestSupport
import Testing

/// What an earlier run has written is replaced by a run that has seen something, and by no other.
@Suite struct EarlierResultsTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  private static let outputs = [
    ("--annotate", "good.mkv"), ("--json", "good.jsonl"), ("--csv", "good.csv"), ("--points-csv", "points.csv"),
    ("--picture", "good.png"), ("--report", "good.html"), ("--reel", "reel.mp4"),
  ]

  private var options: [String] { Self.outputs.flatMap { [$0.0, folder.path($0.1)] } }

  /// The names and the contents of the files in the folder.
  private func files() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.root)
    return try names.reduce(into: [:]) { files, name in
      files[name] = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
    }
  }

  private func unusable(_ kind: String) throws -> String {
    let input = folder.path("input.mp4")
    switch kind {
    case "truncated":
      try Data(contentsOf: URL(fileURLWithPath: try Clips.toss())).prefix(4000).write(to: URL(fileURLWithPath: input))
    case "sound":
      try shell("gst-launch-1.0 -q audiotestsrc num-buffers=20 ! wavenc ! filesink location='\(input)'")
    default: try "This is no video.\n".write(toFile: input, atomically: false, encoding: .utf8)
    }
    return input
  }

  @Test(arguments: ["truncated", "text", "sound"]) func anInputWithoutAFrameReplacesNothing(_ kind: String) throws {
    let input = try unusable(kind)
    for (_, name) in Self.outputs {
      try "good \(name)".write(toFile: folder.path(name), atomically: false, encoding: .utf8)
    }
    let before = try files()
    let outcome = try Running(command, ["analyze", input] + options).outcome()
    #expect([1, 3].contains(outcome.code), "\(outcome.errors)")
    #expect(try files() == before)
  }

  @Test(arguments: ["truncated", "text", "sound"]) func anInputWithoutAFrameLeavesNothing(_ kind: String) throws {
    let input = try unusable(kind)
    let outcome = try Running(command, ["analyze", input] + options).outcome()
    #expect([1, 3].contains(outcome.code), "\(outcome.errors)")
    #expect(try Array(files().keys) == ["input.mp4"])
  }

  /// A link goes on leading to the file, which keeps its permissions.
  @Test func whatWasThereIsReplacedByAFilmThatIsSeen() throws {
    let (video, link, lines) = (folder.path("old.mkv"), folder.path("link.mkv"), folder.path("old.jsonl"))
    let long = String(repeating: "old ", count: 1 << 20)
    for path in [video, lines] { try long.write(toFile: path, atomically: false, encoding: .utf8) }
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: video)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "old.mkv")
    let outcome = try flycatcher("analyze", try Clips.toss(), "--annotate", link, "--json", lines)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try jsonLines(contents(lines)).last?["frames"] as? Int == Clips.frameCount)
    #expect(try framesPlayed(video) == Clips.frameCount)
    let attributes = try FileManager.default.attributesOfItem(atPath: video)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "old.mkv")
    #expect(try Set(files().keys) == ["old.mkv", "link.mkv", "old.jsonl"])
  }
}

import Foundation
import TestSupport
import Testing

@Suite struct DemoTests {
  @Test func theDemoWritesItsFilesAndSaysWhereTheyAre() throws {
    let folder = try Folder()
    let output = folder.path("de mo")
    let outcome = try flycatcher("demo", "--output", output, "--width", "160", "--duration", "2")
    #expect(outcome.code == 0, "\(outcome.errors)")
    for name in ["flycatcher-demo.mkv", "flycatcher-demo.jsonl", "flycatcher-demo.png"] {
      #expect(outcome.output.contains(output + "/" + name))
      #expect(size(output + "/" + name) > 1000)
    }
    #expect(outcome.output.contains("flights found"))
    let lines = try jsonLines(contents(output + "/flycatcher-demo.jsonl"))
    #expect(lines.last?["frames"] as? Int == 120)
    #expect(try framesPlayed(output + "/flycatcher-demo.mkv") == 120)
  }

  @Test func aFileIsNoFolderForTheDemo() throws {
    let folder = try Folder()
    try "a file".write(toFile: folder.path("demo"), atomically: false, encoding: .utf8)
    let outcome = try flycatcher("demo", "--output", folder.path("demo"))
    expect(outcome, code: 1, saying: "--output", "not a directory")
    #expect(!outcome.errors.contains("--json"))
  }

  @Test(arguments: [["--duration", "0"], ["--duration", "nan"], ["--width", "100"], ["--width", "321"]])
  func whatItCannotRenderIsRefused(_ options: [String]) throws {
    let folder = try Folder()
    let outcome = try Running(command, ["demo", "--output", folder.path("demo")] + options).outcome()
    #expect(outcome.code == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.path("demo")))
  }
}

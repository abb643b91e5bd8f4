// What the fuzzer has found stays found: every input of its corpus goes through its target again.
import Foundation
import FuzzTargets
import Testing

@Suite struct CorpusTests {
  /// In a process of its own: what once ended a process would end all tests.
  @Test(.timeLimit(.minutes(3)), arguments: FuzzTarget.all.map(\.name))
  func whatWasFoundStaysMended(_ name: String) async {
    await #expect(processExitsWith: .success) { [name] in
      unsafe setenv("G_DEBUG", "fatal-criticals", 1)
      let target = try #require(FuzzTarget.all.first { $0.name == name })
      for file in try corpus(of: name) {
        // The last one named is the one that ended the process.
        FileHandle.standardError.write(Data("\(name)/\(file.lastPathComponent)\n".utf8))
        target.run(Array(try Data(contentsOf: file)))
      }
    }
  }
}

private func corpus(of name: String) throws -> [URL] {
  let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let folder = project.appendingPathComponent("Fuzzing/Corpus/\(name)")
  let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  return files.sorted { $0.lastPathComponent < $1.lastPathComponent }
}

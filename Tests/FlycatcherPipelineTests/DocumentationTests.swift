// The Swift code of the README, of the articles and of the documentation comments stands in DocumentationSamples.swift,
// where the compiler sees it.
import Foundation
import Testing

@Suite struct DocumentationTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL

  /// A piece of code of a text.
  struct Sample: Sendable, CustomTestStringConvertible {
    let file: String
    let lines: [String]
    var testDescription: String { "\(file): \(lines.first ?? "")" }
  }

  /// The files that hold samples: the README, what is in `docs`, articles, and sources with code in their comments.
  private static func files() -> [String] {
    let folders = ["docs", "Sources"].map { package.appendingPathComponent($0).path }
    let found = folders.flatMap { folder in
      (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
    }
    return [package.appendingPathComponent("README.md").path]
      + found.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }.sorted()
  }

  private static func samples() -> [Sample] {
    files().flatMap { file -> [Sample] in
      guard var text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
      if file.hasSuffix(".swift") {
        text = text.components(separatedBy: "\n").map { line in
          let line = line.trimmingCharacters(in: .whitespaces)
          return line.hasPrefix("///") ? String(line.dropFirst(3)).trimmingCharacters(in: .whitespaces) : ""
        }.joined(separator: "\n")
      }
      return text.components(separatedBy: "```swift\n").dropFirst().compactMap { block in
        block.components(separatedBy: "\n```").first.map { Sample(file: file, lines: code($0)) }
      }
    }
  }

  /// The lines that say something, but for imports, which stand at the beginning of a file.
  private static func code(_ text: String) -> [String] {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
      !$0.isEmpty && !$0.hasPrefix("import ")
    }
  }

  @Test func everyPlaceWithSamplesIsSeen() {
    let places = Set(Self.samples().map { URL(fileURLWithPath: $0.file).lastPathComponent })
    #expect(places.isSuperset(of: ["README.md", "DetectingTrajectories.md", "RecordingStreams.md", "Session.swift"]))
  }

  @Test(arguments: samples()) func sampleCompiles(_ sample: Sample) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let compiled = try ["DocumentationSamples.swift", "VisionSamples.swift"].flatMap { name in
      Self.code(try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
    }
    let count = sample.lines.count
    let stands = compiled.indices.contains { start in
      start + count <= compiled.count && Array(compiled[start..<start + count]) == sample.lines
    }
    #expect(count > 0 && stands, "not in DocumentationSamples.swift or VisionSamples.swift, line by line")
  }
}

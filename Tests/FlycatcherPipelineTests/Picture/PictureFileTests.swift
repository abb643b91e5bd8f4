import Flycatcher
import Foundation
import Testing

@testable import FlycatcherPipeline

/// Returns a Boolean value indicating whether a text is well-formed XML, as far as tags go: every one that opens closes, in order.
enum XMLCheck {
  struct Unbalanced: Error {}

  static func parse(_ text: String) throws {
    var open: [Substring] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("?") || tag.hasPrefix("!") || tag.hasSuffix("/") { continue }
      let name = tag.drop { $0 == "/" }.prefix { !$0.isWhitespace }
      if tag.hasPrefix("/") {
        guard open.popLast() == name else { throw Unbalanced() }
      } else {
        open.append(name)
      }
    }
    guard open.isEmpty else { throw Unbalanced() }
  }
}

@Suite struct PictureFileTests {
  @Test(arguments: ["flights.jpg", "flights", "png", ""])
  func otherExtensionsAreRefused(_ path: String) {
    #expect { try StrobePicture(path: path) } throws: { ($0 as? PictureError)?.code == .unknownFormat }
  }

  @Test func aFileThatCannotBeIsRefusedBeforeTheRun() throws {
    #expect { try StrobePicture(path: "/nonexistent-folder/flights.png") } throws: { error in
      (error as? PictureError)?.code == .notWritable
        && "\(error)".contains("/nonexistent-folder/flights.png: No such file or directory")
    }
    let folder = temporaryPath("png")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect { try StrobePicture(path: folder) } throws: { ($0 as? PictureError)?.code == .notWritable }
  }

  @Test func theCheckLeavesNothingBehind() throws {
    let path = temporaryPath("svg")
    _ = try StrobePicture(path: path)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(!FileManager.default.fileExists(atPath: path + ".partial"))
    try Data("kept".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try StrobePicture(path: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "kept")
  }

  @Test func noFramesIsAnErrorAndLeavesTheOldFile() throws {
    let path = temporaryPath("PNG")
    try Data("kept".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let picture = try StrobePicture(path: path)
    #expect { try picture.write() } throws: { ($0 as? PictureError)?.code == .noFrames }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "kept")
  }
}

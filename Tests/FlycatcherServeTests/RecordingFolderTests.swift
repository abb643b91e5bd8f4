// Old recordings go, the oldest first, and nothing else does.
import Foundation
import Testing

@testable import FlycatcherServe

@Suite struct RecordingFolderTests {
  private let path = NSTemporaryDirectory() + "recordings-\(UUID().uuidString)"

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  private func make(_ names: String..., age: TimeInterval = 0) throws {
    for name in names {
      let file = "\(path)/\(name)"
      try Data(count: 1000).write(to: URL(fileURLWithPath: file))
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: file)
    }
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

  @Test func theOldestGoWhereThereIsTooMuch() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try make("live-2026-11-20T100000Z.mkv", "live-2026-11-21T100000Z.mkv", "live-2026-11-22T100000Z.mkv")
    try make("live-2026-11-22T110000Z.mkv", "other-2026-11-20T100000Z.mkv", "live-holiday.mkv", "notes.txt")
    var plan = RecordingPlan(folder: path)
    plan.keepsBytes = 2000
    RecordingFolder(plan, path: "/live").prune(writing: path + "/live-2026-11-22T110000Z.mkv")
    #expect(
      try names() == [
        "live-2026-11-21T100000Z.mkv", "live-2026-11-22T100000Z.mkv", "live-2026-11-22T110000Z.mkv", "live-holiday.mkv",
        "notes.txt", "other-2026-11-20T100000Z.mkv",
      ])
  }

  @Test func theOldGo() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try make("live-2026-11-20T100000Z.mkv", "other-2026-11-20T100000Z.mkv", age: 1000)
    try make("live-2026-11-22T100000Z.mkv", age: 10)
    var plan = RecordingPlan(folder: path)
    plan.keepsFor = .seconds(500)
    RecordingFolder(plan, path: "/live").prune(writing: nil)
    #expect(try names() == ["live-2026-11-22T100000Z.mkv", "other-2026-11-20T100000Z.mkv"])
  }

  @Test func noFileTakesAnothersName() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = RecordingFolder(RecordingPlan(folder: path), path: "/courts/1")
    let first = folder.newPath()
    #expect(first.hasPrefix(path + "/courts-1-2") && first.hasSuffix("Z.mkv"))
    _ = FileManager.default.createFile(atPath: first, contents: nil)
    #expect(folder.newPath() != first)
    #expect((folder.freeBytes ?? 0) > 0)
    #expect(RecordingFolder(RecordingPlan(folder: "/nonexistent"), path: "/a").freeBytes == nil)
  }
}

// An analysis of many files that is killed, interrupted, or has no room: what is whole stays, the rest is done the next time.
import Foundation
import TestSupport
import Testing

@Suite struct BatchInterruptionTests {
  let folder: Folder
  let results: String
  private static let count = 24

  init() throws {
    folder = try Folder()
    results = folder.path("results")
    for number in 0..<Self.count {
      try FileManager.default.copyItem(atPath: try Clips.toss(), toPath: folder.path("clip\(number).mp4"))
    }
  }

  private func whole() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: results)) ?? []).filter { $0.hasSuffix(".jsonl") }
  }

  private func times() throws -> [String: Date] {
    try Dictionary(
      uniqueKeysWithValues: whole().map { name in
        (
          name,
          try #require(FileManager.default.attributesOfItem(atPath: results + "/" + name)[.modificationDate] as? Date)
        )
      })
  }

  /// Waits until a condition holds, for ten seconds at most.
  private func wait(_ condition: () -> Bool) {
    for _ in 0..<1000 where !condition() { usleep(10_000) }
    #expect(condition())
  }

  /// The number of processes that write into the folder.
  private func processes() -> Int {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { name in
      guard Int(name) != nil, let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
        return false
      }
      return line.range(of: Data("--json=\(results)/".utf8)) != nil
    }.count
  }

  private func expectAllWhole() throws {
    #expect(whole().count == Self.count)
    for name in whole() {
      let lines = try jsonLines(contents(results + "/" + name))
      #expect(lines.last?["frames"] as? Int == Clips.frameCount, "\(name)")
    }
    #expect(!FileManager.default.fileExists(atPath: results + "/.parts"))
  }

  @Test(arguments: [SIGKILL, SIGINT, SIGTERM])
  func endedTwiceAndResumed(_ signal: Int32) throws {
    var before: [String: Date] = [:]
    for _ in 0..<2 {
      let known = before.count
      let running = try Running(command, ["analyze", folder.root, "--output", results])
      wait { whole().count > known + 1 }
      running.send(signal)
      let outcome = try running.outcome()
      if signal == SIGKILL {
        #expect(outcome.signal == SIGKILL)
      } else {
        expect(outcome, code: 130, saying: "interrupted", "of 24 files are whole")
      }
      // What was whole is the same as before, and no process is left.
      let after = try times()
      #expect(after.count < Self.count, "it was not ended in mid-run")
      for (name, time) in before { #expect(after[name] == time, "\(name) was analyzed again") }
      wait { processes() == 0 }
      before = after
    }
    let last = try flycatcher("analyze", folder.root, "--output", results)
    #expect(last.code == 0, "\(last.errors)")
    for (name, time) in before { #expect(try times()[name] == time, "\(name) was analyzed again") }
    try expectAllWhole()
  }

  @Test func twoAtATimeInOneFolder() throws {
    let running = try Running(command, ["analyze", folder.root, "--output", results])
    wait { !whole().isEmpty }
    expect(try flycatcher("analyze", folder.root, "--output", results), code: 1, saying: "another analysis")
    #expect(try running.outcome().code == 0)
    try expectAllWhole()
  }

  @Test func aFilmThatChangesWhileItIsRead() throws {
    let film = folder.path("clip7.mp4")
    let running = try Running(command, ["analyze", film, "--output", results])
    wait { FileManager.default.fileExists(atPath: results + "/.parts/clip7") }
    try shell("printf x >> '\(film)'")
    expect(try running.outcome(), code: 1, saying: "1 file failed")
    #expect(try contents(results + "/failed.txt").contains("changed while it was read"))
    #expect(whole().isEmpty)
  }

  /// On a file system of 600 kB, where this system lets one be made.
  @Test func aFullDiskStopsAndIsResumed() throws {
    let script = """
      mkdir '\(results)' && mount -t tmpfs -o size=${SIZE}k none '\(results)' || { echo none; exit 0; }
      '\(command)' analyze '\(folder.root)' --output '\(results)'; echo "first: $?"
      ls '\(results)' -A | grep -c jsonl
      mount -o remount,size=100m '\(results)'
      '\(command)' analyze '\(folder.root)' --output '\(results)' | grep -c 'whole already$'; echo "second: $?"
      ls '\(results)' -A | grep -c jsonl
      """
    let outcome = try Running("/usr/bin/env", ["SIZE=600", "unshare", "-rm", "sh", "-c", script]).outcome()
    guard outcome.output.contains("first:") else { return }
    let lines = outcome.output.split(separator: "\n").suffix(5).map(String.init)
    #expect(outcome.output.contains("first: 1"), "\(outcome.output)")
    #expect(outcome.errors.contains("The disk is full") && outcome.errors.contains("run again to go on"))
    let kept = try #require(outcome.output.components(separatedBy: "first: 1\n").last?.split(separator: "\n").first)
    #expect(try #require(Int(kept)) > 0 && #require(Int(kept)) < Self.count)
    // The head of the table has those words, too.
    #expect(lines.contains("\(kept)"), "\(outcome.output)")
    #expect(lines.last == "\(Self.count)", "\(outcome.output)")
  }
}

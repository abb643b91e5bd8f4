// Damaged files that once brought the command down: it may refuse them, but ends by itself, and in time.
import Foundation
import TestSupport
import Testing

@Suite struct DamagedFileTests {
  static let files: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { $0 != circle }.map { "\(folder)/\($0)" }
  }()
  private static let folder = package + "/Fuzzing/Corpus/files"
  /// The index leads qtdemux around in a circle, in which it takes all of a processor.
  private static let circle = "index-in-a-circle.mp4"

  @Test func thereAreSome() { #expect(!Self.files.isEmpty) }

  /// Several at a time: what was lost was lost in a race.
  @Test(.timeLimit(.minutes(3)), arguments: files, [false, true])
  func endsInTime(_ file: String, annotates: Bool) async throws {
    let folder = try Folder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        let video = annotates ? ["--annotate", folder.path("\(number).mkv")] : []
        group.addTask {
          let outcome = try Running(
            command, ["analyze", file, "--json", folder.path("\(number).jsonl")] + video
          ).outcome(within: 25)
          #expect(outcome.signal == nil, "\(outcome.errors)")
          #expect([0, 1, 3].contains(outcome.code), "\(outcome.code): \(outcome.errors)")
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(.timeLimit(.minutes(2))) func aDemuxerInACircleIsLeft() throws {
    let outcome = try Running(command, ["analyze", Self.folder + "/" + Self.circle]).outcome(within: 90)
    #expect(outcome.code == 1 || outcome.code == 3, "\(outcome.code): \(outcome.errors)")
    #expect(outcome.errors.contains("damaged"), "\(outcome.errors)")
  }

  /// decodebin loses an error of jpegdec while it starts, in one run of three; every thread has paused then, and no message tells of it.
  @Test(.timeLimit(.minutes(2))) func anErrorThatIsLostEndsTheRun() async throws {
    let file = package + "/Fuzzing/Corpus/files/error-lost-while-starting.avi"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let arguments = ["GST_PLUGIN_FEATURE_RANK=avdec_mjpeg:NONE", command, "analyze", file]
          let outcome = try Running("/usr/bin/env", arguments).outcome(within: 20)
          #expect([0, 1, 3].contains(outcome.code), "\(outcome.code): \(outcome.errors)")
        }
      }
      try await group.waitForAll()
    }
  }
}

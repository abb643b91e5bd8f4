// Runs the built command, and other programs, as a user's shell does.
import Foundation
import TestSupport
import Testing

/// The outcome of a program.
struct Outcome {
  let code: Int32
  /// The signal that ended it, where one did.
  let signal: Int32?
  let output: String
  let errors: String

  /// Each line of the output as a JSON object; fails the test where one is none.
  func jsonLines() throws -> [[String: Any]] { try FlycatcherCommandTests.jsonLines(output) }
}

/// A program under way.
final class Running {
  private let process = Process()
  private let folder: Folder
  private let errorsPath: String
  private let outputPath: String
  private let ended = DispatchSemaphore(value: 0)

  init(_ program: String, _ arguments: [String], input: String? = nil, directory: String? = nil) throws {
    folder = try Folder()
    outputPath = folder.path("out")
    errorsPath = folder.path("errors")
    for path in [outputPath, errorsPath] { _ = FileManager.default.createFile(atPath: path, contents: nil) }
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle(forWritingAtPath: outputPath)
    process.standardError = FileHandle(forWritingAtPath: errorsPath)
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    if let input {
      try input.write(toFile: folder.path("in"), atomically: false, encoding: .utf8)
      process.standardInput = FileHandle(forReadingAtPath: folder.path("in"))
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run()
  }

  /// The number of file descriptors that it has open.
  var descriptorCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd"))?.count ?? 0
  }

  /// The number of glibc's heaps besides the first: each reserves 64 MB that begin at a multiple of that, of which a part can be written.
  var heapCount: Int {
    // Not FileManager, which takes the first page of such a file.
    let maps = FileHandle(forReadingAtPath: "/proc/\(process.processIdentifier)/maps")
    let text = (try? maps?.readToEnd()) ?? Data()
    let regions = String(decoding: text, as: UTF8.self).split(separator: "\n").map { line in
      let fields = line.split(separator: " ", maxSplits: 2)
      let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      return (start: bounds[0], end: bounds[1], access: String(fields[1]))
    }
    let size: UInt = 64 << 20
    return zip(regions, regions.dropFirst()).count { used, rest in
      used.start % size == 0 && used.access == "rw-p" && rest.access == "---p" && rest.start == used.end
        && rest.end == used.start + size
    }
  }

  /// Its arguments as others see them, apart by spaces.
  var title: String {
    let bytes = FileManager.default.contents(atPath: "/proc/\(process.processIdentifier)/cmdline") ?? Data()
    return String(decoding: bytes.map { $0 == 0 ? 32 : $0 }, as: UTF8.self)
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// The text on its standard error so far.
  var errors: String { (try? String(contentsOfFile: errorsPath, encoding: .utf8)) ?? "" }

  /// The text on its standard output so far.
  var output: String { (try? String(contentsOfFile: outputPath, encoding: .utf8)) ?? "" }

  /// Waits for the end; a program that takes longer is killed, and the test fails.
  func outcome(within seconds: Double = 60) throws -> Outcome {
    if ended.wait(timeout: .now() + seconds) == .timedOut {
      send(SIGKILL)
      ended.wait()
      Issue.record("no end after \(seconds) s: \(process.arguments ?? []): \(errors)")
    }
    let isExit = process.terminationReason == .exit
    return Outcome(
      code: isExit ? process.terminationStatus : -1, signal: isExit ? nil : process.terminationStatus,
      output: try String(contentsOfFile: outputPath, encoding: .utf8), errors: errors)
  }
}

/// The command that was built with these tests: it lies beside them.
let command: String = {
  let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("flycatcher").path
}()

/// The folder of the package.
let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().path

func flycatcher(_ arguments: String..., input: String? = nil, directory: String? = nil) throws -> Outcome {
  try Running(command, arguments, input: input, directory: directory).outcome()
}

/// Runs a shell line and expects it to go well.
@discardableResult
func shell(_ line: String) throws -> Outcome {
  let outcome = try Running("/bin/sh", ["-c", line]).outcome()
  #expect(outcome.code == 0, "\(line): \(outcome.errors)")
  return outcome
}

/// Runs a shell line on a terminal of its own, on which nobody types; the output is what it shows.
///
/// - Parameter folder: where the typescript goes. A folder's own files take the place of /dev/null, which is an ordinary file in some bare
///   roots: what one terminal shows would be typed on the next.
func onTerminal(_ line: String, in folder: Folder) throws -> Outcome {
  let outcome = try Running(
    "/usr/bin/script", ["-qec", line, folder.path("typescript")], input: "", directory: folder.root
  ).outcome()
  #expect(outcome.code == 0, "\(line): \(outcome.errors)")
  return outcome
}

func jsonLines(_ text: String) throws -> [[String: Any]] {
  try text.split(separator: "\n").map { line in
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "no object: \(line)")
  }
}

func contents(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

func size(_ path: String) -> Int {
  (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
}

/// Returns the number of frames that this command finds in a video.
///
/// - Parameter mayBeCutOff: whether its writer came to a sudden end.
func framesPlayed(_ path: String, mayBeCutOff: Bool = false) throws -> Int {
  let outcome = try flycatcher("analyze", path, "--json", "-")
  let isCutOff = mayBeCutOff && outcome.code == 1 && outcome.errors.contains("ends too early")
  #expect(outcome.code == 0 || isCutOff, "\(outcome.errors)")
  return try outcome.jsonLines().last?["frames"] as? Int ?? 0
}

/// Expects a code, no crash, and one message from the command that holds all of `words`.
func expect(
  _ outcome: Outcome, code: Int32, saying words: String..., sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(outcome.signal == nil, "\(outcome.errors)", sourceLocation: sourceLocation)
  #expect(outcome.code == code, "\(outcome.errors)", sourceLocation: sourceLocation)
  let messages = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("flycatcher: ") }
  #expect(messages.count == 1, "\(outcome.errors)", sourceLocation: sourceLocation)
  for word in words {
    #expect(
      outcome.errors.localizedCaseInsensitiveContains(word), "\(word) in \(outcome.errors)",
      sourceLocation: sourceLocation)
  }
}

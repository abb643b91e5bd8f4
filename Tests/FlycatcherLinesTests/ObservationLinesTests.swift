// Reading JSON Lines: whole, cut off, damaged, of a later version.
import Flycatcher
import FlycatcherLines
import Foundation
import TestSupport
import Testing

@Suite struct ObservationLinesTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  private let header = #"{"type":"stream","version":1,"source":"a.mp4","width":64,"height":48,"framerate":"30/1"}"#
  private let object = """
    {"type":"object","uuid":"0f8fad5b-d9cb-469f-a165-70867728950e","label":"a","state":"tracked","time":1.1,\
    "frame":33,"confidence":0.83,"boundingBox":{"x":0.1,"y":0.2,"width":0.05,"height":0.12}}
    """

  private func read(_ text: String) async throws -> [ObservationLine] {
    let path = folder.path("lines")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    var lines: [ObservationLine] = []
    for try await line in ObservationLines(URL(fileURLWithPath: path)) { lines.append(line) }
    return lines
  }

  @Test func linesAreReadAsValues() async throws {
    let summary = #"{"type":"summary","frames":60,"analyzed":59,"skipped":1,"elapsed":1.25}"#
    let lines = try await read([header, object, summary].joined(separator: "\n") + "\n")
    let uuid = try #require(ObservationUUID("0f8fad5b-d9cb-469f-a165-70867728950e"))
    #expect(
      lines == [
        .stream(StreamHeader(source: "a.mp4", width: 64, height: 48, framerate: "30/1")),
        .observation(
          .object(
            ObjectObservation(
              uuid: uuid, label: "a", state: .tracked, time: Timestamp(nanoseconds: 1_100_000_000), confidence: 0.83,
              boundingBox: Rectangle(x: 0.1, y: 0.2, width: 0.05, height: 0.12))), frame: 33),
        .summary(StreamSummary(frames: 60, analyzed: 59, skipped: 1, elapsed: .milliseconds(1250))),
      ])
  }

  @Test func whatWasCutOffIsLeftOut() async throws {
    let whole = header + "\n" + object + "\n"
    for count in [whole.utf8.count - 1, header.utf8.count + 40, header.utf8.count + 1] {
      #expect(try await read(String(whole.prefix(count))).count == 1)
    }
    #expect(try await read("").isEmpty)
    #expect(try await read("{\"typ").isEmpty)
  }

  @Test func whatIsNotKnownIsPassedOver() async throws {
    let later = #"{"type":"hologram","depth":3}"#
    let richer = object.replacing("\"label\":", with: "\"mood\":\"good\",\"label\":")
    let lines = try await read([header, later, "", richer, ""].joined(separator: "\n"))
    #expect(lines.count == 2)
  }

  @Test(arguments: [
    ("no JSON", 2), ("{}", 2), ("[]", 2), (#"{"type":"object"}"#, 2), (#"{"type":"summary","frames":"many"}"#, 2),
  ])
  func aDamagedLineIsNamed(_ line: String, _ number: Int) async throws {
    do {
      _ = try await read(header + "\n" + line + "\n" + object + "\n")
      Issue.record("no error")
    } catch let error as ObservationLinesError {
      #expect(error.code == .damagedLine && error.line == number && error.description.contains("Line \(number)"))
    }
  }

  @Test func aLineThatIsNoObjectIsTheSubjectItself() async throws {
    do {
      _ = try await read("[]\n")
      Issue.record("no error")
    } catch let error as ObservationLinesError {
      #expect(error.description == "Line 1 is no observation: it is of another kind.")
    }
  }

  @Test func linesOfAnotherVersionAreRefused() async throws {
    do {
      _ = try await read(header.replacing("\"version\":1", with: "\"version\":2") + "\n" + object + "\n")
      Issue.record("no error")
    } catch let error as ObservationLinesError {
      #expect(error.code == .unknownVersion && error.line == 1 && error.description.contains("version 2"))
    }
  }

  @Test func aMissingFileIsNamed() async throws {
    let url = URL(fileURLWithPath: folder.path("none"))
    do {
      for try await _ in ObservationLines(url) {}
      Issue.record("no error")
    } catch {
      // The type of the error is known to the compiler.
      let typed: ObservationLinesError = error
      #expect(typed.code == .cannotRead && typed.description.contains("none"))
    }
  }

  /// More readers than Swift has threads.
  @Test func pipesAreWaitedForWithoutAThread() async throws {
    let paths = (0..<32).map { folder.path("pipe-\($0)") }
    for path in paths { #expect(unsafe mkfifo(path, 0o600) == 0) }
    let line = object + "\n"
    // Opening one for writing waits for its reader.
    Thread.detachNewThread {
      for path in paths {
        let pipe = FileHandle(forWritingAtPath: path)
        try? pipe?.write(contentsOf: Data(line.utf8))
        try? pipe?.close()
      }
    }
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for path in paths {
        group.addTask {
          var count = 0
          for try await _ in ObservationLines(URL(fileURLWithPath: path)) { count += 1 }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(count == paths.count)
  }

  @Test(arguments: [false, true]) func aReaderOfASilentPipeIsCanceled(_ hasWriter: Bool) async throws {
    let path = folder.path("silent")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let writer = hasWriter ? unsafe open(path, O_RDWR | O_CLOEXEC) : -1
    defer { if writer >= 0 { close(writer) } }
    let task = Task { () -> ObservationLinesError.Code? in
      do throws(ObservationLinesError) {
        for try await _ in ObservationLines(URL(fileURLWithPath: path)) {}
        return nil
      } catch {
        return error.code
      }
    }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    #expect(await task.value == .canceled)
  }

  @Test func numbersThatAreNotFiniteAreNull() async throws {
    let text = object.replacing("\"x\":0.1", with: "\"x\":null")
    guard case .observation(.object(let seen), _)? = try await read(text + "\n").first else {
      Issue.record("no object")
      return
    }
    #expect(seen.boundingBox.x.isNaN)
    #expect(String(decoding: try JSONEncoder().encode(seen), as: UTF8.self).contains("\"x\":null"))
  }

  @Test func coefficientsThatAreNotFiniteAreNull() throws {
    var measures = TrajectoryMeasures()
    measures.xCoefficients = [.nan, 1, 2]
    measures.yCoefficients = [1, 2, .infinity]
    let text = try JSONEncoder().encode(measures)
    #expect(String(decoding: text, as: UTF8.self).contains("[null,1,2]"))
    let read = try JSONDecoder().decode(TrajectoryMeasures.self, from: text)
    #expect(read.xCoefficients[0].isNaN && read.xCoefficients[1...] == [1, 2])
    #expect(read.yCoefficients[..<2] == [1, 2] && read.yCoefficients[2].isNaN)
  }

  /// Longer than a piece of the file, and many.
  @Test func manyLinesAreReadInOrder() async throws {
    let long = object.replacing("\"label\":\"a\"", with: "\"label\":\"\(String(repeating: "ä", count: 50_000))\"")
    let lines = try await read((0..<2000).map { $0 % 500 == 0 ? long : object }.joined(separator: "\n") + "\n")
    #expect(lines.count == 2000)
  }

  /// A line of many pieces. The limit is one of hanging: other tests keep the few threads of the pool, on which each piece is awaited.
  @Test(.timeLimit(.minutes(10))) func aLineMayBeVeryLong() async throws {
    let long = object.replacing("\"label\":\"a\"", with: "\"label\":\"\(String(repeating: "a", count: 3_000_000))\"")
    let lines = try await read(object + "\n" + long + "\n" + object + "\n")
    #expect(lines.count == 3)
  }
}

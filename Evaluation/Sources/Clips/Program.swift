// Runs other programs: the command under test, and GStreamer's tools.
public import Foundation

/// The end of a program.
public struct ProgramResult: Sendable {
  /// Seconds on the clock.
  public var elapsed: Double
  /// `nil` where it ended well; what went wrong where it did not.
  public var failure: String?
}

public enum Program {
  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - limit: seconds that it may take; where its output is taken, those to the first piece of it, and from each to the next.
  ///   - input: is given the program's standard input to write to, on a thread of its own.
  ///   - output: is given what the program writes, piece by piece.
  public static func run(
    _ arguments: [String], limit: Double = 300, input: (@Sendable (FileHandle) throws -> Void)? = nil,
    output: ((Data) -> Void)? = nil
  ) -> ProgramResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input == nil ? FileHandle.nullDevice : standardInput
    process.standardOutput = output == nil ? FileHandle.nullDevice : standardOutput
    process.standardError = standardError
    let start = ContinuousClock.now
    do { try process.run() } catch { return ProgramResult(elapsed: 0, failure: "\(error)") }
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + limit)
    let identifier = process.processIdentifier
    timer.setEventHandler { kill(identifier, SIGKILL) }
    timer.resume()
    if let input {
      let handle = standardInput.fileHandleForWriting
      Thread.detachNewThread {
        try? input(handle)
        try? handle.close()
      }
    }
    let complaint = Complaint()
    let reader = DispatchGroup()
    reader.enter()
    let errors = standardError.fileHandleForReading
    Thread.detachNewThread {
      complaint.read(errors)
      reader.leave()
    }
    var heard = start
    if let output {
      while true {
        let piece = standardOutput.fileHandleForReading.availableData
        if piece.isEmpty { break }
        timer.schedule(deadline: .distantFuture)
        output(piece)
        heard = .now
        timer.schedule(deadline: .now() + limit)
      }
    }
    process.waitUntilExit()
    reader.wait()
    timer.cancel()
    let end = ContinuousClock.now
    let elapsed = (end - start) / .seconds(1)
    if end - heard >= .seconds(limit) {
      return ProgramResult(elapsed: elapsed, failure: "no end and no output for \(limit) s")
    }
    guard process.terminationStatus != 0 else { return ProgramResult(elapsed: elapsed, failure: nil) }
    return ProgramResult(elapsed: elapsed, failure: "exit \(process.terminationStatus): \(complaint.text)")
  }
}

/// The last words of a program on its standard error. Read by one thread, and by another after it has ended.
private final class Complaint: @unchecked Sendable {
  private var data = Data()

  func read(_ handle: FileHandle) { data = (try? handle.readToEnd()) ?? Data() }

  var text: String {
    String(String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines).suffix(400))
  }
}

// An analysis of many files: a bounded number of processes, one for each file, and what becomes of their results.
import ArgumentParser
import CStandardStreams
import Glibc

/// A file, the name of its results, and what they will say about their origin.
struct BatchJob {
  let file: InputFile
  let name: String
  let state: FileState
  let fingerprint: Fingerprint
}

/// The analysis of many files, from the first to the last.
struct BatchRun {
  var files: [InputFile]
  let folder: ResultFolder
  let options: BatchArguments
  /// A Boolean value indicating whether what is whole is made anew.
  let isForced: Bool
  /// The maximum number of processes at a time.
  let jobs: Int

  /// The number of cores that this process may use.
  static var availableCores: Int { max(Int(fc_available_cores()), 1) }

  /// Milliseconds from one look at the processes, and for an interruption, to the next.
  private static let pause: Int32 = 100

  /// Analyzes what is not whole yet.
  ///
  /// - Throws: `ExitCode` where a file failed, after all others have had their turn; `Failure` where nothing can go on.
  func run() throws {
    guard !files.isEmpty else { throw Failure.running("There is nothing to analyze.") }
    var report = BatchReport(total: files.count)
    defer { folder.finish() }
    var waiting = plan(&report)
    var running: [BatchProcess] = []
    let interruption = Interruption()
    interruption.onFirst {}
    do {
      while !waiting.isEmpty || !running.isEmpty {
        guard !interruption.hasHappened else { throw Failure.interrupted }
        while running.count < jobs, let job = waiting.popLast() { running.append(try start(job)) }
        Self.awaitOutput(of: running)
        let ended = running.filter { !$0.read() }
        running.removeAll { process in ended.contains { $0 === process } }
        for process in ended { try finish(process, &report) }
        report.draw(running.map(\.share))
      }
    } catch {
      for process in running {
        process.end()
        _ = process.wait()
      }
      report.clear()
      throw report.remaining(after: error, in: folder)
    }
    report.clear()
    try report.end(in: folder)
  }

  /// Chooses names, and skips what is whole. The largest file comes last, for the last is taken first: so that no long
  /// film is left when all others are done.
  private func plan(_ report: inout BatchReport) -> [BatchJob] {
    let hash = options.hash
    var jobs: [BatchJob] = []
    for file in files {
      if let obstacle = file.obstacle {
        fail(file, obstacle, &report)
        continue
      }
      let name = folder.claim(file)
      let state: FileState
      do throws(FileError) {
        state = try FileState(file.path)
      } catch {
        fail(file, error, &report)
        continue
      }
      let fingerprint = Fingerprint(file, state, options: hash)
      let stored = StoredResult(folder.json(name))
      let reason = isForced ? "--force" : stored.map { $0.reason(toReplace: fingerprint) ?? missingResult(name) }
      if case .some(nil) = reason {
        skip(file, &report)
      } else {
        if let reason = reason ?? nil, !isForced { report.tell(file, "analyzed again: \(reason)") }
        jobs.append(BatchJob(file: file, name: name, state: state, fingerprint: fingerprint))
      }
    }
    return jobs.sorted { $0.state.size < $1.state.size }
  }

  /// Notes that a file, or a folder, cannot be read.
  private func fail(_ file: InputFile, _ error: FileError, _ report: inout BatchReport) {
    let status = error.isPermanent ? ExitStatus.unusableInput : .failure
    report.fail(file, code: status.rawValue, reason: "\(file.shown) cannot be read: \(error.reason).", in: folder)
  }

  /// Leaves a film alone that has its result, which is as incomplete as the film is.
  private func skip(_ file: InputFile, _ report: inout BatchReport) {
    if let complaint = CutOff.complaint(file.path, name: file.shown) {
      report.skipIncomplete(file, reason: complaint, in: folder)
    } else {
      report.skip(file)
    }
  }

  private func missingResult(_ name: String) -> String? {
    options.certainResults(of: name).first { (try? Files.status("\(folder.path)/\($0)")) == nil }.map {
      "\($0) is missing"
    }
  }

  private func start(_ job: BatchJob) throws -> BatchProcess {
    do throws(FileError) {
      try folder.makePart(job.name)
      let part = folder.part(job.name)
      let texts =
        ["flycatcher", "analyze"] + options.arguments(name: job.name, folder: part) + [
          "--json=\(part)/\(job.name).jsonl", "--fingerprint=\(job.fingerprint.text)", "--parent=\(getpid())", "--",
        ]
      return try BatchProcess(job, arguments: texts.map { Array($0.utf8) } + [job.file.path])
    } catch {
      throw Failure.running("\(job.file.shown) cannot be analyzed: \(error.reason).\(Self.advice(error))")
    }
  }

  private static func advice(_ error: FileError) -> String {
    error.isDiskFull ? " Make room and run again." : ""
  }

  /// Waits until a process has written something, or has ended.
  private static func awaitOutput(of running: [BatchProcess]) {
    var requests = running.flatMap(\.descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = unsafe poll(&requests, nfds_t(requests.count), pause)
  }

  /// Keeps the results of a process that went well, or notes what went wrong.
  private func finish(_ process: BatchProcess, _ report: inout BatchReport) throws {
    let (job, end) = (process.job, process.wait())
    let file = job.file
    // A full disk stops all: nothing that is begun could be finished.
    if end.code != 0, process.hasFilledDisk || folder.isFull {
      folder.drop(job.name)
      throw Failure.running(
        "The disk is full: the results in \(folder.path) cannot be written. Make room and run again.")
    }
    let isIncomplete = process.isIncomplete && end.code == ExitStatus.failure.rawValue
    guard end.code == 0 || isIncomplete, let counts = process.counts, (try? FileState(file.path)) == job.state else {
      folder.drop(job.name)
      return try fail(process, end.code, end.signal, &report)
    }
    do throws(FileError) {
      try folder.keep(job.name, insteadOf: options.results(of: job.name))
    } catch {
      throw Failure.running("The results of \(file.shown) cannot be kept: \(error.reason).\(Self.advice(error))")
    }
    if isIncomplete {
      report.keepIncomplete(file, counts, reason: process.text, in: folder)
    } else {
      report.keep(file, counts, warning: process.text)
    }
  }

  /// Notes the reason why a file has no result.
  private func fail(_ process: BatchProcess, _ code: Int32?, _ signal: Int32, _ report: inout BatchReport) throws {
    let file = process.job.file
    // What is wrong with the options is wrong for every file.
    if code == ExitStatus.usage.rawValue { throw Failure.usage(process.text) }
    // Whatever a process says of a film that was being written is said too early.
    let hasChanged = (try? FileState(file.path)) != process.job.state
    let reason =
      switch (hasChanged, code) {
      case (true, _): "\(file.shown) changed while it was read."
      case (_, nil): "The analysis was ended by signal \(signal)."
      default: process.text.isEmpty ? "The analysis gave no result." : process.text
      }
    let status = hasChanged ? ExitStatus.failure.rawValue : max(code ?? 0, ExitStatus.failure.rawValue)
    report.fail(file, code: status, reason: reason, in: folder)
  }
}

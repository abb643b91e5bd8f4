// One run of a session with everything that the command makes of it: JSON, progress, picture, a clean end.
import ArgumentParser
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

/// A session and where its results go.
struct AnalysisRun {
  /// The name of the stream in the results.
  var source: String?
  /// A gst-launch description with `appsink name=frames`.
  var pipeline: String
  var trackers: [any Tracker]
  var style: OverlayStyle
  /// The file for JSON Lines; `-`: standard output.
  var json: String?
  /// The file for the picture of all flights.
  var picture: String?
  /// The file for the rectified rectangle.
  var unwarping: Unwarping?
  /// The page that is written when all is over, for a look at its name.
  var report: String?
  /// The tables.
  var tables: ObservationTables.Options?
  /// The frames that were taken in a second, where the film plays slower than life.
  var captureRate: Double?
  /// A Boolean value indicating whether the flights and their pictures are kept for what comes after.
  var keepsTrajectories = false
  /// The minimum confidence, at its end, of a flight that is listed and shown.
  var minimumConfidence = TrajectoryDetector.Settings().minimumConfidence
  /// The file the pipeline writes the annotated video to, for messages.
  var annotated: String?
  /// A Boolean value indicating whether the input is one file, which will be the same next time.
  var isFile = false
  /// A Boolean value indicating whether the user has written the pipeline, whose elements will not fit together next time, either.
  var isUsersPipeline = false
  /// A Boolean value indicating whether what was seen is collected, for somebody to read at the end.
  var keepsSummary = true
  /// What this process tells its parent, where it analyzes one of many files.
  var member: BatchMember?
  /// What Ctrl-C is told to, where the work goes on after this run; `nil`: it is heeded by this run alone.
  var interruption: Interruption?
  /// Done with the session before it starts.
  var prepare: (Session) throws -> Void = { _ in }

  /// What is known at the end.
  struct Results {
    var summary: Summary
    var statistics: SessionStatistics
    var stream: StreamDescription
    /// The pictures of the flights.
    var strobe: StrobePicture?
    /// A Boolean value indicating whether the user has asked to end: they are of what came until then.
    var isInterrupted = false
  }

  /// Runs to the end, or until the user asks to end.
  ///
  /// - Returns: The observations, and the statistics of the session.
  /// - Throws: `Failure`; what has been written by then is whole. `Failure.interrupted` where no frame had come.
  func run() async throws -> Results {
    do {
      return try await analyze()
    } catch let error as PipelineError {
      member?.tell(error)
      throw failure(error)
    } catch let error as FlycatcherError {
      throw Failure.running(error.description)
    } catch let error as PictureError {
      throw Failure.running(error.description)
    }
  }

  /// Runs to the end, or until the user asks to end, and prints what was seen, unless standard output takes the JSON Lines.
  ///
  /// - Parameter choice: The trackers asked for.
  @discardableResult
  func run(choice: TrackerChoice) async throws -> Results {
    var run = self
    run.keepsSummary = json != "-" || keepsTrajectories || member != nil
    let results = try await run.run()
    if let member {
      // The parent keeps what is whole.
      guard !results.isInterrupted else { throw Failure.interrupted }
      member.tell(results.summary, results.statistics)
      return results
    }
    if json != "-" {
      let (summary, statistics) = (results.summary, results.statistics)
      let elapsed = statistics.elapsed.seconds
      let text = summary.text(
        tellsTrajectories: choice.findsTrajectories, tellsRectangles: choice.rectangles.isWanted)
      let frames = statistics.frames == 1 ? "1 frame" : "\(statistics.frames) frames"
      let table = text + "\(frames) in \(decimal(elapsed, 1)) s, \(Progress.rate(statistics.frames, in: elapsed)).\n"
      // Beside files, the table is an extra.
      if hasOutputs { try? Terminal.print(table) } else { try Terminal.print(table) }
    }
    return results
  }

  /// A Boolean value indicating whether results go into files.
  private var hasOutputs: Bool {
    json != nil || picture != nil || unwarping != nil || annotated != nil || tables != nil
  }

  /// Reads the pipeline. What is wrong with its text is the caller's doing; what is wrong with a file or a device is not.
  private func open(_ options: SessionOptions, observers: [any FrameObserver]) throws -> Session {
    do {
      return try Session(pipeline: pipeline, trackers: trackers, observers: observers, options: options)
    } catch {
      switch error.code {
      case .invalidDescription, .unknownElement, .missingElement, .duplicateName, .wrongElement, .wrongProperty,
        .notLinked, .sameFile, .notNegotiated:
        throw Failure.usage(error.description)
      default:
        throw failure(error)
      }
    }
  }

  private func failure(_ error: PipelineError) -> Failure {
    .session(error, isFile: isFile, isUsersPipeline: isUsersPipeline)
  }

  /// Sees to it that no result is written over a file of the pipeline.
  private func checkFiles(_ files: PipelineFiles) throws(Failure) {
    let named = [
      ("--json", json), ("--picture", picture), ("--unwarp", unwarping?.path), ("--csv", tables?.summary),
      ("--points-csv", tables?.points), ("--report", report),
    ]
    for case (let option, let path?) in named {
      switch files.use(of: path) {
      case .input: throw .usage("\(option) \(path) is the same file as the input.")
      case .output: throw .usage("\(option) \(path) is the same file as an output of the pipeline.")
      case nil: break
      }
    }
  }

  private func analyze() async throws -> Results {
    let interruption = interruption ?? Interruption()
    var options = SessionOptions()
    options.source = source.map(Arguments.shown)
    options.overlay = style
    options.fingerprint = member?.fingerprint
    var strobe = try picture.map { path throws(PictureError) in
      try StrobePicture(path: path, minimumConfidence: minimumConfidence, speedUnit: style.speedUnit)
    }
    if strobe == nil, keepsTrajectories {
      strobe = StrobePicture(minimumConfidence: minimumConfidence, speedUnit: style.speedUnit)
    }
    let unwarped = try unwarping.map { target throws(PipelineError) in try target.observer() }
    let observers: [(any FrameObserver)?] = [strobe, unwarped]
    let session = try open(options, observers: observers.compactMap { $0 })
    try checkFiles(session.files)
    try prepare(session)
    session.element(named: Encoder.sizeName)?.keepFirstSize()
    session.element(named: Encoder.sizeName)?.hideDuration()
    let lines = try json.map { path throws(PipelineError) in try JSONLines(path: path) }
    let tables = try tables.map { options throws(PipelineError) in try ObservationTables(options) }
    lines?.waitForReader { !interruption.hasHappened }
    interruption.onFirst { session.stop() }

    var (summary, progress) = (Summary(minimumConfidence: minimumConfidence, speedUnit: style.speedUnit), Progress())
    var member = member
    var failure: (any Error)?
    do {
      for try await report in session.reports {
        if progress.duration == nil { progress.duration = session.statistics.duration }
        progress.advance(to: report.time)
        member?.tell(report.time, of: progress.duration)
        if keepsSummary { summary.add(report) }
        if json == "-", Terminal.showsOutput, !report.observations.isEmpty { progress.clear() }
        guard failure == nil else { continue }
        do {
          try checkCaptureRate(session.stream)
          try lines?.write(session.stream)
          try lines?.write(report)
          try tables?.write(report, of: session.stream, isLive: session.statistics.isLive)
        } catch {
          // What else is written is finished.
          failure = error
          session.stop()
        }
      }
    } catch {
      failure = failure ?? error
    }
    progress.clear()
    let statistics = session.statistics
    // The last line, and the picture, even where the end came early: what was seen until then is true. Without a frame there is nothing to
    // replace a file with; who reads standard output learns that.
    if statistics.frames > 0 || json == "-" {
      try? lines?.write(session.stream)
      try? lines?.write(statistics)
    }
    if statistics.frames > 0 {
      do { try tables?.finish(session.stream) } catch { failure = failure ?? error }
      if let strobe, picture != nil { try strobe.write() }
      if let annotated, failure != nil { ContainerFile.removeCutIndex(of: annotated) }
    }
    let hasUnwarped = try finish(unwarped, afterFailure: failure != nil || interruption.hasHappened)
    // One message is enough where something failed. A reader that has stopped is none to somebody who has asked to end.
    if let failure {
      let isReader = json == "-" && (failure as? PipelineError)?.code == .cannotWrite
      throw isReader && interruption.hasHappened ? Failure.interrupted : failure
    }
    for warning in session.warnings { Terminal.say(warning) }
    guard statistics.frames > 0 else {
      if interruption.hasHappened { throw Failure.interrupted }
      let name = session.stream.source
      let text = "\(name.isEmpty ? "The input" : name) holds no frames."
      throw isFile ? Failure.unusableInput(text) : .running(text)
    }
    if let unwarping, !hasUnwarped, !interruption.hasHappened {
      throw Failure.running("No rectangle was seen: there is nothing to write to \(unwarping.path).")
    }
    return Results(
      summary: summary, statistics: statistics, stream: session.stream, strobe: strobe,
      isInterrupted: interruption.hasHappened)
  }

  /// Refuses a capture rate below the film's own: nothing was taken faster than it is shown then.
  private func checkCaptureRate(_ stream: StreamDescription) throws(Failure) {
    guard let captureRate, let rate = stream.framesPerSecond, captureRate < rate * 0.999 else { return }
    let text =
      "--capture-rate is \(decimal(captureRate, 3)); it must not be below the \(decimal(rate, 3)) frames/s of the film."
    // Of many films, the others may have been taken at that rate.
    throw member == nil ? .usage(text) : .unusableInput(text)
  }

  /// Finishes the file of the rectified rectangle, even where the end came early.
  ///
  /// - Parameter afterFailure: whether something else has been or will be told.
  private func finish(_ unwarped: UnwarpedRectangle?, afterFailure: Bool) throws(PipelineError) -> Bool {
    do {
      return try unwarped?.finish() ?? false
    } catch {
      if let unwarping { ContainerFile.removeCutIndex(of: unwarping.path) }
      // One message is enough where something failed before.
      guard afterFailure else { throw error }
      return false
    }
  }
}

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
  /// The minimum confidence, at its end, of a flight that is listed and shown.
  var minimumConfidence = TrajectoryDetector.Settings().minimumConfidence
  /// The file the pipeline writes the annotated video to, for messages.
  var annotated: String?
  /// A Boolean value indicating whether the input is one file, which will be the same next time.
  var isFile = false
  /// A Boolean value indicating whether what was seen is collected, for somebody to read at the end.
  var keepsSummary = true
  /// Done with the session before it starts.
  var prepare: (Session) throws -> Void = { _ in }

  /// Runs to the end.
  ///
  /// - Returns: The summary of the observations, and the statistics of the session.
  /// - Throws: `Failure`; what has been written by then is whole.
  func run() async throws -> (summary: Summary, statistics: SessionStatistics) {
    do {
      return try await analyze()
    } catch let error as PipelineError {
      throw Failure.session(error, isFile: isFile)
    } catch let error as FlycatcherError {
      throw Failure.running(error.description)
    } catch let error as PictureError {
      throw Failure.running(error.description)
    }
  }

  /// Runs to the end, and prints what was seen, unless standard output takes the JSON Lines.
  ///
  /// - Parameter choice: The trackers asked for.
  func run(choice: TrackerChoice) async throws {
    var run = self
    run.keepsSummary = json != "-"
    let (summary, statistics) = try await run.run()
    if run.keepsSummary {
      let rate = Int((Double(statistics.frames) / max(statistics.elapsed.seconds, 1e-3)).rounded())
      let text = summary.text(
        tellsFlights: choice.findsTrajectories, tellsRectangles: choice.rectangles.isWanted)
      let frames = statistics.frames == 1 ? "1 frame" : "\(statistics.frames) frames"
      let table = text + "\(frames) in \(decimal(statistics.elapsed.seconds, 1)) s, \(rate) frames/s.\n"
      // Beside files, the table is an extra.
      if hasOutputs { try? Terminal.print(table) } else { try Terminal.print(table) }
    }
  }

  /// A Boolean value indicating whether results go into files.
  private var hasOutputs: Bool { json != nil || picture != nil || unwarping != nil || annotated != nil }

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
        throw Failure.session(error, isFile: isFile)
      }
    }
  }

  /// Sees to it that no result is written over a file of the pipeline.
  private func checkFiles(_ files: PipelineFiles) throws(Failure) {
    for case (let option, let path?) in [("--json", json), ("--picture", picture), ("--unwarp", unwarping?.path)] {
      switch files.use(of: path) {
      case .input: throw .usage("\(option) \(path) is the same file as the input.")
      case .output: throw .usage("\(option) \(path) is the same file as an output of the pipeline.")
      case nil: break
      }
    }
  }

  private func analyze() async throws -> (Summary, SessionStatistics) {
    let interruption = Interruption()
    var options = SessionOptions()
    options.source = source.map(Arguments.shown)
    options.overlay = style
    let strobe = try picture.map { path throws(PictureError) in
      try StrobePicture(path: path, minimumConfidence: minimumConfidence)
    }
    let unwarped = try unwarping.map { target throws(PipelineError) in try target.observer() }
    let observers: [(any FrameObserver)?] = [strobe, unwarped]
    let session = try open(options, observers: observers.compactMap { $0 })
    try checkFiles(session.files)
    try prepare(session)
    session.element(named: Encoder.sizeName)?.keepFirstSize()
    session.element(named: Encoder.sizeName)?.hideDuration()
    let lines = try json.map { path throws(PipelineError) in try JSONLines(path: path) }
    lines?.waitForReader { !interruption.hasHappened }
    interruption.onFirst { session.stop() }

    var (summary, progress) = (Summary(minimumConfidence: minimumConfidence), Progress())
    var failure: (any Error)?
    do {
      for try await report in session.reports {
        if progress.duration == nil { progress.duration = session.statistics.duration }
        progress.advance(to: report.time)
        if keepsSummary { summary.add(report) }
        if json == "-", Terminal.showsOutput, !report.observations.isEmpty { progress.clear() }
        guard failure == nil else { continue }
        do {
          try lines?.write(session.stream)
          try lines?.write(report)
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
    // The last line, and the picture, even where the end came early: what was seen until then is true.
    try? lines?.write(session.stream)
    try? lines?.write(statistics)
    if let strobe, statistics.frames > 0 { try strobe.write() }
    // A video without a frame is none.
    if let annotated, statistics.frames == 0 { Files.removeRegular(annotated) }
    let hasUnwarped = try finish(unwarped, afterFailure: failure != nil || interruption.hasHappened)
    // One message is enough where something failed. A reader that has stopped is none to somebody who has asked to end.
    if let failure {
      let isReader = json == "-" && (failure as? PipelineError)?.code == .cannotWrite
      throw isReader && interruption.hasHappened ? Failure.interrupted : failure
    }
    for warning in session.warnings { Terminal.say(warning) }
    if interruption.hasHappened { throw Failure.interrupted }
    guard statistics.frames > 0 else {
      let name = session.stream.source
      let text = "\(name.isEmpty ? "The input" : name) holds no frames."
      throw isFile ? Failure.unusableInput(text) : .running(text)
    }
    if let unwarping, !hasUnwarped {
      throw Failure.running("No rectangle was seen: there is nothing to write to \(unwarping.path).")
    }
    return (summary, statistics)
  }

  /// Finishes the file of the rectified rectangle, even where the end came early.
  ///
  /// - Parameter afterFailure: whether something else has been or will be told.
  private func finish(_ unwarped: UnwarpedRectangle?, afterFailure: Bool) throws(PipelineError) -> Bool {
    do {
      return try unwarped?.finish() ?? false
    } catch {
      // One message is enough where something failed before.
      guard afterFailure else { throw error }
      return false
    }
  }
}

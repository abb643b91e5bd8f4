// One run of a session with everything that the command makes of it: JSON, progress, picture, a clean end.
import ArgumentParser
import Flycatcher
import FlycatcherPipeline

/// A session and where its results go.
struct Watch {
  /// What the stream is called in the results.
  var source: String?
  /// A gst-launch description with `appsink name=frames`.
  var pipeline: String
  var detector: SelectiveDetector
  var style: OverlayStyle
  /// The file for JSON Lines; `-`: standard output.
  var json: String?
  /// The file for the picture of all flights.
  var picture: String?
  /// The file the pipeline writes the annotated video to, for messages.
  var annotated: String?
  /// Done with the session before it starts.
  var prepare: (Session) throws -> Void = { _ in }

  /// Runs to the end.
  ///
  /// - Returns: the flights that were seen.
  /// - Throws: `Failure`; what has been written by then is whole.
  func run() async throws -> (flights: Summary, statistics: SessionStatistics) {
    do {
      return try await watch()
    } catch let error as PipelineError {
      throw Failure.running(error.description)
    } catch let error as FlycatcherError {
      throw Failure.running(error.description)
    } catch let error as PictureError {
      throw Failure.running(error.description)
    }
  }

  /// Runs to the end, and prints what was seen where nothing else is written.
  func run(printsSummary: Bool) async throws {
    let (summary, statistics) = try await run()
    if printsSummary {
      let rate = Int((Double(statistics.frames) / max(statistics.elapsed.seconds, 1e-3)).rounded())
      print(summary.text, terminator: "")
      print("\(statistics.frames) frames in \(decimal(statistics.elapsed.seconds, 1)) s, \(rate) frames/s.")
    }
    if statistics.skipped > 0 {
      Terminal.say("\(statistics.skipped) of \(statistics.frames) frames went by unanalyzed.")
    }
  }

  /// Reads the pipeline. What is wrong with its text is the caller's doing; what is wrong with a file or a device is not.
  private func open(_ options: SessionOptions, observers: [any FrameObserver]) throws -> Session {
    do {
      return try Session(pipeline: pipeline, trackers: [detector], observers: observers, options: options)
    } catch {
      switch error.code {
      case .invalidDescription, .unknownElement, .missingElement, .duplicateName, .wrongElement, .wrongProperty,
        .notNegotiated:
        throw Failure.usage(error.description)
      default:
        throw Failure.running(error.description)
      }
    }
  }

  private func watch() async throws -> (Summary, SessionStatistics) {
    let interruption = Interruption()
    var options = SessionOptions()
    options.source = source
    options.overlay = style
    let strobe = try picture.map { path throws(PictureError) in try StrobePicture(path: path) }
    let session = try open(options, observers: strobe.map { [$0] } ?? [])
    try prepare(session)
    let lines = try json.map { path throws(PipelineError) in try JSONLines(path: path) }
    interruption.onFirst { session.stop() }

    var (summary, progress) = (Summary(), Progress())
    var failure: (any Error)?
    do {
      for try await report in session.reports {
        if progress.duration == nil { progress.duration = session.statistics.duration }
        progress.advance(to: report.time)
        summary.add(report)
        try lines?.write(session.stream)
        try lines?.write(report)
      }
    } catch {
      failure = error
    }
    progress.clear()
    let statistics = session.statistics
    // The last line, and the picture, even where the end came early: what was seen until then is true.
    try? lines?.write(session.stream)
    try? lines?.write(statistics)
    if let strobe, statistics.frames > 0 { try strobe.write() }
    // One message is enough where something failed.
    if let failure { throw failure }
    for warning in session.warnings { Terminal.say(warning) }
    if interruption.hasHappened { throw Failure.interrupted }
    guard statistics.frames > 0 else { throw Failure.running("\(session.stream.source) holds no frames.") }
    return (summary, statistics)
  }
}

// A pipeline with trackers in it, which a Swift program creates, runs and stops.
public import Flycatcher
import GStreamerSupport

/// Trackers on a GStreamer pipeline.
///
/// The pipeline is a description in the language of gst-launch with an `appsink` named `frames`. It may have an `appsrc`
/// named `annotated`, which takes the same frames with the overlay, and an `appsrc` named `metadata`, which takes the
/// observations as JSON Lines.
///
/// ```swift
/// let session = try Session(
///   pipeline: "filesrc location=toss.mp4 ! decodebin ! videoconvert ! appsink name=frames",
///   trackers: [TrajectoryDetector()])
/// for try await report in session.reports {
///   print(report.observations)
/// }
/// ```
///
/// A file is analyzed frame by frame, as fast as the trackers and the readers are. A live stream never waits: see
/// `SessionOptions.maximumLatency`. Sessions are independent of each other; each runs once.
public final class Session: Sendable {
  let reportQueue = ReportQueue()
  private let progress: Monitor<SessionProgress>
  let job: SessionRun
  /// The files that the pipeline reads and writes.
  package let files: PipelineFiles
  private let state = Monitor(State())

  private struct State {
    var hasStarted = false
    var hasReader = false
  }

  /// Creates a session: reads and checks the pipeline. Nothing runs yet.
  ///
  /// - Parameters:
  ///   - text: The description of the pipeline.
  ///   - trackers: The trackers that analyze every frame, one after another; may be none.
  ///   - observers: The observers of the frames that have been analyzed.
  ///   - options: The settings of the session.
  /// - Throws: `PipelineError` for a mistake in the description, the files that it names, or the options.
  public init(
    pipeline text: String, trackers: [any Tracker], observers: [any FrameObserver] = [],
    options: SessionOptions = SessionOptions()
  ) throws(PipelineError) {
    try options.check()
    let checked = try CheckedPipeline(text, options)
    guard let caps = Caps(acceptedCaps), let sink = AppSink(checked.frames, capacity: 2, caps: caps) else {
      throw PipelineError(.wrongElement, element: options.framesName, "\(options.framesName) is no usable appsink.")
    }
    guard !sink.acceptedCaps.isEmpty else {
      throw PipelineError(
        .notNegotiated, element: options.framesName,
        "The caps set on \(options.framesName) leave no format that can be read: "
          + "\(acceptedFormats.joined(separator: ", ")).")
    }
    let annotated = checked.annotated.flatMap { AppSource($0, capacity: 3) }
    let metadata = checked.metadata.flatMap { AppSource($0, capacity: 0, bytes: 16 << 20) }
    let sources = [annotated, metadata].compactMap { $0 }
    for source in sources { source.follow(sink, latency: options.maximumLatency) }
    sink.forwardFlushes(to: sources)
    let reports = reportQueue
    sink.whenFlushed { reports.flush() }
    let pointer = SessionPointer()
    annotated?.whenPointed { pointer.take($0) }
    let name =
      options.source ?? CheckedPipeline.sourceName(of: checked.pipeline.element, except: sources.map(\.element))
    progress = Monitor(SessionProgress(stream: StreamDescription(source: name, fingerprint: options.fingerprint)))
    let parts = StreamParts(
      sink: sink, annotated: annotated, metadata: metadata,
      analysis: FrameAnalysis(
        trackers: trackers, observers: observers, orientation: options.orientation, pointer: pointer),
      pointer: pointer, reports: reportQueue, progress: progress, options: options)
    files = checked.files
    job = SessionRun(pipeline: checked.pipeline, parts: parts)
  }

  deinit {
    if state.read({ $0.hasStarted }) {
      progress.change { $0.stopRequests = max($0.stopRequests, 1) }
    } else {
      job.discard()
    }
  }

  /// The reports of the frames, in order. Iterating over them runs the session, which can be done once.
  public var reports: FrameReports { FrameReports(session: self) }

  /// Runs the session to its end on the calling thread.
  ///
  /// - Parameter body: A function that is called with every report, in order, on the calling thread. An error that it
  ///   throws stops the session, and is thrown once the recordings are finished.
  /// - Returns: The numbers of frames and the time taken.
  /// - Throws: `PipelineError`, or the error of `body`.
  @discardableResult
  public func run(_ body: (FrameReport) throws -> Void = { _ in }) throws -> SessionStatistics {
    try startForReader()
    var refusal: (any Error)?
    while let report = try reportQueue.next() {
      guard refusal == nil else { continue }
      do {
        try body(report)
      } catch {
        refusal = error
        stop()
      }
    }
    if let refusal { throw refusal }
    return statistics
  }

  /// Ends the session as at the end of the stream: frames in progress are analyzed and files are finished. Called again,
  /// ends it at once.
  ///
  /// Can be called from any thread, at any time.
  public func stop() {
    progress.change { $0.stopRequests += 1 }
  }

  /// Continues at another place of the stream and drops the frames in progress: the next report is of a frame there. The
  /// trackers are reset.
  ///
  /// Can be called from the loop over the reports, and not from a tracker, an observer or a drawing: they are called on
  /// the threads that drop the frames in progress.
  ///
  /// - Parameter time: The place, in stream time.
  /// - Returns: `false` if the source cannot seek, as a camera, if the session is not running, or from a tracker, an
  ///   observer or a drawing.
  @discardableResult
  public func seek(to time: Timestamp) -> Bool {
    let origin: Int? = progress.read { progress in
      guard progress.started != nil, !progress.isOver, !progress.isOnFrameThread else { return nil }
      progress.origin = progress.origin ?? 0
      return progress.origin
    }
    guard let origin else { return false }
    let (place, isTooFar) = Int(max(time.nanoseconds, 0)).addingReportingOverflow(origin)
    return !isTooFar && job.parts.sink.seek(to: place)
  }

  /// The progress of the session.
  public var statistics: SessionStatistics { progress.read { $0.current } }

  /// The source, size and rate of the frames; the size is 0 before the first one.
  public var stream: StreamDescription { progress.read { $0.stream } }

  /// The warnings of elements and trackers, each once, in words for the user.
  public var warnings: [String] { progress.read { $0.warnings } }

  // MARK: Readers

  /// Starts the session for the one reader of its reports.
  func startForReader() throws(PipelineError) {
    guard reportQueue.attach() else {
      throw PipelineError(.alreadyRun, "This session has been run before. Make a new one.")
    }
    let mayStart = state.change { state in
      defer { state.hasStarted = true }
      return !state.hasStarted
    }
    guard mayStart else { throw PipelineError(.alreadyRun, "This session has been run before. Make a new one.") }
    let job = job
    let written: [SinkFile]
    do throws(PipelineError) {
      written = try files.lock()
    } catch {
      job.discard()
      throw error
    }
    guard StreamThread.start("fc-session", { job.run(writing: written) }) else {
      job.discard()
      throw PipelineError(.failed, "The system grants no further thread.")
    }
  }

  /// The reader has gone: the session ends.
  func abandonReports() {
    stop()
    reportQueue.detach()
  }
}

extension SessionOptions {
  fileprivate func check() throws(PipelineError) {
    guard maximumLatency >= .zero, maximumLatency <= .seconds(10) else {
      throw PipelineError(
        .wrongProperty, "maximumLatency is \(maximumLatency.seconds) s; it must be from 0 to 10 s.")
    }
    guard Set([framesName, annotatedName, metadataName]).count == 3 else {
      throw PipelineError(.duplicateName, "The names of the app sink and the two app sources must differ.")
    }
    do throws(FlycatcherError) {
      try overlay?.validate()
    } catch {
      throw PipelineError(.wrongProperty, error.description)
    }
  }
}
